package dev.sheaf.transfer.imports.xml;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;

/**
 * Rule that determines which elements of an XML document are its records.
 *
 * @param records outermost elements with these names are records; empty if {@code named} is given, or the document is one record
 * @param named name of the elements as a person gave it, with or without prefix; null if nobody did
 * @param keepsRoot true if each record stays within the document's root, because its format requires that
 */
public record XmlRecords(Set<XmlName> records, @Nullable String named, boolean keepsRoot) {

    private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    private static final String RIF = "http://ands.org.au/standards/rif-cs/registryObjects";
    private static final String TEI = "http://www.tei-c.org/ns/1.0";
    private static final String LIDO = "http://www.lido-schema.org";
    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final String METS = "http://www.loc.gov/METS/";

    /** Rule for a document that is one record. */
    static final XmlRecords WHOLE = new XmlRecords(Set.of(), null, false);

    /** Roots that contain records by their schema. */
    private static final Map<XmlName, XmlName> COLLECTIONS = Map.ofEntries(
            collection(Namespaces.MARC21, "collection", "record"), collection(Namespaces.MODS, "modsCollection", "mods"),
            collection(ATOM, "feed", "entry"), collection(TEI, "teiCorpus", "TEI"), collection(LIDO, "lidoWrap", "lido"),
            collection("", "teiCorpus.2", "TEI.2"), collection("", "PubmedArticleSet", "PubmedArticle"),
            collection("", "collection", "record"), collection("", "modsCollection", "mods"), collection("", "teiCorpus", "TEI"),
            collection("", "lidoWrap", "lido"));

    /** Roots of single records, in which elements may repeat. */
    private static final Set<XmlName> SINGLE = Set.of(new XmlName(Namespaces.MARC21, "record"),
            new XmlName(Namespaces.MODS, "mods"), new XmlName(ATOM, "entry"), new XmlName(TEI, "TEI"), new XmlName(LIDO, "lido"),
            new XmlName(METS, "mets"), new XmlName("", "ead"), new XmlName("urn:isbn:1-931666-22-9", "ead"),
            new XmlName("http://ead3.archivists.org/schema/", "ead"), new XmlName(Namespaces.OAI_DC, "dc"),
            new XmlName(Namespaces.OAI, "record"), new XmlName("", "article"), new XmlName("", "TEI.2"),
            new XmlName("", "PubmedArticle"), new XmlName("http://datacite.org/schema/kernel-4", "resource"),
            new XmlName("http://datacite.org/schema/kernel-3", "resource"),
            new XmlName("http://www.isotc211.org/2005/gmd", "MD_Metadata"), new XmlName("ddi:codebook:2_5", "codeBook"),
            new XmlName("http://www.clarin.eu/cmd/1", "CMD"), new XmlName("http://www.clarin.eu/cmd/", "CMD"),
            new XmlName("http://www.openarchives.org/OAI/1.1/oai_marc", "oai_marc"),
            new XmlName("http://www.ndltd.org/standards/metadata/etdms/1.0/", "thesis"),
            new XmlName("http://www.europeana.eu/schemas/ese/", "record"));

    /** Names of roots of single records that tell the format also without its namespace. */
    private static final Set<String> SINGLE_UNNAMED = Set.of("mods", "TEI", "lido", "mets", "MD_Metadata", "codeBook", "CMD",
            "oai_marc", "oai_datacite", "doajArticle", "DDIInstance", "museumPlusExport", "vra", "DIDL", "rfc1807", "DIF", "lom",
            "teiHeader", "doi_batch", "arXiv", "arXivRaw");

    public XmlRecords {
        records = Set.copyOf(records);
    }

    private static Map.Entry<XmlName, XmlName> collection(String namespace, String root, String record) {
        return Map.entry(new XmlName(namespace, root), new XmlName(namespace, record));
    }

    /** Returns the rule for elements with a name, wherever they are. */
    public static XmlRecords named(String name) {
        return new XmlRecords(Set.of(), name, false);
    }

    /**
     * Returns the rule for a document. Records are the elements that the schema of its root defines; else the children in known formats;
     * else all children, if there are at least two, all with the same name and with child elements; else the document itself.
     */
    public static XmlRecords of(XmlOutline outline) {
        XmlName root = outline.root();
        if (root.equals(new XmlName("http://www.openarchives.org/OAI/2.0/static-repository", "Repository"))) {
            return new XmlRecords(Set.of(new XmlName(Namespaces.OAI, "record")), null, false);
        }
        XmlName record = COLLECTIONS.get(root);
        if (record != null && outline.children().containsKey(record)) {
            return new XmlRecords(Set.of(record), null, false);
        }
        if (isSingle(root) || isXoai(outline)) {
            return WHOLE;
        }
        Set<XmlName> known = new HashSet<>();
        long knownCount = 0;
        for (Map.Entry<XmlName, XmlOutline.Tally> child : outline.children().entrySet()) {
            if (isSingle(child.getKey())) {
                known.add(child.getKey());
                knownCount += child.getValue().count();
            }
        }
        if (knownCount > 1 || knownCount == 1 && outline.children().size() == 1) {
            return new XmlRecords(known, null, false);
        }
        return uniform(outline).map(child -> new XmlRecords(Set.of(child), null, keepsRoot(root))).orElse(WHOLE);
    }

    /** Returns whether a document is a record of DSpace's format xoai without its namespace. */
    private static boolean isXoai(XmlOutline outline) {
        return outline.root().equals(new XmlName("", "metadata"))
                && outline.children().keySet().equals(Set.of(new XmlName("", "element")));
    }

    private static boolean isSingle(XmlName root) {
        return SINGLE.contains(root) || root.namespace().isEmpty() && SINGLE_UNNAMED.contains(root.local());
    }

    private static Optional<XmlName> uniform(XmlOutline outline) {
        if (outline.children().size() != 1 || isSingleFormat(outline.root())) {
            return Optional.empty();
        }
        Map.Entry<XmlName, XmlOutline.Tally> child = outline.children().entrySet().iterator().next();
        XmlOutline.Tally tally = child.getValue();
        return tally.count() > 1 && tally.structured() == tally.count() ? Optional.of(child.getKey()) : Optional.empty();
    }

    /** Returns true for formats of one record whose root may contain several elements of the same name. */
    private static boolean isSingleFormat(XmlName root) {
        return KnownFormats.isKnown(root.namespace()) && !keepsRoot(root);
    }

    /**
     * Returns true for roots that records need: RDF has its content within the root, and registryObjects is also the root of a single
     * record of RIF-CS.
     */
    private static boolean keepsRoot(XmlName root) {
        return root.equals(new XmlName(RDF, "RDF")) || root.equals(new XmlName(RIF, "registryObjects"));
    }

    /** Returns whether the whole document is one record. */
    public boolean isWhole() {
        return records.isEmpty() && named == null;
    }

    /**
     * Returns whether an element is a record.
     *
     * @param written its name as written
     */
    boolean isRecord(XmlName name, String written) {
        String wanted = named;
        return wanted == null ? records.contains(name) : wanted.equals(wanted.indexOf(':') < 0 ? name.local() : written);
    }
}
