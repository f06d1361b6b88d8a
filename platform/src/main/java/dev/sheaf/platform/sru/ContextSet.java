package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Context sets of CQL whose indexes are supported. */
enum ContextSet {
    /** CQL itself. */
    CQL("cql", "info:srw/cql-context-set/1/cql-v1.2", "info:srw/cql-context-set/1/cql-v1.1", "info:srw/context-sets/1/cql-v1.2"),
    /** Dublin Core; the set of indexes without a prefix. */
    DC("dc", "info:srw/cql-context-set/1/dc-v1.1", "info:srw/context-sets/1/dc-v1.1", "http://purl.org/dc/elements/1.1/"),
    /** The Bath profile, for library catalogues. */
    BATH("bath", "http://zing.z3950.org/cql/bath/2.0/", "info:srw/cql-context-set/1/bath-v1.1"),
    /** Items of OAI-PMH, by OCLC. */
    OAI("oai", "info:srw/cql-context-set/1/oai-v1.0", "http://www.openarchives.org/OAI/2.0/"),
    /** Orders. */
    SORT("sort", "info:srw/cql-context-set/1/sort-v1.0", "info:srw/context-sets/1/sort-v1.0");

    private final String text;
    /** Immutable. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> uris;

    ContextSet(String text, String... uris) {
        this.text = text;
        this.uris = List.of(uris);
    }

    /** Returns the prefix that it has without an assignment. */
    String text() {
        return text;
    }

    /** Returns the address that names it. */
    String uri() {
        return uris.getFirst();
    }

    /** Returns the diagnostic about a set that does not exist. */
    static SruException unknown(String name) {
        return new SruException(Diagnostic.unknown(Diagnostic.CONTEXT_SET, "context set", name,
                List.of(values()).stream().filter(set -> set != SORT).map(ContextSet::text).toList()));
    }

    /** Returns the set of a prefix, in any case; empty if it is unknown. */
    static Optional<ContextSet> ofPrefix(String prefix) {
        String lower = prefix.toLowerCase(Locale.ROOT);
        return List.of(values()).stream().filter(set -> set.text.equals(lower)).findFirst();
    }

    /** Returns the set of an address; empty if it is unknown. */
    static Optional<ContextSet> ofUri(String uri) {
        return List.of(values()).stream().filter(set -> set.uris.contains(uri)).findFirst();
    }
}
