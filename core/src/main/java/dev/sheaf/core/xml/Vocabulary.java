package dev.sheaf.core.xml;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;

/**
 * A metadata vocabulary that repositories offer without naming its namespace. Immutable.
 *
 * @param namespace of its elements
 * @param roots local names of its root elements; empty if any name is accepted
 * @param schemas addresses of its schema
 * @param prefixes metadataPrefixes that repositories use for this vocabulary only
 */
record Vocabulary(String namespace, Set<String> roots, Set<String> schemas, Set<String> prefixes) {

    private static final String EARLY = "http://www.openarchives.org/OAI/";
    private static final Set<String> MARC_ROOTS = Set.of("record", "collection");
    private static final List<Vocabulary> ALL = List.of(
            new Vocabulary(Namespaces.OAI_DC, Set.of(), Set.of(EARLY + "dc.xsd", EARLY + "1.1/dc.xsd", Namespaces.OAI_DC_SCHEMA),
                    Set.of("oai_dc")),
            new Vocabulary("http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt", Set.of(),
                    Set.of(EARLY + "rfc1807.xsd", EARLY + "1.1/rfc1807.xsd"), Set.of("rfc1807", "oai_rfc1807")),
            new Vocabulary(EARLY + "1.1/oai_marc", Set.of(), Set.of(EARLY + "oai_marc.xsd", EARLY + "1.1/oai_marc.xsd"),
                    Set.of()),
            new Vocabulary(Namespaces.MARC21, MARC_ROOTS,
                    Set.of("http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd",
                            "https://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd"),
                    Set.of("marc21", "marcxml")),
            new Vocabulary("info:lc/xmlns/marcxchange-v1", MARC_ROOTS,
                    Set.of("http://www.loc.gov/standards/iso25577/marcxchange-1-1.xsd"), Set.of("marcxchange")),
            new Vocabulary(Namespaces.MODS, Set.of("mods", "modsCollection"), Set.of(), Set.of("mods")),
            new Vocabulary("http://www.loc.gov/METS/", Set.of("mets"), Set.of("http://www.loc.gov/standards/mets/mets.xsd"),
                    Set.of("mets")),
            new Vocabulary("http://arxiv.org/OAI/arXiv/", Set.of("arXiv"), Set.of("http://arxiv.org/OAI/arXiv.xsd"),
                    Set.of("arXiv")),
            new Vocabulary("http://arxiv.org/OAI/arXivRaw/", Set.of("arXivRaw"), Set.of("http://arxiv.org/OAI/arXivRaw.xsd"),
                    Set.of("arXivRaw")));

    /** Returns the vocabulary of a format, found by the address of its schema, else by its prefix. */
    static Optional<Vocabulary> of(MetadataFormat format) {
        String schema = format.schema().strip();
        return ALL.stream().filter(one -> one.schemas.contains(schema)).findFirst()
                .or(() -> ALL.stream().filter(one -> one.prefixes.contains(format.prefix().value())).findFirst());
    }

    /** Returns whether a vocabulary has roots of a local name; empty if its roots are not known. */
    static Optional<Boolean> hasRoot(String namespace, String name) {
        return ALL.stream().filter(one -> one.namespace.equals(namespace) && !one.roots.isEmpty()).findFirst()
                .map(one -> one.roots.contains(name));
    }

    /** Returns whether metadata with a root element of this local name can be in the vocabulary. */
    boolean hasRoot(String name) {
        return roots.isEmpty() || roots.contains(name);
    }
}
