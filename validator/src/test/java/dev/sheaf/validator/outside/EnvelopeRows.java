package dev.sheaf.validator.outside;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import static dev.sheaf.validator.outside.OutsideRow.must;
import static dev.sheaf.validator.outside.OutsideRow.should;

/** Faults of XML, of its encoding, of the root, and of {@code request}. */
final class EnvelopeRows {

    private static final String XML = "S3.2";
    private static final String AREA = "envelope";

    private EnvelopeRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(List.of(
                text("no-declaration", "there is no XML declaration", (c, t) -> t.replaceFirst("<\\?xml[^>]*>\\s*", "")),
                text("xml-1-1", "the declaration says XML 1.1", (c, t) -> t.replaceFirst("1\\.0", "1.1")),
                must("latin-1", XML, AREA, "responses are declared and sent in ISO-8859-1", p -> {
                    p.xml = (c, t) -> t.replaceFirst("UTF-8", "ISO-8859-1").replace("Title 1", "Tïtle 1");
                    p.bytes = (c, t) -> t.getBytes(StandardCharsets.ISO_8859_1);
                }),
                must("latin-1-on-third-page", XML, AREA, "the third page has bytes that are no UTF-8", p -> {
                    p.xml = (c, t) -> t.replace("Title 15<", "Tïtle 15<");
                    p.bytes = (c, t) -> t
                            .getBytes(t.contains("Tïtle 15<") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
                }),
                text("undefined-entity", "one record has &nbsp;", (c, t) -> t.replace("Title 19<", "Title&nbsp;19<")),
                text("control-character", "one record has a control character",
                        (c, t) -> t.replace("Title 19<", "Title&#11;19<")),
                text("raw-ampersand", "one record has an ampersand that is not escaped",
                        (c, t) -> t.replace("Title 19<", "A & B<")),
                text("doctype", "responses have a document type",
                        (c, t) -> t.replaceFirst("<OAI-PMH", "<!DOCTYPE OAI-PMH>\n<OAI-PMH")),
                text("warning-before-xml", "a warning stands before the XML", (c, t) -> "<b>Notice</b>: undefined index\n" + t),
                text("text-after-xml", "text follows the XML", (c, t) -> t + "<!-- x --> done"),
                text("no-schema-location", "the root has no schemaLocation", (c, t) -> t
                        .replaceFirst(" xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/ [^\"]*\"", "")),
                text("schema-location-old", "the root names the schema of another version", (c, t) -> t
                        .replaceFirst("2\\.0/OAI-PMH\\.xsd", "1.1/OAI-PMH.xsd")),
                text("namespace-without-slash", "the namespace of the root lacks its slash", (c, t) -> t
                        .replaceFirst("xmlns=\"http://www.openarchives.org/OAI/2.0/\"",
                                "xmlns=\"http://www.openarchives.org/OAI/2.0\"")),
                text("no-response-date", "responseDate is missing",
                        (c, t) -> t.replaceFirst("<responseDate>[^<]*</responseDate>", "")),
                text("no-request", "request is missing", (c, t) -> t.replaceFirst("<request.*</request>", "")),
                text("request-before-date", "request comes before responseDate", (c, t) -> t
                        .replaceFirst("(<responseDate>.*</responseDate>)(<request.*</request>)", "$2$1")),
                text("extra-element", "the root has an element that is not in the schema", (c, t) -> t
                        .replaceFirst("</OAI-PMH>", "<time>3 ms</time></OAI-PMH>")),
                text("datestamp-before-identifier", "headers have the datestamp first", (c, t) -> t
                        .replaceAll("(<identifier>[^<]*</identifier>)(<datestamp>[^<]*</datestamp>)", "$2$1")),
                text("sets-before-datestamp", "headers have setSpecs before the datestamp", (c, t) -> t
                        .replaceAll("(<datestamp>[^<]*</datestamp>)(<setSpec>[^<]*</setSpec>)", "$2$1")),
                text("header-without-datestamp", "one header has no datestamp", (c, t) -> t
                        .replaceAll("(:025</identifier>)<datestamp>[^<]*</datestamp>", "$1")),
                text("header-without-identifier", "one header has no identifier", (c, t) -> t
                        .replaceAll("<identifier>[^<]*:025</identifier>", "")),
                text("error-code-of-own", "unknown items have a code that does not exist", (c, t) -> t
                        .replace("idDoesNotExist", "notFound")),
                text("error-without-code", "errors have no code", (c, t) -> t.replaceAll("<error code=\"[^\"]*\"", "<error")),
                text("error-beside-records", "first pages of records carry an error too", (c, t) -> c.has("metadataPrefix")
                        ? t.replaceFirst("<ListRecords>", "<error code=\"badArgument\">x</error><ListRecords>")
                        : t),
                text("answer-of-another-verb", "ListIdentifiers is answered by ListRecords", (c, t) -> c.is("ListIdentifiers")
                        ? t.replace("ListIdentifiers>", "ListRecords>").replaceAll("<header", "<record><header")
                                .replace("</header>", "</header></record>")
                        : t),
                text("list-of-identifiers-has-records", "ListIdentifiers has records around its headers", (c,
                        t) -> c.is("ListIdentifiers")
                                ? t.replace("<header", "<record><header").replace("</header>", "</header></record>")
                                : t)));
        rows.addAll(requests());
        rows.add(should("errors-without-text", "S3.6", "errors", "errors have no text",
                p -> p.xml = (c, t) -> t.replaceAll("(<error[^>]*>)[^<]*", "$1")));
        return rows;
    }

    private static List<OutsideRow> requests() {
        return List.of(
                request("request-bare", "request never has attributes", (c, a) -> ""),
                must("request-of-errors-full", XML, AREA, "request has attributes with badArgument", p -> p.xml = (c, t) -> t
                        .contains("\"badArgument\"")
                                ? t.replaceFirst("<request>", "<request verb=\"" + OutsideText
                                        .escaped(c.value("verb")) + "\">")
                                : t),
                must("request-of-bad-verb-full", XML, AREA, "request has the wrong verb with badVerb", p -> p.xml = (c, t) -> t
                        .contains("\"badVerb\"") ? t.replaceFirst("<request>", "<request verb=\"Identify\">") : t),
                must("request-of-unknown-item-bare", XML, AREA, "request has no attributes with idDoesNotExist",
                        p -> p.xml = (c, t) -> t
                                .contains("idDoesNotExist") ? t.replaceFirst("<request[^>]*>", "<request>") : t),
                must("request-other-address", XML, AREA, "request has another address than Identify",
                        p -> p.xml = (c, t) -> t.replaceFirst(">http:[^<]*</request>",
                                ">http://localhost/internal/oai</request>")),
                must("request-with-query", XML, AREA, "request has the address with its arguments", p -> p.xml = (c, t) -> t
                        .replaceFirst("</request>", "?verb=" + OutsideText.escaped(c.value("verb")) + "</request>")),
                must("request-empty", XML, AREA, "request is empty",
                        p -> p.xml = (c, t) -> t.replaceFirst(">http:[^<]*</request>", "></request>")),
                request("request-without-set", "request lacks set", (c, a) -> a.replaceAll(" set=\"[^\"]*\"", "")),
                request("request-without-from-beside-set", "request lacks from when there is a set", (c, a) -> c.has("set")
                        ? a.replaceAll(" from=\"[^\"]*\"", "")
                        : a),
                request("request-of-tokens-bare", "request lacks the token", (c, a) -> a
                        .replaceAll(" resumptionToken=\"[^\"]*\"", "")),
                request("request-of-tokens-with-prefix", "request of later pages has the first arguments", (c, a) -> c
                        .has("resumptionToken") ? a + " metadataPrefix=\"oai_dc\"" : a),
                request("request-encoded", "values of request are percent-encoded",
                        (c, a) -> a.replaceAll("(?<=[a-z0-9]):(?=[a-z])", "%3A")),
                request("request-verb-in-small", "request has the verb in small letters", (c, a) -> a
                        .replace("verb=\"List", "verb=\"list")));
    }

    private static OutsideRow request(String name, String description, BiFunction<OutsideCall, String, String> change) {
        return must(name, XML, AREA, description, p -> p.request = change);
    }

    private static OutsideRow text(String name, String description, BiFunction<OutsideCall, String, String> change) {
        return must(name, XML, AREA, description, p -> p.xml = change);
    }
}
