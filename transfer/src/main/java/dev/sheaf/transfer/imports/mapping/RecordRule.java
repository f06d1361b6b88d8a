package dev.sheaf.transfer.imports.mapping;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.transfer.imports.rows.Row;

/** Rule that makes a record in any format of a row. Immutable. */
final class RecordRule {

    /** Prefixes that need no declaration in a mapping. */
    private static final Map<String, String> KNOWN = Map.ofEntries(Map.entry("marc", Namespaces.MARC21),
            Map.entry("mods", Namespaces.MODS),
            Map.entry("dc", Namespaces.DC), Map.entry("oai_dc", Namespaces.OAI_DC), Map.entry("xsi", Namespaces.XSI),
            Map.entry("dcterms", "http://purl.org/dc/terms/"), Map.entry("xlink", "http://www.w3.org/1999/xlink"),
            Map.entry("etdms", "http://www.ndltd.org/standards/metadata/etdms/1.0/"),
            Map.entry("mets", "http://www.loc.gov/METS/"),
            Map.entry("datacite", "http://datacite.org/schema/kernel-4"), Map.entry("lido", "http://www.lido-schema.org"),
            Map.entry("tei", "http://www.tei-c.org/ns/1.0"), Map.entry("ead", "urn:isbn:1-931666-22-9"),
            Map.entry("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
            Map.entry("edm", "http://www.europeana.eu/schemas/edm/"),
            Map.entry("skos", "http://www.w3.org/2004/02/skos/core#"));

    private final ElementRule root;
    private final Map<String, String> declarations;

    /**
     * Creates a rule.
     *
     * @param root rule for the root of the record
     * @param given namespaces by prefix, in addition to the known ones
     * @throws IllegalArgumentException if a name is not legal in XML, or its prefix is unknown
     */
    RecordRule(ElementRule root, Map<String, String> given) {
        this.root = root;
        Map<String, String> namespaces = new HashMap<>(KNOWN);
        namespaces.putAll(given);
        this.declarations = new LinkedHashMap<>();
        if (given.containsKey("")) {
            declarations.put("xmlns", given.get(""));
        }
        for (String name : root.names()) {
            if (!name.matches("(?:[\\p{L}_][\\p{L}\\p{N}_.-]*:)?[\\p{L}_][\\p{L}\\p{N}_.-]*")) {
                throw new IllegalArgumentException("'" + name + "' is not a name of an element or attribute in XML");
            }
            int colon = name.indexOf(':');
            String prefix = colon < 0 ? "" : name.substring(0, colon);
            if (colon < 0 || prefix.equals("xml")) {
                continue;
            }
            String namespace = namespaces.get(prefix);
            if (namespace == null) {
                throw new IllegalArgumentException("the prefix of '" + name + "' has no namespace: add it below 'namespaces:'");
            }
            declarations.put("xmlns:" + prefix, namespace);
        }
    }

    /** Returns the columns that the rule uses. */
    List<ColumnName> columns() {
        return root.columns();
    }

    /**
     * Returns the record for a row.
     *
     * @throws UnmappableRowException if the record would contain no value of the row
     */
    XmlFragment of(Row row, List<String> warnings) throws UnmappableRowException {
        List<ElementRule.Made> made = root.of(row);
        if (made.isEmpty()) {
            throw new UnmappableRowException("the mapping uses none of its values for the record");
        }
        made.getFirst().texts((name, text) -> XmlText.warning(name, text).ifPresent(warnings::add));
        ElementWriter writer = new ElementWriter();
        made.getFirst().write(writer, declarations);
        return writer.fragment();
    }
}
