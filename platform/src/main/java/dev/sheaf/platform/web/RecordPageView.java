package dev.sheaf.platform.web;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.formats.dublincore.NormalisedRecord;
import dev.sheaf.platform.report.DeletionText;
import dev.sheaf.platform.search.RecordTitle;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.server.pages.PageState;
import dev.sheaf.platform.server.readers.UsedItem;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.platform.sync.copies.DescribedFile;
import dev.sheaf.platform.web.ReadableFields.Room;
import dev.sheaf.platform.web.RecordPageModel.Fact;
import dev.sheaf.platform.web.RecordPageModel.FactValue;
import dev.sheaf.platform.web.RecordPageModel.Format;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.archives.Archives;
import dev.sheaf.store.enrichments.ItemKey;

/**
 * The page of a record, {@code /records/{source}/{prefix}/{identifier}}: its fields, the harvested metadata, its origin and its former
 * versions ({@link RecordHistoryView}). {@code ?raw} answers with the harvested metadata alone, {@code ?format=jsonld} with the item in the
 * vocabulary of schema.org. A withdrawn record answers 410, an unknown one 404.
 */
final class RecordPageView {

    private static final String JSON_LD = "jsonld";
    private static final String PAGE = "page";

    /** Largest number of characters of the XML on the page. The address with {@code ?raw} returns all of a longer record. */
    private static final int LONGEST_LISTING = 100_000;
    /** Largest number of values of each element that are normalised or sent to search engines; the page shows 50 of each kind. */
    private static final int VALUES = 100;
    private static final int LONGEST_VALUE = 5_000;
    private static final int CHARACTERS = 100_000;
    /** Largest number of records that the page names as read together with its own. */
    private static final int RELATED = 5;

    private final HubStore store;
    private final Archives archives;
    private final CopiedFiles copies;
    private final Templates templates;
    private final MessagePageView messages;
    private final RecordHistoryView history;
    private final AccessPolicy access;
    private final PageCache pages;
    private final Map<String, Noted> sources = new ConcurrentHashMap<>();

    /**
     * Facts of a source that its records' pages show.
     *
     * @param name of the source
     * @param servesCopies true if pages link to copies of files, which are not in the store
     * @param since time since which they are known to be so, in whole seconds
     */
    private record SourceFacts(String name, boolean servesCopies, Instant since) {}

    /** Facts of a source at the last mark of the store at which they were read; the mark is empty if it is unknown. */
    private record Noted(String mark, SourceFacts facts) {}

    private volatile @Nullable Function<ItemKey, List<ItemKey>> alsoRead;

    RecordPageView(HubStore store, Templates templates, MessagePageView messages, AccessPolicy access,
            CopiedFiles copies, PageCache pages) {
        this.access = access;
        this.pages = pages;
        this.store = store;
        this.archives = store.archives();
        this.copies = copies;
        this.history = new RecordHistoryView(store, templates, messages);
        this.templates = templates;
        this.messages = messages;
    }

    /** Makes pages name the records that readers of their item also read. */
    void alsoRead(Function<ItemKey, List<ItemKey>> related) {
        alsoRead = related;
    }

    void show(Context context) throws IOException {
        Optional<RecordAddress> address = RecordAddress.read(context.req().getRequestURI());
        if (address.isPresent() && access.refuses(context, address.get().source())) {
            return;
        }
        if (address.isEmpty()) {
            messages.noSuchRecord(context);
        } else if (RecordHistoryView.isAskedFor(context) || !access.isOpen(address.get().source())) {
            show(context, new Asked(address.get()));
        } else {
            Asked asked = new Asked(address.get());
            String form = form(context);
            if (form.equals(PAGE)) {
                // A 304 renews these headers of the page that the client has.
                context.header("Cache-Control", "no-cache");
                SecurityPolicy.PAGE.applyTo(context);
            }
            pages.answer(context, asked.path + " " + form, asked::state, () -> show(context, asked));
        }
        boolean isShown = context.status() == HttpStatus.OK || context.status() == HttpStatus.NOT_MODIFIED;
        if (isShown && address.isPresent() && form(context).equals(PAGE) && !RecordHistoryView.isAskedFor(context)) {
            UsedItem.note(context, address.get().source(), address.get().identifier());
        }
    }

    /** Returns the form of the answer that a request wants. */
    private static String form(Context context) {
        if (context.queryParamMap().containsKey("raw")) {
            return "raw";
        }
        return JSON_LD.equals(context.queryParam("format")) ? JSON_LD : PAGE;
    }

    /** A request for a record. What its page and the state of the page both need is read once. For one thread. */
    private final class Asked {

        private final RecordAddress address;
        private final String path;
        private @Nullable SourceFacts source;
        private @Nullable StoredRecord stored;
        private @Nullable List<VersionPage.Version> versions;
        private @Nullable List<FactValue> others;

        Asked(RecordAddress address) {
            this.address = address;
            this.path = address.path();
        }

        SourceFacts source() {
            SourceFacts known = source == null ? sourceFacts(address.source(), "") : source;
            source = known;
            return known;
        }

        /** Returns the record; empty if the store does not have it. */
        Optional<StoredRecord> stored() {
            if (stored == null) {
                stored = store.get(address.source(), address.prefix(), address.identifier()).orElse(null);
            }
            return Optional.ofNullable(stored);
        }

        List<VersionPage.Version> versions() {
            List<VersionPage.Version> known = versions == null ? history.versions(address) : versions;
            versions = known;
            return known;
        }

        /** Returns links to records that readers of this one also read. */
        List<FactValue> others() {
            List<FactValue> known = others == null
                    ? RecordPageView.this.others(new ItemKey(address.source(), address.identifier()))
                    : others;
            others = known;
            return known;
        }

        /** Returns everything in the store, at a mark, on which the page depends. */
        PageState state(String mark) {
            source = sourceFacts(address.source(), mark);
            return RecordPageView.this.state(this);
        }
    }

    private PageState state(Asked asked) {
        RecordAddress address = asked.address;
        List<RecordStore.Place> places = store.places(List.of(address.identifier()), _ -> true).stream()
                .filter(place -> place.copy().source().equals(address.source()))
                .sorted(Comparator.comparingLong(RecordStore.Place::seq)).toList();
        SourceFacts facts = asked.source();
        // Titles of others are free texts: their lengths tell one that looks like two from two.
        List<Integer> lengths = asked.others().stream().map(other -> other.text().length()).toList();
        // Records that are read together change without any change of this one, so a page that names them has no time.
        return new PageState(List.of(places, facts, asked.versions(), asked.others(), lengths),
                () -> places.isEmpty() || alsoRead != null
                        ? Optional.empty()
                        : newest(asked, places.getLast().copy().prefix())
                                .flatMap(newest -> newest.record().header().datestamp().instant())
                                .map(changed -> changed.isAfter(facts.since()) ? changed : facts.since()));
    }

    private Optional<StoredRecord> newest(Asked asked, MetadataPrefix prefix) {
        return prefix.equals(asked.address.prefix())
                ? asked.stored()
                : store.get(asked.address.source(), prefix, asked.address.identifier());
    }

    /** Returns facts of a source; they are read again when the store has changed. */
    private SourceFacts sourceFacts(String source, String mark) {
        Noted noted = sources.get(source);
        if (noted != null && !mark.isEmpty() && noted.mark().equals(mark)) {
            return noted.facts();
        }
        Optional<String> known = store.source(source).map(SourceName::of);
        String name = known.orElse(source);
        boolean servesCopies = archives.find(source).filter(Archive::servesCopies).isPresent();
        if (noted == null && known.isEmpty()) {
            // Not noted, because anybody can make up names.
            return new SourceFacts(name, servesCopies, pages.now());
        }
        SourceFacts before = noted == null ? new SourceFacts(name, servesCopies, pages.start()) : noted.facts();
        SourceFacts facts = before.name().equals(name) && before.servesCopies() == servesCopies
                ? before
                : new SourceFacts(name, servesCopies, pages.now());
        sources.put(source, new Noted(mark, facts));
        return facts;
    }

    /** Returns true if the answer is the same for all clients as long as the store stays as it is. */
    private boolean show(Context context, Asked asked) throws IOException {
        RecordAddress address = asked.address;
        Optional<StoredRecord> known = asked.stored();
        if (known.isEmpty()) {
            messages.noSuchRecord(context);
            return false;
        }
        StoredRecord stored = known.get();
        if (RecordHistoryView.isAskedFor(context)) {
            history.show(context, address, stored);
            return false;
        }
        XmlFragment metadata = shown(stored);
        if (metadata != null && context.queryParamMap().containsKey("raw")) {
            raw(context, metadata);
            return true;
        }
        if (metadata != null && JSON_LD.equals(context.queryParam("format"))) {
            jsonLd(context, address, stored);
            return true;
        }
        if (stored.record().deleted()) {
            context.status(HttpStatus.GONE);
        }
        context.header("Cache-Control", "no-cache");
        DublinCore dc = dublinCore(address, stored);
        DublinCore beginning = dc.beginning(VALUES, LONGEST_VALUE, CHARACTERS);
        String query = query(address);
        RecordHead head = head(asked, query, stored.record().deleted() ? DublinCore.EMPTY : beginning);
        context.header("Link", head.links());
        templates.show(context, "record.jte", page(asked, query, stored, dc, beginning, head));
        // Whether there is a copy of a file is seen on disk, not in the store.
        return !asked.source().servesCopies();
    }

    /** Returns what stands for the title of a record without one. Nothing is known of the title of a deleted record. */
    private static String untitled(StoredRecord stored, DublinCore dc) {
        String identifier = stored.record().identifier();
        return stored.record().deleted() ? identifier : RecordTitle.of(dc, identifier);
    }

    /** Returns the metadata with the addresses of the schemas that this hub serves; null for a deleted record. */
    private @Nullable XmlFragment shown(StoredRecord stored) {
        XmlFragment metadata = stored.record().metadata();
        return metadata == null ? null : SchemaAddresses.at(templates.site().baseUrl()).of(metadata);
    }

    private static void raw(Context context, XmlFragment metadata) throws IOException {
        SecurityPolicy.FOREIGN.applyTo(context);
        CodedBody.write(context, "text/xml;charset=UTF-8", out -> out.write(metadata.utf8()));
    }

    private void jsonLd(Context context, RecordAddress address, StoredRecord stored) throws IOException {
        String document = SchemaOrg.of(dublinCore(address, stored), address.identifier(),
                templates.site().baseUrl() + address.path());
        SecurityPolicy.FOREIGN.applyTo(context);
        CodedBody.write(context, SchemaOrg.MEDIA_TYPE, out -> out.write(document.getBytes(StandardCharsets.UTF_8)));
    }

    private DublinCore dublinCore(RecordAddress address, StoredRecord stored) {
        boolean own = address.prefix().equals(MetadataPrefix.OAI_DC);
        return DublinCore.readOrEmpty(own ? stored.record().metadata() : dublinCore(address));
    }

    private RecordHead head(Asked asked, String query, DublinCore beginning) {
        RecordAddress address = asked.address;
        String hub = templates.site().baseUrl();
        String page = hub + asked.path;
        String namespace = address.prefix().equals(MetadataPrefix.OAI_DC) ? Namespaces.OAI_DC : null;
        return RecordHead.of(beginning, page, hub + Routes.oai(address.source()) + query, page + "?raw",
                page + "?format=" + JSON_LD, namespace);
    }

    private RecordPageModel page(Asked asked, String query, StoredRecord stored, DublinCore dc, DublinCore beginning,
            RecordHead head) {
        RecordAddress address = asked.address;
        boolean own = address.prefix().equals(MetadataPrefix.OAI_DC);
        Value title = dc.first(Element.TITLE).orElse(null);
        XmlFragment metadata = shown(stored);
        String path = asked.path;
        DeletionText deletion = stored.record().deleted()
                ? DeletionText.of(store, address.source(), address.prefix(), address.identifier()).orElse(null)
                : null;
        return new RecordPageModel(title == null ? untitled(stored, dc) : title.text(),
                title == null ? null : LanguageTag.of(title.language()),
                templates.site().baseUrl() + path, deletion == null ? null : deletion.sentence(),
                ReadableFields.of(dc, Room.OF_A_PAGE).fields(),
                !own,
                metadata == null ? List.of() : XmlListing.of(metadata, LONGEST_LISTING),
                XmlListing.ofAll(stored.record().about(), LONGEST_LISTING), link(path + "?raw"), facts(stored, asked, deletion),
                NormalisedFacts.of(NormalisedRecord.of(beginning)),
                store.prefixes(address.source(), address.identifier()).stream()
                        .map(prefix -> prefix.equals(address.prefix())
                                ? new Format(prefix.value(), link(path), true)
                                : new Format(prefix.value(), link(address.in(prefix).path()), false))
                        .toList(),
                link(Routes.browse(address.source()) + query), link(Routes.oai(address.source()) + query),
                address.prefix().value(), stored.derived(),
                SchemaOrg.of(beginning, address.identifier(), templates.site().baseUrl() + path), link(path + "?format=jsonld"),
                asked.versions(), head.tags(), Coins.of(beginning, address.identifier(), templates.site().baseUrl()),
                link(SearchParameters.ofSource(address.source()).feed()));
    }

    private @Nullable XmlFragment dublinCore(RecordAddress address) {
        return store.get(address.source(), MetadataPrefix.OAI_DC, address.identifier()).map(stored -> stored.record().metadata())
                .orElse(null);
    }

    private static String query(RecordAddress address) {
        return "?verb=GetRecord&identifier=" + URLEncoder.encode(address.identifier(), StandardCharsets.UTF_8)
                + "&metadataPrefix=" + URLEncoder.encode(address.prefix().value(), StandardCharsets.UTF_8);
    }

    private List<Fact> facts(StoredRecord stored, Asked asked, @Nullable DeletionText deletion) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Identifier", List.of(new FactValue(stored.record().identifier(), null, true))));
        String inSource = SearchParameters.ofSource(stored.source()).path();
        facts.add(new Fact("Source", List.of(new FactValue(asked.source().name(), link(inSource), false))));
        facts.add(fact("Datestamp in this hub", stored.record().header().datestamp().text()));
        Datestamp atTheSource = deletion == null ? stored.originDatestamp() : deletion.deletion().lastDatestamp();
        if (atTheSource != null) {
            facts.add(fact("Datestamp at the source", atTheSource.text()));
        }
        String harvested = Times.format(stored.harvested());
        if (harvested != null) {
            facts.add(new Fact("Harvested", List.of(new FactValue(harvested, null, false))));
        }
        if (!stored.record().header().sets().isEmpty()) {
            facts.add(new Fact("Sets",
                    stored.record().header().sets().stream().map(set -> new FactValue(set.value(), null, true)).toList()));
        }
        List<FactValue> files = asked.source().servesCopies() ? copies(stored) : List.of();
        if (!files.isEmpty()) {
            facts.add(new Fact("Copies of its files", files));
        }
        List<FactValue> others = stored.record().deleted() ? List.of() : asked.others();
        if (!others.isEmpty()) {
            facts.add(new Fact("Also read", others));
        }
        return facts;
    }

    /** Returns links to the pages of records that readers of this one also read. */
    private List<FactValue> others(ItemKey shown) {
        Function<ItemKey, List<ItemKey>> related = alsoRead;
        List<FactValue> found = new ArrayList<>();
        for (ItemKey item : related == null ? List.<ItemKey>of() : related.apply(shown)) {
            Optional<StoredRecord> other = store.get(item.source(), MetadataPrefix.OAI_DC, item.identifier())
                    .filter(record -> !record.record().deleted());
            if (other.isPresent() && found.size() < RELATED) {
                String title = DublinCore.readOrEmpty(other.get().record().metadata()).firstText(Element.TITLE);
                found.add(new FactValue(title == null || title.isBlank() ? item.identifier() : OneLine.of(title),
                        link(new RecordAddress(item.source(), MetadataPrefix.OAI_DC, item.identifier()).path()), false));
            }
        }
        return found;
    }

    /** Returns links to copies of the item's files. */
    private List<FactValue> copies(StoredRecord stored) {
        String source = stored.source();
        String identifier = stored.record().identifier();
        List<DescribedFile> files = DescribedFile.of(store, source, identifier);
        List<FactValue> found = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            DescribedFile file = files.get(i);
            if (file.content() != null || copies.find(source, file.sha256()).isPresent()) {
                found.add(new FactValue(file.type(), link(Routes.FILES + "/" + source + "?identifier="
                        + URLEncoder.encode(identifier, StandardCharsets.UTF_8) + "&n=" + (i + 1)), false));
            }
        }
        return found;
    }

    private static Fact fact(String label, String code) {
        return new Fact(label, List.of(new FactValue(code, null, true)));
    }

    private String link(String path) {
        return templates.site().link(path);
    }
}
