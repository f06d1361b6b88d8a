package dev.sheaf.harvester;

/** Listener of a run. Different threads call it, but never two at once. It must return soon, because the run waits for it. */
@FunctionalInterface
public interface ProgressListener {

    /** A listener that does nothing. */
    ProgressListener NONE = event -> {};

    /** Receives an event. */
    void on(HarvestEvent event);
}
