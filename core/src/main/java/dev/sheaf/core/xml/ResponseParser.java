package dev.sheaf.core.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

/** Reader of one response. Each method expects the reader at a start tag and leaves it after the matching end tag. */
final class ResponseParser {

    private final XMLStreamReader2 reader;
    private final FragmentSlicer slicer;
    private Datestamp responseDate = Datestamp.received("");
    private OaiResponse.RequestEcho request = new OaiResponse.RequestEcho("", Map.of());
    /** True in protocol 1.0 and 1.1. */
    private boolean isEarly;
    private OaiResponse.Envelope envelope = OaiResponse.Envelope.OAI_PMH;
    private final List<OaiError> errors = new ArrayList<>();

    ResponseParser(byte[] utf8) throws OaiFormatException {
        reader = XmlInput.reader(utf8);
        slicer = new FragmentSlicer(utf8, reader);
    }

    OaiResponse parse() throws OaiFormatException {
        try {
            XmlFragments.toRoot(reader);
            OaiResponse response = reader.getLocalName().equals("OAI-PMH") ? envelope() : earlyEnvelope();
            while (reader.getEventType() != XMLStreamConstants.END_DOCUMENT) {
                reader.next();
            }
            return response;
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        } catch (RuntimeException failure) {
            // The parser throws this for input that it did not expect, such as an element named xmlns:a, or truncated UTF-32.
            throw XmlInput.unparsable(failure, reader);
        }
    }

    private OaiResponse envelope() throws XMLStreamException, OaiFormatException {
        OaiResponse.Answer answer = null;
        if (Namespaces.OAI_INDEX.equals(reader.getNamespaceURI())) {
            envelope = OaiResponse.Envelope.INDEX;
        }
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "responseDate" -> responseDate = Datestamp.received(text());
                case "request" -> request = request();
                case "error" -> errors.add(error());
                case "Identify" -> answer = new OaiResponse.Identify(identify());
                case "ListMetadataFormats" -> answer = new OaiResponse.ListMetadataFormats(formats("metadata"));
                case "ListIndexFormats" -> answer = new OaiResponse.ListIndexFormats(formats("index"));
                case "ListSets" -> answer = listSets();
                case "GetRecord" -> answer = getRecord();
                case "ListIdentifiers" -> answer = listIdentifiers(answer);
                case "ListRecords" -> answer = listRecords(answer);
                default -> skip();
            }
        }
        leave();
        // An error beside records, such as a remark about a missing format, must not hide the records or the pages that follow.
        boolean isList = hasEntries(answer) || leadsOn(answer) && errors.stream().allMatch(OaiError::isRemark);
        if (!errors.isEmpty() && !isList) {
            answer = new OaiResponse.Errors(errors);
        }
        if (answer == null) {
            throw new OaiFormatException("the OAI-PMH response holds neither an error nor an answer", -1);
        }
        return new OaiResponse(responseDate, request, answer, isList ? errors : List.of(), envelope);
    }

    private static boolean hasEntries(OaiResponse.@Nullable Answer answer) {
        return answer instanceof OaiResponse.ListRecords list && !list.records().isEmpty()
                || answer instanceof OaiResponse.ListIdentifiers headers && !headers.headers().isEmpty();
    }

    private static boolean leadsOn(OaiResponse.@Nullable Answer answer) {
        ResumptionToken token = switch (answer) {
            case OaiResponse.ListRecords list -> list.resumptionToken();
            case OaiResponse.ListIdentifiers list -> list.resumptionToken();
            case null, default -> null;
        };
        return token != null && !token.isLast();
    }

    /** Reads a response of protocol 1.0 or 1.1: its root is named for the verb and contains the envelope as well. */
    private OaiResponse earlyEnvelope() throws XMLStreamException, OaiFormatException {
        String root = reader.getLocalName();
        isEarly = true;
        OaiResponse.Answer answer = switch (root) {
            case "Identify" -> new OaiResponse.Identify(identify());
            case "ListMetadataFormats" -> new OaiResponse.ListMetadataFormats(formats("metadata"));
            case "ListSets" -> listSets();
            case "GetRecord", "ListRecords" -> listRecords(null);
            case "ListIdentifiers" -> listIdentifiers(null);
            default -> throw new OaiFormatException("not an OAI-PMH response: the document is a '" + root + "'", 0);
        };
        return new OaiResponse(responseDate, request, EarlyProtocol.upgraded(answer, request, root.equals("GetRecord")));
    }

    /** Reads an element that does not belong to the answer itself. In protocol 1.x the date and the request are beside the answer. */
    private void beside() throws XMLStreamException {
        switch (isEarly ? reader.getLocalName() : "") {
            case "responseDate" -> responseDate = Datestamp.received(text());
            case "requestURL" -> request = EarlyProtocol.request(text());
            default -> skip();
        }
    }

    /** Reads an element among the entries of a list: an error, written by a program that failed during the list. */
    private void amongEntries() throws XMLStreamException {
        if (!isEarly && reader.getLocalName().equals("error")) {
            errors.add(error());
        } else {
            beside();
        }
    }

    private OaiResponse.RequestEcho request() throws XMLStreamException {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (orEmpty(reader.getAttributeNamespace(i)).isEmpty()) {
                arguments.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
        return new OaiResponse.RequestEcho(text(), arguments);
    }

    private OaiError error() throws XMLStreamException {
        String code = orEmpty(reader.getAttributeValue("", "code"));
        return new OaiError(code, text());
    }

    private RepositoryDescription identify() throws XMLStreamException {
        String name = "";
        String baseUrl = "";
        String version = "";
        List<String> emails = new ArrayList<>();
        String earliest = "";
        String deleted = "";
        String granularity = "";
        List<String> compressions = new ArrayList<>();
        List<XmlFragment> descriptions = new ArrayList<>();
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "repositoryName" -> name = text();
                case "baseURL" -> baseUrl = text();
                case "protocolVersion" -> version = text();
                case "adminEmail" -> emails.add(text());
                case "earliestDatestamp" -> earliest = text();
                case "deletedRecord" -> deleted = text();
                case "granularity" -> granularity = text();
                case "compression" -> compressions.add(text());
                case "description" -> descriptions.addAll(containers());
                default -> beside();
            }
        }
        leave();
        return new RepositoryDescription(name, baseUrl, version, emails, Datestamp.received(earliest), deleted, granularity,
                compressions, descriptions);
    }

    /** @param of {@code metadata} or {@code index}: with this word the names of the elements begin */
    private List<MetadataFormat> formats(String of) throws XMLStreamException {
        String prefixName = of + "Prefix";
        String namespaceName = of + "Namespace";
        List<MetadataFormat> formats = new ArrayList<>();
        slicer.enter();
        reader.next();
        while (toChild()) {
            if (!reader.getLocalName().equals(of + "Format")) {
                beside();
                continue;
            }
            String prefix = "";
            String schema = "";
            String namespace = "";
            slicer.enter();
            reader.next();
            while (toChild()) {
                String name = reader.getLocalName();
                if (name.equals(prefixName)) {
                    prefix = text();
                } else if (name.equals("schema")) {
                    schema = text();
                } else if (name.equals(namespaceName)) {
                    namespace = text();
                } else {
                    skip();
                }
            }
            leave();
            if (!prefix.isEmpty()) {
                formats.add(new MetadataFormat(new MetadataPrefix(prefix), schema, namespace));
            }
        }
        leave();
        return formats;
    }

    private OaiResponse.ListSets listSets() throws XMLStreamException {
        List<OaiSet> sets = new ArrayList<>();
        ResumptionToken token = null;
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "set" -> sets.add(set());
                case "resumptionToken" -> token = resumptionToken();
                default -> amongEntries();
            }
        }
        leave();
        return new OaiResponse.ListSets(sets, token);
    }

    private OaiSet set() throws XMLStreamException {
        String spec = "";
        String name = "";
        List<XmlFragment> descriptions = new ArrayList<>();
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "setSpec" -> spec = text();
                case "setName" -> name = text();
                case "setDescription" -> descriptions.addAll(containers());
                default -> skip();
            }
        }
        leave();
        return new OaiSet(new SetSpec(spec), name, descriptions);
    }

    /** Returns the answer to GetRecord. Some repositories send several records; these are returned as a list, so that none is lost. */
    private OaiResponse.Answer getRecord() throws XMLStreamException, OaiFormatException {
        List<OaiRecord> found = new ArrayList<>(1);
        slicer.enter();
        reader.next();
        while (toChild()) {
            if (reader.getLocalName().equals("record")) {
                found.add(record());
            } else {
                skip();
            }
        }
        leave();
        if (found.isEmpty()) {
            throw new OaiFormatException("the GetRecord response holds no record", -1);
        }
        return found.size() == 1 ? new OaiResponse.GetRecord(found.getFirst()) : new OaiResponse.ListRecords(found, null);
    }

    /** @param before a list of the same verb in the same response: some servers send several; null when there is none */
    private OaiResponse.ListIdentifiers listIdentifiers(OaiResponse.@Nullable Answer before)
            throws XMLStreamException, OaiFormatException {
        List<Header> headers = new ArrayList<>();
        ResumptionToken token = null;
        if (before instanceof OaiResponse.ListIdentifiers list) {
            headers.addAll(list.headers());
            token = list.resumptionToken();
        }
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "header" -> headers.add(header());
                // Some servers send whole records here, or wrap each header in a record.
                case "record" -> headers.add(record().header());
                case "identifier" -> headers.add(earlyIdentifier());
                case "resumptionToken" -> token = resumptionToken();
                default -> amongEntries();
            }
        }
        leave();
        return new OaiResponse.ListIdentifiers(headers, token);
    }

    /** Reads a header of protocol 1.x, in which a list of identifiers holds identifiers only. */
    private Header earlyIdentifier() throws XMLStreamException {
        boolean deleted = isDeleted();
        return new Header(identifier(), Datestamp.received(""), List.of(), deleted);
    }

    private boolean isDeleted() {
        String status = reader.getAttributeValue("", "status");
        return status != null && status.strip().equalsIgnoreCase("deleted");
    }

    /** @param before a list of the same verb in the same response: some servers send several; null when there is none */
    private OaiResponse.ListRecords listRecords(OaiResponse.@Nullable Answer before)
            throws XMLStreamException, OaiFormatException {
        List<OaiRecord> records = new ArrayList<>();
        ResumptionToken token = null;
        if (before instanceof OaiResponse.ListRecords list) {
            records.addAll(list.records());
            token = list.resumptionToken();
        }
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "record" -> records.add(record());
                case "resumptionToken" -> token = resumptionToken();
                default -> amongEntries();
            }
        }
        leave();
        return new OaiResponse.ListRecords(records, token);
    }

    private OaiRecord record() throws XMLStreamException, OaiFormatException {
        // In protocol 1.x the status stands here; some repositories have kept it here.
        boolean deleted = isDeleted();
        Header header = new Header("", Datestamp.received(""), List.of(), false);
        XmlFragment metadata = null;
        XmlFragment index = null;
        List<XmlFragment> about = List.of();
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "header" -> header = header();
                case "index" -> {
                    if (!envelope.isOfIndex()) {
                        skip();
                    } else if (index != null) {
                        throw new OaiFormatException("the record holds more than one index",
                                reader.getLocation().getCharacterOffset());
                    } else {
                        index = index();
                    }
                }
                case "metadata" -> {
                    List<XmlFragment> found = containers();
                    metadata = metadata == null && !found.isEmpty() ? found.getFirst() : metadata;
                }
                case "about" -> {
                    about = about.isEmpty() ? new ArrayList<>(2) : about;
                    about.addAll(containers());
                }
                default -> skip();
            }
        }
        leave();
        return deleted
                ? new OaiRecord(new Header(header.identifier(), header.datestamp(), header.sets(), true), null)
                : new OaiRecord(header, metadata, index, about);
    }

    /** Reads the index part of a record. A wrong one cannot be told from its metadata later, so that the record is refused. */
    private XmlFragment index() throws XMLStreamException, OaiFormatException {
        List<XmlFragment> found = containers();
        if (found.size() != 1) {
            throw new OaiFormatException(
                    found.isEmpty() ? "the index of the record is empty" : "the index of the record holds more than one element",
                    reader.getLocation().getCharacterOffset());
        }
        return found.getFirst();
    }

    private Header header() throws XMLStreamException {
        boolean deleted = isDeleted();
        String identifier = "";
        Datestamp datestamp = Datestamp.received("");
        List<SetSpec> sets = List.of();
        slicer.enter();
        reader.next();
        while (toChild()) {
            switch (reader.getLocalName()) {
                case "identifier" -> identifier = identifier();
                case "datestamp" -> datestamp = Datestamp.received(text());
                case "setSpec" -> {
                    sets = sets.isEmpty() ? new ArrayList<>(4) : sets;
                    sets.add(new SetSpec(text()));
                }
                default -> skip();
            }
        }
        leave();
        return new Header(identifier, datestamp, sets, deleted);
    }

    private ResumptionToken resumptionToken() throws XMLStreamException {
        String expirationDate = reader.getAttributeValue("", "expirationDate");
        Long size = number(reader.getAttributeValue("", "completeListSize"));
        Long cursor = number(reader.getAttributeValue("", "cursor"));
        return new ResumptionToken(text(), expirationDate, size, cursor);
    }

    /** Returns the child elements of a container, usually one. */
    private List<XmlFragment> containers() throws XMLStreamException {
        List<XmlFragment> fragments = new ArrayList<>(1);
        slicer.enter();
        reader.next();
        while (toChild()) {
            fragments.add(slicer.slice());
        }
        leave();
        return fragments;
    }

    /** Moves to the next start tag inside the open element; returns false if its end tag comes first. */
    private boolean toChild() throws XMLStreamException {
        while (true) {
            switch (reader.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    return true;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE -> throw new XMLStreamException(
                        "a DOCTYPE and its entities are not allowed here", reader.getLocation());
                case XMLStreamConstants.END_DOCUMENT -> throw new XMLStreamException("the document ends early",
                        reader.getLocation());
                default -> reader.next();
            }
        }
    }

    /** Moves over the end tag at which the reader is. */
    private void leave() throws XMLStreamException {
        slicer.leave();
        reader.next();
    }

    /** Returns the text of an element, stripped; elements inside are ignored. */
    private String text() throws XMLStreamException {
        return allText().strip();
    }

    /** Returns an identifier. Only the white space of XML around it is no part of it, because another blank may tell two apart. */
    private String identifier() throws XMLStreamException {
        return XmlInput.strip(allText());
    }

    private String allText() throws XMLStreamException {
        StringBuilder text = null;
        String only = "";
        int depth = 1;
        while (true) {
            switch (reader.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (depth == 1 && only.isEmpty()) {
                        only = XmlInput.text(reader);
                    } else if (depth == 1) {
                        text = text == null ? new StringBuilder(only) : text;
                        text.append(XmlInput.text(reader));
                    }
                }
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> {
                    if (--depth == 0) {
                        reader.next();
                        return text == null ? only : text.toString();
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE -> throw new XMLStreamException(
                        "the entity &" + reader.getLocalName() + "; is not defined",
                        reader.getLocation());
                default -> {
                    // Comments and processing instructions are no text.
                }
            }
        }
    }

    private void skip() throws XMLStreamException {
        for (int depth = 1; depth > 0;) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {
                    // Not needed.
                }
            }
        }
        reader.next();
    }

    private static @Nullable Long number(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
