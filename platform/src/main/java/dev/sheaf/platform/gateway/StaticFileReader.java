package dev.sheaf.platform.gateway;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.transfer.imports.xml.StaticFileSplitter;
import dev.sheaf.transfer.imports.xml.StaticFileSplitter.Part;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;

/**
 * Strict reader of the file of a static repository. Each part is put into a protocol response and checked by the project's schemas, so that
 * everything that the gateway serves is valid; what the restricted schema and the text of the specification forbid is checked here. The
 * file may be longer than memory: a few hundred records are read at a time. For one file and one thread.
 */
final class StaticFileReader {

    /** Namespace of the elements that surround the protocol's own. */
    static final String NAMESPACE = "http://www.openarchives.org/OAI/2.0/static-repository";

    private static final int PORTION = 200;
    private static final int PORTION_BYTES = 2 << 20;
    private static final int HEAD_BYTES = 1 << 20;
    private static final int MOST_ABOUT = 100;
    private static final int LONGEST_IDENTIFIER = 2_000;
    /** Prefix of the elements that this class adds around the parts of a file. */
    private static final String OWN = "sheaf-static-gateway";

    private final Path file;
    private final Path contents;
    private final List<Part> portion = new ArrayList<>();
    private int portionBytes;
    private byte @Nullable [] root;
    private String rootDeclarations = "";
    private @Nullable RepositoryDescription description;
    private @Nullable List<MetadataFormat> formats;
    private byte @Nullable [] listTag;
    private String listDeclarations = "";
    private String prefix = "";
    private String namespace = "";
    private final Map<MetadataPrefix, List<StaticEntry>> entries = new LinkedHashMap<>();
    private final Map<MetadataPrefix, Set<String>> seen = new HashMap<>();
    private long records;
    private long written;

    /**
     * Creates a reader.
     *
     * @param file the file as received, content codings undone
     * @param contents file that gets the contents of the records; it must not exist
     */
    StaticFileReader(Path file, Path contents) {
        this.file = file;
        this.contents = contents;
    }

    /**
     * Reads the file.
     *
     * @throws StaticFormatException if it is no conformant static repository
     * @throws IOException if a file cannot be read or written
     */
    StaticContent read() throws IOException, StaticFormatException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                OutputStream out = new BufferedOutputStream(
                        Files.newOutputStream(contents, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16)) {
            StaticFileSplitter splitter = new StaticFileSplitter(in, Limit.RECORD_BYTES.count());
            for (Part part = splitter.next(); part != null; part = splitter.next()) {
                if (root == null) {
                    root = splitter.root();
                    rootDeclarations = declarations(root, new byte[0], "Repository");
                }
                take(part, out);
            }
            deliver(out);
        } catch (OaiFormatException failure) {
            throw new StaticFormatException(String.valueOf(failure.getMessage()));
        }
        RepositoryDescription told = description;
        List<MetadataFormat> offered = formats;
        if (told == null || offered == null || entries.isEmpty()) {
            throw new StaticFormatException("the file lacks Identify, ListMetadataFormats or records");
        }
        return new StaticContent(told, offered, entries, contents);
    }

    private void take(Part part, OutputStream out) throws IOException, StaticFormatException, OaiFormatException {
        switch (part.kind()) {
            case IDENTIFY -> {
                expect(description == null && formats == null, "Identify is not the first element, or is there twice");
                description = identify(part);
            }
            case FORMATS -> {
                expect(description != null && formats == null && entries.isEmpty(),
                        "ListMetadataFormats does not follow Identify, or is there twice");
                formats = formats(part);
            }
            case RECORD -> {
                expect(formats != null, "ListRecords does not follow ListMetadataFormats");
                if (!Arrays.equals(listTag, part.wrapper())) {
                    deliver(out);
                    begin(part.wrapper());
                }
                expect(++records <= Limit.STATIC_RECORDS.number(), Limit.STATIC_RECORDS.exceeded());
                portion.add(part);
                portionBytes += part.content().length;
                if (portion.size() == PORTION || portionBytes > PORTION_BYTES) {
                    deliver(out);
                }
            }
        }
    }

    private static void expect(boolean isRight, String otherwise) throws StaticFormatException {
        if (!isRight) {
            throw new StaticFormatException(otherwise);
        }
    }

    /** Begins a list of records in one format. */
    private void begin(byte[] tag) throws StaticFormatException {
        listDeclarations = declarations(rootTag(), tag, "ListRecords");
        String named = prefix;
        Optional<MetadataFormat> format = formats == null
                ? Optional.empty()
                : formats.stream().filter(one -> one.prefix().value().equals(named)).findFirst();
        expect(format.isPresent(), "ListRecords has the metadataPrefix '" + named + "', which ListMetadataFormats does not name");
        namespace = format.map(MetadataFormat::namespace).orElse("");
        listTag = tag.clone();
    }

    private byte[] rootTag() {
        byte[] tag = root;
        if (tag == null) {
            throw new IllegalStateException("a part without a root");
        }
        return tag;
    }

    /**
     * Returns the namespace declarations of the inner of two start tags, as attributes, and checks the names of both. Notes the
     * metadataPrefix of a list.
     *
     * @param inner start tag inside of the outer one; empty for none
     */
    private String declarations(byte[] outer, byte[] inner, String expected) throws StaticFormatException {
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        document.writeBytes(outer);
        document.writeBytes(inner);
        if (inner.length > 0) {
            document.writeBytes(endTag(inner));
        }
        document.writeBytes(endTag(outer));
        try {
            XMLStreamReader reader = XmlInput.pull(document.toByteArray());
            reader.nextTag();
            if (inner.length > 0) {
                reader.nextTag();
            }
            expect(NAMESPACE.equals(reader.getNamespaceURI()) && expected.equals(reader.getLocalName()),
                    "the element '" + reader.getLocalName() + "' is not in the namespace " + NAMESPACE);
            if (expected.equals("ListRecords")) {
                String value = reader.getAttributeValue(null, "metadataPrefix");
                prefix = value == null ? "" : value;
            }
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String namespace = reader.getAttributeNamespace(i);
                expect(Namespaces.XSI.equals(namespace)
                        || expected.equals("ListRecords") && reader.getAttributeLocalName(i).equals("metadataPrefix"),
                        "the element " + expected + " has the attribute '" + reader.getAttributeLocalName(i) + "'");
            }
            StringBuilder declared = new StringBuilder();
            for (int i = 0; i < reader.getNamespaceCount(); i++) {
                String name = reader.getNamespacePrefix(i);
                String uri = reader.getNamespaceURI(i);
                declared.append(name == null || name.isEmpty() ? " xmlns" : " xmlns:" + name).append("=\"")
                        .append(escaped(uri == null ? "" : uri)).append('"');
            }
            return declared.toString();
        } catch (OaiFormatException | XMLStreamException failure) {
            throw new StaticFormatException("the start tag of " + expected + " cannot be read: " + failure.getMessage());
        } catch (RuntimeException failure) {
            // The parser throws this for names that it did not expect.
            throw new StaticFormatException("the start tag of " + expected + " cannot be read: " + failure.getMessage());
        }
    }

    private static String escaped(String uri) {
        return uri.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
                .replace("\r", "&#13;");
    }

    private static byte[] endTag(byte[] startTag) {
        int end = 1;
        while (end < startTag.length && startTag[end] > ' ' && startTag[end] != '>' && startTag[end] != '/') {
            end++;
        }
        return ("</" + new String(startTag, 1, end - 1, StandardCharsets.UTF_8) + ">").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads parts as the content of one response to a verb. */
    private OaiResponse.Answer answer(String verb, String declared, List<byte[]> contents, String where)
            throws StaticFormatException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        String of = OWN + ":";
        page.writeBytes(("<" + of + "OAI-PMH xmlns:" + OWN + "=\"" + Namespaces.OAI + "\"" + rootDeclarations + "><" + of
                + "responseDate>2000-01-01T00:00:00Z</" + of + "responseDate><" + of + "request>http://localhost/</" + of
                + "request><" + of + verb + declared + ">").getBytes(StandardCharsets.UTF_8));
        contents.forEach(page::writeBytes);
        page.writeBytes(("</" + of + verb + "></" + of + "OAI-PMH>").getBytes(StandardCharsets.UTF_8));
        byte[] response = page.toByteArray();
        PageFindings findings = PageCheck.of(response);
        if (!findings.isValid()) {
            throw new StaticFormatException(where + ": "
                    + findings.examples().stream().findFirst()
                            .map(fault -> (fault.identifier() == null || fault.identifier().isEmpty()
                                    ? ""
                                    : fault.identifier() + ": ") + fault.message())
                            .orElse("not valid"));
        }
        try {
            return OaiReader.read(response).answer();
        } catch (OaiFormatException failure) {
            throw new StaticFormatException(where + ": " + failure.getMessage());
        }
    }

    private RepositoryDescription identify(Part part) throws StaticFormatException {
        expect(part.content().length <= HEAD_BYTES, "Identify is larger than 1 MB");
        if (!(answer("Identify", declarations(rootTag(), part.wrapper(), "Identify"), List.of(part.content()),
                "Identify") instanceof OaiResponse.Identify(RepositoryDescription told))) {
            throw new StaticFormatException("Identify cannot be read");
        }
        expect(told.deletedRecord().equals(DeletedRecordPolicy.NO.text()), "Identify: deletedRecord is not 'no'");
        expect(told.granularityText().equals(Granularity.DAY.text()), "Identify: granularity is not 'YYYY-MM-DD'");
        expect(told.compressions().isEmpty(), "Identify: a static repository has no compression");
        expect(told.earliestDatestamp().granularity().filter(Granularity.DAY::equals).isPresent(),
                "Identify: earliestDatestamp is not of the form YYYY-MM-DD");
        return told;
    }

    private List<MetadataFormat> formats(Part part) throws StaticFormatException {
        expect(part.content().length <= HEAD_BYTES, "ListMetadataFormats is larger than 1 MB");
        if (!(answer("ListMetadataFormats", declarations(rootTag(), part.wrapper(), "ListMetadataFormats"),
                List.of(part.content()),
                "ListMetadataFormats") instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> all))) {
            throw new StaticFormatException("ListMetadataFormats cannot be read");
        }
        expect(all.stream().anyMatch(format -> format.prefix().equals(MetadataPrefix.OAI_DC)),
                "ListMetadataFormats does not name oai_dc, which each repository has");
        expect(all.stream().map(MetadataFormat::prefix).distinct().count() == all.size(),
                "ListMetadataFormats names a metadataPrefix twice");
        expect(all.size() <= Limit.FORMATS.number(), Limit.FORMATS.exceeded());
        return all;
    }

    private void deliver(OutputStream out) throws IOException, StaticFormatException {
        if (portion.isEmpty()) {
            return;
        }
        String where = "ListRecords of " + prefix + ", lines " + portion.getFirst().line() + " and following";
        OaiResponse.Answer answer = answer("ListRecords", listDeclarations, portion.stream().map(Part::content).toList(), where);
        if (!(answer instanceof OaiResponse.ListRecords(List<OaiRecord> found, var token)) || token != null
                || found.size() != portion.size()) {
            throw new StaticFormatException(where + ": it has something else than records");
        }
        MetadataPrefix format = new MetadataPrefix(prefix);
        List<StaticEntry> list = entries.computeIfAbsent(format, _ -> new ArrayList<>());
        Set<String> known = seen.computeIfAbsent(format, _ -> new HashSet<>());
        for (OaiRecord record : found) {
            list.add(entry(record, known, out));
        }
        portion.clear();
        portionBytes = 0;
    }

    private StaticEntry entry(OaiRecord record, Set<String> known, OutputStream out) throws IOException, StaticFormatException {
        String identifier = record.identifier();
        XmlFragment metadata = record.metadata();
        String which = "the record " + (identifier.length() > 200 ? identifier.substring(0, 200) + "…" : identifier);
        expect(identifier.length() <= LONGEST_IDENTIFIER,
                which + " has an identifier of more than " + LONGEST_IDENTIFIER + " characters");
        expect(!identifier.isEmpty() && identifier.chars().noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c)),
                which + " has an identifier that is no URI");
        expect(metadata != null && !record.deleted(),
                which + " is deleted or has no metadata, and a static repository has no such records");
        expect(record.header().sets().isEmpty(), which + " is in a set, and a static repository has no sets");
        expect(record.header().datestamp().granularity().filter(Granularity.DAY::equals).isPresent(),
                which + " has a datestamp that is not of the form YYYY-MM-DD");
        expect(record.about().size() <= MOST_ABOUT, which + " has more than " + MOST_ABOUT + " about containers");
        expect(known.add(identifier), which + " is there twice in one format");
        if (metadata == null) {
            throw new IllegalStateException("a record without metadata");
        }
        expect(!namespace.isEmpty() && namespace.equals(XmlFragments.rootNamespace(metadata)),
                which + " has metadata in another namespace than its format, " + namespace);
        long at = written;
        out.write(metadata.utf8());
        List<Integer> about = new ArrayList<>();
        for (XmlFragment container : record.about()) {
            out.write(container.utf8());
            about.add(container.length());
        }
        StaticEntry entry = new StaticEntry(identifier,
                record.header().datestamp().instant().orElseThrow().getEpochSecond(), known.size(), at, metadata.length(), about);
        written += entry.bytes();
        return entry;
    }
}
