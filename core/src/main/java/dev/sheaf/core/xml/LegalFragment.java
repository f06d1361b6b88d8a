package dev.sheaf.core.xml;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.UnaryOperator;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;

/**
 * Conversion of fragments into a form that a response may contain. The schema of responses wants the root of metadata and of containers in
 * a namespace other than its own, and parsers such as libxml2 refuse a whole document for one namespace name that is no URI. Stateless.
 */
public final class LegalFragment {

    private static final String EARLY = "http://www.openarchives.org/OAI/1.";

    private LegalFragment() {}

    /**
     * A fragment after the check.
     *
     * @param fragment legal fragment; null if it must not be sent
     * @param what the change, or the reason for the refusal, for people; empty if the fragment was not changed
     */
    public record Checked(@Nullable XmlFragment fragment, String what) {}

    /**
     * Checks the metadata of a record. A root in no namespace, or in one of the protocol's envelope, gets that of its format, else that of
     * its own schemaLocation, else that of a well-known vocabulary, else a local one ({@link Namespaces#LOCAL}): a readable record is not
     * refused for its namespace. Dublin Core in another container than that of oai_dc is put into it.
     * A record of a combined format that cannot be taken apart is refused: the extension for index harvesting could not serve it.
     */
    public static Checked metadata(XmlFragment metadata, MetadataFormat format) {
        if (CombinedFormat.of(format).isPresent()) {
            try {
                IndexedFragment.split(metadata);
            } catch (OaiFormatException failure) {
                return new Checked(null, String.valueOf(failure.getMessage()));
            }
        }
        boolean isDublinCore = format.prefix().equals(MetadataPrefix.OAI_DC);
        String known = RootNamespace.legal(metadata.utf8());
        if (known != null && (!isDublinCore || known.equals(Namespaces.OAI_DC))) {
            return new Checked(metadata, "");
        }
        try {
            XMLStreamReader root = root(metadata);
            String namespace = text(root.getNamespaceURI());
            if (isDublinCore && root.getLocalName().equals("dc") && !namespace.equals(Namespaces.OAI_DC)) {
                XmlFragment dublinCore = EarlyProtocol.dublinCore(metadata);
                if (dublinCore != null) {
                    return new Checked(dublinCore, "Dublin Core outside of its namespace was put into the container of oai_dc");
                }
            }
            if (!isEnvelope(namespace)) {
                return escaped(metadata);
            }
            String target = target(root, format);
            XmlFragment rewritten = rewritten(metadata, name -> isEnvelope(name) ? target : uri(name),
                    text(root.getPrefix()).isEmpty() ? target : null);
            return new Checked(rewritten,
                    "elements in " + (namespace.isEmpty() ? "no namespace" : "the namespace of the protocol")
                            + " were put into " + target);
        } catch (OaiFormatException | XMLStreamException failure) {
            return new Checked(null, "the metadata cannot be put into a response: " + failure.getMessage());
        }
    }

    /** Checks an about container or a description. A root in no namespace is refused, because nothing names the right one. */
    public static Checked container(XmlFragment container) {
        if (RootNamespace.legal(container.utf8()) != null) {
            return new Checked(container, "");
        }
        try {
            return isEnvelope(text(root(container).getNamespaceURI()))
                    ? new Checked(null, "a container without a namespace of its own was left out")
                    : escaped(container);
        } catch (OaiFormatException | XMLStreamException failure) {
            return new Checked(null, "a container that cannot be put into a response was left out: " + failure.getMessage());
        }
    }

    private static Checked escaped(XmlFragment fragment) throws OaiFormatException, XMLStreamException {
        boolean[] changed = new boolean[1];
        XmlFragment rewritten = rewritten(fragment, name -> {
            String legal = uri(name);
            changed[0] |= !legal.equals(name);
            return legal;
        }, null);
        return changed[0]
                ? new Checked(rewritten, "illegal characters in namespace names were escaped")
                : new Checked(fragment, "");
    }

    /** Returns whether a format states a namespace that its records can be in: neither none nor one of the protocol's envelope. */
    public static boolean statesNamespace(MetadataFormat format) {
        return !isEnvelope(format.namespace().strip());
    }

    /** Returns the namespace that a format states, else that of the vocabulary known for its schema or prefix, else a local one. */
    public static String namespaceOf(MetadataFormat format) {
        return statesNamespace(format)
                ? uri(format.namespace().strip())
                : Vocabulary.of(format).map(Vocabulary::namespace).orElseGet(() -> local(format.prefix()));
    }

    /** Returns the namespace of records with a prefix of which nothing tells the right one. */
    static String local(MetadataPrefix prefix) {
        return Namespaces.LOCAL + uri(prefix.value());
    }

    /** Returns a format with legal addresses, as a list of formats requires; clients refuse an empty namespace. */
    public static MetadataFormat listed(MetadataFormat format) {
        return new MetadataFormat(format.prefix(), uri(format.schema().strip()), namespaceOf(format));
    }

    /** Returns a namespace name as a URI: characters that no URI may contain are percent-encoded. */
    public static String uri(String name) {
        if (isUri(name)) {
            return name;
        }
        String escaped = escape(name.strip(), "-._~:/?#@!$&'()*+,;=");
        return isUri(escaped) ? escaped : escape(name.strip(), "-._~/");
    }

    private static String escape(String name, String kept) {
        StringBuilder escaped = new StringBuilder();
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < utf8.length; i++) {
            char c = (char) (utf8[i] & 0xff);
            boolean isEscape = c == '%' && i + 2 < utf8.length && Character.digit(utf8[i + 1], 16) >= 0
                    && Character.digit(utf8[i + 2], 16) >= 0;
            if (c < 0x80 && (Character.isLetterOrDigit(c) || kept.indexOf(c) >= 0) || isEscape) {
                escaped.append(c);
            } else {
                escaped.append('%').append("0123456789ABCDEF".charAt(c >> 4)).append("0123456789ABCDEF".charAt(c & 15));
            }
        }
        return escaped.toString();
    }

    /** Returns true for a name that every parser accepts as a URI. */
    static boolean isUri(String name) {
        try {
            // Java accepts letters beyond ASCII, which other parsers refuse.
            return name.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '[' && c != ']')
                    && new URI(name).toString().equals(name);
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /** True for no namespace, and for those of the elements around metadata in every version of the protocol and in its extension. */
    static boolean isEnvelope(String namespace) {
        return namespace.isEmpty() || namespace.equals(Namespaces.OAI) || namespace.equals(Namespaces.OAI_INDEX)
                || namespace.startsWith(EARLY) && namespace.substring(namespace.lastIndexOf('/') + 1).startsWith("OAI_");
    }

    private static String target(XMLStreamReader root, MetadataFormat format) {
        String stated = format.namespace().strip();
        String located = located(root);
        String vocabulary = Vocabulary.of(format).filter(known -> known.hasRoot(root.getLocalName())).map(Vocabulary::namespace)
                .orElse("");
        for (String candidate : new String[]{stated, located, vocabulary}) {
            if (!isEnvelope(candidate)) {
                return uri(candidate);
            }
        }
        return local(format.prefix());
    }

    /** Returns the namespace of a root without one of its own, as its schemaLocation tells; empty if it does not tell. */
    public static Optional<String> located(XmlFragment metadata) {
        XMLStreamReader root = XmlFragments.root(metadata);
        return isEnvelope(text(root.getNamespaceURI()))
                ? Optional.of(located(root)).filter(namespace -> !namespace.isEmpty())
                : Optional.empty();
    }

    /** A schemaLocation also names the schemas of parts, and of elements around the record, so the first one need not be that of the root. */
    private static String located(XMLStreamReader root) {
        String[] pairs = text(root.getAttributeValue(Namespaces.XSI, "schemaLocation")).strip().split("\\s+");
        String fitting = "";
        for (int i = 0; i < pairs.length; i += 2) {
            if (isEnvelope(pairs[i]) || !isUri(pairs[i])) {
                continue;
            }
            Optional<Boolean> isOfRoot = Vocabulary.hasRoot(pairs[i], root.getLocalName());
            if (isOfRoot.orElse(false)) {
                return pairs[i];
            }
            fitting = isOfRoot.isEmpty() && fitting.isEmpty() ? pairs[i] : fitting;
        }
        return fitting;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static XMLStreamReader root(XmlFragment fragment) throws OaiFormatException, XMLStreamException {
        XMLStreamReader reader = XmlInput.pull(fragment.utf8());
        while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (reader.next() == XMLStreamConstants.DTD) {
                throw new OaiFormatException("a DOCTYPE is not allowed here", 0);
            }
        }
        return reader;
    }

    /**
     * Writes a fragment again with changed namespace names.
     *
     * @param names replaces each name
     * @param rootDefault default namespace of the root unless it declares one; null for none
     */
    private static XmlFragment rewritten(XmlFragment fragment, UnaryOperator<String> names, @Nullable String rootDefault)
            throws OaiFormatException, XMLStreamException {
        XMLStreamReader reader = root(fragment);
        Utf8Buffer out = new Utf8Buffer(fragment.length() + 256);
        String root = rootDefault;
        int depth = 0;
        do {
            switch (reader.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    start(out, reader, names, depth == 0 ? root : null);
                    depth++;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    out.put("</").put(qualified(reader.getPrefix(), reader.getLocalName())).put(">");
                    depth--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA,
                        XMLStreamConstants.SPACE -> out.escape(reader.getText());
                case XMLStreamConstants.COMMENT -> out.put("<!--").put(reader.getText()).put("-->");
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> out.put("<?").put(reader.getPITarget()).put(" ")
                        .put(text(reader.getPIData())).put("?>");
                default -> throw new OaiFormatException("it has a part that cannot be copied", 0);
            }
            if (depth > 0) {
                reader.next();
            }
        } while (depth > 0);
        // Two prefixes may now have the same namespace.
        return XmlFragments.parse(out.toByteArray());
    }

    private static void start(Utf8Buffer out, XMLStreamReader reader, UnaryOperator<String> names, @Nullable String rootDefault) {
        out.put("<").put(qualified(reader.getPrefix(), reader.getLocalName()));
        boolean hasDefault = false;
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = text(reader.getNamespacePrefix(i));
            hasDefault |= prefix.isEmpty();
            String name = text(reader.getNamespaceURI(i));
            String legal = name.isEmpty() && !prefix.isEmpty() ? name : names.apply(name);
            out.put(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"").escapeAttribute(legal).put("\"");
        }
        if (rootDefault != null && !hasDefault) {
            out.put(" xmlns=\"").escapeAttribute(rootDefault).put("\"");
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            out.put(" ").put(qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i))).put("=\"")
                    .escapeAttribute(reader.getAttributeValue(i)).put("\"");
        }
        out.put(">");
    }

    private static String qualified(@Nullable String prefix, String name) {
        return text(prefix).isEmpty() ? name : prefix + ":" + name;
    }
}
