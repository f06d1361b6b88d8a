package dev.sheaf.validator.rules.sets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/** A rule on lists that are selected by a set. The rules of this kind share their requests. */
abstract class SetSelection implements RunRule {

    private static final int SETS = 5;
    private static final int PARENTS = 2;
    private static final int MOST_PAGES = 4;

    /** Sets above one that a header names come first, then one that headers name after another, then sets that few records are in. */
    static List<String> chosen(Evidence evidence) {
        Map<String, Long> members = evidence.records().stream().flatMap(record -> record.sets().stream()).map(String::strip)
                .filter(spec -> new SetSpec(spec).isLegal()).collect(Collectors.groupingBy(spec -> spec, Collectors.counting()));
        Set<String> chosen = new LinkedHashSet<>();
        members.keySet().stream().sorted().flatMap(spec -> new SetSpec(spec).ancestors().stream()).map(SetSpec::value)
                .distinct().sorted(Comparator.comparing(members::containsKey)).limit(PARENTS).forEach(chosen::add);
        evidence.records().stream().flatMap(record -> record.sets().stream().skip(1)).map(String::strip)
                .filter(members::containsKey).findFirst().ifPresent(chosen::add);
        members.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).forEach(chosen::add);
        if (chosen.isEmpty()) {
            // Headers that name no sets break a rule, which these show.
            evidence.sets().stream().map(set -> set.textOf("setSpec").strip()).filter(spec -> new SetSpec(spec).isLegal())
                    .forEach(chosen::add);
        }
        return chosen.stream().limit(SETS).toList();
    }

    static ProbeRequest start(String set) {
        return KnownRequests.IDENTIFIERS.and("set", set);
    }

    static Selected selected(Evidence evidence, String set) {
        return Selected.of(evidence, start(set), MOST_PAGES);
    }

    @Override
    public final List<ProbeRequest> requests(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>();
        chosen(evidence).forEach(set -> requests.addAll(selected(evidence, set).wanted()));
        return requests;
    }

    /** Returns the records that are in a set by their headers, not deleted, and unchanged while the run lasted. */
    static List<RecordFacts> members(Evidence evidence, String set) {
        return evidence.records().stream()
                .filter(record -> !record.isDeleted() && !evidence.isChangedMeanwhile(record) && record.isIn(set)).toList();
    }
}
