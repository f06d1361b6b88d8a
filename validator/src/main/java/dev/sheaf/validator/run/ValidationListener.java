package dev.sheaf.validator.run;

import dev.sheaf.validator.evidence.ProbeRequest;

/** Follows a validation. Called on the thread that runs it. */
@FunctionalInterface
public interface ValidationListener {

    /** Follows nothing. */
    ValidationListener NONE = (_, _, _) -> {};

    /**
     * A request is about to be made.
     *
     * @param requests made so far
     * @param phase what the run is about now, for people
     */
    void asking(int requests, String phase, ProbeRequest request);
}
