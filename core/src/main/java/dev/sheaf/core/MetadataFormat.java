package dev.sheaf.core;

/**
 * A metadata format as a repository lists it (S3.4, S4.4).
 *
 * @param prefix its name within the repository
 * @param schema address of its XML Schema; may be empty when a foreign repository left it out
 * @param namespace namespace of its root element; may be empty when a foreign repository left it out
 */
public record MetadataFormat(MetadataPrefix prefix, String schema, String namespace) {

    /** The mandatory format (S5). */
    public static final MetadataFormat OAI_DC = new MetadataFormat(MetadataPrefix.OAI_DC, Namespaces.OAI_DC_SCHEMA,
            Namespaces.OAI_DC);
}
