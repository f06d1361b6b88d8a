package dev.sheaf.publish.record;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.fulltext.IndexFormat;

/** Metadata formats of a collection besides oai_dc. Stateless. */
public final class ResourceFormats {

    /** Namespace of the format {@code http_header}. */
    public static final String HTTP_HEADER_NAMESPACE = Namespaces.EXTENSION + "http_header/";
    /** Namespace of MPEG-21 DIDL. */
    public static final String DIDL_NAMESPACE = "urn:mpeg:mpeg21:2002:02-DIDL-NS";
    /** Namespace of METS. */
    public static final String METS_NAMESPACE = "http://www.loc.gov/METS/";

    /** Header fields of HTTP for a file, as mod_oai has them. */
    public static final MetadataFormat HTTP_HEADER = new MetadataFormat(new MetadataPrefix("http_header"),
            Namespaces.EXTENSION + "http_header.xsd", HTTP_HEADER_NAMESPACE);
    /** Complex object: description, and content by reference or by value. */
    public static final MetadataFormat DIDL = new MetadataFormat(new MetadataPrefix("oai_didl"),
            "http://standards.iso.org/ittf/PubliclyAvailableStandards/MPEG-21_schema_files/did/didl.xsd", DIDL_NAMESPACE);
    /** The same in METS. */
    public static final MetadataFormat METS = new MetadataFormat(new MetadataPrefix("mets"),
            "http://www.loc.gov/standards/mets/mets.xsd", METS_NAMESPACE);

    private ResourceFormats() {}

    /** Returns the format that binds oai_dc and an index. */
    public static MetadataFormat indexed(IndexFormat format) {
        return format.combinedFormat("oai_dc");
    }
}
