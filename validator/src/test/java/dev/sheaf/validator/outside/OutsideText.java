package dev.sheaf.validator.outside;

/** Texts of the base provider. */
final class OutsideText {

    static final String HEAD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
            """;
    static final String DC_FORMAT = "<metadataPrefix>oai_dc</metadataPrefix><schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
            + "</schema><metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace>";
    static final String MARC_FORMAT = "<metadataPrefix>marcxml</metadataPrefix><schema>"
            + "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd</schema><metadataNamespace>http://www.loc.gov/MARC21/slim"
            + "</metadataNamespace>";
    static final String XSI = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
    static final String OAI_IDENTIFIER = description("oai-identifier", "http://www.openarchives.org/OAI/2.0/oai-identifier",
            "http://www.openarchives.org/OAI/2.0/oai-identifier.xsd",
            "<scheme>oai</scheme><repositoryIdentifier>outside.example.org"
                    + "</repositoryIdentifier><delimiter>:</delimiter><sampleIdentifier>oai:outside.example.org:007</sampleIdentifier>");
    private static final String OAI = "http://www.openarchives.org/OAI/2.0/";

    private OutsideText() {}

    static String description(String root, String namespace, String schema, String content) {
        return "<description>" + rooted(root, namespace, schema, content) + "</description>";
    }

    static String rooted(String root, String namespace, String schema, String content) {
        return "<" + root + " xmlns=\"" + namespace + "\"" + XSI + " xsi:schemaLocation=\"" + namespace + " " + schema + "\">"
                + content
                + "</" + root + ">";
    }

    static String provenance(String content) {
        return "<about>" + rooted("provenance", OAI + "provenance", OAI + "provenance.xsd", content) + "</about>";
    }

    static String rights(String content) {
        return "<about>" + rooted("rights", OAI + "rights/", OAI + "rights.xsd", content) + "</about>";
    }

    static String origin() {
        return "<originDescription harvestDate=\"2024-01-02T14:10:02Z\" altered=\"false\"><baseURL>http://origin.example.org/oai</baseURL>"
                + "<identifier>oai:origin.example.org:1</identifier><datestamp>2023-01-01</datestamp><metadataNamespace>" + OAI
                + "oai_dc/</metadataNamespace></originDescription>";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    static String dublinCore(OutsideItem item) {
        return "<oai_dc:dc xmlns:oai_dc=\"" + OAI + "oai_dc/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"" + XSI
                + " xsi:schemaLocation=\"" + OAI + "oai_dc/ " + OAI + "oai_dc.xsd\"><dc:title>Title " + item.number()
                + "</dc:title><dc:creator>Author " + item.number() % 6 + "</dc:creator><dc:date>2001</dc:date><dc:identifier>"
                + "http://outside.example.org/item/" + item.number() + "</dc:identifier></oai_dc:dc>";
    }

    static String marc(OutsideItem item) {
        return "<marc:record xmlns:marc=\"http://www.loc.gov/MARC21/slim\"" + XSI
                + " xsi:schemaLocation=\"http://www.loc.gov/MARC21/slim "
                + "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd\"><marc:leader>00000nam a2200000 a 4500</marc:leader>"
                + "<marc:controlfield tag=\"001\">" + item.number()
                + "</marc:controlfield><marc:datafield tag=\"245\" ind1=\"0\" ind2=\"0\">"
                + "<marc:subfield code=\"a\">Title " + item.number() + "</marc:subfield></marc:datafield></marc:record>";
    }
}
