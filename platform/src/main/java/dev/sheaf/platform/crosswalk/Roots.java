package dev.sheaf.platform.crosswalk;

import java.util.Set;
import java.util.function.Predicate;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.XmlFragments;

/** Namespaces by which crosswalks know their formats, and kinds of root elements. */
final class Roots {

    static final String DATACITE_4 = "http://datacite.org/schema/kernel-4";
    static final String DATACITE_SCHEMA = "http://schema.datacite.org/meta/kernel-4.5/metadata.xsd";

    /** DCMI defined elements and refinements, but no wrapper: everybody made one. */
    static final Predicate<Root> QUALIFIED_DUBLIN_CORE = in(Namespaces.OAI_DC, "http://purl.org/dc/terms/",
            "http://dublincore.org/documents/dcmi-terms/", "http://dspace.org/qualifieddc/",
            "http://epubs.cclrc.ac.uk/xmlns/qdc/",
            "http://worldcat.org/xmlschemas/qdc-1.0/", "http://www.bl.uk/namespaces/oai_dcq/",
            "http://purl.org/net/oai_dcterms/").or(root -> Set.of("qualifieddc", "qdc", "dcterms").contains(root.name()));

    private Roots() {}

    /** A root element. */
    record Root(String namespace, String name) {

        static Root of(XmlFragment metadata) {
            return new Root(XmlFragments.rootNamespace(metadata), XmlFragments.rootName(metadata));
        }
    }

    /** The root's namespace tells the format; a prefix is only what one repository calls it. */
    static Predicate<Root> in(String... namespaces) {
        Set<String> known = Set.of(namespaces);
        return root -> known.contains(root.namespace());
    }

    /** For formats whose namespace carries a version. */
    static Predicate<Root> below(String namespace) {
        return root -> root.namespace().startsWith(namespace);
    }

    /** For formats that were born as DTDs: the name tells, in no namespace or in one of these. */
    static Predicate<Root> named(String name, Predicate<Root> namespaces) {
        return root -> root.name().equals(name) && (root.namespace().isEmpty() || namespaces.test(root));
    }
}
