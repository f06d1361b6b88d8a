package dev.sheaf.validator.evidence;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * Reads a response into {@link ResponseFacts}. A response that is not well-formed is read as far as a harvester would repair it, so that one
 * wrong character does not hide everything else. One record at a time is in memory as a tree. For one response.
 */
final class ResponseDocumentReader {

    /** Records of a page whose facts are kept. */
    static final int MOST_RECORDS = 5_000;

    /** Elements of one record, and of the envelope; what goes beyond is not kept. */
    private static final int MOST_NODES = 200_000;
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int EXCERPT = 400;
    /** Stands in the message about a document that is not read because it goes beyond a {@link dev.sheaf.core.Limit}. */
    private static final String BOUNDS = "sheaf.limit.";
    private static final Pattern DECLARATION = Pattern.compile("<\\?xml\\s[^>]*\\?>");
    private static final Pattern ENCODING = Pattern.compile("encoding\\s*=\\s*[\"']([^\"']*)[\"']");

    /** Takes each record while its tree is there. */
    @FunctionalInterface
    interface RecordListener {

        /**
         * Takes a record of a list or of GetRecord, or a header of ListIdentifiers.
         *
         * @param node the whole of it
         */
        void record(XmlNode node, RecordFacts facts);
    }

    private final byte[] body;
    private final RecordListener listener;
    private final FormatSchemas schemas;
    private final List<RecordFacts> records = new ArrayList<>();
    private int recordCount;
    /** Records that the listener has had: a second reading after a repair does not hand them out again. */
    private int handed;
    private boolean isBeyondBounds;
    private boolean hasDoctype;
    private int nodes;

    private ResponseDocumentReader(byte[] body, RecordListener listener, FormatSchemas schemas) {
        this.body = body;
        this.listener = listener;
        this.schemas = schemas;
    }

    /** Reads a response. */
    static ResponseFacts read(byte[] body, String contentType, RecordListener listener, FormatSchemas schemas) {
        return new ResponseDocumentReader(body, listener, schemas).facts(contentType);
    }

    private ResponseFacts facts(String contentType) {
        boolean marked = body.length >= 3 && body[0] == (byte) 0xef && body[1] == (byte) 0xbb && body[2] == (byte) 0xbf;
        byte[] document = marked ? Arrays.copyOfRange(body, 3, body.length) : body;
        String start = new String(document, 0, Math.min(document.length, 512), StandardCharsets.ISO_8859_1);
        Matcher declared = DECLARATION.matcher(start);
        String declaration = declared.lookingAt() ? declared.group() : "";
        Matcher encoding = ENCODING.matcher(declaration);
        boolean isUtf8 = !encoding.find() || encoding.group(1).equalsIgnoreCase("UTF-8");
        int invalid = invalidUtf8(document);
        String malformed = null;
        List<String> repairs = List.of();
        XmlNode root = null;
        if (isUtf8 && invalid < 0) {
            try {
                root = tree(document);
            } catch (OaiFormatException failure) {
                malformed = String.valueOf(failure.getMessage());
                isBeyondBounds |= malformed.contains(BOUNDS);
            }
        } else {
            malformed = invalid < 0 ? null : "byte " + invalid + " is not UTF-8";
        }
        if (root == null && !isBeyondBounds) {
            records.clear();
            recordCount = 0;
            nodes = 0;
            try {
                Reading reading = ResponseReader.REPAIRING.read(body, contentType);
                repairs = reading.repairs().stream().map(RepairNote::toString).limit(5).toList();
                root = tree(reading.utf8());
            } catch (OaiFormatException failure) {
                malformed = malformed == null ? String.valueOf(failure.getMessage()) : malformed;
            }
        }
        List<ResponseFacts.SchemaFault> schemaFaults = new ArrayList<>();
        int otherFormats = 0;
        if (root != null && root.name().equals("OAI-PMH")) {
            PageFindings found = PageCheck.of(body, contentType, schemas);
            otherFormats = found.otherFormats();
            found.examples().forEach(fault -> schemaFaults.add(
                    new ResponseFacts.SchemaFault(fault.identifier(), fault.line(), fault.message())));
        }
        return new ResponseFacts(declaration, invalid, hasDoctype, malformed, isBeyondBounds, repairs, root, records, recordCount,
                schemaFaults, otherFormats);
    }

    /** Returns the first byte that is not UTF-8; -1 when all are. */
    static int invalidUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(8192);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isError()) {
                return in.position();
            }
            if (result.isUnderflow()) {
                return -1;
            }
            out.clear();
        }
    }

    private XmlNode tree(byte[] utf8) throws OaiFormatException {
        XMLStreamReader reader = XmlInput.pull(utf8);
        try {
            Deque<Builder> open = new ArrayDeque<>();
            XmlNode root = null;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> open.push(begun(reader));
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                        if (!open.isEmpty()) {
                            open.peek().append(reader);
                        }
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        XmlNode ended = open.pop().node();
                        if (open.isEmpty()) {
                            root = ended;
                        } else if (isEntry(open, ended)) {
                            entry(ended, utf8);
                        } else {
                            open.peek().children.add(ended);
                        }
                    }
                    case XMLStreamConstants.DTD -> hasDoctype = true;
                    case XMLStreamConstants.ENTITY_REFERENCE -> throw new OaiFormatException(
                            "the entity '&" + reader.getLocalName() + ";' is not one of XML's five, at line "
                                    + reader.getLocation().getLineNumber(),
                            reader.getLocation().getCharacterOffset());
                    default -> {
                        // Comments and processing instructions are legal and mean nothing.
                    }
                }
            }
            if (root == null) {
                throw new OaiFormatException("the document has no element", 0);
            }
            return root;
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        }
    }

    /** Records of lists and of GetRecord, and headers of ListIdentifiers, are handed on one by one. */
    private static boolean isEntry(Deque<Builder> open, XmlNode node) {
        if (open.size() != 2) {
            return false;
        }
        String list = open.peek().name;
        return node.name().equals("record") && (list.equals("ListRecords") || list.equals("GetRecord"))
                || node.name().equals("header") && list.equals("ListIdentifiers");
    }

    private void entry(XmlNode node, byte[] utf8) {
        nodes = 0;
        recordCount++;
        int end = Math.min(utf8.length, node.offset() + EXCERPT);
        String excerpt = node.offset() < 0 || node.offset() >= end
                ? ""
                : new String(utf8, node.offset(), end - node.offset(), StandardCharsets.UTF_8);
        RecordFacts facts = RecordFacts.of(node, excerpt);
        if (records.size() < MOST_RECORDS) {
            records.add(facts);
        }
        if (recordCount > handed) {
            handed = recordCount;
            listener.record(node, facts);
        }
    }

    private Builder begun(XMLStreamReader reader) throws OaiFormatException {
        if (++nodes > MOST_NODES) {
            isBeyondBounds = true;
            throw new OaiFormatException("one part of the response has more than " + MOST_NODES + " elements, which is not read",
                    reader.getLocation().getCharacterOffset());
        }
        return new Builder(reader);
    }

    private static final class Builder {

        private final String namespace;
        private final String name;
        private final Map<String, String> attributes;
        private final Map<String, String> declared;
        private final List<XmlNode> children = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final int offset;
        private final int line;

        Builder(XMLStreamReader reader) {
            namespace = text(reader.getNamespaceURI());
            name = reader.getLocalName();
            attributes = new LinkedHashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String of = text(reader.getAttributeNamespace(i));
                attributes.put(of.isEmpty() ? reader.getAttributeLocalName(i) : "{" + of + "}" + reader.getAttributeLocalName(i),
                        reader.getAttributeValue(i));
            }
            declared = new LinkedHashMap<>();
            for (int i = 0; i < reader.getNamespaceCount(); i++) {
                declared.put(text(reader.getNamespacePrefix(i)), text(reader.getNamespaceURI(i)));
            }
            offset = reader.getLocation().getCharacterOffset();
            line = reader.getLocation().getLineNumber();
        }

        private static String text(@Nullable String text) {
            return text == null ? "" : text;
        }

        void append(XMLStreamReader reader) {
            if (text.length() < LONGEST_TEXT) {
                text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
            }
        }

        XmlNode node() {
            return new XmlNode(namespace, name, attributes.isEmpty() ? Map.of() : attributes,
                    declared.isEmpty() ? Map.of() : declared, children.isEmpty() ? List.of() : children, text.toString(), offset,
                    line);
        }
    }
}
