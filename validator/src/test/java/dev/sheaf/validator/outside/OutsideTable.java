package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.validator.mutations.OtherValidator;
import dev.sheaf.validator.outside.OutsideRow.Level;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;

/**
 * Validates the providers of the table. Arguments are names of providers or areas; none for all. With {@code --list} it prints the table
 * and validates nothing; with {@code --reference COMMAND} another validator judges the providers, whose base URL is the command's last
 * argument.
 */
public final class OutsideTable {

    private OutsideTable() {}

    /** Validates, and prints a line for each provider: what was found and by which rules. */
    public static void main(String[] arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        int reference = words.indexOf("--reference");
        OtherValidator other = reference < 0 ? null : new OtherValidator(words.remove(reference + 1));
        Set<String> wanted = new HashSet<>(words);
        wanted.remove("--reference");
        boolean isTold = wanted.remove("--messages");
        List<OutsideRow> rows = OutsideRows.all();
        if (wanted.contains("--list")) {
            rows.forEach(row -> System.out.println(String.join(" | ", row.name(), row.level().toString(),
                    row.clause().isEmpty() ? "-" : row.clause(), row.area(), row.description())));
            return;
        }
        for (OutsideRow row : rows) {
            if (wanted.isEmpty() || wanted.contains(row.name()) || wanted.contains(row.area())) {
                if (other != null) {
                    System.out.println(line(row, OutsidePlayer.play(row, other)));
                    continue;
                }
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

    private static String line(OutsideRow row, OtherValidator.Result result) {
        boolean isRight = result.isPassed() == (row.level() == Level.ODD);
        return String.join(" | ", isRight ? "ok" : "WRONG", row.name(), row.level().toString(),
                result.isPassed() ? "passed" : "not passed", row.area(), result.faults());
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
