package dev.sheaf.platform.report;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.http.CurlCommand;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate.BrokenRule;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;

/** Describes the stored data of runs for people. */
public final class RunText {

    /** Number of bytes of a failed response that are shown. */
    private static final int BEGINNING = 300;

    private RunText() {}

    /** Describes the present state of a run: one line and the reason of a wait. */
    public static String now(RunProgress progress, Instant now) {
        StringBuilder text = new StringBuilder(String.valueOf(progress.doing()));
        if (progress.listSize() != null) {
            text.append(": ").append(Phrases.number(progress.received())).append(" of ")
                    .append(Phrases.number(progress.listSize()))
                    .append(" records");
        } else if (progress.received() > 0) {
            text.append(": ").append(Phrases.number(progress.received())).append(" records, no size stated");
        }
        if (progress.rate() > 0) {
            text.append(", ").append(Phrases.number(progress.rate())).append("/s");
        }
        if (progress.secondsLeft() >= 0) {
            text.append(", ").append(Phrases.lasting(progress.secondsLeft())).append(" left");
        }
        List<String> counts = Phrases.countParts(progress.counts());
        if (!counts.isEmpty()) {
            text.append("; ").append(String.join(", ", counts));
        }
        Instant until = progress.waitingUntil();
        if (until != null && until.isAfter(now)) {
            text.append("; goes on in ")
                    .append(Phrases.lasting(Duration.between(now, until).toSeconds()));
        }
        if (until != null && !until.isAfter(now)) {
            text.append("; now asking again");
        }
        long silent = Duration.between(progress.told(), now).toSeconds();
        if (until == null && silent >= 5) {
            text.append("; no answer for ").append(Phrases.lasting(silent));
        }
        return text.toString();
    }

    /** Describes a run in one line. */
    public static String line(RunReport run, boolean alive) {
        HarvestOutcome outcome = run.outcome();
        String how = outcome != null
                ? outcome.toString()
                : alive ? "under way" : "partial(the process ended during the run)";
        how += ": " + Phrases.counts(counts(run));
        return String.format(Locale.ROOT, "%-6d %s  %-9s %s", run.number(), time(run.started()),
                run.kind() == RunReport.Kind.FILL ? took(run) : run.kind().text(), how);
    }

    /** Returns the final counts of a run that has ended, and the present counts of one that has not. */
    public static Counts counts(RunReport run) {
        HarvestOutcome outcome = run.outcome();
        return outcome != null ? outcome.counts() : run.progress().counts();
    }

    /** Describes the duration of a run; empty when it has not ended. */
    public static String took(RunReport run) {
        Instant ended = run.ended();
        return ended == null
                ? ""
                : Phrases.lasting(Duration.between(run.started(), ended).toSeconds());
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns labels and values of a run's numbers, in the order of display. */
    public static Map<String, String> numbers(RunReport run, boolean alive) {
        Map<String, String> lines = new LinkedHashMap<>();
        HarvestOutcome outcome = run.outcome();
        RunProgress progress = run.progress();
        lines.put("run", run.number() + (run.kind() == RunReport.Kind.FILL ? "" : ", " + run.kind().text()));
        lines.put("began", time(run.started()));
        Instant ended = run.ended();
        lines.put("ended", ended == null ? alive ? "not yet" : "its process is gone" : time(ended) + ", after " + took(run));
        if (outcome != null) {
            lines.put("outcome", outcome.toString());
        }
        lines.put("records", Phrases.counts(counts(run)));
        lines.put("requests", Phrases.number(progress.requests()) + " for " + Phrases.number(progress.pages())
                + (progress.pages() == 1 ? " page of records, " : " pages of records, ")
                + Phrases.number(progress.wireBytes()) + " bytes on the wire, "
                + Phrases.number(progress.bytes()) + " unpacked");
        RunProgress.Checks checks = progress.checks();
        if (checks != null) {
            lines.put("checked", checks(checks));
        }
        return lines;
    }

    private static String checks(RunProgress.Checks checks) {
        return Phrases.number(checks.pages()) + " responses with " + Phrases.number(checks.records()) + " records: "
                + Phrases.number(checks.invalidRecords()) + " records and " + Phrases.number(checks.invalidPages())
                + " envelopes are not valid by their schemas"
                + (checks.uncheckedRecords() == 0
                        ? ""
                        : ", " + Phrases.number(checks.uncheckedRecords()) + " records could not be read, hence not checked")
                + (checks.otherFormats() == 0
                        ? ""
                        : ", " + Phrases.number(checks.otherFormats()) + " are in formats without a schema");
    }

    /** Describes a list of a run. */
    public static String list(ListReport list) {
        String missing = list.missing();
        return list(list.sent()) + ": " + Phrases.number(list.received())
                + (list.size() == null ? "" : " of " + Phrases.number(list.size())) + " records"
                + (list.resumed() ? ", continued from an earlier run" : "")
                + strategies(list)
                + (missing == null ? ", not ended" : missing.isEmpty() ? ", whole" : ", incomplete: " + missing);
    }

    /** Returns the ways in which the list was requested; empty when it was requested as a whole, as is usual. */
    private static String strategies(ListReport list) {
        return list.strategies().stream().allMatch(strategy -> strategy == ListStrategy.WHOLE)
                ? ""
                : list.strategies().stream().map(ListStrategy::text).collect(Collectors.joining(", then ", ", asked for ", ""));
    }

    private static String list(Selection sent) {
        Datestamp from = sent.from();
        Datestamp until = sent.until();
        return sent.prefix() + (sent.set() == null ? "" : " of set " + sent.set())
                + (from == null ? "" : " from " + from.text()) + (until == null ? "" : " until " + until.text());
    }

    /** Describes a note. */
    public static String note(Note note) {
        return time(note.at()) + " " + note.message();
    }

    /** Describes a broken rule. */
    public static String rule(BrokenRule broken) {
        return Phrases.number(broken.times()) + (broken.times() == 1 ? " time: " : " times: ") + broken.rule();
    }

    /** Describes a part of a response that is not valid by its schema. */
    public static String invalid(Invalid invalid) {
        String identifier = invalid.identifier();
        return (identifier == null ? "the envelope" : identifier.isEmpty() ? "a record without identifier" : identifier)
                + ", line "
                + invalid.line() + " of " + invalid.address() + ": " + invalid.message();
    }

    /**
     * Describes a failed request: the failure, the request to repeat it, and the response.
     *
     * @param asked rules for requests to its source
     */
    public static List<String> failure(FetchRules asked, Failure failure) {
        List<String> lines = new ArrayList<>();
        lines.add(time(failure.at()) + " " + failure.reason());
        lines.add(CurlCommand.of(failure.address(), asked));
        if (failure.size() > 0) {
            String body = Phrases.oneLine(new String(failure.body(), 0, Math.min(failure.body().length, BEGINNING),
                    StandardCharsets.UTF_8));
            lines.add(Phrases.number(failure.size()) + " bytes came, beginning with: " + body);
        }
        return lines;
    }
}
