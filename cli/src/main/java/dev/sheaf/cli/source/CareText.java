package dev.sheaf.cli.source;

import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.report.RunJson;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.sync.CensusPlan;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.HeldDeletions.Held;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.SourceCare;

/** Text of {@code source show} about a source's runs and its monitoring: formats, records no longer listed, schemas. */
final class CareText {

    /** Number of runs, held deletions and faults that are shown. */
    private static final int SHOWN = 5;

    private final HubStore store;
    private final SourceReport report;
    private final SourceStatus status;
    private final String id;
    private final FetchRules asked;

    /** @param asked rules for requests to the source */
    CareText(HubStore store, SourceReport report, FetchRules asked) {
        this.asked = asked;
        this.store = store;
        this.report = report;
        this.status = report.status();
        this.id = status.source().id();
    }

    /** Writes lines of label and value. */
    void write(Instant now, BiConsumer<String, String> line) {
        List<RunReport> runs = store.runs().last(id, SHOWN);
        RunProgress progress = report.progress();
        if (progress != null) {
            line.accept("now", RunText.now(progress, now));
            if (progress.address() != null) {
                line.accept("asked last", progress.address());
            }
        }
        store.control().paused(id)
                .ifPresent(since -> line.accept("paused", "since " + since + "; to resume it: sheaf source resume " + id));
        store.control().holding(id).ifPresent(
                since -> line.accept("deletions",
                        "held since " + since + "; to carry them out again: sheaf source release " + id));
        List<FormatCount> formats = store.statistics().formats(id);
        if (!formats.isEmpty()) {
            line.accept("items in formats", formats.stream().map(CareText::format).collect(Collectors.joining(", ")));
        }
        SourceCare care = store.monitoring().of(id);
        if (care.validate()) {
            line.accept("validated", "every page");
        }
        if (care.history()) {
            line.accept("history", "every version is kept");
        }
        if (!care.listed()) {
            line.accept("listed", "no: left out of /oai, served at /oai/" + status.source().id());
        }
        if (status.source().kind().isHarvested() || status.source().kind().isPushed()) {
            line.accept("quota", quota(care));
        }
        if (status.source().kind().isHarvested()) {
            line.accept("census", census(care, CensusPlan.of(store, id)));
        }
        store.heldDeletions().censuses(id).forEach(report -> line.accept("last census", census(report)));
        held(line);
        each("last runs", runs.stream().map(run -> RunText.line(run, alive(run))).toList(), line);
        invalid(runs, line);
    }

    private boolean alive(RunReport run) {
        return run.ended() == null && SourceReport.isActive(status);
    }

    private static String format(FormatCount count) {
        return count.prefix() + " " + Words.number(count.live())
                + (count.lacking() == 0 ? "" : " (" + Words.number(count.lacking()) + " items lack it)");
    }

    private String quota(SourceCare care) {
        Long quota = care.quota();
        if (quota == null) {
            return (care.quotaOn(store.statistics().diskBytes()) >> 20) + " MB of the store (default)";
        }
        return quota == SourceCare.NO_QUOTA
                ? "none"
                : (quota >> 20) + " MB of the store; " + (store.statistics().bytes(id) >> 20) + " MB are taken";
    }

    private static String census(SourceCare care, CensusPlan plan) {
        if (plan.isNever()) {
            return "never";
        }
        int percent = care.vanishingPercent() == null ? SourceCare.VANISHING_PERCENT : care.vanishingPercent();
        return "every " + Words.duration(plan.every()) + " (" + plan.why() + "), "
                + plan.next().map(next -> "next after " + next).orElse("next with the next complete harvest") + "; up to "
                + percent
                + " % may vanish without approval";
    }

    private static String census(CensusReport report) {
        return report.prefix() + " " + report.at() + ", by " + (report.how() == CensusReport.How.LIST ? "records" : "identifiers")
                + ": " + Phrases.census(report);
    }

    private void held(BiConsumer<String, String> line) {
        long held = store.heldDeletions().count(id);
        if (held > 0) {
            line.accept("held", Words.number(held) + " deletions; to withdraw these records: sheaf source approve " + id
                    + "; to keep them: sheaf source approve " + id + " --reject");
            for (Held one : store.heldDeletions().list(id, SHOWN)) {
                line.accept("", one.identifier() + " in " + one.prefix());
            }
        }
    }

    private void invalid(List<RunReport> runs, BiConsumer<String, String> line) {
        for (RunReport run : runs) {
            RunProgress.Checks checks = run.progress().checks();
            if (checks != null && checks.foundSomething()) {
                line.accept("not valid", Words.number(checks.invalidRecords()) + " records and "
                        + Words.number(checks.invalidPages()) + " envelopes of run " + run.number() + ":");
                store.runs().rules(run.number()).stream().limit(SHOWN).forEach(one -> line.accept("", RunText.rule(one)));
                store.runs().invalid(run.number()).stream().limit(SHOWN).forEach(one -> line.accept("", RunText.invalid(one)));
                return;
            }
        }
    }

    /** Writes all stored data of a run. */
    void writeRun(long number, BiConsumer<String, String> line) {
        RunReport run = run(number);
        RunText.numbers(run, alive(run)).forEach(line);
        each("lists", store.runs().lists(number).stream().map(RunText::list).toList(), line);
        each("notes", store.runs().notes(number).stream().map(RunText::note).toList(), line);
        each("failed requests", store.runs().failures(number).stream()
                .flatMap(failure -> RunText.failure(asked, failure).stream()).toList(), line);
        each("broken rules", store.runs().rules(number).stream().map(RunText::rule).toList(), line);
        each("not valid", store.runs().invalid(number).stream().map(RunText::invalid).toList(), line);
    }

    private static void each(String label, List<String> values, BiConsumer<String, String> line) {
        for (int i = 0; i < values.size(); i++) {
            line.accept(i == 0 ? label : "", values.get(i));
        }
    }

    /** Writes all stored data of a run as JSON. */
    void writeRun(long number, JsonGenerator json) {
        RunJson.whole(json, store.runs(), asked, run(number));
    }

    private RunReport run(long number) {
        return store.runs().run(id, number).orElseThrow(() -> new CommandFailedException(
                "there is no run " + number + " of '" + id + "' in the ledger. The last ones: sheaf source show " + id));
    }
}
