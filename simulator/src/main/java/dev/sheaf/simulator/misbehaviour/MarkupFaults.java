package dev.sheaf.simulator.misbehaviour;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.simulator.Behaviour;

/** Documents that are malformed, truncated, or well-formed in unusual ways that break careless parsers. */
final class MarkupFaults {

    /** Returns a record without metadata; a deleted record has none. */
    private static String withoutMetadata(String entry) {
        int metadata = entry.indexOf("<metadata>");
        return metadata < 0 ? entry : entry.substring(0, metadata) + "</record>";
    }

    private static final String NOTICE = "<br />\n<b>Notice</b>:  Undefined index: verb in <b>/var/www/oai.php</b> on line <b>12</b><br />\n";
    private static final String PROTOCOL_NAMES = "OAI-PMH|responseDate|request|error|Identify|ListMetadataFormats|ListSets|"
            + "GetRecord|ListIdentifiers|ListRecords|record|header|identifier|datestamp|setSpec|metadata|about|resumptionToken|"
            + "repositoryName|baseURL|protocolVersion|adminEmail|earliestDatestamp|deletedRecord|granularity|compression|"
            + "description|metadataFormat|metadataPrefix|schema|metadataNamespace|set|setName|setDescription";
    private static final String DESCRIPTION = "Described in plain words";

    /** The record that most of these faults damage. */
    static final int DAMAGED = 5;

    private MarkupFaults() {}

    /** Returns true if the metadata of {@link #DAMAGED} contains elements of the protocol. */
    static boolean holdsProtocol(Misbehaviour one) {
        return one.name().equals("record-in-record");
    }

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.BYTES, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        return List.of(
                of("page-cut-in-metadata", "Every page that holds record 15 ends after the record's <metadata>.", List.of(1, 10),
                        Expectation.missing(15).naming("15"), stage -> cut(stage, Integer.MAX_VALUE)),
                of("page-cut-once", "A page ends after a record's <metadata>; requested again, it is whole.", List.of(1, 10),
                        Expectation.all(), stage -> cut(stage, 1)),
                of("body-ends-early", "Pages end early, each time at another place, before they come whole.", List.of(10),
                        Expectation.all(), MarkupFaults::endsEarly),
                of("empty-body", "A page is empty, with HTTP 200; asked for again, it is there.", List.of(11), Expectation.all(),
                        stage -> stage.times(1, Layer.HTTP, Asked.page(2), (_, reply) -> reply.withBody(new byte[0]))),
                of("always-empty-body", "Every page of records is empty, with HTTP 200.", List.of(11),
                        Expectation.honest("nothing"),
                        stage -> stage.when(Layer.HTTP, Asked.records(), (_, reply) -> reply.withBody(new byte[0]))),
                of("second-declaration", "Each record's metadata begins with an XML declaration of its own.", List.of(8),
                        Expectation.all(), stage -> stage.document(text -> text.replace("<metadata>",
                                "<metadata><?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))),
                of("notices-behind", "A programming language's notices follow the document.", List.of(9),
                        Expectation.all(), stage -> stage.document(text -> text + NOTICE)),
                of("notices-in-front", "A programming language's notices stand in front of the document.", List.of(9),
                        Expectation.all(), stage -> stage.document(text -> NOTICE + text)),
                of("blank-line-in-front", "Blank lines stand in front of the XML declaration.", List.of(9), Expectation.all(),
                        stage -> stage.document(text -> "\r\n\n " + text)),
                of("document-twice", "The document comes twice, one after the other.", List.of(9), Expectation.all(),
                        stage -> stage.document(text -> text + text)),
                of("unescaped-ampersand", "A title holds & as it is.", List.of(12), Expectation.all().altering(5),
                        stage -> stage.inTitle(5, " with R&D, Q & A; M&M; behind")),
                of("unescaped-less-than", "A title holds < as it is.", List.of(12), Expectation.all().altering(5),
                        stage -> stage.inTitle(5, " with p < 0.05, 3<5 and a <- b behind")),
                of("ampersand-in-token", "The resumptionToken holds & and < as they are.", List.of(12, 33), Expectation.all(),
                        stage -> {
                            stage.repository().tokenEnd("&x<y!");
                            stage.document(text -> text.replace("&amp;x&lt;y!", "&x<y!"));
                        }),
                of("doctype-in-metadata", "A record's metadata begins with a DOCTYPE.", List.of(13), Expectation.all(),
                        stage -> stage.record(5, text -> text.replace("<metadata>",
                                "<metadata><!DOCTYPE dc SYSTEM \"http://dublincore.example.org/dc.dtd\">"))),
                of("doctype", "Documents begin with a DOCTYPE that declares entities.", List.of(13), Expectation.all(),
                        stage -> stage.document(text -> text.replace("<OAI-PMH",
                                "<!DOCTYPE OAI-PMH [<!ENTITY nbsp \"&#160;\">]>\n<OAI-PMH"))),
                of("external-entity", "A title refers to an entity at another address, which a harvester must not request.",
                        List.of(13), Expectation.all().ending(Ending.REPAIRED_OR_QUARANTINED).altering(5),
                        MarkupFaults::externalEntity),
                of("entity-bomb", "A title refers to an entity that swells to gigabytes.", List.of(13),
                        losing(Expectation.all().altering(5)), MarkupFaults::entityBomb),
                of("prefixed-elements", "All elements of the protocol have a namespace prefix.", List.of(14), Expectation.all(),
                        stage -> stage.document(MarkupFaults::prefixed)),
                of("html-in-description", "A description holds HTML elements.", List.of(15), Expectation.all().altering(5),
                        stage -> redescribe(stage,
                                "Plain <b>bold</b>, <a href=\"https://example.org/\">a link</a><br/>and text")),
                of("unclosed-html", "A description holds HTML whose elements do not end.", List.of(15),
                        Expectation.all().altering(5), stage -> stage.record(5,
                                text -> text.replace(DESCRIPTION, DESCRIPTION + "<br>of a <p>paragraph <i>and more"))),
                of("html-entities", "A description refers to entities of HTML.", List.of(15), Expectation.all().altering(5),
                        stage -> stage.record(5,
                                text -> text.replace(DESCRIPTION,
                                        DESCRIPTION + "&nbsp;caf&eacute; &mdash; &Uuml;ber &hellip; "))),
                of("unquoted-attribute", "An attribute's value has no quotes.", List.of(15), Expectation.all().altering(5),
                        stage -> stage.record(5, text -> text.replace("<dc:title>", "<dc:title lang=en>"))),
                of("duplicate-attribute", "An element has an attribute twice.", List.of(15), Expectation.all().altering(5),
                        stage -> stage.record(5,
                                text -> text.replace("<dc:title>", "<dc:title xml:lang=\"en\" xml:lang=\"de\">"))),
                of("undeclared-prefix", "An element has a prefix that is not declared.", List.of(15),
                        Expectation.all().altering(5), stage -> stage.record(5, text -> text.replace("<dc:date>",
                                "<dcterms:abstract>Abstract of words</dcterms:abstract><dc:date>"))),
                of("wrong-end-tag", "An element ends with another's name.", List.of(15), Expectation.all().altering(5),
                        stage -> stage.record(5, text -> text.replace("</dc:title>", "</dc:Title>"))),
                of("missing-end-tag", "A record's metadata does not end its last element.", List.of(15),
                        losing(Expectation.all().altering(5)),
                        stage -> stage.record(5, text -> text.replace("</oai_dc:dc>", ""))),
                of("script-in-description", "A description holds a script with everything that is special in XML.", List.of(15),
                        losing(Expectation.all().altering(5)), stage -> stage.record(5, text -> text.replace(DESCRIPTION,
                                DESCRIPTION + " <script>if (a < b && c > d) { x = \"</p>\"; }</script> "))),
                of("empty-metadata", "One record has empty metadata in one of two formats.", List.of(16),
                        new Expectation(Ending.QUARANTINE, Set.of(), false, Set.of(), 40, ""),
                        MarkupFaults::emptyMetadata),
                of("no-metadata", "A record that is not deleted has no metadata.", List.of(16), Expectation.allBut(5),
                        stage -> stage.record(5, MarkupFaults::withoutMetadata)),
                of("empty-values", "A record's date is empty, and its title is blank.", List.of(17), Expectation.all(),
                        stage -> stage.replace(record -> changed(record, 5,
                                SimulatedRecords.metadata(5, " ", "<dc:date></dc:date><dc:date/>")))),
                of("cdata", "Metadata is written in CDATA sections.", List.of(20), Expectation.all(),
                        stage -> stage.replace(record -> changed(record, 5, SimulatedRecords.metadata(5, "Title 5",
                                "<dc:description><![CDATA[<b>5 < 6</b> & more]]></dc:description>")))),
                of("namespaces-on-root", "All namespaces are declared on the root, none in the records.", List.of(20),
                        Expectation.all(), stage -> stage.document(MarkupFaults::declaredOnRoot)),
                of("no-namespace", "The root names no namespace.", List.of(14), Expectation.all(),
                        stage -> stage.document(text -> text.replace(" xmlns=\"" + Namespaces.OAI + "\"", ""))),
                of("wrong-namespace", "The namespace of the protocol lacks its slash.", List.of(14), Expectation.all(),
                        stage -> stage.document(text -> text.replace("xmlns=\"" + Namespaces.OAI + "\"",
                                "xmlns=\"" + Namespaces.OAI.substring(0, Namespaces.OAI.length() - 1) + "\""))),
                of("comments", "Comments and processing instructions stand everywhere, with elements of the protocol in them.",
                        List.of(20), Expectation.all(), stage -> stage.document(text -> text
                                .replace("<OAI-PMH",
                                        "<?xml-stylesheet type=\"text/xsl\" href=\"oai.xsl\"?>\n<!-- <record> -->\n<OAI-PMH")
                                .replace("<metadata>", "<!-- </header><metadata> --><metadata><?oai <record>?>")
                                .replace("<resumptionToken", "<!-- <resumptionToken>no</resumptionToken> --><resumptionToken"))),
                of("blanks-around-values", "Values have blanks and line feeds around them.", List.of(17, 33), Expectation.all(),
                        stage -> stage.document(MarkupFaults::padded)),
                of("record-in-record", "A record's metadata holds a record of the protocol.", List.of(20), Expectation.all(),
                        stage -> stage.replace(record -> changed(record, 5, SimulatedRecords.metadata(5, "Title 5", """
                                <dc:relation><record xmlns="%s"><header><identifier>oai:other.example.org:1</identifier>\
                                <datestamp>2020-01-01</datestamp></header><metadata/></record></dc:relation>"""
                                .formatted(Namespaces.OAI))))),
                of("giant-record", "One record has 34,866 keywords.", List.of(84), Expectation.all(),
                        stage -> stage.replace(record -> changed(record, 5, SimulatedRecords.metadata(5, "Title 5",
                                "<dc:subject>keyword</dc:subject>".repeat(34_866))))),
                of("deep-nesting", "One record nests its elements 20,000 deep.", List.of(84), losing(Expectation.all()),
                        stage -> stage.record(5, text -> text.replace("<dc:date>",
                                "<dc:x>".repeat(20_000) + "</dc:x>".repeat(20_000) + "<dc:date>"))));
    }

    /** Allows record 5 to be repaired or set aside. */
    private static Expectation losing(Expectation expectation) {
        return new Expectation(Ending.REPAIRED_OR_QUARANTINED, Set.of(5), false, expectation.altered(),
                expectation.requests(), "");
    }

    private static OaiRecord changed(OaiRecord record, int number, XmlFragment metadata) {
        return record.identifier().equals(SimulatedRecords.identifier(number)) ? SimulatedRecords.with(record, metadata) : record;
    }

    private static void redescribe(Stage stage, String description) {
        stage.replace(record -> changed(record, 5,
                SimulatedRecords.metadata(5, "Title 5", "<dc:description>" + description + "</dc:description>")));
    }

    private static void cut(Stage stage, int times) {
        String identifier = "<identifier>" + SimulatedRecords.identifier(15) + "</identifier>";
        AtomicInteger left = new AtomicInteger(times);
        stage.when(Layer.DOCUMENT, Asked.withMetadata(), Behaviour.text(text -> {
            int at = text.indexOf(identifier);
            int end = at < 0 ? -1 : text.indexOf("metadata>", at);
            return end < 0 || left.getAndDecrement() <= 0 ? text : text.substring(0, end + "metadata>".length());
        }));
    }

    private static void endsEarly(Stage stage) {
        AtomicInteger turn = new AtomicInteger();
        stage.times(2, Layer.HTTP, Asked.page(2),
                (_, reply) -> reply.withBody(Arrays.copyOf(reply.body(), 700 + 1211 * turn.getAndIncrement())));
    }

    private static void externalEntity(Stage stage) {
        stage.inTitle(5, " &outside; behind");
        stage.document(text -> text.replace("<OAI-PMH",
                "<!DOCTYPE OAI-PMH [<!ENTITY outside SYSTEM \"" + stage.baseUrl() + "/secret\">]>\n<OAI-PMH"));
    }

    private static void entityBomb(Stage stage) {
        stage.inTitle(5, " &e9; behind");
        StringBuilder doctype = new StringBuilder("<!DOCTYPE OAI-PMH [<!ENTITY e0 \"swell swell \">");
        for (int i = 1; i < 10; i++) {
            doctype.append("<!ENTITY e").append(i).append(" \"").append(("&e" + (i - 1) + ";").repeat(20)).append("\">");
        }
        stage.document(text -> text.replace("<OAI-PMH", doctype + "]>\n<OAI-PMH"));
    }

    private static String prefixed(String text) {
        return text.replaceAll("<(/?)(" + PROTOCOL_NAMES + ")(?=[\\s>/])", "<$1oai:$2").replace(" xmlns=\"" + Namespaces.OAI,
                " xmlns:oai=\"" + Namespaces.OAI);
    }

    private static String declaredOnRoot(String text) {
        String dc = " xmlns:dc=\"" + Namespaces.DC + "\"";
        String oaiDc = " xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\"";
        String xsi = " xmlns:xsi=\"" + Namespaces.XSI + "\"";
        return text.replace(dc, "").replace(oaiDc, "").replace(xsi, "").replace("<OAI-PMH", "<OAI-PMH" + dc + oaiDc + xsi);
    }

    private static String padded(String text) {
        return text.replaceAll("<(identifier|datestamp|setSpec|metadataPrefix|granularity|earliestDatestamp|responseDate)>",
                "<$1>\n    ")
                .replaceAll("</(identifier|datestamp|setSpec|metadataPrefix|granularity|earliestDatestamp|responseDate)>",
                        "\n  </$1>")
                .replaceAll("(<resumptionToken[^>]*>)", "$1\n  ").replace("</resumptionToken>", "\n </resumptionToken>");
    }

    private static void emptyMetadata(Stage stage) {
        MetadataPrefix prefix = new MetadataPrefix("simple");
        stage.repository().format(new MetadataFormat(prefix, "https://simulated.example.org/simple.xsd",
                "https://simulated.example.org/simple/"));
        for (OaiRecord record : stage.records()) {
            stage.repository().put(prefix, record.deleted()
                    ? record
                    : SimulatedRecords.with(record, XmlFragment.of("<simple xmlns=\"https://simulated.example.org/simple/\">"
                            + SimulatedRecords.number(record.identifier()) + "</simple>")));
        }
        stage.record(5, text -> text.contains("<simple") ? text.replaceAll("<simple.*</simple>", "") : text);
    }
}
