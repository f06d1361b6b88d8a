package dev.sheaf.fulltext;

import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * A form in which the terms of a text are exposed. Each has a prefix of its own in requests of the index extension, and stands in the names of
 * combined metadata formats, such as {@code oai_dc__tf_basic}.
 */
public enum IndexFormat {

    /** The terms alone, with the length of the text: enough for Boolean queries. */
    TERMS("terms", Namespaces.TERMS, "terms.xsd"),
    /** Terms with their frequencies: enough for ranking. */
    TF_BASIC("tf_basic", Namespaces.TERM_FREQUENCIES, "tf_basic.xsd"),
    /** Terms with the positions of their tokens: enough for phrases, and nearly the text itself. */
    TF_POSITIONAL("tf_positional", Namespaces.TERM_FREQUENCIES, "tf_basic.xsd");

    /** Stands between the two prefixes in the name of a combined format. */
    private static final String BETWEEN = "__";

    private final String prefix;
    private final String namespace;
    private final String schema;

    IndexFormat(String prefix, String namespace, String schema) {
        this.prefix = prefix;
        this.namespace = namespace;
        this.schema = schema;
    }

    /**
     * A combined metadata format taken apart.
     *
     * @param metadataPrefix of the metadata, such as {@code oai_dc}; not empty
     * @param format of the index
     */
    public record Combined(String metadataPrefix, IndexFormat format) {

        /** Returns the prefix of the combined format. */
        public String prefix() {
            return format.combinedPrefix(metadataPrefix);
        }
    }

    /** Returns the indexPrefix: {@code terms}, {@code tf_basic}, {@code tf_positional}. */
    public String prefix() {
        return prefix;
    }

    /** Returns the namespace of the element {@code terms}. The format {@code terms} has one of its own, because its terms have no frequency. */
    public String namespace() {
        return namespace;
    }

    /**
     * Returns the address of the schema in the form that stores keep; a hub names its own when it serves a record
     * ({@link dev.sheaf.core.xml.SchemaAddresses}).
     */
    public String schemaAddress() {
        return Namespaces.EXTENSION + schema;
    }

    /** Returns the prefix of the format that binds this index to metadata: {@code oai_dc__tf_basic} for {@code oai_dc}. */
    public String combinedPrefix(String metadataPrefix) {
        return metadataPrefix + BETWEEN + prefix;
    }

    /** Returns the metadata format of the combined records: {@code oai_dc__tf_basic} for {@code oai_dc}. */
    public MetadataFormat combinedFormat(String metadataPrefix) {
        return new MetadataFormat(new MetadataPrefix(combinedPrefix(metadataPrefix)), Namespaces.INDEXED_SCHEMA,
                Namespaces.INDEXED);
    }

    /** Returns the format of an indexPrefix; empty when there is no such format. */
    public static Optional<IndexFormat> ofPrefix(String indexPrefix) {
        for (IndexFormat format : values()) {
            if (format.prefix.equals(indexPrefix)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** Takes the prefix of a combined format apart; empty when it is none. */
    public static Optional<Combined> ofCombined(String prefix) {
        int between = prefix.lastIndexOf(BETWEEN);
        return between <= 0
                ? Optional.empty()
                : ofPrefix(prefix.substring(between + BETWEEN.length()))
                        .map(format -> new Combined(prefix.substring(0, between), format));
    }

    /** Returns the indexPrefix. */
    @Override
    public String toString() {
        return prefix;
    }
}
