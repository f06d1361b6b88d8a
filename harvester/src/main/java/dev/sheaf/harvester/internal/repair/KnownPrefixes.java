package dev.sheaf.harvester.internal.repair;

import java.util.HashMap;
import java.util.Map;

import dev.sheaf.core.Namespaces;

/** Namespaces for prefixes that a response uses without a declaration. */
final class KnownPrefixes {

    /** Start of the namespaces for unknown prefixes, which says that they were not declared. */
    static final String UNDECLARED = Namespaces.SHEAF + "undeclared-prefix/";

    private static final Map<String, String> NAMESPACES = namespaces();

    private KnownPrefixes() {}

    /** Returns the usual namespace of a prefix; a marked one of this project for unknown prefixes. */
    static String namespace(String prefix) {
        String known = NAMESPACES.get(prefix);
        return known == null ? UNDECLARED + prefix : known;
    }

    private static Map<String, String> namespaces() {
        Map<String, String> namespaces = new HashMap<>();
        namespaces.put("oai", Namespaces.OAI);
        namespaces.put("oai_dc", Namespaces.OAI_DC);
        namespaces.put("dc", Namespaces.DC);
        namespaces.put("xsi", Namespaces.XSI);
        namespaces.put("marc", Namespaces.MARC21);
        namespaces.put("mods", Namespaces.MODS);
        namespaces.put("provenance", Namespaces.PROVENANCE);
        namespaces.put("dcterms", "http://purl.org/dc/terms/");
        namespaces.put("dct", "http://purl.org/dc/terms/");
        namespaces.put("dcmitype", "http://purl.org/dc/dcmitype/");
        namespaces.put("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
        namespaces.put("rdfs", "http://www.w3.org/2000/01/rdf-schema#");
        namespaces.put("owl", "http://www.w3.org/2002/07/owl#");
        namespaces.put("skos", "http://www.w3.org/2004/02/skos/core#");
        namespaces.put("foaf", "http://xmlns.com/foaf/0.1/");
        namespaces.put("xlink", "http://www.w3.org/1999/xlink");
        namespaces.put("xs", "http://www.w3.org/2001/XMLSchema");
        namespaces.put("xsd", "http://www.w3.org/2001/XMLSchema");
        namespaces.put("xhtml", "http://www.w3.org/1999/xhtml");
        namespaces.put("mml", "http://www.w3.org/1998/Math/MathML");
        namespaces.put("mets", "http://www.loc.gov/METS/");
        namespaces.put("premis", "http://www.loc.gov/premis/v3");
        namespaces.put("didl", "urn:mpeg:mpeg21:2002:02-DIDL-NS");
        namespaces.put("dii", "urn:mpeg:mpeg21:2002:01-DII-NS");
        namespaces.put("edm", "http://www.europeana.eu/schemas/edm/");
        namespaces.put("europeana", "http://www.europeana.eu/schemas/ese/");
        namespaces.put("ore", "http://www.openarchives.org/ore/terms/");
        namespaces.put("atom", "http://www.w3.org/2005/Atom");
        namespaces.put("etdms", "http://www.ndltd.org/standards/metadata/etdms/1.0/");
        namespaces.put("dim", "http://www.dspace.org/xmlns/dspace/dim");
        namespaces.put("datacite", "http://datacite.org/schema/kernel-4");
        namespaces.put("oaire", "http://namespace.openaire.eu/schema/oaire/");
        namespaces.put("lom", "http://ltsc.ieee.org/xsd/LOM");
        namespaces.put("lido", "http://www.lido-schema.org");
        namespaces.put("ead", "urn:isbn:1-931666-22-9");
        namespaces.put("cmd", "http://www.clarin.eu/cmd/1");
        namespaces.put("olac", "http://www.language-archives.org/OLAC/1.1/");
        namespaces.put("vcard", "http://www.w3.org/2006/vcard/ns#");
        namespaces.put("bibo", "http://purl.org/ontology/bibo/");
        namespaces.put("gml", "http://www.opengis.net/gml");
        namespaces.put("gmd", "http://www.isotc211.org/2005/gmd");
        namespaces.put("gco", "http://www.isotc211.org/2005/gco");
        namespaces.put("dwc", "http://rs.tdwg.org/dwc/terms/");
        return Map.copyOf(namespaces);
    }
}
