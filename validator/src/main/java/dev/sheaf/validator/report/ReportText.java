package dev.sheaf.validator.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.OneLine;

/** A report as plain text for people: first what is not met, by level, then what could not be judged, then the result. Stateless. */
public final class ReportText {

    private static final int LONGEST_EXCERPT = 400;
    /** Violations that are shown of each rule; the report has more. */
    private static final int SHOWN = 3;

    private ReportText() {}

    /**
     * Returns the lines of a report. They quote texts of the repository; the caller makes them harmless for a terminal.
     *
     * @param all true to list the rules that are met, too
     */
    public static List<String> lines(ValidationReport report, boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add(report.baseUrl() + (report.repository().isEmpty() ? "" : " (" + report.repository() + ")"));
        lines.add("Judged by " + String.join(", ", report.profiles()) + ": " + report.requests() + " requests in "
                + report.took().toSeconds() + " s, " + report.records() + " records.");
        if (report.outcome() == ValidationReport.Outcome.NOT_JUDGED
                && report.count(Verdict.NOT_JUDGED) == report.results().size()) {
            lines.add("");
            lines.add(summary(report));
            return lines;
        }
        if (!report.scope().isEmpty()) {
            lines.add(report.scope());
        }
        for (RequirementLevel level : RequirementLevel.values()) {
            Verdict broken = level.whenBroken();
            section(lines, level + ", not met",
                    report.results().stream().filter(result -> result.text().level() == level && result.verdict() == broken)
                            .toList());
        }
        section(lines, "Wrong once and right when asked again", report.with(Verdict.FLAKY));
        reasons(lines, "Not reachable", report.with(Verdict.UNREACHABLE));
        reasons(lines, "Not judged", report.with(Verdict.NOT_JUDGED));
        if (all) {
            List<RuleResult> met = report.with(Verdict.PASSED);
            heading(lines, "Met", met);
            met.forEach(result -> lines.add("  " + name(result) + "  " + result.text().title()));
        }
        lines.add("");
        lines.add(summary(report));
        return lines;
    }

    /** Returns the result in one sentence or two. */
    public static String summary(ValidationReport report) {
        String numbers = report.count(Verdict.PASSED) + " rules met, " + report.count(Verdict.FAILED) + " MUST not met, "
                + report.count(Verdict.WARNED) + " warnings, " + report.count(Verdict.FLAKY) + " flaky, "
                + report.count(Verdict.UNREACHABLE) + " not reachable, " + report.count(Verdict.NOT_JUDGED) + " not judged.";
        String broken = report.unjudged().isEmpty()
                ? ""
                : " The validation is not complete: " + OneLine.sentence(report.unjudged());
        return switch (report.outcome()) {
            case PASSED -> "PASSED: every MUST that could be judged is met. " + numbers;
            case FAILED -> "FAILED: " + numbers + broken;
            case NOT_JUDGED -> "NOT JUDGED: " + OneLine.sentence(report.unjudged()) + " " + numbers;
        };
    }

    private static void heading(List<String> lines, String title, List<RuleResult> results) {
        lines.add("");
        lines.add(title + ": " + results.size());
    }

    private static String name(RuleResult result) {
        return result.rule() + " (" + result.text().clause() + ")";
    }

    private static void section(List<String> lines, String title, List<RuleResult> results) {
        if (results.isEmpty()) {
            return;
        }
        heading(lines, title, results);
        for (RuleResult result : results) {
            RuleText text = result.text();
            lines.add("");
            lines.add("  " + name(result) + "  " + text.title());
            if (result.judged() > 0) {
                lines.add("    wrong: " + result.broken() + " of " + result.judged());
            }
            if (!result.reason().isEmpty()) {
                lines.add("    note: " + result.reason());
            }
            lines.add("    why: " + text.why());
            lines.add("    remedy: " + text.mend());
            text.platforms().forEach((platform, remedy) -> lines.add("    remedy in " + platform + ": " + remedy));
            result.violations().stream().limit(SHOWN).forEach(violation -> violation(lines, violation));
        }
    }

    private static void violation(List<String> lines, Violation violation) {
        lines.add("    - " + violation.message() + (violation.identifier() == null ? "" : " [" + violation.identifier() + "]"));
        lines.add("      " + violation.request() + (violation.status() == 0 ? "" : " -> HTTP " + violation.status()));
        String excerpt = violation.excerpt().strip();
        if (!excerpt.isEmpty()) {
            String shown = excerpt.length() <= LONGEST_EXCERPT ? excerpt : excerpt.substring(0, LONGEST_EXCERPT) + "…";
            shown.lines().forEach(line -> lines.add("      | " + line));
        }
    }

    private static void reasons(List<String> lines, String title, List<RuleResult> results) {
        if (results.isEmpty()) {
            return;
        }
        heading(lines, title, results);
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        results.forEach(result -> byReason.computeIfAbsent(result.reason(), _ -> new ArrayList<>()).add(name(result)));
        byReason.forEach((reason, rules) -> {
            lines.add("  " + (reason.isEmpty() ? "there was nothing to judge" : reason) + ":");
            rules.forEach(rule -> lines.add("    " + rule));
        });
    }
}
