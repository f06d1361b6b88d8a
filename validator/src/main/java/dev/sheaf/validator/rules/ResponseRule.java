package dev.sheaf.validator.rules;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;

/** A requirement on every response. It is judged as soon as the response has come, while its bytes are there. */
public non-sealed interface ResponseRule extends Rule {

    /**
     * Judges a response.
     *
     * @param observation a request that an HTTP response came to
     * @param evidence everything seen before
     */
    void judge(Observation observation, Evidence evidence, Examination examination);
}
