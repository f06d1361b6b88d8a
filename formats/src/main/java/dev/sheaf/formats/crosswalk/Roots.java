package dev.sheaf.formats.crosswalk;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Namespaces and root elements by which crosswalks recognise their formats. */
final class Roots {

    static final String DATACITE_4 = "http://datacite.org/schema/kernel-4";
    static final String DATACITE_SCHEMA = "http://schema.datacite.org/meta/kernel-4.5/metadata.xsd";

    /** Qualified Dublin Core. DCMI defined elements and refinements but no wrapper, so each system uses its own. */
    static final Predicate<Root> QUALIFIED_DUBLIN_CORE = in(Namespaces.OAI_DC, Namespaces.DC, "http://purl.org/dc/terms/",
            "http://dublincore.org/documents/dcmi-terms/", "http://dspace.org/qualifieddc/",
            "http://epubs.cclrc.ac.uk/xmlns/qdc/",
            "http://worldcat.org/xmlschemas/qdc-1.0/", "http://www.bl.uk/namespaces/oai_dcq/",
            "http://purl.org/net/oai_dcterms/", "http://oai.base-search.net/base_dc/",
            "http://pos.sissa.it/pos-ext_dc/pos-ext_dc.xsd").or(below("http://www.language-archives.org/OLAC/"))
            .or(below("http://www.europeana.eu/schemas/ese")).or(unnamed("dc", "olac", "pex-dc"))
            .or(root -> root.namespace().isEmpty() && root.name().equals("record") && root.childNamespace().equals(Namespaces.DC))
            .or(root -> Set.of("qualifieddc", "qdc", "dcterms").contains(root.name()));

    /** The elements of MARC are the same in all of its namespaces. */
    static final Predicate<Root> MARC = in(Namespaces.MARC21, "http://www.openarchives.org/OAI/oai_marc",
            "http://www.openarchives.org/OAI/1.1/oai_marc").or(below("info:lc/xmlns/marcxchange-"))
            .or(below("http://www.bs.dk/standards/MARCXchange")).or(unnamed("oai_marc"))
            .or(unnamedWith("collection", "record"))
            .or(root -> root.name().equals("record") && Set.of("leader", "controlfield", "datafield").contains(root.child()));

    /** Namespaces of the encodings of ISO 19115: 19139 with its profile for imagery, and 19115-3. */
    static final Predicate<Root> ISO_19115 = below("http://www.isotc211.org/2005/")
            .or(below("http://standards.iso.org/iso/19115/"));

    private Roots() {}

    /**
     * Root element, with its first child if that identifies the format.
     *
     * @param namespace namespace of the root; empty if it has none, or if it has the namespace of the protocol's response because the
     *     record forgot to declare its own, or a local one that the hub gave to it for that reason
     * @param child local name of the first child; empty if there is none
     */
    record Root(String namespace, String name, String childNamespace, String child) {

        private static final Pattern OF_RESPONSES = Pattern
                .compile("http://www\\.openarchives\\.org/OAI/(2\\.0/|1\\.[01]/OAI_\\w+)");

        static Root of(XmlFragment metadata) {
            try {
                XMLStreamReader reader = XmlInput.pull(metadata.utf8());
                next(reader);
                String namespace = namespace(reader);
                String name = reader.getLocalName();
                return next(reader)
                        ? new Root(namespace, name, namespace(reader), reader.getLocalName())
                        : new Root(namespace, name, "", "");
            } catch (OaiFormatException | XMLStreamException failure) {
                throw new IllegalArgumentException("not an XML element: " + failure.getMessage(), failure);
            }
        }

        /** Goes to the next start tag, unless the element ends before. */
        private static boolean next(XMLStreamReader reader) throws XMLStreamException {
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    return true;
                }
                if (event == XMLStreamConstants.END_ELEMENT) {
                    return false;
                }
            }
            return false;
        }

        private static String namespace(XMLStreamReader reader) {
            String namespace = reader.getNamespaceURI();
            return namespace == null || namespace.startsWith(Namespaces.LOCAL) || OF_RESPONSES.matcher(namespace).matches()
                    ? ""
                    : namespace;
        }
    }

    /** Matches formats by the namespace of their root. A prefix is no evidence, because each repository chooses its own. */
    static Predicate<Root> in(String... namespaces) {
        Set<String> known = Set.of(namespaces);
        return root -> known.contains(root.namespace());
    }

    /** Matches formats whose namespace contains a version. */
    static Predicate<Root> below(String namespace) {
        return root -> root.namespace().startsWith(namespace);
    }

    /** Matches records that came without the namespace of their format, by the name of their root. */
    static Predicate<Root> unnamed(String... names) {
        Set<String> known = Set.of(names);
        return root -> root.namespace().isEmpty() && known.contains(root.name());
    }

    /** Matches the same where the name is also that of other things, by the first element inside as well. */
    static Predicate<Root> unnamedWith(String name, String... children) {
        Set<String> known = Set.of(children);
        return root -> root.namespace().isEmpty() && root.name().equals(name) && known.contains(root.child());
    }

    /** Matches formats that began as DTDs, by the name of the root, without a namespace or in one of the given namespaces. */
    static Predicate<Root> named(String name, Predicate<Root> namespaces) {
        return root -> root.name().equals(name) && (root.namespace().isEmpty() || namespaces.test(root));
    }
}
