package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

/**
 * Addresses of the schemas of all namespaces that Sheaf defines ({@link Namespaces#EXTENSION} and what is below it). Stores keep one form of them,
 * below the namespace itself, whatever hub a record or format came from. A hub that serves such a record or format names the address at which it
 * serves the schema itself, so that every address can be followed, and an aggregate has one address for the records of several hubs. Immutable.
 */
public final class SchemaAddresses {

    /** The form that stores keep. */
    public static final SchemaAddresses STORED = new SchemaAddresses(Namespaces.EXTENSION, Namespaces.LOCAL, LocalSchema.FOREIGN);

    /** Path below the address of a hub at which it serves {@link NamespaceSchemas}. */
    public static final String NAMESPACES_PATH = "/ns/1.0/";
    /** Path below the address of a hub at which it serves {@link LocalSchema}. */
    public static final String LOCAL_PATH = "/schemas/local/";

    /** Path below the address of a hub at which it serves schemas of namespaces of which none is known. */
    public static final String FOREIGN_PATH = "/schemas/any/";

    private static final byte[] EXTENSION = utf8(Namespaces.EXTENSION);
    private static final byte[] ATTRIBUTE = utf8("schemaLocation");
    private static final byte[] COMMENT = utf8("<!--");
    private static final byte[] COMMENT_END = utf8("-->");
    private static final byte[] INSTRUCTION_END = utf8("?>");
    private static final byte[] CDATA_END = utf8("]]>");
    private static final String SUFFIX = ".xsd";
    private static final Pattern TOKEN = Pattern.compile("[^ \\t\\r\\n]+");

    private final String namespaces;
    private final String locals;
    private final String foreign;

    private SchemaAddresses(String namespaces, String locals, String foreign) {
        this.namespaces = namespaces;
        this.locals = locals;
        this.foreign = foreign;
    }

    /**
     * Returns the addresses at a hub.
     *
     * @param hub base URL of the hub, without a slash at its end
     */
    public static SchemaAddresses at(String hub) {
        return new SchemaAddresses(hub + NAMESPACES_PATH, hub + LOCAL_PATH, hub + FOREIGN_PATH);
    }

    /** Returns a format with the address of its schema here; the same object if Sheaf does not define its namespace. */
    public MetadataFormat of(MetadataFormat format) {
        if (format.schema().startsWith(LocalSchema.FOREIGN)) {
            return new MetadataFormat(format.prefix(), foreign + format.schema().substring(LocalSchema.FOREIGN.length()),
                    format.namespace());
        }
        return address(format.namespace(), format.schema())
                .map(schema -> new MetadataFormat(format.prefix(), schema, format.namespace())).orElse(format);
    }

    /**
     * Returns an element whose {@code xsi:schemaLocation} attributes name the addresses here for the namespaces that Sheaf defines. All other
     * bytes stay as they are.
     *
     * @return the same object if nothing changes, which is so for every element whose first tag has no such namespace
     */
    public XmlFragment of(XmlFragment element) {
        byte[] utf8 = element.utf8();
        if (!ElementBytes.contains(utf8, 0, ElementBytes.firstTagEnd(utf8), EXTENSION)) {
            return element;
        }
        Utf8Buffer out = null;
        int copied = 0;
        int at = 0;
        while (at < utf8.length) {
            if (utf8[at] != '<') {
                at++;
            } else if (at + 1 < utf8.length && (utf8[at + 1] == '!' || utf8[at + 1] == '?')) {
                at = afterSpecial(utf8, at);
            } else {
                // A tag: the values of its attributes are in quotes.
                while (at < utf8.length && utf8[at] != '>') {
                    if (utf8[at] != '"' && utf8[at] != '\'') {
                        at++;
                        continue;
                    }
                    int start = at + 1;
                    int end = start;
                    while (end < utf8.length && utf8[end] != utf8[at]) {
                        end++;
                    }
                    if (isLocation(utf8, at)) {
                        String value = new String(utf8, start, end - start, StandardCharsets.UTF_8);
                        String here = value(value);
                        if (!here.equals(value)) {
                            out = out == null ? new Utf8Buffer(utf8.length + 256) : out;
                            out.put(utf8, copied, start - copied).put(here);
                            copied = end;
                        }
                    }
                    at = end + 1;
                }
            }
        }
        return out == null ? element : XmlFragment.of(out.put(utf8, copied, utf8.length - copied).toByteArray());
    }

    /** Returns the number of bytes of the first tag of an element, which decide alone whether {@link #of} changes it. */
    public static int firstTagEnd(XmlFragment element) {
        return ElementBytes.firstTagEnd(element.utf8());
    }

    /** Returns whether the first tag of an element has an attribute {@code xsi:schemaLocation}, by its bytes: it may say so without need. */
    public static boolean isStated(XmlFragment element) {
        byte[] utf8 = element.utf8();
        return ElementBytes.contains(utf8, 0, ElementBytes.firstTagEnd(utf8), ATTRIBUTE);
    }

    /** Returns the address of the schema of a namespace here; empty if Sheaf does not define it. */
    private Optional<String> address(String namespace, String stated) {
        if (!namespace.startsWith(Namespaces.EXTENSION)) {
            return Optional.empty();
        }
        if (namespace.startsWith(Namespaces.LOCAL)) {
            String format = namespace.substring(Namespaces.LOCAL.length());
            return LocalSchema.isName(format)
                    ? Optional
                            .of(locals + format.replace("%", "%25") + "/" + LegalFragment.uri(LocalSchema.root(stated)) + SUFFIX)
                    : Optional.empty();
        }
        String file = namespace.substring(Namespaces.EXTENSION.length()).replaceFirst("/$", "") + SUFFIX;
        return NamespaceSchemas.FILES.contains(file) ? Optional.of(namespaces + file) : Optional.empty();
    }

    /** Returns the value of the attribute, as written, with other addresses. */
    private String value(String written) {
        StringBuilder here = new StringBuilder();
        Matcher tokens = TOKEN.matcher(written);
        int copied = 0;
        while (tokens.find()) {
            String namespace = tokens.group();
            if (!tokens.find()) {
                break;
            }
            Optional<String> address = address(namespace, tokens.group());
            if (address.isPresent()) {
                here.append(written, copied, tokens.start()).append(escaped(address.get()));
                copied = tokens.end();
            }
        }
        return here.append(written, copied, written.length()).toString();
    }

    private static String escaped(String address) {
        return address.replace("&", "&amp;").replace("'", "&apos;");
    }

    private static boolean isLocation(byte[] utf8, int quote) {
        int end = quote;
        while (end > 0 && (utf8[end - 1] == '=' || utf8[end - 1] >= 0 && utf8[end - 1] <= ' ')) {
            end--;
        }
        return ElementBytes.stands(ATTRIBUTE, utf8, end - ATTRIBUTE.length);
    }

    /** Returns the place after a comment, a CDATA section or a processing instruction. */
    private static int afterSpecial(byte[] utf8, int start) {
        byte[] end = ElementBytes.stands(COMMENT, utf8, start)
                ? COMMENT_END
                : utf8[start + 1] == '?' ? INSTRUCTION_END : CDATA_END;
        int at = start;
        while (at < utf8.length && !ElementBytes.stands(end, utf8, at)) {
            at++;
        }
        return at + end.length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
