package dev.sheaf.validator.rules.sets;

import java.util.List;
import java.util.Set;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.ErrorExpected;
import dev.sheaf.validator.rules.RunRule;

/** The rules on requests with sets that there are not. */
public final class WrongSets {

    private WrongSets() {}

    /** Returns the rules. */
    public static List<RunRule> all() {
        return List.of( //
                new ErrorExpected("sets.none", Set.of("noSetHierarchy"), evidence -> only(evidence, false, "no-such-set"),
                        "the repository has sets"),
                // An unknown set is empty; badArgument is accepted too.
                new ErrorExpected("sets.unknown", Set.of("noRecordsMatch", "badArgument"),
                        evidence -> only(evidence, true, "no-such-set"), "the repository has no sets"),
                new ErrorExpected("sets.illegal", Set.of("badArgument", "noRecordsMatch"),
                        evidence -> only(evidence, true, "no such:set:"), "the repository has no sets"));
    }

    private static List<ProbeRequest> only(Evidence evidence, boolean withSets, String set) {
        return evidence.hasSets().filter(has -> has == withSets).isPresent()
                ? List.of(KnownRequests.IDENTIFIERS.and("set", set))
                : List.of();
    }
}
