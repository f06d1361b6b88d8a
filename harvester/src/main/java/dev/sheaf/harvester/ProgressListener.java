package dev.sheaf.harvester;

/** Watches a run. Called by different threads, but never by two at once; must return soon, for the run waits. */
@FunctionalInterface
public interface ProgressListener {

    /** Nobody watches. */
    ProgressListener NONE = event -> {};

    /** Something has happened. */
    void on(HarvestEvent event);
}
