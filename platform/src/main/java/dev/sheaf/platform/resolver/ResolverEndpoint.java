package dev.sheaf.platform.resolver;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.PublicUrl;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.NormalisedRecord;
import dev.sheaf.formats.normalise.IdentifierRole;
import dev.sheaf.formats.normalise.IdentifierScheme;
import dev.sheaf.formats.normalise.NamedIdentifier;
import dev.sheaf.formats.normalise.Normalised.Reading;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.report.DeletionText;
import dev.sheaf.platform.resolver.Copies.Copy;
import dev.sheaf.platform.search.IndexState;
import dev.sheaf.platform.search.RecordVocabulary;
import dev.sheaf.platform.server.AcceptedTypes;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.readers.UsedItem;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.store.HubStore;

/**
 * {@code /id/{identifier}}: an item by its identifier, with a suffix that says what is wanted ({@link Suffix}, or a metadata prefix); a
 * DOI, ARK, URN or the like with the records of the work, and those of works that are related to it. An identifier may contain dots, so an
 * existing identifier takes precedence over a suffix. Withdrawn items answer 410, unknown identifiers 404. Copies of sources that are closed
 * to the client do not exist for it. All answers ask crawlers not to index them, because the pages of records are those to be found.
 * Thread-safe.
 */
final class ResolverEndpoint implements Endpoint {

    private static final int FOUND = 302;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final int GONE = 410;
    private static final int MOST_RECORDS = 50;
    private static final int TITLE = 200;
    private static final String JSON = "application/json";

    private final HubStore store;
    private final SearchIndex index;
    private final AccessPolicy access;
    private final String hubUrl;
    private final RecordVocabulary vocabulary = new RecordVocabulary(IndexPolicy.parse(""));
    private final Templates templates;

    ResolverEndpoint(HubContext hub) {
        this.store = hub.store();
        this.index = hub.index();
        this.access = hub.access();
        this.hubUrl = hub.baseUrl();
        this.templates = new Templates(hub.store().name(), hub.baseUrl());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.RESOLVER_ONE, Rendering.of(this::resolve));
    }

    private void resolve(Context context) throws IOException {
        context.header("X-Robots-Tag", "noindex").header("Cache-Control", "no-cache").header("Vary", "Accept");
        Optional<String> read = ResolverPath.read(context.req().getRequestURI());
        if (read.isEmpty()) {
            unknown(context, "");
            return;
        }
        String text = read.get();
        int dot = text.lastIndexOf('.');
        String before = dot > 0 ? text.substring(0, dot) : "";
        String suffix = dot > 0 ? text.substring(dot + 1) : "";
        Copies whole = copies(context, text);
        if (!whole.isEmpty()) {
            item(context, whole, "");
            return;
        }
        if (!before.isEmpty() && !suffix.isEmpty()) {
            Copies copies = copies(context, before);
            if (!copies.isEmpty()
                    && (Suffix.of(suffix).isPresent() || store.knowsFormat(prefix -> prefix.value().equals(suffix)))) {
                item(context, copies, suffix);
                return;
            }
            Optional<Suffix> reserved = Suffix.of(suffix);
            Optional<WorkIdentifier> work = work(before);
            if (copies.isEmpty() && reserved.isPresent() && work.isPresent()) {
                work(context, before, work.get(), reserved.get());
                return;
            }
        }
        Optional<WorkIdentifier> work = work(text);
        if (work.isPresent()) {
            work(context, text, work.get(), wantsJson(context) ? Suffix.JSON : Suffix.SERVICES);
        } else {
            unknown(context, text);
        }
    }

    private Copies copies(Context context, String identifier) {
        return Copies.find(store, identifier, source -> access.admits(context, source));
    }

    private static boolean wantsJson(Context context) {
        String accept = context.header("Accept");
        return accept != null && accept.strip().startsWith(JSON);
    }

    private static boolean wantsPage(Context context) {
        return AcceptedTypes.prefersPage(context.header("Accept"));
    }

    private void item(Context context, Copies found, String suffix) throws IOException {
        String source = context.queryParam("source");
        Copies copies = source == null ? found : found.of(source);
        if (copies.isEmpty()) {
            unknown(context, found.identifier());
            return;
        }
        Optional<Copy> live = copies.live();
        Copy copy = live.orElse(copies.all().getFirst());
        if (suffix.isEmpty()) {
            if (wantsJson(context)) {
                json(context, copies);
            } else if (wantsPage(context)) {
                page(context, copies, copy);
            } else if (live.isPresent()) {
                redirect(context, home(copy, copies.identifier()) + "?verb=GetRecord&metadataPrefix=oai_dc&identifier="
                        + encoded(copies.identifier()));
            } else {
                gone(context, copies);
            }
            return;
        }
        Optional<Suffix> reserved = Suffix.of(suffix);
        if (reserved.isEmpty()) {
            raw(context, copies, new MetadataPrefix(suffix));
            return;
        }
        switch (reserved.get()) {
            case HTML -> page(context, copies, copy);
            case XML -> redirect(context, hubUrl + Routes.oai(copy.source()) + "?verb=GetRecord&metadataPrefix=oai_dc&identifier="
                    + encoded(copies.identifier()));
            case JSON -> json(context, copies);
            case FORMATS -> redirect(context, home(copy, copies.identifier()) + "?verb=ListMetadataFormats&identifier="
                    + encoded(copies.identifier()));
            case RESOURCE -> resource(context, copies, live.orElse(null));
            case SERVICES, ERROLS -> {
                if (wantsJson(context)) {
                    json(context, copies);
                } else {
                    list(context, copies);
                }
            }
        }
    }

    /** Returns the base URL of the source if it is harvested by a plain one, else that of its copy in this hub. */
    private String home(Copy copy, String identifier) {
        String baseUrl = store.source(copy.source()).filter(source -> source.kind().isHarvested()).map(Source::baseUrl)
                .orElse(null);
        boolean isPlain = baseUrl != null && baseUrl.indexOf('?') < 0 && PublicUrl.of(baseUrl).equals(baseUrl)
                && isAddress(baseUrl);
        return isPlain && !identifier.isEmpty() ? String.valueOf(baseUrl) : hubUrl + Routes.oai(copy.source());
    }

    private static boolean isAddress(String url) {
        try {
            URI uri = new URI(url);
            return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void redirect(Context context, String address) {
        context.status(FOUND).header("Location", address);
    }

    /** Leads to the page of the record if there is one copy alone, else shows the list. */
    private void page(Context context, Copies copies, Copy copy) throws IOException {
        if (copies.all().size() == 1) {
            redirect(context, templates.site().link(recordPath(copy, copies.identifier())));
        } else {
            list(context, copies);
        }
    }

    private static String recordPath(Copy copy, String identifier) {
        List<MetadataPrefix> formats = copy.isLive() ? copy.live() : copy.withdrawn();
        return new RecordAddress(copy.source(), prefix(formats), identifier).path();
    }

    private static MetadataPrefix prefix(List<MetadataPrefix> formats) {
        return formats.contains(MetadataPrefix.OAI_DC) ? MetadataPrefix.OAI_DC : formats.getFirst();
    }

    private void raw(Context context, Copies copies, MetadataPrefix prefix) throws IOException {
        Optional<Copy> holder = copies.all().stream().filter(copy -> copy.live().contains(prefix)).findFirst();
        XmlFragment metadata = holder.flatMap(copy -> store.get(copy.source(), prefix, copies.identifier()))
                .map(stored -> stored.record().metadata()).orElse(null);
        if (metadata != null) {
            SecurityPolicy.FOREIGN.applyTo(context);
            CodedBody.write(context, "text/xml;charset=UTF-8", out -> out.write(SchemaAddresses.at(hubUrl).of(metadata).utf8()));
        } else if (copies.all().stream().anyMatch(copy -> copy.withdrawn().contains(prefix))) {
            gone(context, copies);
        } else {
            PlainText.answer(context, NOT_FOUND,
                    "The item " + copies.identifier() + " has no format " + prefix + ". What it has: "
                            + hubUrl + ResolverPath.write(copies.identifier(), "." + Suffix.SERVICES.word()));
        }
    }

    private void resource(Context context, Copies copies, @Nullable Copy copy) {
        if (copy == null) {
            gone(context, copies);
            return;
        }
        XmlFragment metadata = store.get(copy.source(), MetadataPrefix.OAI_DC, copies.identifier())
                .map(StoredRecord::record).map(record -> record.metadata()).orElse(null);
        DublinCore dc = DublinCore.readOrEmpty(metadata);
        List<Reading<WorkIdentifier>> own = NormalisedRecord.ownIdentifiers(dc);
        for (DublinCore.Value value : dc.values(Element.IDENTIFIER)) {
            String text = value.text().strip();
            if (isAddress(text)) {
                UsedItem.note(context, copy.source(), copies.identifier());
                redirect(context, URI.create(text).toASCIIString());
                return;
            }
            Optional<String> address = own.stream().filter(reading -> reading.original().equals(value.text()))
                    .map(reading -> reading.value().url())
                    .flatMap(url -> Optional.ofNullable(url).filter(ResolverEndpoint::isAddress).stream()).findFirst();
            if (address.isPresent()) {
                UsedItem.note(context, copy.source(), copies.identifier());
                redirect(context, address.get());
                return;
            }
        }
        PlainText.answer(context, NOT_FOUND, "The record of " + copies.identifier() + " names no address of its resource.");
    }

    private void gone(Context context, Copies copies) {
        PlainText.answer(context, GONE, "The item " + copies.identifier() + " was withdrawn. " + deletion(copies));
    }

    /** Returns why the copies were withdrawn, for people; each sentence once. */
    private String deletion(Copies copies) {
        return copies.all().stream().flatMap(copy -> deletion(copy, copies.identifier()).stream()).map(DeletionText::sentence)
                .distinct().collect(Collectors.joining(" "));
    }

    /** Returns why a copy was withdrawn; empty if it is live. */
    private Optional<DeletionText> deletion(Copy copy, String identifier) {
        return copy.isLive()
                ? Optional.empty()
                : DeletionText.of(store, copy.source(), prefix(copy.withdrawn()), identifier);
    }

    private void list(Context context, Copies copies) throws IOException {
        boolean isWithdrawn = copies.live().isEmpty();
        if (isWithdrawn) {
            context.status(GONE);
        }
        String identifier = copies.identifier();
        List<ResolverPage.Copy> rows = new ArrayList<>();
        List<ResolverPage.Service> services = new ArrayList<>();
        for (Suffix suffix : Suffix.values()) {
            services.add(new ResolverPage.Service(templates.site().link(ResolverPath.write(identifier, "." + suffix.word())),
                    "." + suffix.word(), suffix.description()));
        }
        for (Copy copy : copies.all()) {
            List<ResolverPage.Link> formats = copy.live().stream().map(prefix -> new ResolverPage.Link(templates.site()
                    .link(ResolverPath.write(identifier, "." + prefix.value()) + "?source=" + copy.source()), prefix.value()))
                    .toList();
            rows.add(new ResolverPage.Copy(name(copy), templates.site().link(recordPath(copy, identifier)),
                    copy.isLive() ? "live" : "withdrawn", formats));
        }
        templates.show(context, "resolver.jte",
                new ResolverPage(identifier, "", null, isWithdrawn ? deletion(copies) : null, rows, services, List.of(), 0,
                        List.of()));
    }

    private String name(Copy copy) {
        String name = store.source(copy.source()).map(Source::name).orElse(null);
        return name == null || name.isBlank() ? copy.source() : name;
    }

    private void json(Context context, Copies copies) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("identifier", copies.identifier());
        answer.put("copies", copies.all().stream().map(copy -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("source", copy.source());
            one.put("deleted", !copy.isLive());
            deletion(copy, copies.identifier()).ifPresent(deletion -> one.put("deletion", deletion(deletion)));
            one.put("page", hubUrl + recordPath(copy, copies.identifier()));
            one.put("formats", copy.live().stream().map(MetadataPrefix::value).toList());
            return one;
        }).toList());
        Map<String, String> services = new LinkedHashMap<>();
        for (Suffix suffix : Suffix.values()) {
            services.put(suffix.word(), hubUrl + ResolverPath.write(copies.identifier(), "." + suffix.word()));
        }
        answer.put("services", services);
        if (copies.live().isEmpty()) {
            context.status(GONE);
        }
        send(context, answer);
    }

    private static Map<String, Object> deletion(DeletionText text) {
        Map<String, Object> deletion = new LinkedHashMap<>();
        deletion.put("cause", text.cause());
        deletion.put("at", text.deletion().at().text());
        Datestamp last = text.deletion().lastDatestamp();
        deletion.put("datestampAtSource", last == null ? null : last.text());
        return deletion;
    }

    private static void send(Context context, Map<String, Object> answer) {
        context.header("X-Content-Type-Options", "nosniff").contentType(JSON)
                .result(JsonMapper.shared().writeValueAsBytes(answer));
    }

    /** Returns the one identifier that makes up a text; empty for other texts, and for identifiers of items. */
    private Optional<WorkIdentifier> work(String text) {
        if (vocabulary.soughtIdentifiers(text).size() != 1) {
            return Optional.empty();
        }
        List<WorkIdentifier> found = WorkIdentifier.in(text);
        return found.size() == 1 && found.getFirst().scheme() != IdentifierScheme.OAI
                ? Optional.of(found.getFirst())
                : Optional.empty();
    }

    /** Answers for a DOI or the like: the records of the work, those that name it as another work, and its resolver on the web. */
    private void work(Context context, String text, WorkIdentifier work, Suffix suffix) throws IOException {
        if (suffix == Suffix.RESOURCE) {
            if (work.url() != null && isAddress(work.url())) {
                redirect(context, work.url());
            } else {
                PlainText.answer(context, NOT_FOUND, "There is no resolver for " + text);
            }
            return;
        }
        Set<String> closed = access.closed(context, store.sourceIds());
        SearchResult records = named(IndexFields.LOOKUP, work, closed);
        SearchResult mentions = named(IndexFields.MENTIONED, work, closed);
        if (records.hits().isEmpty() && IndexState.isBeingBuilt(store, index)) {
            context.header("Retry-After", "60");
            PlainText.answer(context, UNAVAILABLE, "The index is being built. Ask again in a minute.");
            return;
        }
        if (records.hits().isEmpty()) {
            context.status(NOT_FOUND);
        }
        if (suffix == Suffix.JSON) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("identifier", work.value());
            answer.put("scheme", work.scheme().label());
            answer.put("resolver", work.url());
            answer.put("total", records.total());
            answer.put("records", records.hits().stream().map(this::json).toList());
            answer.put("related", mentions.hits().stream().map(hit -> {
                Map<String, Object> one = json(hit);
                one.put("role", role(hit, work).text());
                return one;
            }).toList());
            send(context, answer);
            return;
        }
        templates.show(context, "resolver.jte", new ResolverPage(work.value(), work.scheme().label(),
                work.url() != null && isAddress(work.url()) ? work.url() : null, null, List.of(), List.of(),
                records.hits().stream().map(hit -> link(hit, "")).toList(), records.total(),
                mentions.hits().stream().map(hit -> link(hit, " (" + role(hit, work).label() + ")")).toList()));
    }

    private SearchResult named(String field, WorkIdentifier work, Set<String> closed) {
        return index.search(SearchQuery.of("").page(0, MOST_RECORDS).without(closed)
                .and(new SearchExpression.Keyword(field, work.key())));
    }

    private Map<String, Object> json(SearchHit hit) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("source", hit.source());
        one.put("identifier", hit.identifier());
        one.put("services", hubUrl + ResolverPath.write(hit.identifier(), "." + Suffix.SERVICES.word()));
        return one;
    }

    private ResolverPage.Link link(SearchHit hit, String role) {
        return new ResolverPage.Link(
                templates.site().link(new RecordAddress(hit.source(), MetadataPrefix.OAI_DC, hit.identifier()).path()),
                title(hit.title(), hit.identifier()) + role);
    }

    /** Returns why a record names the identifier of another work. */
    private IdentifierRole role(SearchHit hit, WorkIdentifier work) {
        XmlFragment metadata = store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier())
                .map(stored -> stored.record().metadata()).orElse(null);
        return NormalisedRecord.of(DublinCore.readOrEmpty(metadata)).identifiers().stream().map(Reading::value)
                .filter(named -> named.identifier().key().equals(work.key())).map(NamedIdentifier::role).findFirst()
                .orElse(IdentifierRole.RELATED);
    }

    private static String title(@Nullable String title, String identifier) {
        return OneLine.of(title == null || title.isBlank() ? identifier : title, TITLE);
    }

    private void unknown(Context context, String text) {
        PlainText.answer(context, NOT_FOUND, (text.isEmpty()
                ? "This is no identifier."
                : "This hub knows no item with the identifier " + text + ", and it is no DOI, ARK, URN or the like.")
                + "\nAddresses have the form " + hubUrl + Routes.RESOLVER + "oai:example.org:1 with one of the suffixes "
                + String.join(", ", List.of(Suffix.values()).stream().map(suffix -> "." + suffix.word()).toList())
                + ", or a dot and a metadataPrefix such as .oai_dc"
                + "\nCharacters such as % ? # and blanks are percent-encoded. To search for words: " + hubUrl + "/?q=");
    }
}
