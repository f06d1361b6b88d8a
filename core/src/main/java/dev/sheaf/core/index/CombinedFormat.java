package dev.sheaf.core.index;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;

/**
 * A metadata format whose records hold metadata and the index of a full text in one element {@code indexed}. Its prefix consists of the
 * prefixes of both: {@code oai_dc__tf_basic}. Plain OAI-PMH carries it like any format. At base URLs of the extension for index harvesting
 * the same records are asked for by two arguments, and their parts stand beside each other.
 *
 * @param metadata prefix of the metadata
 * @param index format of the index
 */
public record CombinedFormat(MetadataPrefix metadata, Index index) {

    /** Argument of the extension that names the index format. */
    public static final String INDEX_PREFIX = "indexPrefix";
    /** Error code of the extension: the item, or the repository, has no index format. */
    public static final String NO_INDEX_FORMATS = "noIndexFormats";

    private static final String METADATA_PREFIX = "metadataPrefix";
    private static final String DIVIDER = "__";

    /** The index formats that Sheaf knows; each holds all that the one before it holds. */
    public enum Index {
        /** The terms alone. */
        TERMS("terms", Namespaces.TERMS, "terms.xsd"),
        /** The terms with their frequencies. */
        TF_BASIC("tf_basic", Namespaces.TERM_FREQUENCIES, "tf_basic.xsd"),
        /** The terms with the positions of their tokens. */
        TF_POSITIONAL("tf_positional", Namespaces.TERM_FREQUENCIES, "tf_basic.xsd");

        private final String prefix;
        private final String namespace;
        private final String file;

        Index(String prefix, String namespace, String file) {
            this.prefix = prefix;
            this.namespace = namespace;
            this.file = file;
        }

        /** Returns the indexPrefix. */
        public MetadataPrefix prefix() {
            return new MetadataPrefix(prefix);
        }

        /** Returns the namespace of its root element. */
        public String namespace() {
            return namespace;
        }

        /**
         * Returns its description, as ListIndexFormats has it.
         *
         * @param schemas address of the folder of the schemas, with a slash at its end
         */
        public MetadataFormat format(String schemas) {
            return new MetadataFormat(prefix(), schemas + file, namespace);
        }

        /** Returns the format of an indexPrefix; empty when Sheaf does not know it. */
        public static Optional<Index> of(String prefix) {
            for (Index index : values()) {
                if (index.prefix.equals(prefix)) {
                    return Optional.of(index);
                }
            }
            return Optional.empty();
        }
    }

    /** Returns the parts of a prefix; empty when it is not that of a combined format with an index format that Sheaf knows. */
    public static Optional<CombinedFormat> of(MetadataPrefix prefix) {
        String value = prefix.value();
        int divider = value.lastIndexOf(DIVIDER);
        return divider <= 0
                ? Optional.empty()
                : Index.of(value.substring(divider + DIVIDER.length()))
                        .map(index -> new CombinedFormat(new MetadataPrefix(value.substring(0, divider)), index));
    }

    /** Returns the parts of a format: its prefix is that of a combined format, and so is its namespace. Empty for any other. */
    public static Optional<CombinedFormat> of(MetadataFormat format) {
        return format.namespace().equals(Namespaces.INDEXED) ? of(format.prefix()) : Optional.empty();
    }

    /** Returns the prefix of the combined format. */
    public MetadataPrefix prefix() {
        return new MetadataPrefix(metadata.value() + DIVIDER + index.prefix().value());
    }

    /** Returns its description, as ListMetadataFormats has it (S4.4). */
    public MetadataFormat format() {
        return new MetadataFormat(prefix(), Namespaces.INDEXED_SCHEMA, Namespaces.INDEXED);
    }

    /**
     * Returns the arguments of a request as the extension has them: a combined metadataPrefix becomes a metadataPrefix and an indexPrefix,
     * which follows it. All others stay as they are.
     */
    public static Map<String, String> extended(Map<String, String> arguments) {
        String prefix = arguments.get(METADATA_PREFIX);
        Optional<CombinedFormat> combined = prefix == null || prefix.isEmpty()
                ? Optional.empty()
                : of(new MetadataPrefix(prefix));
        if (combined.isEmpty()) {
            return arguments;
        }
        Map<String, String> extended = new LinkedHashMap<>();
        arguments.forEach((key, value) -> {
            if (key.equals(METADATA_PREFIX)) {
                extended.put(key, combined.get().metadata().value());
                extended.put(INDEX_PREFIX, combined.get().index().prefix().value());
            } else {
                extended.put(key, value);
            }
        });
        return extended;
    }
}
