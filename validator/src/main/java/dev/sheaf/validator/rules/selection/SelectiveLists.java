package dev.sheaf.validator.rules.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;

/** The selective lists that a run reads. Their dates are chosen so that each has two or three pages and leaves records out. Stateless. */
final class SelectiveLists {

    /** Dates are moved by so many records to find one within a day that has an earlier or a later one. */
    private static final int NEARBY = 3;

    private SelectiveLists() {}

    /** Returns the lists, those in oai_dc first. */
    static List<SelectiveList> of(Evidence evidence) {
        List<RecordFacts> dated = evidence.records().stream()
                .filter(record -> record.stamp().isLegal() && !evidence.isChangedMeanwhile(record)
                        && record.stamp().granularity().equals(evidence.granularity()))
                .sorted(Comparator.comparing(RecordFacts::datestamp)).toList();
        List<SelectiveList> lists = new ArrayList<>();
        if (dated.isEmpty()) {
            return lists;
        }
        int window = Math.max(1, Math.min(dated.size() / 2, page(evidence) * 11 / 5));
        String from = beginning(dated, dated.size() - window);
        String until = end(dated, window - 1);
        int quarter = dated.size() / 4;
        String middle = beginning(dated, quarter);
        String middleEnd = end(dated, Math.min(dated.size() - 1, quarter + window));
        ProbeRequest records = KnownRequests.RECORDS;
        ProbeRequest headers = KnownRequests.IDENTIFIERS;
        for (ProbeRequest start : List.of(headers, records)) {
            add(lists, start.and("from", from));
            add(lists, start.and("until", until));
            add(lists, start.and("from", middle).and("until", middleEnd));
        }
        set(evidence, dated).ifPresent(set -> {
            add(lists, records.and("set", set));
            add(lists, headers.and("from", from).and("set", set));
            add(lists, records.and("until", until).and("set", set));
            add(lists, headers.and("from", middle).and("until", middleEnd).and("set", set));
            add(lists, records.and("from", middle).and("until", middleEnd).and("set", set));
        });
        second(evidence).ifPresent(prefix -> {
            add(lists, whole("ListIdentifiers", prefix));
            add(lists, whole("ListRecords", prefix));
            add(lists, whole("ListRecords", prefix).and("from", from));
            add(lists, whole("ListIdentifiers", prefix).and("until", until));
            set(evidence, dated).ifPresent(set -> add(lists, whole("ListRecords", prefix).and("set", set)));
        });
        return lists;
    }

    private static void add(List<SelectiveList> lists, ProbeRequest start) {
        lists.add(new SelectiveList(start));
    }

    static ProbeRequest whole(String verb, String prefix) {
        return ProbeRequest.of("verb", verb, "metadataPrefix", prefix);
    }

    /** Returns the size of the smallest first page. */
    private static int page(Evidence evidence) {
        int smallest = Integer.MAX_VALUE;
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            Observation first = evidence.list(name).first();
            if (first != null && first.document().recordCount() > 0) {
                smallest = Math.min(smallest, first.document().recordCount());
            }
        }
        return smallest == Integer.MAX_VALUE ? 1 : Math.min(smallest, 10_000);
    }

    /** Returns a datestamp near a place, if there is one after an earlier one of the same day: a from cut to its day shows then. */
    private static String beginning(List<RecordFacts> dated, int place) {
        for (int i = Math.max(1, place); i < Math.min(dated.size(), place + NEARBY); i++) {
            if (isLaterThatDay(dated.get(i - 1).datestamp(), dated.get(i).datestamp())) {
                return dated.get(i).datestamp();
            }
        }
        return dated.get(Math.min(dated.size() - 1, Math.max(0, place))).datestamp();
    }

    private static String end(List<RecordFacts> dated, int place) {
        for (int i = place; i >= Math.max(0, place - NEARBY); i--) {
            if (i + 1 < dated.size() && isLaterThatDay(dated.get(i).datestamp(), dated.get(i + 1).datestamp())) {
                return dated.get(i).datestamp();
            }
        }
        return dated.get(Math.max(0, place)).datestamp();
    }

    private static boolean isLaterThatDay(String earlier, String later) {
        return !earlier.equals(later) && earlier.length() > 10 && later.length() > 10
                && earlier.substring(0, 10).equals(later.substring(0, 10));
    }

    /** Returns the set in which the most records are, but not all; one with sets below it counts with them. */
    private static Optional<String> set(Evidence evidence, List<RecordFacts> records) {
        Map<String, Integer> members = new HashMap<>();
        for (RecordFacts record : records) {
            TreeSet<String> all = new TreeSet<>();
            record.sets().stream().map(String::strip).map(SetSpec::new).filter(SetSpec::isLegal).forEach(spec -> {
                all.add(spec.value());
                spec.ancestors().forEach(parent -> all.add(parent.value()));
            });
            all.forEach(spec -> members.merge(spec, 1, Integer::sum));
        }
        if (!evidence.hasSets().orElse(true)) {
            return Optional.empty();
        }
        return members.entrySet().stream().filter(one -> one.getValue() < records.size())
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey);
    }

    /** Returns the first further format; empty when the repository names none. */
    static Optional<String> second(Evidence evidence) {
        return evidence.formats().stream().map(format -> format.textOf("metadataPrefix").strip())
                .filter(prefix -> !prefix.equals("oai_dc") && !prefix.isEmpty()).findFirst();
    }

    /** Returns the records that a list in a further format and its other verb hold; empty when neither came whole. */
    static Map<String, RecordFacts> known(Evidence evidence, String prefix) {
        Map<String, RecordFacts> known = new LinkedHashMap<>();
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            new SelectiveList(whole(verb, prefix)).selected(evidence).records()
                    .forEach(record -> known.putIfAbsent(record.identifier(), record));
        }
        return known;
    }

    /** Returns whether a list in a further format came whole. */
    static boolean isWhole(Evidence evidence, String verb, String prefix) {
        var selected = new SelectiveList(whole(verb, prefix)).selected(evidence);
        return selected.isComplete() && !selected.isEmpty();
    }
}
