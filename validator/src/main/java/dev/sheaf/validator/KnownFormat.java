package dev.sheaf.validator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;

/**
 * Formats of metadata with a schema of their own, in addition to those that {@link ResponseSchemas#own()} knows. A schema is compiled at
 * the first use of its format, and shared. Safe for use by many threads.
 */
final class KnownFormat {

    /** Dublin Core of protocol 1.x; even examples of the specification leave the slash out. */
    private static final KnownFormat EARLY_DUBLIN_CORE = new KnownFormat("Dublin Core of protocol 1.x", Set.of("dc"),
            List.of(Namespaces.DC, "http://purl.org/dc/elements/1.1"), "early-dc");

    private static final List<KnownFormat> ALL = List.of( //
            new KnownFormat("qualified Dublin Core", Set.of("qualifieddc", "dcterms", "dc"),
                    List.of("http://worldcat.org/xmlschemas/qdc-1.0/", "http://dspace.org/qualifieddc/",
                            "http://www.bl.uk/namespaces/oai_dcq/", "http://epubs.cclrc.ac.uk/xmlns/qdc/",
                            "http://www.openarchives.org/OAI/2.0/oai_dcterms/"),
                    "xml", "qualified-dc-elements", "qualified-dc-terms", "qualified-dc"),
            new KnownFormat("oai_marc", Set.of("oai_marc"),
                    List.of("http://www.openarchives.org/OAI/1.1/oai_marc", "http://www.openarchives.org/OAI/oai_marc"),
                    "oai_marc"),
            new KnownFormat("RFC 1807", Set.of("rfc1807"),
                    List.of("http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt"), "rfc1807"),
            new KnownFormat("MODS 3", Set.of("mods", "modsCollection"), List.of(Namespaces.MODS), "mods-3-8"),
            new KnownFormat("METS", Set.of("mets"), List.of("http://www.loc.gov/METS/"), "mets-1-12-1"),
            new KnownFormat("DataCite 4", Set.of("resource"), List.of("http://datacite.org/schema/kernel-4"), "xml",
                    "datacite-4"),
            new KnownFormat("DataCite 3", Set.of("resource"), List.of("http://datacite.org/schema/kernel-3"), "xml",
                    "datacite-3"),
            new KnownFormat("ETD-MS 1.0", Set.of("thesis"), List.of("http://www.ndltd.org/standards/metadata/etdms/1.0/"), "xml",
                    "etdms-1.0"),
            new KnownFormat("MPEG-21 DIDL", Set.of("DIDL"), List.of("urn:mpeg:mpeg21:2002:02-DIDL-NS"), "didl-full"));

    private static final Map<String, KnownFormat> BY_NAMESPACE = new HashMap<>();

    static {
        for (KnownFormat format : ALL) {
            format.namespaces.forEach(namespace -> BY_NAMESPACE.put(namespace, format));
        }
    }

    private final String title;
    private final Set<String> roots;
    /** Namespaces of the format: first that of the schema, then equivalent ones. */
    private final List<String> namespaces;
    private final List<String> files;
    private @Nullable Schema schema;

    private KnownFormat(String title, Set<String> roots, List<String> namespaces, String... files) {
        this.title = title;
        this.roots = roots;
        this.namespaces = namespaces;
        this.files = List.of(files);
    }

    /**
     * Returns the format of an element.
     *
     * @param isEarly true in a response of protocol 1.x
     * @return null if the format is not known
     */
    static @Nullable KnownFormat of(String namespace, boolean isEarly) {
        return isEarly && EARLY_DUBLIN_CORE.namespaces.contains(namespace) ? EARLY_DUBLIN_CORE : BY_NAMESPACE.get(namespace);
    }

    /** Returns the format's name for people. */
    String title() {
        return title;
    }

    /** Returns whether a record in it may begin with an element of this name. */
    boolean isRoot(String localName) {
        return roots.contains(localName);
    }

    /** Returns the schema's name for the namespace of a record. */
    Wording wording(String received, boolean isEarly) {
        return new Wording(received, namespaces.getFirst(), isEarly);
    }

    /** Returns a new handler that checks records one after another. */
    ValidatorHandler handler() {
        return schema().newValidatorHandler();
    }

    private synchronized Schema schema() {
        Schema compiled = schema;
        if (compiled == null) {
            compiled = SchemaFiles.compile(files.stream().map(name -> name + ".xsd").toArray(String[]::new));
            schema = compiled;
        }
        return compiled;
    }
}
