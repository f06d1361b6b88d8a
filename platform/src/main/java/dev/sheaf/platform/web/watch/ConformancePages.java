package dev.sheaf.platform.web.watch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.NotFoundResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.watch.AdministratorLetter;
import dev.sheaf.platform.watch.KeptReport;
import dev.sheaf.platform.watch.NextValidation;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.watch.ConformanceOverview.Entry;
import dev.sheaf.platform.web.watch.ConformancePage.Broken;
import dev.sheaf.platform.web.watch.ConformancePage.Fact;
import dev.sheaf.platform.web.watch.ConformancePage.Links;
import dev.sheaf.platform.web.watch.ConformancePage.Section;
import dev.sheaf.platform.web.watch.ConformancePage.Use;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * {@code /conformance}, the verdicts on the repositories of all sources, and {@code /conformance/{source}}, how harvesters see one of them: as
 * a page, as JSON and as a badge. A visitor sees the sources that the access rules admit. Thread-safe.
 */
public final class ConformancePages implements Endpoint {

    private static final int ON_A_PAGE = 100;
    private static final int MOST_PAST = 50;
    private static final int MOST_BROKEN = 50;
    private static final JsonFactory JSON = new JsonFactory();

    private final HubStore store;
    private final Templates templates;
    private final WatchTerms terms;
    private final InstantSource clock;
    private final AccessPolicy access;

    /**
     * Creates the pages; a server registers them.
     *
     * @param baseUrl public address of the hub
     * @param access access rules of sources
     */
    public ConformancePages(HubStore store, String baseUrl, WatchTerms terms, InstantSource clock, AccessPolicy access) {
        this.store = store;
        this.templates = new Templates(store.name(), baseUrl);
        this.terms = terms;
        this.clock = clock;
        this.access = access;
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        page(routes, Routes.CONFORMANCE, this::all);
        page(routes, Routes.CONFORMANCE_ONE, this::one);
        page(routes, Routes.CONFORMANCE_ONE + "/report.json", this::json);
        page(routes, Routes.CONFORMANCE_ONE + "/badge.svg", this::badge);
        page(routes, Routes.CONFORMANCE_ONE + "/letter.txt", this::letter);
    }

    private static void page(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, Rendering.of(handler));
        routes.head(path, Rendering.of(handler));
    }

    /** A source that the client may see, with its base URL and its newest validations. */
    private record Seen(SourceStatus status, String address, @Nullable NewestResults newest) {

        Source source() {
            return status.source();
        }
    }

    /** Returns the source of a request; null if the client may not see it, and has been told so. */
    private @Nullable Seen seen(Context context) {
        String id = context.pathParam("source");
        SourceStatus status = store.status(id).orElseThrow(NotFoundResponse::new);
        if (access.refuses(context, id)) {
            return null;
        }
        String address = WatchedRepository.address(status.source()).orElseThrow(
                () -> new NotFoundResponse("The records of this source are not harvested from a repository."));
        return new Seen(status, address, store.validations().newest(address).orElse(null));
    }

    private VerdictText verdict(Seen seen, Instant now) {
        return VerdictText.of(seen.newest(), terms.maxAge(), now);
    }

    private Optional<KeptReport> report(Seen seen) {
        Validations validations = store.validations();
        NewestResults newest = seen.newest();
        return newest == null
                ? Optional.empty()
                : newest.judged().flatMap(one -> validations.report(one.number())).flatMap(KeptReport::read);
    }

    private void all(Context context) throws IOException {
        Instant now = clock.instant();
        Map<String, NewestResults> newestOfAll = store.validations().newestOfAll();
        List<Entry> entries = new ArrayList<>();
        Map<VerdictText, Integer> numbers = new EnumMap<>(VerdictText.class);
        store.sources().stream().filter(status -> access.admits(context, status.source().id())).sorted(
                Comparator.comparing(status -> ConformanceViews.name(status.source()), String.CASE_INSENSITIVE_ORDER))
                .forEach(status -> WatchedRepository.address(status.source()).ifPresent(address -> {
                    NewestResults newest = newestOfAll.get(address);
                    VerdictText verdict = VerdictText.of(newest, terms.maxAge(), now);
                    numbers.merge(verdict, 1, Integer::sum);
                    entries.add(new Entry(ConformanceViews.name(status.source()),
                            templates.site().link(Routes.conformance(status.source().id())), verdict.text(),
                            ConformanceViews.state(verdict), ConformanceViews.details(newest, now)));
                }));
        int pages = Math.max(1, (entries.size() + ON_A_PAGE - 1) / ON_A_PAGE);
        int page = Math.clamp(number(context.queryParam("page")), 1, pages);
        List<String> summary = new ArrayList<>();
        numbers.forEach((verdict, count) -> summary.add(Numbers.format(count) + " " + verdict.text()));
        context.header("Cache-Control", "no-cache");
        templates.show(context, "watch/overview.jte", new ConformanceOverview(
                entries.isEmpty() ? "No repositories are harvested here." : String.join(", ", summary) + ".",
                entries.subList((page - 1) * ON_A_PAGE, Math.min(entries.size(), page * ON_A_PAGE)),
                templates.site().link(Routes.REGISTRY),
                page > 1 ? pageHref(page - 1) : null, page < pages ? pageHref(page + 1) : null));
    }

    private String pageHref(int page) {
        return templates.site().link(Routes.CONFORMANCE + "?page=" + page);
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 1 : Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 1;
        }
    }

    private void one(Context context) throws IOException {
        String local = context.pathParam("source");
        Optional<SourceStatus> unharvested = store.status(local)
                .filter(status -> WatchedRepository.address(status.source()).isEmpty());
        if (unharvested.isPresent()) {
            if (!access.refuses(context, local)) {
                withoutRepository(context, unharvested.get().source());
            }
            return;
        }
        Seen seen = seen(context);
        if (seen == null) {
            return;
        }
        Instant now = clock.instant();
        Optional<KeptReport> report = report(seen);
        VerdictText verdict = verdict(seen, now);
        String id = seen.source().id();
        context.header("Cache-Control", "no-cache");
        templates.show(context, "watch/repository.jte", new ConformancePage(ConformanceViews.name(seen.source()),
                ConformanceViews.summary(verdict, seen.newest()), ConformanceViews.state(verdict),
                ConformanceViews.facts(seen.source(), seen.address(), seen.newest(), report,
                        NextValidation.of(terms, seen.status(), seen.newest()), now),
                sections(seen, report), ConformanceViews.history(history(seen)), links(id),
                seen.newest() == null ? null : use(id, verdict), templates.site().link(Routes.browse(id)),
                templates.site().link(Routes.CONFORMANCE)));
    }

    /** A source of local records has no repository that could be judged, but links. */
    private void withoutRepository(Context context, Source source) throws IOException {
        context.header("Cache-Control", "no-cache");
        templates.show(context, "watch/repository.jte", new ConformancePage(ConformanceViews.name(source),
                "The records of this source are not harvested from a repository, so there is no verdict.",
                ConformanceViews.state(VerdictText.NOT_JUDGED),
                List.of(new Fact("Source", source.id())), List.of(), List.of(), links(source.id()), null,
                templates.site().link(Routes.browse(source.id())), templates.site().link(Routes.CONFORMANCE)));
    }

    private @Nullable Links links(String source) {
        LinkChecks checks = store.linkChecks();
        Optional<LinkChecks.Tally> tally = checks.tally(source);
        Optional<LinkChecks.Round> round = checks.round(source);
        if (tally.isEmpty() || round.isEmpty()) {
            return null;
        }
        List<Broken> broken = checks.broken(source, MOST_BROKEN).stream().map(link -> new Broken(link.url(),
                templates.site().link(
                        new RecordAddress(source, new MetadataPrefix(link.prefix()), link.identifier()).path()),
                link.identifier(), link.detail() + (link.brokenSince() == null
                        ? ""
                        : ", since " + Times.format(link.brokenSince()))))
                .toList();
        return new Links(ConformanceViews.links(tally.get(), round.get()), broken);
    }

    private static List<Section> sections(Seen seen, Optional<KeptReport> report) {
        NewestResults newest = seen.newest();
        String unjudged = newest == null ? "" : newest.judged().map(KeptValidation::unjudged).orElse("");
        return report.map(it -> ConformanceViews.sections(it, unjudged)).orElse(List.of());
    }

    private List<KeptValidation> history(Seen seen) {
        return store.validations().history(seen.address(), MOST_PAST);
    }

    private Use use(String id, VerdictText verdict) {
        String path = templates.site().link(Routes.conformance(id));
        String address = templates.site().baseUrl() + Routes.conformance(id);
        String alt = "OAI-PMH 2.0: " + verdict.text();
        return new Use(path + "/badge.svg", alt,
                "<a href=\"" + address + "\"><img src=\"" + address + "/badge.svg\" alt=\"OAI-PMH 2.0\"></a>",
                path + "/letter.txt", path + "/report.json");
    }

    private void json(Context context) throws IOException {
        Seen seen = seen(context);
        if (seen == null) {
            return;
        }
        Optional<KeptReport> report = report(seen);
        send(context, json -> ConformanceJson.write(json, seen.source().id(), seen.address(), verdict(seen, clock.instant()),
                seen.newest(), history(seen), report, sections(seen, report)));
    }

    /** Answers in JSON. The answer is complete before anything is sent. */
    static void send(Context context, Consumer<JsonGenerator> value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            value.accept(json);
        }
        context.header("Cache-Control", "no-cache");
        context.contentType("application/json").result(bytes.toByteArray());
    }

    private void badge(Context context) {
        Seen seen = seen(context);
        if (seen == null) {
            return;
        }
        // Pages of others show it, so a browser may keep it for an hour; shared caches may not, because access can be limited.
        context.header("Cache-Control", "private, max-age=3600");
        context.contentType("image/svg+xml").result(Badge.of(verdict(seen, clock.instant())));
    }

    private void letter(Context context) {
        Seen seen = seen(context);
        if (seen == null) {
            return;
        }
        String page = templates.site().baseUrl() + Routes.conformance(seen.source().id());
        String letter = AdministratorLetter.of(store, seen.source(), seen.address(), page).orElseThrow(
                () -> new NotFoundResponse("There is no verdict on this repository yet, so there is nothing to write about."));
        context.header("Cache-Control", "no-cache");
        PlainText.answer(context, 200, letter.stripTrailing());
    }
}
