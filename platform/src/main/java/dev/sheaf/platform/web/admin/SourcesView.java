package dev.sheaf.platform.web.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.SourcesPage.Paused;
import dev.sheaf.platform.web.admin.SourcesPage.Remark;
import dev.sheaf.platform.web.admin.SourcesPage.Row;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.NotedFaults;

/** Content of the list of sources. */
final class SourcesView {

    private static final int ROWS = 100;

    private final HubControls controls;
    private final AdminLinks links;

    SourcesView(HubControls controls, AdminLinks links) {
        this.controls = controls;
        this.links = links;
    }

    /**
     * Returns a page of the list.
     *
     * @param number number of the page, from 1
     */
    SourcesPage page(AdminFrame frame, int number) {
        List<SourceStatus> all = controls.store().sources();
        int pages = Math.max(1, (all.size() + ROWS - 1) / ROWS);
        int shown = Math.min(Math.max(1, number), pages);
        List<Row> rows = all.stream().skip((shown - 1L) * ROWS).limit(ROWS).map(this::row).toList();
        long trouble = all.stream().filter(status -> isTrouble(status.state())).count();
        String summary = Numbers.count(all.size(), "source")
                + (trouble == 0 ? "" : ", " + Phrases.number(trouble) + " to look at")
                + (pages == 1 ? "" : "; page " + shown + " of " + pages);
        return new SourcesPage(frame, summary, paused(), rows, shown > 1 ? link(shown - 1) : null,
                shown < pages ? link(shown + 1) : null);
    }

    /** Returns the hosts for which several sources wait. One pause is one thing to look at, however many sources it holds up. */
    private List<Paused> paused() {
        Map<String, List<Map.Entry<String, HostBackOffs.Waiting>>> hosts = new TreeMap<>();
        controls.store().hosts().waiting(controls.clock().instant()).entrySet()
                .forEach(one -> hosts.computeIfAbsent(one.getValue().host(), _ -> new ArrayList<>()).add(one));
        List<Paused> paused = new ArrayList<>();
        hosts.forEach((host, waiting) -> {
            if (waiting.size() > 1) {
                Map.Entry<String, HostBackOffs.Waiting> first = waiting.getFirst();
                paused.add(new Paused(host, Numbers.count(waiting.size(), "source"),
                        String.valueOf(Times.format(first.getValue().until())), first.getValue().reason(),
                        links.source(first.getKey()), links.of(first.getKey(), "harvest")));
            }
        });
        return paused;
    }

    private String link(int number) {
        return links.link(Routes.ADMIN + "?page=" + number);
    }

    static boolean isTrouble(SourceStatus.State state) {
        return state == SourceStatus.State.FAILING || state == SourceStatus.State.HELD;
    }

    private Row row(SourceStatus status) {
        SourceReport report = SourceReport.of(controls.store(), status);
        String id = status.source().id();
        Instant now = controls.clock().instant();
        return new Row(id, report.name() == null || report.name().isBlank() ? id : report.name(), links.source(id),
                report.state(), isTrouble(status.state()), now(report, now),
                Phrases.number(status.records()) + (status.deleted() == 0
                        ? ""
                        : " and " + Phrases.number(status.deleted()) + " deleted"),
                last(status), age(status, now), next(report), remarks(status.source(), report));
    }

    static @Nullable String now(SourceReport report, Instant now) {
        RunProgress progress = report.progress();
        return progress == null ? null : RunText.now(progress, now);
    }

    static String last(SourceStatus status) {
        HarvestOutcome outcome = status.lastOutcome();
        return outcome == null ? "never" : String.valueOf(Times.format(status.lastRun())) + ": " + outcome;
    }

    /** Describes the largest age of the served content, which an incomplete run does not reduce. Empty if there is no content. */
    static String age(SourceStatus status, Instant now) {
        Instant last = status.asOf();
        if (last == null) {
            return status.lastOutcome() == null
                    ? ""
                    : "never " + status.source().kind().done() + " whole";
        }
        Duration age = Duration.between(last, now);
        String text = age.toDays() > 1
                ? age.toDays() + " days ago"
                : age.toHours() > 0
                        ? Numbers.count(age.toHours(), "hour") + " ago"
                        : Numbers.count(age.toMinutes(), "minute")
                                + " ago";
        Duration latency = status.source().settings().latency();
        if (latency != null && age.compareTo(latency) > 0) {
            return text + ", later than wanted";
        }
        return status.stale() ? text + ", stale" : text;
    }

    static String next(SourceReport report) {
        Instant next = report.nextHarvest();
        return next == null ? "not planned" : String.valueOf(Times.format(next));
    }

    private List<Remark> remarks(Source source, SourceReport report) {
        String id = source.id();
        List<Remark> remarks = new ArrayList<>();
        if (report.held() > 0) {
            remarks.add(new Remark(Numbers.count(report.held(), "deletion") + " held", links.source(id)));
        }
        Repairs.Tally tally = controls.store().repairs().tally(id);
        if (tally.quarantined() > 0) {
            remarks.add(new Remark(Phrases.number(tally.quarantined()) + " in quarantine", links.of(id, "quarantine")));
        }
        if (tally.repaired() > 0) {
            remarks.add(new Remark(Phrases.number(tally.repaired()) + " repaired", links.of(id, "repairs")));
        }
        NotedFaults.ProxyCount proxied = controls.store().faults().proxied(id);
        if (proxied.repaired() + proxied.dropped() > 0) {
            remarks.add(new Remark(Numbers.count(proxied.repaired() + proxied.dropped(), "fault") + " met by the proxy",
                    links.of(id, "repairs")));
        }
        return remarks;
    }
}
