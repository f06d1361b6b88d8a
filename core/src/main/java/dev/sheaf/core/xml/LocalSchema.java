package dev.sheaf.core.xml;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * XML schemas of formats in a local namespace ({@link Namespaces#LOCAL}). The protocol wants the address of a schema for each format (S3.4).
 * Nothing is known of these formats but the root of their records, so the schema accepts any content. A hub serves it below its own address.
 * Stateless.
 */
public final class LocalSchema {

    /** Beginning of the names of schemas that accept any record in a namespace of which no schema is known. */
    static final String FOREIGN = Namespaces.EXTENSION + "any/";

    private static final String SUFFIX = ".xsd";
    /** Root of a format of which no record with metadata has come yet. */
    private static final String ANY_ROOT = "record";
    private static final int MOST_NAMESPACE = 2_000;
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.!~*'()%-]{1,200}");
    private static final Pattern ROOT = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]{0,199}");

    private LocalSchema() {}

    /** Returns whether a format is in a local namespace. */
    public static boolean has(MetadataFormat format) {
        return format.namespace().startsWith(Namespaces.LOCAL);
    }

    /**
     * Returns the name of the schema that is stored with the format: an address below {@link Namespaces#LOCAL}.
     *
     * @param namespace of the format, below {@link Namespaces#LOCAL}
     * @param root local name of the root of its records
     */
    public static String name(String namespace, String root) {
        return namespace + "/" + root + SUFFIX;
    }

    /**
     * Returns the name of the schema of a format in a namespace of its own whose schema nobody names. It is stored with the format.
     *
     * @param namespace of the format
     * @param root local name of the root of its records
     */
    public static String foreignName(String namespace, String root) {
        return FOREIGN + root + SUFFIX + "?namespace=" + URLEncoder.encode(namespace, StandardCharsets.UTF_8);
    }

    /** Returns whether what follows {@link Namespaces#LOCAL} in a namespace is the name of a format, so that there is a schema for it. */
    static boolean isName(String format) {
        return PREFIX.matcher(format).matches();
    }

    /** Returns the root that the address of a schema names, at whatever hub; that of unknown records if it names none. */
    static String root(String schema) {
        String file = schema.substring(schema.lastIndexOf('/') + 1);
        try {
            String root = file.endsWith(SUFFIX) ? URLDecoder.decode(file.replace("+", "%2B"), StandardCharsets.UTF_8) : SUFFIX;
            root = root.substring(0, root.length() - SUFFIX.length());
            return ROOT.matcher(root).matches() ? root : ANY_ROOT;
        } catch (IllegalArgumentException _) {
            // Other repositories may state anything, also a broken escape.
            return ANY_ROOT;
        }
    }

    /**
     * Returns the schema at a path below the address of local schemas; empty if there is none.
     *
     * @param prefix the first part of the path
     * @param file the second part: the root with the suffix {@code .xsd}
     */
    public static Optional<byte[]> of(String prefix, String file) {
        String root = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : "";
        return PREFIX.matcher(prefix).matches()
                ? schema(LegalFragment.local(new MetadataPrefix(prefix)), root, "Records that came without a namespace.")
                : Optional.empty();
    }

    /**
     * Returns the schema that accepts any record in a namespace.
     *
     * @param namespace any absolute URI
     * @param file the root with the suffix {@code .xsd}
     */
    public static Optional<byte[]> ofForeign(String namespace, String file) {
        return LegalFragment.isUri(namespace) && namespace.indexOf(':') > 0 && namespace.length() <= MOST_NAMESPACE
                && file.endsWith(SUFFIX)
                        ? schema(namespace, file.substring(0, file.length() - SUFFIX.length()),
                                "Records in a namespace of which no schema is known here.")
                        : Optional.empty();
    }

    private static Optional<byte[]> schema(String namespace, String root, String about) {
        if (!ROOT.matcher(root).matches()) {
            return Optional.empty();
        }
        return Optional
                .of("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="%s" elementFormDefault="qualified">
                          <xs:annotation><xs:documentation>%s Any content is valid.</xs:documentation>\
                        </xs:annotation>
                          <xs:element name="%s">
                            <xs:complexType mixed="true">
                              <xs:sequence><xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                              <xs:anyAttribute processContents="lax"/>
                            </xs:complexType>
                          </xs:element>
                        </xs:schema>
                        """
                        .formatted(namespace.replace("&", "&amp;"), about, root)
                        .getBytes(StandardCharsets.UTF_8));
    }
}
