package dev.sheaf.platform.sync.copies;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * A file as a record in MPEG-21 DIDL describes it: with its content, or with its address and its hash.
 *
 * @param type media type; that of unknown bytes when the record states none, or none that is one
 * @param content by value; null when the record has none; not copied
 * @param url address; null when the record has none
 * @param sha256 hash in hexadecimal digits; empty when the record states none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record DescribedFile(String type, byte @Nullable [] content, @Nullable String url, String sha256) {

    /** Format of the records that describe files. */
    public static final MetadataPrefix DIDL = new MetadataPrefix("oai_didl");

    private static final String NAMESPACE = "urn:mpeg:mpeg21:2002:02-DIDL-NS";
    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final Pattern TYPE = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9.+_-]{0,63}/[a-zA-Z0-9][a-zA-Z0-9.+_-]{0,100}");
    /** As the format http_header writes it (RFC 9530). */
    private static final Pattern DIGEST = Pattern.compile("sha-256=:([A-Za-z0-9+/=]{44}):");
    private static final int MOST = 100;

    /** Returns the files of an item in their order; none when it has no such record, or one that cannot be read. */
    public static List<DescribedFile> of(RecordStore store, String source, String identifier) {
        return store.get(source, DIDL, identifier).map(stored -> stored.record().metadata()).map(DescribedFile::read)
                .orElse(List.of());
    }

    /** Returns the files that a record describes, at most a hundred; none when it cannot be read. */
    public static List<DescribedFile> read(XmlFragment didl) {
        List<DescribedFile> files = new ArrayList<>();
        try {
            XMLStreamReader reader = XmlInput.pull(didl.utf8());
            String digest = "";
            while (reader.hasNext() && files.size() < MOST) {
                int event = reader.next();
                if (event == XMLStreamConstants.DTD) {
                    return List.of();
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    switch (reader.getLocalName()) {
                        case "Component" -> digest = "";
                        case "Repr-Digest" -> digest = digest(text(reader));
                        case "Resource" -> {
                            if (NAMESPACE.equals(reader.getNamespaceURI())) {
                                files.add(file(reader, digest));
                            }
                        }
                        default -> {
                            // Descriptions, which other readers show.
                        }
                    }
                }
            }
            return files;
        } catch (OaiFormatException | XMLStreamException _) {
            return List.of();
        }
    }

    private static DescribedFile file(XMLStreamReader reader, String digest) throws XMLStreamException {
        String stated = reader.getAttributeValue(null, "mimeType");
        String plain = stated == null ? "" : stated.split(";", 2)[0].strip();
        String type = TYPE.matcher(plain).matches() ? plain : UNKNOWN_TYPE;
        String url = reader.getAttributeValue(null, "ref");
        boolean isByValue = "base64".equals(reader.getAttributeValue(null, "encoding"));
        return new DescribedFile(type, isByValue ? decoded(text(reader)) : null, url, digest);
    }

    private static String digest(String field) {
        Matcher digest = DIGEST.matcher(field);
        byte[] bytes = digest.find() ? decoded(digest.group(1)) : null;
        return bytes == null ? "" : HexFormat.of().formatHex(bytes);
    }

    private static String text(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(reader.getText());
            }
        }
        return text.toString();
    }

    /** Returns null for text that is not base64. */
    private static byte @Nullable [] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text.replaceAll("\\s+", ""));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
