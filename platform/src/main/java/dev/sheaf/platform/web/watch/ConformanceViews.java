package dev.sheaf.platform.web.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.watch.KeptReport;
import dev.sheaf.platform.watch.KeptReport.Finding;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.watch.ConformancePage.Fact;
import dev.sheaf.platform.web.watch.ConformancePage.Past;
import dev.sheaf.platform.web.watch.ConformancePage.Section;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.Validations.NewestResults;
import dev.sheaf.validator.report.Verdict;

/**
 * Texts about verdicts for people. Reasons why a repository was not reachable are for operators alone, because they can quote addresses of
 * internal servers. Stateless.
 */
final class ConformanceViews {

    private ConformanceViews() {}

    static String name(Source source) {
        String name = source.name();
        return name == null || name.isBlank() ? source.id() : name;
    }

    /** Returns the class of a verdict in the style sheet: {@code trouble}, {@code unknown}, or nothing for a repository that conforms. */
    static String state(VerdictText verdict) {
        return switch (verdict) {
            case NOT_CONFORMANT -> "trouble";
            case OUTDATED, NOT_JUDGED -> "unknown";
            case CONFORMANT -> "";
        };
    }

    /** Returns the verdict in a sentence or two. */
    static String summary(VerdictText verdict, @Nullable NewestResults newest) {
        if (newest == null) {
            return "This repository was not validated yet.";
        }
        Optional<KeptValidation> judged = newest.judged();
        String said = judged.isEmpty() ? "There is no verdict on this repository yet." : switch (verdict) {
            case NOT_CONFORMANT -> requirements(judged.get().rules().failed()) + " not met, as of "
                    + Times.format(judged.get().began()) + ".";
            case CONFORMANT, OUTDATED, NOT_JUDGED -> "Every requirement of OAI-PMH 2.0 that could be judged was met on "
                    + Times.format(judged.get().began()) + ".";
        };
        if (newest.last().isJudged()) {
            return said;
        }
        return said + " The last attempt, on " + Times.format(newest.last().began())
                + ", led to no verdict: the repository was not reachable or gave no answer that could be judged."
                + (judged.isEmpty() ? "" : " The earlier verdict stands.");
    }

    private static String requirements(int failed) {
        return Numbers.count(failed, "requirement") + " of OAI-PMH 2.0 " + (failed == 1 ? "is" : "are");
    }

    static List<Fact> facts(Source source, String address, @Nullable NewestResults newest, Optional<KeptReport> report,
            Optional<Instant> next, Instant now) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Base URL", address));
        Optional<KeptValidation> judged = newest == null ? Optional.empty() : newest.judged();
        judged.ifPresent(one -> {
            report.ifPresent(it -> facts.add(new Fact("Judged by", String.join(", ", it.profiles()))));
            facts.add(new Fact("Rules", Numbers.format(one.rules().met()) + " met, " + Numbers.format(one.rules().failed())
                    + " MUST not met, " + Numbers.count(one.rules().warned(), "warning") + ", "
                    + Numbers.format(one.rules().flaky())
                    + " not steady, " + Numbers.format(one.rules().unreachable() + one.rules().notJudged()) + " not judged"));
            facts.add(new Fact("Requests",
                    Numbers.format(one.requests()) + ", " + Numbers.count(one.records(), "record") + " judged"));
            report.map(KeptReport::scope).map(ConformanceViews::scope).filter(scope -> !scope.isEmpty())
                    .ifPresent(scope -> facts.add(new Fact("Scope", scope)));
        });
        if (newest != null && newest.passed().isPresent()) {
            facts.add(new Fact("Last passed", String.valueOf(Times.format(newest.passed().get()))));
        }
        // One repository of a host is validated at a time, and not beside a harvest.
        next.ifPresent(at -> facts.add(new Fact("Next validation",
                at.isAfter(now) ? "after " + Times.format(at) : "due, waits for its host")));
        facts.add(new Fact("Source", source.id()));
        return facts;
    }

    /** Returns the part of a scope that says what was judged; the rest can quote a failure. */
    private static String scope(String scope) {
        int end = scope.indexOf(';');
        return end < 0 ? scope : scope.substring(0, end);
    }

    static List<Section> sections(KeptReport report, String unjudged) {
        List<Section> sections = new ArrayList<>();
        add(sections, "must", "Requirements that are not met",
                "Harvesters fail or lose records because of these.", report.with(Verdict.FAILED), false);
        add(sections, "should", "Recommendations that are not met", "Most harvesters cope with these; some do not.",
                report.with(Verdict.WARNED), false);
        add(sections, "flaky", "Not steady", "These were wrong once, and right when asked again.", report.with(Verdict.FLAKY),
                false);
        List<Finding> open = new ArrayList<>();
        report.with(Verdict.UNREACHABLE).forEach(finding -> open.add(withReason(finding, "no response came")));
        report.with(Verdict.NOT_JUDGED).forEach(finding -> open.add(finding.reason().equals(unjudged)
                ? withReason(finding, "the repository could not be judged to the end")
                : finding));
        add(sections, "open", "Not judged", "Nothing is known about these.", open, true);
        add(sections, "met", "Met", "", report.with(Verdict.PASSED), true);
        return sections;
    }

    private static Finding withReason(Finding finding, String reason) {
        return new Finding(finding.rule(), finding.level(), finding.clause(), finding.title(), finding.verdict(), reason,
                finding.judged(), finding.broken(), finding.why(), finding.remedy(), finding.remedies(), finding.examples());
    }

    private static void add(List<Section> sections, String id, String heading, String lead, List<Finding> findings,
            boolean brief) {
        if (!findings.isEmpty()) {
            sections.add(new Section(id, heading + ": " + Numbers.format(findings.size()), lead, findings, brief));
        }
    }

    /** Returns the validations with what has changed between those that have a verdict. */
    static List<Past> history(List<KeptValidation> validations) {
        List<Past> past = new ArrayList<>();
        for (int i = 0; i < validations.size(); i++) {
            KeptValidation one = validations.get(i);
            Optional<KeptValidation> before = validations.subList(i + 1, validations.size()).stream()
                    .filter(KeptValidation::isJudged).findFirst();
            past.add(new Past(String.valueOf(Times.format(one.began())), one.began().toString(), cause(one), outcome(one),
                    one.rules().failed(), one.rules().warned(), one.requests(),
                    one.isJudged() ? before.map(earlier -> change(earlier, one)).orElse("") : ""));
        }
        return past;
    }

    private static String change(KeptValidation before, KeptValidation now) {
        List<String> changes = new ArrayList<>();
        List<String> added = now.broken().stream().filter(rule -> !before.broken().contains(rule)).toList();
        List<String> repaired = before.broken().stream().filter(rule -> !now.broken().contains(rule)).toList();
        if (!added.isEmpty()) {
            changes.add("newly not met: " + String.join(", ", added));
        }
        if (!repaired.isEmpty()) {
            changes.add("no longer broken: " + String.join(", ", repaired));
        }
        return String.join("; ", changes);
    }

    static String cause(KeptValidation validation) {
        return switch (validation.cause()) {
            case SCHEDULE -> "by schedule";
            case HARVEST -> "after a harvest";
            case OPERATOR -> "on request";
            case LIST -> "for the registry";
        };
    }

    static String outcome(KeptValidation validation) {
        return switch (validation.outcome()) {
            case PASSED -> "passed";
            case FAILED -> "not passed";
            case NOT_JUDGED -> "no verdict";
        };
    }

    /** Returns the age of a verdict, for a list. */
    static String details(@Nullable NewestResults newest, Instant now) {
        if (newest == null) {
            return "";
        }
        String judged = newest.judged().map(one -> "judged " + ago(one.began(), now)).orElse("");
        if (newest.last().isJudged()) {
            return judged;
        }
        String tried = "not reachable or not to be judged " + ago(newest.last().began(), now);
        return judged.isEmpty() ? tried : judged + "; " + tried;
    }

    private static String ago(Instant at, Instant now) {
        Duration age = Duration.between(at, now);
        if (age.toDays() >= 1) {
            return Numbers.count(age.toDays(), "day") + " ago";
        }
        return age.toHours() >= 1 ? Numbers.count(age.toHours(), "hour") + " ago" : "just now";
    }

    /** Returns the health of links in a sentence or two. */
    static String links(LinkChecks.Tally tally, LinkChecks.Round round) {
        String checked = Numbers.format(tally.works()) + " of " + Numbers.count(tally.judged(), "checked link")
                + (tally.judged() == 1 ? " works, " : " work, ")
                + Numbers.format(tally.broken()) + (tally.broken() == 1 ? " is" : " are") + " broken.";
        String open = tally.unreachable() + tally.notChecked() == 0
                ? ""
                : " " + Numbers.format(tally.unreachable()) + " could not be reached, " + Numbers.format(tally.notChecked())
                        + " were not checked.";
        return checked + open + " The sample was drawn on " + Times.format(round.began()) + " from all parts of the list."
                + (round.unchecked() == 0 ? "" : " The check is under way.");
    }
}
