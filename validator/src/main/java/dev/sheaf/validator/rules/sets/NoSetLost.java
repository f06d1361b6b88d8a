package dev.sheaf.validator.rules.sets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * ListSets in several pages loses no set between them (S3.5, S4.6). A set is lost if a header names it, a list can be asked for by it, and
 * two readings of ListSets lack it; if the pages state sizes or cursors, these must speak of more sets too. Without such a header, size and
 * cursor must agree on the number of sets that did not come.
 */
public final class NoSetLost implements RunRule {

    private static final int SETS = 3;

    @Override
    public String name() {
        return "sets.none-lost";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        Map<String, RecordFacts> unlisted = SetListAgain.unlisted(evidence);
        PageSequence first = evidence.list(ListName.SETS);
        if (first.pages().size() < 2 || !first.isComplete() || unlisted.isEmpty() && Counts.of(first.pages()).lost() == 0) {
            return List.of();
        }
        List<ProbeRequest> wanted = new ArrayList<>();
        unlisted.keySet().stream().limit(SETS).forEach(set -> wanted.add(list(set)));
        wanted.addAll(SetListAgain.of(evidence).wanted());
        return wanted;
    }

    private static ProbeRequest list(String set) {
        return KnownRequests.IDENTIFIERS.and("set", set);
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        PageSequence first = evidence.list(ListName.SETS);
        if (!first.isComplete()) {
            examination.notJudged("the list of sets was not read to its end");
            return;
        }
        if (first.pages().size() < 2) {
            examination.notJudged("the list of sets has one page");
            return;
        }
        Map<String, RecordFacts> unlisted = SetListAgain.unlisted(evidence);
        int lost = Counts.of(first.pages()).lost();
        if (unlisted.isEmpty() && lost == 0) {
            examination.passed();
            return;
        }
        SetListAgain again = SetListAgain.of(evidence);
        if (!again.isComplete()) {
            examination.notJudged("the list of sets was not read a second time to its end");
            return;
        }
        Set<String> named = SetListAgain.named(again.pages());
        unlisted.entrySet().stream().filter(set -> !named.contains(set.getKey())).limit(SETS)
                .filter(set -> isUsed(evidence, set.getKey()) && isLost(set.getKey(), again.pages(), named))
                .forEach(set -> examination.broken(again.pages().getLast(), "ListSets in " + again.pages().size()
                        + " pages does not name the set '" + set.getKey() + "', which a header names and which selects records.",
                        set.getValue().identifier(), set.getValue().excerpt()));
        if (!examination.isBroken() && lost > 0 && lost == Counts.of(again.pages()).lost()) {
            examination.broken(again.pages().getLast(), "ListSets names " + named.size() + " sets on " + again.pages().size()
                    + " pages. By their cursors and their completeListSize, there are " + lost + " more.");
        }
        if (examination.isBroken()) {
            // Two readings have shown it.
            examination.certain();
        } else {
            examination.notJudged("ListSets may leave out sets on purpose");
        }
    }

    /** Returns whether the repository selects by a set. */
    private static boolean isUsed(Evidence evidence, String set) {
        return evidence.of(list(set)).stream().flatMap(page -> page.document().records().stream())
                .anyMatch(record -> !record.isDeleted() && record.isIn(set));
    }

    private static boolean isLost(String set, List<Observation> pages, Set<String> named) {
        Counts counts = Counts.of(pages);
        // A node above listed ones is known from their setSpecs, so that it may be left out on purpose.
        boolean isImplied = named.stream().anyMatch(one -> new SetSpec(one).ancestors().contains(new SetSpec(set)));
        return counts.isSilent() ? !isImplied : counts.isShort();
    }

    /**
     * The numbers that the pages of a list state.
     *
     * @param seen entries that came
     * @param size the last completeListSize; null when there is none
     * @param skipped entries before a page, by its cursor, that did not come; null when no cursor is stated or the first is not 0
     */
    private record Counts(long seen, @Nullable Long size, @Nullable Long skipped) {

        static Counts of(List<Observation> pages) {
            long seen = 0;
            Long size = null;
            Long skipped = null;
            for (Observation page : pages) {
                Optional<XmlNode> token = page.document().token();
                Long cursor = token.map(one -> one.attribute("cursor")).map(Counts::number).orElse(null);
                if (cursor != null && (skipped != null || seen == 0 && cursor == 0)) {
                    skipped = cursor - seen;
                }
                size = token.map(one -> one.attribute("completeListSize")).map(Counts::number).orElse(size);
                seen += page.document().answer().map(answer -> answer.children("set").size()).orElse(0);
            }
            return new Counts(seen, size, skipped);
        }

        private static @Nullable Long number(String text) {
            String digits = text.strip();
            return digits.matches("\\d{1,9}") ? Long.valueOf(digits) : null;
        }

        boolean isSilent() {
            return size == null && skipped == null;
        }

        boolean isShort() {
            return size != null && size > seen || skipped != null && skipped > 0;
        }

        /** Returns the number of sets that did not come, by size and cursor alike; 0 if they do not agree on one. */
        int lost() {
            return size != null && skipped != null && skipped > 0 && size - seen == skipped ? Math.toIntExact(skipped) : 0;
        }
    }
}
