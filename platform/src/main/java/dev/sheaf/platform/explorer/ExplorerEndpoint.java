package dev.sheaf.platform.explorer;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.platform.explorer.ExplorerPage.Notice;
import dev.sheaf.platform.explorer.RepositoryClient.Outcome;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.web.Templates;

/**
 * {@code /explorer}: the start page without parameters; with {@code url} or {@code source} and the arguments of the protocol, the answer of
 * that repository. Network exchanges run on the thread of the request, everything else on the pool for pages. Thread-safe.
 */
final class ExplorerEndpoint implements Endpoint {

    private static final int OK = 200;
    private static final int BAD_GATEWAY = 502;
    private static final int BUSY = 503;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FORBIDDEN = 403;
    private static final String BUSY_SECONDS = "10";
    private static final int CHOICE_REQUESTS = 3;
    /** Kinds of failures whose reasons name nothing but the repository. */
    private static final Set<HarvestException.Kind> TOLD = Set.of(HarvestException.Kind.TLS, HarvestException.Kind.TIMEOUT,
            HarvestException.Kind.CONNECTION, HarvestException.Kind.TOO_LARGE, HarvestException.Kind.CONTENT_CODING,
            HarvestException.Kind.BOT_PROTECTION, HarvestException.Kind.LOGIN, HarvestException.Kind.CONNECT,
            HarvestException.Kind.UNKNOWN_HOST);

    private final Targets targets;
    private final RepositoryClient repositories;
    private final SharedPlaces open;
    private final Offers offers;
    private final ExplorerLanguages languages;
    private final ClientAddresses clients;
    private final Templates templates;

    /**
     * Creates the endpoint.
     *
     * @param repositories stays its owner's
     * @param open limits the pages at the same time
     */
    ExplorerEndpoint(Targets targets, RepositoryClient repositories, SharedPlaces open, Offers offers,
            ExplorerLanguages languages,
            ClientAddresses clients, Templates templates) {
        this.targets = targets;
        this.repositories = repositories;
        this.open = open;
        this.offers = offers;
        this.languages = languages;
        this.clients = clients;
        this.templates = templates;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.EXPLORER, this::handle);
    }

    private void handle(Context context) throws Exception {
        String destination = context.header("Sec-Fetch-Dest");
        boolean isPrefetched = context.header("Sec-Purpose") != null;
        if (isPrefetched || destination != null && !destination.equals("document")) {
            // A picture or a prefetched link of another site would make every visitor of that site ask a repository.
            PlainText.answer(context, FORBIDDEN, "The explorer answers requests for pages only.");
            return;
        }
        ExplorerQuestion read = ExplorerQuestion.read(context.queryString());
        ExplorerQuestion question = languages.has(read.language()) ? read : read.withoutLanguage();
        Visit visit = new Visit(context, question,
                languages.choose(question.language(), context.header("Accept-Language")));
        if (!question.hasTarget()) {
            visit.start(null, OK);
            return;
        }
        switch (targets.choose(context, question)) {
            case Targets.Choice.Answered _ -> {
                // The reader may not see the source, and has been told so.
            }
            case Targets.Choice.Refused(int status, String text, String value) -> visit.start(
                    new Notice(visit.texts.of("refused"), visit.texts.of(text, value), ""), status);
            case Targets.Choice.Chosen(Target target) -> explore(visit, target);
        }
    }

    private void explore(Visit visit, Target target) throws Exception {
        Optional<SharedPlaces.Place> place = open.enter(visit.client().toString(),
                HostGroup.of(HostPace.host(target.baseUrl().uri())));
        if (place.isEmpty()) {
            visit.context.header("Retry-After", BUSY_SECONDS);
            visit.show(target, visit.question, new Notice(visit.texts.of("busy"), visit.texts.of("busy.text"), ""), null, BUSY);
            return;
        }
        try (SharedPlaces.Place _ = place.get()) {
            ExplorerQuestion question = visit.question.verb().isEmpty()
                    ? visit.question.asking("verb", "Identify")
                    : visit.question;
            if (question.isForm()) {
                askForChoices(visit, target, question);
                visit.show(target, question, null, null, OK);
            } else {
                visit.answer(target, question);
            }
        }
    }

    /** Asks for the choices of a form that are not known yet. What does not come is typed. */
    private void askForChoices(Visit visit, Target target, ExplorerQuestion question) {
        Offer offer = offers.of(target);
        for (int i = 0; i < CHOICE_REQUESTS; i++) {
            List<Map<String, String>> lacking = VerbForm.lacking(question.verb(), offer);
            if (lacking.isEmpty()) {
                return;
            }
            Map<String, String> arguments = lacking.getFirst();
            String verb = arguments.getOrDefault("verb", "");
            Outcome outcome = repositories.ask(target, arguments, visit.client(), false);
            if (outcome instanceof Outcome.Later) {
                return;
            }
            Reading reading = outcome instanceof Outcome.Came(Answer answer) ? read(answer) : null;
            offer = offers.change(target, known -> reading == null
                    ? known.without(verb)
                    : known.with(reading.response().answer(), verb, false, known.isEarly()).without(verb));
        }
    }

    private static @Nullable Reading read(Answer answer) {
        try {
            return ResponseReader.REPAIRING.read(answer.fetched().body(), answer.fetched().header("Content-Type").orElse(""));
        } catch (OaiFormatException _) {
            return null;
        }
    }

    /** A request of a reader. */
    private final class Visit {

        private final Context context;
        private final ExplorerQuestion question;
        private final ExplorerTexts texts;

        Visit(Context context, ExplorerQuestion question, ExplorerTexts texts) {
            this.context = context;
            this.question = question;
            this.texts = texts;
        }

        IpAddress client() {
            return clients.of(context).client();
        }

        private ExplorerLinks links(ExplorerQuestion of, boolean isEarly) {
            return new ExplorerLinks(templates.site(), of, isEarly);
        }

        /** Answers with the start page. */
        void start(@Nullable Notice notice, int status) throws Exception {
            Rendering.run(context, () -> {
                ExplorerLinks links = links(question, false);
                List<ExplorerPage.SourceLink> sources = targets.sources(context).stream()
                        .map(source -> new ExplorerPage.SourceLink(Targets.name(source), links.source(source.id()))).toList();
                render(new ExplorerPage(texts, languages.all(), links, question, "", targets.isTyped(), sources, null, notice,
                        null), status);
            });
        }

        /** Asks a repository and answers with what came. */
        void answer(Target target, ExplorerQuestion asked) throws Exception {
            switch (repositories.ask(target, asked.arguments(), client(), asked.isFresh())) {
                case Outcome.Came(Answer answer) -> Rendering.run(context, () -> came(target, asked, answer));
                case Outcome.Failed(HarvestException.Kind kind, String reason) -> {
                    String key = "failed." + kind.name();
                    // Reasons about a source of the hub may name internal servers.
                    boolean isTold = target.source() == null && TOLD.contains(kind);
                    show(target, asked, new Notice(texts.of("failed"), texts.of(texts.has(key) ? key : "failed.OTHER"),
                            isTold ? RawView.visible(reason) : ""), null, BAD_GATEWAY);
                }
                case Outcome.LedHere _ -> show(target, asked, new Notice(texts.of("refused"), texts.of("refused.led-here"), ""),
                        null, BAD_GATEWAY);
                case Outcome.Later(long seconds, boolean isOfHost) -> {
                    context.header("Retry-After", Long.toString(seconds));
                    show(target, asked,
                            new Notice(texts.of("later"), texts.of(isOfHost ? "later.host" : "later.reader", seconds), ""), null,
                            isOfHost ? BUSY : TOO_MANY_REQUESTS);
                }
            }
        }

        private void came(Target target, ExplorerQuestion asked, Answer answer) throws IOException {
            ResponseAnalysis analysis = ResponseAnalysis.of(target, answer,
                    repositories.known(target, Map.of("verb", "Identify")).orElse(null));
            @Nullable
            Reading reading = analysis.reading();
            if (reading != null) {
                OaiResponse.Answer content = reading.response().answer();
                offers.change(target, known -> known.with(content, asked.verb(), !asked.value("identifier").isEmpty(),
                        analysis.isEarly()));
            }
            ExplorerLinks links = links(asked, offers.of(target).isEarly());
            ParsedView parsed = reading == null || asked.view() == ExplorerQuestion.View.RAW
                    ? null
                    : ParsedView.of(reading.response(), asked, links, texts);
            // A response that cannot be read is shown as it is.
            boolean isRaw = reading == null || asked.view() != ExplorerQuestion.View.PARSED;
            String answeredBy = answer.fetched().uri().toString();
            String address = answer.address().toString();
            page(target, asked, null, new AnswerView(address, answeredBy.equals(address) ? "" : answeredBy,
                    answer.fetched().status(), answer.fetched().header("Content-Type").orElse(""), answer.fetched().body().length,
                    answer.took().toMillis(), answer.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                    parsed, analysis.unreadable(),
                    isRaw ? RawView.of(answer.fetched()) : null, FindingsView.of(analysis),
                    reading == null ? null : RepairsView.of(answer.fetched().body(), reading).orElse(null)), OK);
        }

        /** Answers with the page of a repository. */
        void show(Target target, ExplorerQuestion of, @Nullable Notice notice, @Nullable AnswerView answer, int status)
                throws Exception {
            Rendering.run(context, () -> page(target, of, notice, answer, status));
        }

        private void page(Target target, ExplorerQuestion of, @Nullable Notice notice, @Nullable AnswerView answer, int status)
                throws IOException {
            Offer offer = offers.of(target);
            ExplorerLinks links = links(of, offer.isEarly());
            render(new ExplorerPage(texts, languages.all(), links, of, target.name(), targets.isTyped(), List.of(),
                    VerbForm.of(of, offer, links), notice, answer), status);
        }

        private void render(ExplorerPage page, int status) throws IOException {
            context.status(status);
            context.header("Cache-Control", "private, no-cache");
            context.header("X-Robots-Tag", "noindex, nofollow");
            context.header("Content-Language", texts.code());
            templates.show(context, "explorer/page.jte", page);
        }
    }
}
