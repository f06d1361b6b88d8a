package dev.sheaf.core.xml;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;

/** Conversion between responses of protocol 1.0 and 1.1 and those of 2.0. */
final class EarlyProtocol {

    /**
     * Namespaces of Dublin Core before 2.0, and a misspelling of the container's namespace: even examples of the specification leave the
     * slash out.
     */
    private static final Set<String> DUBLIN_CORE = Set.of(Namespaces.DC, "http://www.openarchives.org/OAI/2.0/oai_dc",
            "http://www.openarchives.org/OAI/dc", "http://www.openarchives.org/OAI/dc/", Namespaces.OAI,
            "http://purl.org/dc/elements/1.1",
            "http://purl.org/dc/elements/1.0/", "");
    private static final String EARLY = "http://www.openarchives.org/OAI/1.";
    /** Schema of Dublin Core in 1.1. */
    static final String DUBLIN_CORE_SCHEMA = "http://www.openarchives.org/OAI/1.1/dc.xsd";

    private EarlyProtocol() {}

    /** Returns the request of an element that holds the whole URL, often with line breaks. */
    static OaiResponse.RequestEcho request(String url) {
        StringBuilder whole = new StringBuilder();
        url.codePoints().filter(c -> !Character.isWhitespace(c)).forEach(whole::appendCodePoint);
        int query = whole.indexOf("?");
        Map<String, String> arguments = new LinkedHashMap<>();
        if (query >= 0) {
            for (String argument : whole.substring(query + 1).split("&")) {
                int equals = argument.indexOf('=');
                if (equals > 0) {
                    arguments.put(argument.substring(0, equals), decoded(argument.substring(equals + 1)));
                }
            }
        }
        return new OaiResponse.RequestEcho(query < 0 ? whole.toString() : whole.substring(0, query), arguments);
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value;
        }
    }

    /**
     * Returns an answer in the form of protocol 2.0.
     *
     * @param one true for GetRecord, which is read as a list
     */
    static OaiResponse.Answer upgraded(OaiResponse.Answer answer, OaiResponse.RequestEcho request, boolean one) {
        return switch (answer) {
            case OaiResponse.Identify identify -> new OaiResponse.Identify(upgraded(identify.description()));
            case OaiResponse.ListMetadataFormats list -> list.formats().isEmpty()
                    ? request.arguments().containsKey("identifier")
                            ? error(OaiError.Code.ID_DOES_NOT_EXIST, "the repository lists no format of this item")
                            : error(OaiError.Code.NO_METADATA_FORMATS, "the repository lists no format")
                    : new OaiResponse.ListMetadataFormats(list.formats().stream().map(EarlyProtocol::upgraded).toList());
            case OaiResponse.ListIndexFormats list -> list;
            case OaiResponse.ListSets list -> list.sets().isEmpty() && list.resumptionToken() == null
                    ? error(OaiError.Code.NO_SET_HIERARCHY, "the repository lists no set")
                    : list;
            case OaiResponse.ListIdentifiers list -> list.headers().isEmpty() && list.resumptionToken() == null
                    ? noRecordsMatch()
                    : list;
            case OaiResponse.ListRecords list -> one ? single(list.records()) : upgraded(list);
            case OaiResponse.GetRecord record -> record;
            case OaiResponse.Errors errors -> errors;
        };
    }

    private static OaiResponse.Errors error(OaiError.Code code, String message) {
        return new OaiResponse.Errors(List.of(new OaiError(code, message)));
    }

    private static OaiResponse.Errors noRecordsMatch() {
        return error(OaiError.Code.NO_RECORDS_MATCH, "the list is empty");
    }

    private static OaiResponse.Answer single(List<OaiRecord> records) {
        if (records.isEmpty()) {
            return error(OaiError.Code.ID_DOES_NOT_EXIST, "the response holds no record");
        }
        OaiRecord record = records.getFirst();
        return lacksFormat(record)
                ? error(OaiError.Code.CANNOT_DISSEMINATE_FORMAT, "the record has a header only")
                : new OaiResponse.GetRecord(upgraded(record));
    }

    private static OaiResponse.Answer upgraded(OaiResponse.ListRecords list) {
        if (list.records().isEmpty() && list.resumptionToken() == null) {
            return noRecordsMatch();
        }
        // Protocol 1.x lists an item without a record in this format by its header alone; 2.0 omits it.
        return new OaiResponse.ListRecords(
                list.records().stream().filter(record -> !lacksFormat(record)).map(EarlyProtocol::upgraded).toList(),
                list.resumptionToken());
    }

    private static boolean lacksFormat(OaiRecord record) {
        return !record.deleted() && record.metadata() == null;
    }

    private static RepositoryDescription upgraded(RepositoryDescription early) {
        return new RepositoryDescription(early.repositoryName(), early.baseUrl(), early.protocolVersion(),
                early.adminEmails().stream().map(EarlyProtocol::address).toList(), Datestamp.received("1970-01-01"),
                DeletedRecordPolicy.TRANSIENT.text(), Granularity.DAY.text(), early.compressions(), early.descriptions());
    }

    /** Returns an e-mail address without {@code mailto:} and without anything after the address. */
    private static String address(String uri) {
        String address = uri.toLowerCase(Locale.ROOT).startsWith("mailto:") ? uri.substring("mailto:".length()) : uri;
        int query = address.indexOf('?');
        return (query < 0 ? address : address.substring(0, query)).replace("%40", "@");
    }

    private static MetadataFormat upgraded(MetadataFormat early) {
        return early.prefix().equals(MetadataPrefix.OAI_DC) ? MetadataFormat.OAI_DC : early;
    }

    private static OaiRecord upgraded(OaiRecord record) {
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            return record;
        }
        XmlFragment dublinCore = dublinCore(metadata);
        return dublinCore == null ? record : new OaiRecord(record.header(), dublinCore, record.about());
    }

    /** Returns Dublin Core in the container of protocol 2.0; null if the metadata is not Dublin Core. */
    static @Nullable XmlFragment dublinCore(XmlFragment metadata) {
        try {
            byte[] utf8 = metadata.utf8();
            XMLStreamReader2 reader = XmlInput.reader(utf8);
            XmlFragments.toRoot(reader);
            FragmentSlicer slicer = new FragmentSlicer(utf8, reader);
            slicer.enter();
            String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
            if (!reader.getLocalName().equals("dc") || !DUBLIN_CORE.contains(namespace) && !namespace.startsWith(EARLY)) {
                return null;
            }
            DublinCoreWriter writer = new DublinCoreWriter();
            while (reader.next() != XMLStreamConstants.END_ELEMENT) {
                if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    String element = reader.getLocalName().toLowerCase(Locale.ROOT);
                    String language = reader.getAttributeValue(Namespaces.XML, "lang");
                    if (!DublinCoreWriter.ELEMENTS.contains(element)) {
                        // The conversion would lose something, so the record stays as received.
                        return null;
                    }
                    value(writer, element, language, reader, slicer);
                }
            }
            return writer.end();
        } catch (OaiFormatException | XMLStreamException impossible) {
            throw new IllegalStateException("the metadata can no longer be parsed, although it was parsed before", impossible);
        }
    }

    /** Adds a value with the markup in it. Leaves the reader at the end tag of the value. */
    private static void value(DublinCoreWriter writer, String element, @Nullable String language, XMLStreamReader2 reader,
            FragmentSlicer slicer) throws XMLStreamException {
        slicer.enter();
        StringBuilder text = new StringBuilder();
        Utf8Buffer markup = new Utf8Buffer(1 << 8);
        boolean hasElements = false;
        int event = reader.next();
        while (event != XMLStreamConstants.END_ELEMENT) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                hasElements = true;
                markup.put(slicer.slice().utf8());
                // The reader is after the element.
                event = reader.getEventType();
                continue;
            }
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA
                    || event == XMLStreamConstants.SPACE) {
                text.append(reader.getText());
                markup.escape(reader.getText());
            }
            event = reader.next();
        }
        slicer.leave();
        if (hasElements) {
            writer.addMarkup(element, markup.toByteArray(), language);
        } else {
            writer.add(element, text.toString(), language);
        }
    }

    /**
     * Returns metadata in the form of protocol 1.1. Dublin Core gets the container of 1.1 and loses its languages; other metadata stays
     * unchanged.
     */
    static XmlFragment downgraded(XmlFragment metadata) {
        try {
            XMLStreamReader2 reader = XmlInput.reader(metadata.utf8());
            XmlFragments.toRoot(reader);
            if (!reader.getLocalName().equals("dc") || !Namespaces.OAI_DC.equals(reader.getNamespaceURI())) {
                return metadata;
            }
            Utf8Buffer buffer = new Utf8Buffer(metadata.length()).put("<dc xmlns=\"").put(Namespaces.DC).put("\" xmlns:xsi=\"")
                    .put(Namespaces.XSI).put("\" xsi:schemaLocation=\"").put(Namespaces.DC).put(" ").put(DUBLIN_CORE_SCHEMA)
                    .put("\">");
            while (reader.next() != XMLStreamConstants.END_ELEMENT) {
                if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    String element = reader.getLocalName();
                    String text = content(reader);
                    if (DublinCoreWriter.ELEMENTS.contains(element)) {
                        buffer.put("<").put(element).put(">").escape(text).put("</").put(element).put(">");
                    }
                }
            }
            return XmlFragment.of(buffer.put("</dc>").toByteArray());
        } catch (OaiFormatException | XMLStreamException impossible) {
            throw new IllegalStateException("the metadata can no longer be parsed, although it was parsed before", impossible);
        }
    }

    /** Returns all text in an element; leaves the reader at its end tag. */
    private static String content(XMLStreamReader2 reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        for (int depth = 1; depth > 0;) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> text
                        .append(reader.getText());
                default -> {
                    // Comments are ignored.
                }
            }
        }
        return text.toString();
    }
}
