package dev.sheaf.validator.rules;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.ProbeRequest;

/** A requirement that only several responses, or one to a request of its own, can show. It is judged at the end of a run. */
public non-sealed interface RunRule extends Rule {

    /**
     * Returns the requests that it needs besides the lists that every run reads. It is called again with their results until it needs no
     * more; requests already made are not made again.
     */
    default List<ProbeRequest> requests(Evidence evidence) {
        return List.of();
    }

    /** Returns whether it also judges a repository to which no connection could be made. */
    default boolean judgesRefusals() {
        return false;
    }

    /**
     * Returns whether it compares responses of different moments as wholes, without a record that it names: it is not judged when records
     * changed in between.
     */
    default boolean comparesMoments() {
        return false;
    }

    /** Judges what was seen. */
    void judge(Evidence evidence, Examination examination);
}
