package dev.sheaf.validator.mutations;

import java.util.List;
import java.util.Locale;

import dev.sheaf.validator.mutations.ExpectedFindings.Kind;

/**
 * The counts of a mutation table. Immutable.
 *
 * @param wrong misbehaviours that one run can show
 * @param found of these, those that a right rule found
 * @param beyond misbehaviours that one run cannot show
 * @param correct repositories that break no requirement
 * @param missed names of the faults that no right rule found
 * @param alarms findings that are not there, as {@code NAME: RULE}
 * @param findings of all rules on all repositories
 */
record MutationSummary(int wrong, int found, int beyond, int correct, List<String> missed, List<String> alarms, int findings) {

    private static final double PERCENT = 100.0;

    MutationSummary {
        missed = List.copyOf(missed);
        alarms = List.copyOf(alarms);
    }

    static MutationSummary of(List<MutationRow> rows) {
        List<MutationRow> wrong = rows.stream().filter(row -> row.expected().kind() == Kind.WRONG).toList();
        return new MutationSummary(wrong.size(), (int) wrong.stream().filter(MutationRow::isFound).count(),
                count(rows, Kind.BEYOND_ONE_RUN), count(rows, Kind.CORRECT),
                wrong.stream().filter(row -> !row.isFound()).map(MutationRow::name).toList(),
                rows.stream().flatMap(row -> row.falseAlarms().stream().map(rule -> row.name() + ": " + rule)).toList(),
                rows.stream().mapToInt(row -> row.findings().size()).sum());
    }

    private static int count(List<MutationRow> rows, Kind kind) {
        return (int) rows.stream().filter(row -> row.expected().kind() == kind).count();
    }

    /** Returns true when every fault was found and no finding was a false alarm. */
    boolean isRight() {
        return missed.isEmpty() && alarms.isEmpty();
    }

    /** Returns the counts for people. */
    String text() {
        return String.format(Locale.ROOT,
                "%d providers broken in one way: %d found by a right rule (%.1f %%). %d correct ones. %d that one run cannot show."
                        + " %d findings, %d false alarms.",
                wrong, found, wrong == 0 ? PERCENT : PERCENT * found / wrong, correct, beyond, findings, alarms.size())
                + (missed.isEmpty() ? "" : "\nMissed: " + String.join(", ", missed))
                + (alarms.isEmpty() ? "" : "\nFalse alarms: " + String.join(", ", alarms));
    }
}
