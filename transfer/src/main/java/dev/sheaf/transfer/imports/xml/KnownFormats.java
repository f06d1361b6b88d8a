package dev.sheaf.transfer.imports.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Names of formats by the root element of their records. Well-known namespaces have well-known prefixes; other formats are named by their
 * root. Two formats of one source never have the same prefix. For one import; not thread-safe.
 */
public final class KnownFormats {

    /** Beginning of the namespaces of formats without one; the name of the format is appended. */
    private static final String OWN = Namespaces.LOCAL;

    /** Formats in the guidelines and in the lists of real repositories. */
    private static final List<MetadataFormat> WELL_KNOWN = List.of(MetadataFormat.OAI_DC,
            format("marc21", Namespaces.MARC21, "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd"),
            format("mods", Namespaces.MODS, "http://www.loc.gov/standards/mods/v3/mods-3-8.xsd"),
            format("mets", "http://www.loc.gov/METS/", "http://www.loc.gov/standards/mets/mets.xsd"),
            format("oai_marc", "http://www.openarchives.org/OAI/1.1/oai_marc",
                    "http://www.openarchives.org/OAI/1.1/oai_marc.xsd"),
            format("rfc1807", "http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt",
                    "http://www.openarchives.org/OAI/1.1/rfc1807.xsd"),
            format("datacite", "http://datacite.org/schema/kernel-4", "http://schema.datacite.org/meta/kernel-4/metadata.xsd"),
            format("datacite3", "http://datacite.org/schema/kernel-3", "http://schema.datacite.org/meta/kernel-3/metadata.xsd"),
            format("oai_datacite", "http://schema.datacite.org/oai/oai-1.1/", "http://schema.datacite.org/oai/oai-1.1/oai.xsd"),
            format("oai_etdms", "http://www.ndltd.org/standards/metadata/etdms/1.0/",
                    "http://www.ndltd.org/standards/metadata/etdms/1.0/etdms.xsd"),
            format("qdc", "http://purl.org/dc/terms/", "http://dublincore.org/schemas/xmls/qdc/2006/01/06/dcterms.xsd"),
            format("didl", "urn:mpeg:mpeg21:2002:02-DIDL-NS",
                    "http://standards.iso.org/ittf/PubliclyAvailableStandards/MPEG-21_schema_files/did/didl.xsd"),
            format("dim", "http://www.dspace.org/xmlns/dspace/dim", "http://www.dspace.org/schema/dim.xsd"),
            format("xoai", "http://www.lyncode.com/xoai", "http://www.lyncode.com/schemas/xoai.xsd"),
            format("rif", "http://ands.org.au/standards/rif-cs/registryObjects",
                    "http://services.ands.org.au/documentation/rifcs/schema/registryObjects.xsd"),
            format("ead", "urn:isbn:1-931666-22-9", "http://www.loc.gov/ead/ead.xsd"),
            format("ead3", "http://ead3.archivists.org/schema/", "https://www.loc.gov/ead/ead3.xsd"),
            format("cmdi", "http://www.clarin.eu/cmd/1", "https://infra.clarin.eu/CMDI/1.x/xsd/cmd-envelop.xsd"),
            format("cmdi11", "http://www.clarin.eu/cmd/", "http://infra.clarin.eu/cmd/general-component-schema.xsd"),
            format("iso19139", "http://www.isotc211.org/2005/gmd", "http://www.isotc211.org/2005/gmd/gmd.xsd"),
            format("ddi25", "ddi:codebook:2_5",
                    "http://www.ddialliance.org/Specification/DDI-Codebook/2.5/XMLSchema/codebook.xsd"),
            format("ore", "http://www.w3.org/2005/Atom", "http://tweety.lanl.gov/public/schemas/2008-06/atom-tron.sch"),
            format("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.openarchives.org/OAI/2.0/rdf.xsd"),
            format("ese", "http://www.europeana.eu/schemas/ese/", "http://www.europeana.eu/schemas/ese/ESE-V3.4.xsd"),
            format("uketd_dc", "http://naca.central.cranfield.ac.uk/ethos-oai/2.0/",
                    "http://naca.central.cranfield.ac.uk/ethos-oai/2.0/uketd_dc.xsd"));

    /** Prefixes by the roots of formats without a namespace. */
    private static final Map<String, String> WITHOUT_NAMESPACE = Map.of("article", "jats", "ead", "ead", "pubmedarticle",
            "pubmed",
            "pubmedarticleset", "pubmed", "teiheader", "tei", "tei.2", "tei");

    private final Map<String, MetadataFormat> byNamespace = new LinkedHashMap<>();

    private static MetadataFormat format(String prefix, String namespace, String schema) {
        return new MetadataFormat(new MetadataPrefix(prefix), schema, namespace);
    }

    /** Returns true for the namespace of a well-known format. */
    public static boolean isKnown(String namespace) {
        return WELL_KNOWN.stream().anyMatch(known -> known.namespace().equals(namespace));
    }

    /**
     * Creates the names.
     *
     * @param present existing formats of the source, which keep their prefixes
     */
    public KnownFormats(List<MetadataFormat> present) {
        present.forEach(format -> byNamespace.putIfAbsent(key(format.namespace(), format.prefix().value()), format));
    }

    private static String key(String namespace, String name) {
        return namespace.isEmpty() || namespace.startsWith(OWN) ? " " + name : namespace;
    }

    /** Returns all formats that were named so far, and the existing ones. */
    public List<MetadataFormat> all() {
        return List.copyOf(byNamespace.values());
    }

    /** Returns the format of a record. */
    public MetadataFormat of(XmlFragment metadata) {
        String own = XmlFragments.rootNamespace(metadata);
        String namespace = own.isEmpty() ? LegalFragment.located(metadata).orElse("") : own;
        String root = XmlFragments.rootName(metadata);
        String name = namespace.isEmpty()
                ? WITHOUT_NAMESPACE.getOrDefault(root.toLowerCase(Locale.ROOT), legal(root))
                : legal(root);
        return byNamespace.computeIfAbsent(key(namespace, name), _ -> named(namespace, name, metadata));
    }

    /**
     * Returns the format of a record with a given prefix.
     *
     * @param namespace namespace of its root; empty if it has none or is unknown
     */
    public MetadataFormat of(MetadataPrefix prefix, String namespace) {
        for (MetadataFormat format : byNamespace.values()) {
            if (format.prefix().equals(prefix)) {
                return format;
            }
        }
        MetadataFormat format = WELL_KNOWN.stream()
                .filter(known -> known.namespace().equals(namespace) || namespace.isEmpty() && known.prefix().equals(prefix))
                .findFirst().map(known -> new MetadataFormat(prefix, known.schema(), known.namespace()))
                .orElseGet(() -> new MetadataFormat(prefix, "", namespace.isEmpty() ? OWN + prefix : namespace));
        byNamespace.put(key(format.namespace(), prefix.value()) + " " + prefix, format);
        return format;
    }

    /**
     * Names a new format. Its schema is that of its first record: a namespace may have several schema versions, and the records must name
     * the schema of ListMetadataFormats (S2.5).
     */
    private MetadataFormat named(String namespace, String name, XmlFragment metadata) {
        MetadataFormat wanted = WELL_KNOWN.stream().filter(known -> known.namespace().equals(namespace)).findFirst()
                .orElseGet(() -> format(name, namespace, ""));
        String prefix = wanted.prefix().value();
        for (int number = 2; isTaken(prefix, namespace); number++) {
            prefix = wanted.prefix() + "." + number;
        }
        return new MetadataFormat(new MetadataPrefix(prefix), XmlFragments.rootSchema(metadata).orElse(wanted.schema()),
                wanted.namespace().isEmpty() ? OWN + prefix : wanted.namespace());
    }

    /** Returns whether a prefix is in use. The protocol reserves oai_dc and all (S3.4), so a root with such a name gets another prefix. */
    private boolean isTaken(String prefix, String namespace) {
        return prefix.equals("all") || prefix.equals("oai_dc") && !namespace.equals(Namespaces.OAI_DC)
                || byNamespace.values().stream().anyMatch(format -> format.prefix().value().equals(prefix));
    }

    private static String legal(String name) {
        StringBuilder legal = new StringBuilder();
        for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
            legal.append(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' ? c : '_');
        }
        return legal.toString();
    }
}
