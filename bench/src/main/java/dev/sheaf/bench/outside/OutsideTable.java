package dev.sheaf.bench.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.sheaf.bench.outside.OutsideRow.Level;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;

/**
 * Validates the providers of the table. Arguments are names of providers or areas; none for all. With {@code --list} it prints the table
 * and validates nothing.
 */
public final class OutsideTable {

    private OutsideTable() {}

    /** Validates, and prints a line for each provider: what was found and by which rules. */
    public static void main(String[] arguments) {
        Set<String> wanted = new java.util.HashSet<>(List.of(arguments));
        boolean isTold = wanted.remove("--messages");
        List<OutsideRow> rows = OutsideRows.all();
        if (wanted.contains("--list")) {
            rows.forEach(row -> System.out.println(String.join(" | ", row.name(), row.level().toString(),
                    row.clause().isEmpty() ? "-" : row.clause(), row.area(), row.description())));
            return;
        }
        for (OutsideRow row : rows) {
            if (wanted.isEmpty() || wanted.contains(row.name()) || wanted.contains(row.area())) {
                ValidationReport report = OutsidePlayer.play(row);
                System.out.println(line(row, report));
                if (isTold) {
                    report.results().stream().filter(result -> result.broken() > 0)
                            .forEach(result -> result.violations().forEach(one -> System.out.println("    " + result.rule() + ": "
                                    + one.message() + " [" + one.request() + "]")));
                }
            }
        }
    }

    private static String line(OutsideRow row, ValidationReport report) {
        List<String> found = new ArrayList<>();
        boolean isFailed = false;
        for (RuleResult result : report.results()) {
            if (result.verdict() != Verdict.PASSED && result.verdict() != Verdict.NOT_JUDGED) {
                found.add(result.rule() + "=" + result.verdict());
                isFailed |= result.verdict() == Verdict.FAILED;
            }
        }
        String word = isFailed ? "FAILED" : !report.unjudged().isEmpty() ? "UNJUDGED" : found.isEmpty() ? "NOTHING" : "WARNED";
        boolean isRight = row.level() == Level.ODD
                ? found.isEmpty() && report.unjudged().isEmpty()
                : row.level() == Level.MUST ? isFailed || !report.unjudged().isEmpty() : !found.isEmpty();
        return String.join(" | ", isRight ? "ok" : "WRONG", row.name(), row.level().toString(), word, row.area(),
                found.toString(),
                Integer.toString(report.requests()));
    }
}
