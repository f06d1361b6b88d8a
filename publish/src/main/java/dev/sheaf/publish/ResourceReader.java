package dev.sheaf.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RecordBounds;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;
import dev.sheaf.publish.extract.pool.DocumentReader;
import dev.sheaf.publish.files.Content;
import dev.sheaf.publish.files.FileTree;
import dev.sheaf.publish.record.ItemSets;
import dev.sheaf.publish.record.Manifestation;
import dev.sheaf.publish.record.ResourceRecords;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.Deposit;

/** Reads resources: content, text, index, records. Safe for use by many threads. */
final class ResourceReader {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceReader.class);
    /** A file that was changed so shortly before it was read may change again without another time. */
    private static final long RACY_MILLIS = 2_000;
    private static final Datestamp NO_DATESTAMP = Datestamp.received("");

    private final String source;
    private final String repositoryIdentifier;
    private final CollectionSettings settings;
    private final List<FileTree> trees;
    private final KnownFiles known;
    private final KnownDeposits deposits;
    private final DocumentReader documents;
    private final IndexPolicy policy;
    private final String made;
    private final RecordStore store;
    private final Path temporary;
    private final long now;

    /**
     * A reader for one crawl.
     *
     * @param made names what the records depend on besides the files and the decisions of their owner
     * @param temporary folder for copies of remote files
     * @param now time of the listing, in milliseconds since 1970
     */
    ResourceReader(String source, String repositoryIdentifier, CollectionSettings settings, List<FileTree> trees,
            KnownFiles known, KnownDeposits deposits, DocumentReader documents, IndexPolicy policy, String made,
            RecordStore store, Path temporary,
            long now) {
        this.source = source;
        this.repositoryIdentifier = repositoryIdentifier;
        this.settings = settings;
        this.trees = trees;
        this.known = known;
        this.deposits = deposits;
        this.documents = documents;
        this.policy = policy;
        this.made = made;
        this.store = store;
        this.temporary = temporary;
        this.now = now;
    }

    String identifier(Resource resource) {
        return LocalIdentifier.of(repositoryIdentifier, source, resource.name());
    }

    private @Nullable CrawledFile known(Resource.Member member) {
        return known.get(trees.get(member.location()).address(), member.file().path());
    }

    /** Returns true if a resource waits for the approval of its owner, and has no records until then. */
    boolean isWithheld(Resource resource) {
        return deposits.isWithheld(resource.name());
    }

    private String made(Resource resource) {
        return made + deposits.mark(resource.name());
    }

    /** Returns whether a resource is as an earlier crawl found it, by sizes and times of its files. */
    boolean isUnchanged(Resource resource) {
        if (known.ofResource(resource.name()) != resource.files().size()) {
            return false;
        }
        String present = made(resource);
        for (Resource.Member member : resource.files()) {
            CrawledFile before = known(member);
            if (before == null || before.size() != member.file().size() || before.modified() < 0
                    || before.modified() != member.file().modified() || !before.made().equals(present)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether no file of an unchanged resource could be read. */
    boolean isKnownAsRefused(Resource resource) {
        return resource.files().stream().map(this::known).allMatch(file -> file != null && file.refusal() != null);
    }

    /** Returns the number of files of an unchanged resource that could not be read. */
    long knownRefusals(Resource resource) {
        return resource.files().stream().map(this::known).filter(file -> file != null && file.refusal() != null).count();
    }

    /** Returns the sets of an unchanged resource. */
    List<OaiSet> knownSets(Resource resource) {
        List<String> types = new ArrayList<>();
        for (Resource.Member member : ordered(resource)) {
            CrawledFile file = known(member);
            if (file != null && file.refusal() == null && !types.contains(file.type())) {
                types.add(file.type());
            }
        }
        return types.isEmpty() ? List.of() : sets(resource, types);
    }

    private List<OaiSet> sets(Resource resource, List<String> types) {
        return ItemSets.of(resource.folders(), types, deposits.state(resource.name()));
    }

    /** Returns the files in the order in which they are wanted as the primary manifestation. */
    private List<Resource.Member> ordered(Resource resource) {
        return resource.files().stream().sorted(Comparator.comparingInt(this::rank)
                .thenComparingInt(Resource.Member::location).thenComparing(Resource.Member::extension)
                .thenComparing(member -> member.file().path())).toList();
    }

    private int rank(Resource.Member member) {
        int rank = settings.order().indexOf(member.extension());
        return rank < 0 ? settings.order().size() : rank;
    }

    /** Files of a resource at work. */
    private final class Work implements AutoCloseable {

        private final Resource resource;
        private final String present;
        private final List<Content> opened = new ArrayList<>();
        /** Contents of the files that could be read. */
        private final Map<Resource.Member, Content> contents = new LinkedHashMap<>();
        private final Map<Resource.Member, byte[]> hashes = new HashMap<>();
        private final Map<Resource.Member, String> types = new HashMap<>();
        private final Map<Resource.Member, String> refusals = new LinkedHashMap<>();
        /** Files that may be readable the next time although nothing about them changes. */
        private final List<Resource.Member> unknown = new ArrayList<>();
        private final List<FileRefusal> remarks = new ArrayList<>();
        private int extracted;
        private long bytes;

        Work(Resource resource) {
            this.resource = resource;
            this.present = made(resource);
        }

        void open(List<Resource.Member> members) {
            for (Resource.Member member : members) {
                try {
                    Content content = trees.get(member.location()).content(member.file().path(), settings.bounds().bytes(),
                            temporary);
                    opened.add(content);
                    hashes.put(member, content.sha256());
                    contents.put(member, content);
                    bytes += content.size();
                } catch (IOException failure) {
                    refusals.put(member, reason(failure));
                    if (member.file().size() <= settings.bounds().bytes()) {
                        unknown.add(member);
                    }
                }
            }
        }

        /** Returns whether contents and settings are as an earlier crawl found them; only times differ then. */
        boolean hasSameContents() {
            if (known.ofResource(resource.name()) != resource.files().size()) {
                return false;
            }
            for (Resource.Member member : resource.files()) {
                CrawledFile before = known(member);
                byte[] hash = hashes.get(member);
                if (before == null || hash == null || before.hash().length == 0 || !Arrays.equals(before.hash(), hash)
                        || !before.made().equals(present)) {
                    return false;
                }
            }
            return true;
        }

        /** Notes files that are not as they were when reading began. Returns false when there is one. */
        boolean isStable() {
            boolean stable = true;
            for (Map.Entry<Resource.Member, Content> entry : contents.entrySet()) {
                Content before = entry.getValue();
                if (!before.copy()) {
                    try (Content after = trees.get(entry.getKey().location()).content(entry.getKey().file().path(),
                            Long.MAX_VALUE, temporary)) {
                        if (after.size() != before.size() || after.modified() != before.modified()) {
                            refusals.put(entry.getKey(), "it changed while it was read; the next crawl reads it again");
                            stable = false;
                        }
                    } catch (IOException failure) {
                        refusals.put(entry.getKey(), reason(failure));
                        stable = false;
                    }
                }
            }
            return stable;
        }

        List<FileRefusal> told() {
            List<FileRefusal> told = new ArrayList<>();
            refusals.forEach((member, reason) -> told.add(refusal(member, reason)));
            return told;
        }

        List<CrawledFile> files() {
            List<CrawledFile> files = new ArrayList<>();
            for (Resource.Member member : resource.files()) {
                if (!unknown.contains(member)) {
                    Content content = contents.get(member);
                    long modified = content == null ? member.file().modified() : content.modified();
                    boolean isRacy = modified > now - RACY_MILLIS;
                    files.add(new CrawledFile(trees.get(member.location()).address(), member.file().path(),
                            // As the listing says, because the next listing is compared with it.
                            member.file().size(), isRacy || modified != member.file().modified() ? -1 : modified,
                            hashes.getOrDefault(member, new byte[0]), types.getOrDefault(member, ""), present,
                            refusals.get(member)));
                }
            }
            return files;
        }

        @Override
        public void close() {
            for (Content content : opened) {
                try {
                    content.close();
                } catch (IOException _) {
                    // The temporary folder goes as a whole.
                }
            }
        }
    }

    /**
     * Reads a resource. A fault of this program with one document is a refusal, so that the others are published.
     *
     * @throws IOException when nothing can be extracted at all, because no process starts
     */
    ReadResource read(Resource resource) throws IOException, InterruptedException {
        try {
            return readWhole(resource);
        } catch (StoreException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            LOG.debug("trace of the fault with {}", resource.name(), failure);
            List<FileRefusal> refusals = resource.files().stream().map(member -> refusal(member,
                    "reading it failed: " + failure + ". This is a fault of Sheaf; --verbose shows where.")).toList();
            return new ReadResource(identifier(resource), resource.name(), Map.of(), !isWithheld(resource), List.of(), refusals,
                    List.of(), List.of(), null, 0, 0);
        }
    }

    private FileRefusal refusal(Resource.Member member, String reason) {
        return new FileRefusal(trees.get(member.location()).address(), member.file().path(), reason);
    }

    private ReadResource readWhole(Resource resource) throws IOException, InterruptedException {
        List<Resource.Member> members = ordered(resource);
        try (Work work = new Work(resource)) {
            work.open(members);
            if (work.hasSameContents()) {
                ReadResource touched = touched(resource, members, work);
                if (touched != null) {
                    return touched;
                }
            }
            Resource.Member primary = null;
            ExtractedText text = null;
            for (Resource.Member member : members) {
                Content content = work.contents.get(member);
                // The first one with text represents the resource; one without is the best there is until then.
                if (content != null && (text == null || text.text() == null)) {
                    ExtractedText found = extract(member, content, work);
                    if (found != null && (text == null || found.text() != null)) {
                        primary = member;
                        text = found;
                    }
                } else if (content != null) {
                    type(member, content, work);
                }
            }
            if (!work.isStable()) {
                return unread(resource, work.told(), List.of(), work);
            }
            return primary == null || text == null
                    ? unread(resource, work.told(), work.files(), work)
                    : records(resource, members, primary, text, work);
        }
    }

    /** Returns a resource that cannot be read now. Its records stay, unless it waits for approval. */
    private ReadResource unread(Resource resource, List<FileRefusal> told, List<CrawledFile> files, Work work) {
        return new ReadResource(identifier(resource), resource.name(), Map.of(), !isWithheld(resource), List.of(), told,
                List.of(), files,
                null,
                work.extracted, work.bytes);
    }

    private @Nullable ExtractedText extract(Resource.Member member, Content content, Work work)
            throws IOException, InterruptedException {
        CrawledFile before = known(member);
        if (before != null && before.refusal() != null && before.made().equals(work.present)
                && Arrays.equals(before.hash(), work.hashes.get(member))) {
            work.refusals.put(member, before.refusal());
            return null;
        }
        try {
            work.extracted++;
            ExtractedText text = documents.extract(content.file(), member.fileName());
            work.types.put(member, text.type());
            text.remarks().forEach(remark -> work.remarks.add(refusal(member, remark)));
            return text;
        } catch (RefusedDocumentException refusal) {
            work.refusals.put(member, refusal.reason());
            return null;
        }
    }

    private void type(Resource.Member member, Content content, Work work) throws IOException, InterruptedException {
        try {
            work.types.put(member, documents.type(content.file(), member.fileName()));
        } catch (RefusedDocumentException refusal) {
            work.refusals.put(member, refusal.reason());
        }
    }

    private ReadResource records(Resource resource, List<Resource.Member> members, Resource.Member primary, ExtractedText text,
            Work work) throws IOException {
        List<Manifestation> files = manifestations(members, primary, work);
        if (isWithheld(resource)) {
            return new ReadResource(identifier(resource), resource.name(), Map.of(), false, List.of(), work.told(), work.remarks,
                    work.files(),
                    text.metadata(), work.extracted, work.bytes);
        }
        XmlFragment description = ResourceRecords.description(
                marked(Deposit.corrected(text.metadata(), deposits.correction(resource.name())), text.remarks()), files);
        String body = text.text();
        String url = files.getFirst().url();
        TermVector vector = body == null || settings.index().isEmpty()
                ? null
                : policy.index(body, text.language(), url == null ? "" : url,
                        settings.index().contains(IndexFormat.TF_POSITIONAL));
        Map<MetadataFormat, XmlFragment> metadata = new LinkedHashMap<>();
        metadata.put(MetadataFormat.OAI_DC, description);
        metadata.putAll(ResourceRecords.ofText(description, vector, settings.index()));
        String identifier = identifier(resource);
        metadata.putAll(ResourceRecords.ofFiles(identifier, description, files));
        return result(resource, identifier, metadata, text.metadata(), files, work);
    }

    /** Adds the remarks on a text to its description: whoever harvests the record has to know that the index lacks a part. */
    private static Map<String, List<String>> marked(Map<String, List<String>> metadata, List<String> remarks) {
        if (remarks.isEmpty()) {
            return metadata;
        }
        Map<String, List<String>> marked = new TreeMap<>(metadata);
        List<String> descriptions = new ArrayList<>(metadata.getOrDefault("description", List.of()));
        remarks.forEach(remark -> descriptions.add("Full text: " + remark + "."));
        marked.put("description", descriptions);
        return marked;
    }

    /**
     * @param extracted description that was extracted now; null when none was, and records that depend on it stay as they are
     */
    private ReadResource result(Resource resource, String identifier, Map<MetadataFormat, XmlFragment> metadata,
            @Nullable Map<String, List<String>> extracted, List<Manifestation> files, Work work) {
        List<OaiSet> sets = sets(resource, files.stream().map(Manifestation::type).distinct().toList());
        List<SetSpec> named = ItemSets.innermost(sets);
        Map<MetadataFormat, OaiRecord> records = new LinkedHashMap<>();
        Map<MetadataFormat, Limit> exceeded = new LinkedHashMap<>();
        metadata.forEach((format, fragment) -> {
            OaiRecord record = new OaiRecord(new Header(identifier, NO_DATESTAMP, named, false), fragment);
            RecordBounds.exceeded(record).ifPresentOrElse(limit -> exceeded.put(format, limit),
                    () -> records.put(format, record));
        });
        if (records.isEmpty()) {
            String reason = exceeded.values().iterator().next().exceeded();
            resource.files().forEach(member -> work.refusals.putIfAbsent(member, reason));
            return unread(resource, work.told(), work.files(), work);
        }
        List<FileRefusal> refusals = work.told();
        exceeded.forEach((format, limit) -> refusals
                .add(refusal(resource.files().getFirst(), limit.exceeded() + " in the format " + format.prefix())));
        if (!exceeded.isEmpty()) {
            // A file is noted as refused or as read. This one is read again by each crawl, which names what is missing.
            work.unknown.addAll(resource.files());
        }
        return new ReadResource(identifier, resource.name(), records, extracted == null, sets, refusals, work.remarks,
                work.files(), extracted,
                work.extracted, work.bytes);
    }

    /** The primary one first. */
    private List<Manifestation> manifestations(List<Resource.Member> members, Resource.Member primary, Work work)
            throws IOException {
        List<Resource.Member> order = new ArrayList<>(members);
        order.remove(primary);
        order.addFirst(primary);
        List<Manifestation> files = new ArrayList<>();
        // Content takes four bytes for three, and a record holds all of it.
        long room = Limit.RECORD_BYTES.number() / 2;
        for (Resource.Member member : order) {
            Content content = work.contents.get(member);
            String type = work.types.get(member);
            byte[] hash = work.hashes.get(member);
            if (content != null && type != null && hash != null) {
                boolean isHeld = content.size() <= settings.byValue() && content.size() <= room;
                room -= isHeld ? content.size() : 0;
                files.add(new Manifestation(type, content.size(), content.modified(), hash,
                        trees.get(member.location()).url(member.file().path()).orElse(null),
                        isHeld ? Files.readAllBytes(content.file()) : null));
            }
        }
        return files;
    }

    /** Only times have changed: what depends on them is made again, without extraction. Null when that cannot be done. */
    private @Nullable ReadResource touched(Resource resource, List<Resource.Member> members, Work work) throws IOException {
        if (isWithheld(resource)) {
            return null;
        }
        for (Resource.Member member : members) {
            CrawledFile before = known(member);
            if (before == null) {
                return null;
            }
            if (before.refusal() != null) {
                work.refusals.put(member, before.refusal());
            } else if (before.type().isEmpty()) {
                return null;
            } else {
                work.types.put(member, before.type());
            }
        }
        String identifier = identifier(resource);
        Optional<StoredRecord> stored = store.get(source, MetadataPrefix.OAI_DC, identifier);
        XmlFragment description = stored.map(StoredRecord::record).map(OaiRecord::metadata).orElse(null);
        if (work.refusals.size() == members.size()) {
            return unread(resource, work.told(), work.files(), work);
        }
        if (description == null || members.size() > 1) {
            // Of several files nobody has noted which one is the primary manifestation.
            return null;
        }
        List<Manifestation> files = manifestations(members, members.getFirst(), work);
        return result(resource, identifier, ResourceRecords.ofFiles(identifier, description, files), null, files, work);
    }

    private static String reason(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
