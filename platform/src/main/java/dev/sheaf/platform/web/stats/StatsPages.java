package dev.sheaf.platform.web.stats;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.stats.StatsPage.Choice;
import dev.sheaf.platform.web.stats.StatsPage.Choices;
import dev.sheaf.platform.web.stats.StatsPage.Fact;
import dev.sheaf.platform.web.stats.StatsPage.Section;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.store.HubStore;

/**
 * Pages {@code /stats}, the changes of all sources and the freshness of their copies, and {@code /stats/{id}}, the same for one source. A
 * report of all sources is computed at most once in {@link #KEPT}, for all visitors. Thread-safe.
 */
public final class StatsPages implements Endpoint {

    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final int ON_A_PAGE = 100;
    private static final String SERIES = "Each observation has these values: whether there was an update (S), how many records had changed (R), how many observations "
            + "ago the previous update was (I), and whether the copy was fresh (F). Observations without a change are left out.";

    private record Asked(Duration last, Duration step) {}

    private record Kept(Instant at, SynchronisationReport report) {}

    private final HubStore store;
    private final Templates templates;
    private final InstantSource clock;
    private final AccessPolicy access;
    private final Map<Asked, Kept> reports = new HashMap<>();

    /** @param baseUrl public address of the hub */
    public StatsPages(HubStore store, String baseUrl, InstantSource clock) {
        this(store, baseUrl, clock, AccessPolicy.OPEN);
    }

    /**
     * Creates the pages with access rules.
     *
     * @param baseUrl public address of the hub
     * @param access access rules of sources
     */
    public StatsPages(HubStore store, String baseUrl, InstantSource clock, AccessPolicy access) {
        this.access = access;
        this.store = store;
        this.templates = new Templates(store.name(), baseUrl);
        this.clock = clock;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.STATS, Rendering.of(this::all));
        config.routes.head(Routes.STATS, Rendering.of(this::all));
        config.routes.get(Routes.STATS_ONE, Rendering.of(this::one));
        config.routes.head(Routes.STATS_ONE, Rendering.of(this::one));
    }

    private static StatsQuestion asked(Context context) {
        return StatsQuestion.of(parameter(context, "last"), parameter(context, "step"), parameter(context, "latency"),
                parameter(context, "page"));
    }

    private static String parameter(Context context, String name) {
        return Objects.requireNonNullElse(context.queryParam(name), "");
    }

    private synchronized SynchronisationReport report(StatsQuestion question) {
        Instant now = clock.instant();
        Asked asked = new Asked(question.last(), question.step());
        Kept kept = reports.get(asked);
        if (kept == null || kept.at().isAfter(now) || kept.at().plus(KEPT).isBefore(now)) {
            kept = new Kept(now, measured(store.sources(), question, now));
            reports.put(asked, kept);
        }
        return kept.report();
    }

    private SynchronisationReport measured(List<SourceStatus> sources, StatsQuestion question, Instant now) {
        return SynchronisationReport.of(store, sources, now.minus(question.last()), now, question.step().toSeconds());
    }

    private void all(Context context) throws IOException {
        StatsQuestion question = asked(context);
        SynchronisationReport report = report(question).of(source -> access.admits(context, source));
        int count = report.sources().size();
        int pages = Math.max(1, (count + ON_A_PAGE - 1) / ON_A_PAGE);
        int page = Math.min(question.page(), pages);
        List<SourceMetrics> shown = report.sources().subList((page - 1) * ON_A_PAGE, Math.min(count, page * ON_A_PAGE));
        String path = templates.site().link(Routes.STATS);
        Function<String, String> href = id -> question.withPage(1).href(path + "/" + id);
        List<Section> sections = new ArrayList<>();
        if (!report.unreadable().isEmpty()) {
            sections.add(new Section("unreadable", "Unreadable sources",
                    "The stored changes and harvests of these sources cannot be read. The log of the hub has the reason.",
                    List.of(StatsTables.unreadable(report.unreadable(), href))));
        }
        sections.addAll(List.of(
                new Section("months", "Update rates", "Records created, changed or deleted, by their sources' datestamps.",
                        List.of(StatsTables.months(report.months()), StatsTables.monthlyRates(report.sources()),
                                StatsTables.monthsBySource(shown, href))),
                new Section("intervals", "Update intervals", "Average time until a source changes again.",
                        List.of(StatsTables.intervals(report.shares()), StatsTables.variations(report.variations()),
                                StatsTables.intervalsBySource(shown, report.step(), href)))));
        show(context, new StatsPage("Freshness of the copies", summary(report), facts(report, question.latency()), sections,
                choices(question, path), page > 1 ? question.withPage(page - 1).href(path) : null,
                page < pages ? question.withPage(page + 1).href(path) : null, null));
    }

    private static String summary(SynchronisationReport report) {
        int unreadable = report.unreadable().size();
        return ofMeasured(report)
                + (unreadable == 0 ? "" : " Not measured: " + Numbers.count(unreadable, "source") + " that cannot be read.");
    }

    private static String ofMeasured(SynchronisationReport report) {
        int asked = report.asked().size();
        if (report.sources().isEmpty() && !report.unreadable().isEmpty()) {
            return "No source can be measured.";
        }
        if (report.sources().isEmpty()) {
            return "There is no source yet, so nothing can be measured.";
        }
        if (asked == 0) {
            return "No source is harvested. Of pushed and imported records only the changes can be measured.";
        }
        return "A copy is fresh while its source has no change that was not harvested. In this period, "
                + StatsTables.percent(report.freshness()) + " of the copies of " + Numbers.count(asked, "source")
                + " were fresh on average."
                + (asked == report.sources().size()
                        ? ""
                        : " Left out: " + Numbers.count(report.sources().size() - asked, "source")
                                + " whose records are pushed or imported, so the hub does not harvest them.");
    }

    private static List<Fact> facts(SynchronisationReport report, Duration latency) {
        return List.of(new Fact("Freshness F(H)", StatsTables.percent(report.freshness())),
                new Fact("Harvests made (C_s)", Numbers.format(report.harvests())),
                new Fact("Harvests of all, each every " + every(latency), StatsTables.decimal(report.uniform(latency), 0)),
                new Fact("Harvests at each source's own interval",
                        StatsTables.decimal(report.adaptive(), 0)),
                new Fact("Measured", String.valueOf(Times.format(report.until()))));
    }

    private void one(Context context) throws IOException {
        String id = context.pathParam("source");
        StatsQuestion question = asked(context);
        SourceStatus status = store.status(id).orElseThrow(NotFoundResponse::new);
        if (access.refuses(context, id)) {
            return;
        }
        SynchronisationReport report = measured(List.of(status), question, clock.instant());
        if (!report.unreadable().isEmpty()) {
            String path = templates.site().link(Routes.STATS);
            show(context, new StatsPage(report.unreadable().getFirst().name(), "Unreadable source " + id + ", "
                    + SynchronisationReport.Unreadable.TEXT + ".", List.of(), List.of(), choices(question, path + "/" + id), null,
                    null, question.withPage(1).href(path)));
            return;
        }
        SourceMetrics metrics = report.sources().getFirst();
        CopyMetrics copy = metrics.copy();
        List<Fact> facts = new ArrayList<>(copy == null
                ? List.of(new Fact("Freshness",
                        "not measured: its records are " + metrics.kind() + ", so the hub does not harvest them"))
                : List.of(new Fact("Fresh", StatsTables.percent(copy.freshness())),
                        new Fact("Mean age of missing changes", StatsTables.decimal(copy.age(), 1) + " hours"),
                        new Fact("Harvests made (C_d)", Numbers.format(copy.harvests())),
                        new Fact("Harvests every " + every(question.latency()),
                                StatsTables.decimal(report.uniformOfOne(question.latency()), 0)),
                        new Fact("Harvests at its own interval", StatsTables.decimal(report.adaptive(metrics), 1))));
        store.schedules().planned(id).ifPresent(planned -> {
            facts.add(new Fact("Next harvest", String.valueOf(Times.format(planned.due()))));
            facts.add(new Fact("Reason", planned.because()));
        });
        store.schedules().pinned(id)
                .ifPresent(interval -> facts.add(new Fact("Interval fixed", Phrases.duration(interval))));
        String path = templates.site().link(Routes.STATS);
        Function<String, String> nowhere = _ -> question.href(path + "/" + id);
        show(context, new StatsPage(metrics.name(),
                "How often " + id + " changes" + (copy == null ? "." : ", and the freshness of its copy."), facts,
                List.of(new Section("months", "Update rates", "Records created, changed or deleted, by its datestamps.",
                        List.of(StatsTables.months(metrics.months()))),
                        new Section("intervals", "Update intervals", "Time until it changes again.",
                                List.of(StatsTables.intervalsBySource(List.of(metrics), question.step().toSeconds(), nowhere))),
                        new Section("series", "Observations", SERIES, SeriesTables.of(report.series(store, metrics)))),
                choices(question, path + "/" + id), null, null, question.withPage(1).href(path)));
    }

    private static List<Choices> choices(StatsQuestion question, String path) {
        return List.of(
                new Choices("Look back", StatsQuestion.SPANS.stream().map(span -> new Choice(span.toDays() + " days",
                        question.withLast(span).href(path), span.equals(question.last()))).toList()),
                new Choices("Observe every", StatsQuestion.STEPS.stream().map(step -> new Choice(label(step),
                        question.withStep(step).href(path), step.equals(question.step()))).toList()),
                new Choices("Compare with a harvest every",
                        StatsQuestion.LATENCIES.stream().map(latency -> new Choice(every(latency),
                                question.withLatency(latency).href(path), latency.equals(question.latency()))).toList()));
    }

    private static String every(Duration latency) {
        return latency.toDays() == 0 && latency.toHours() > 1 ? latency.toHours() + " hours" : label(latency);
    }

    private static String label(Duration step) {
        return step.toMinutes() == 5 ? "5 minutes" : step.toHours() == 1 ? "hour" : step.toDays() == 1 ? "day" : "week";
    }

    private void show(Context context, StatsPage page) throws IOException {
        context.header("Cache-Control", "no-cache");
        templates.show(context, "stats.jte", page);
    }
}
