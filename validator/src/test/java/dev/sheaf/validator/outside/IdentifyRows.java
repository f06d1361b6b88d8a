package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.List;

import static dev.sheaf.validator.outside.OutsideRow.must;
import static dev.sheaf.validator.outside.OutsideRow.should;

/** Faults of Identify, of descriptions, of identifiers and of about. */
final class IdentifyRows {

    private static final String IDENTIFY = "S4.2";
    private static final String OAI = "http://www.openarchives.org/OAI/";

    private IdentifyRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(identify());
        rows.addAll(descriptions());
        rows.addAll(identifiers());
        rows.addAll(abouts());
        return rows;
    }

    private static List<OutsideRow> identify() {
        return List.of(
                text("no-admin-email", "adminEmail is missing", "<adminEmail>[^<]*</adminEmail>", ""),
                text("admin-email-without-domain", "adminEmail has no domain", "admin@[^<]*", "admin"),
                text("no-repository-name", "repositoryName is missing", "<repositoryName>[^<]*</repositoryName>", ""),
                text("no-earliest", "earliestDatestamp is missing", "<earliestDatestamp>[^<]*</earliestDatestamp>", ""),
                text("protocol-1-1", "protocolVersion is 1.1", "<protocolVersion>2.0", "<protocolVersion>1.1"),
                text("protocol-2", "protocolVersion is 2", "<protocolVersion>2.0", "<protocolVersion>2"),
                text("base-url-other", "baseURL is another address", "<baseURL>[^<]*", "<baseURL>http://localhost/oai"),
                text("granularity-unknown", "granularity is written another way", "hh:mm:ssZ</granularity>",
                        "hh:mm:ss</granularity>"),
                text("granularity-of-days-with-seconds", "granularity is days though all dates have seconds",
                        "Thh:mm:ssZ</granularity>",
                        "</granularity>"),
                text("deleted-record-yes", "deletedRecord is yes", "persistent", "yes"),
                text("no-deleted-record", "deletedRecord is missing", "<deletedRecord>[^<]*</deletedRecord>", ""),
                text("identify-disordered", "adminEmail comes after granularity",
                        "(<adminEmail>[^<]*</adminEmail>)(.*</granularity>)", "$2$1"),
                should("compression-identity", "S3.1.3", "identify", "compression names identity",
                        p -> p.compression = "<compression>gzip</compression><compression>identity</compression>"),
                should("compression-not-named", "S3.1.3", "identify", "Identify does not name the coding that responses have",
                        p -> p.compression = ""),
                must("identify-twice", IDENTIFY, "identify", "the response has two Identify elements",
                        p -> p.xml = (c, t) -> t.replaceFirst("(<Identify>.*</Identify>)", "$1$1")));
    }

    private static OutsideRow text(String name, String description, String pattern, String replacement) {
        return must(name, IDENTIFY, "identify", description,
                p -> p.xml = (c, t) -> t.contains("<Identify>") ? t.replaceFirst(pattern, replacement) : t);
    }

    private static OutsideRow described(String name, String clause, String description, String content) {
        return must(name, clause, "descriptions", description, p -> p.descriptions = content);
    }

    private static List<OutsideRow> descriptions() {
        String friends = OAI + "2.0/friends/";
        return List.of(
                described("description-without-schema", IDENTIFY, "a description has an element of no schema",
                        "<description><about xmlns=\"http://example.org/about\">text</about></description>"),
                described("description-in-oai-namespace", IDENTIFY, "a description has an element in the namespace of OAI-PMH",
                        "<description><text>words</text></description>"),
                described("description-as-text", IDENTIFY, "a description is text", "<description>words</description>"),
                described("description-with-two", IDENTIFY, "a description has two elements", OutsideText.OAI_IDENTIFIER
                        .replaceFirst("<description>(.*)</description>", "<description>$1$1</description>")),
                described("repository-identifier-without-dot", "G oai-identifier", "repositoryIdentifier is no domain",
                        OutsideText.OAI_IDENTIFIER.replace("outside.example.org", "outside")),
                described("repository-identifier-of-others", "G oai-identifier",
                        "repositoryIdentifier is not that of the records",
                        OutsideText.OAI_IDENTIFIER.replace("outside.example.org", "other.example.org")),
                described("sample-identifier-of-others", "G oai-identifier", "sampleIdentifier has another repository",
                        OutsideText.OAI_IDENTIFIER.replace("oai:outside.example.org", "oai:other.example.org")),
                described("delimiter-slash", "G oai-identifier", "the delimiter is a slash",
                        OutsideText.OAI_IDENTIFIER.replace("<delimiter>:", "<delimiter>/")),
                described("scheme-missing", "G oai-identifier", "the scheme is missing",
                        OutsideText.OAI_IDENTIFIER.replace("<scheme>oai</scheme>", "")),
                described("friends-with-names", "G friends", "friends has an element name",
                        OutsideText.description("friends", friends, OAI + "2.0/friends.xsd", "<name>Other</name>")),
                described("branding-without-url", "G branding", "a collectionIcon has no url", OutsideText.description("branding",
                        OAI + "2.0/branding/", OAI + "2.0/branding.xsd", "<collectionIcon><title>x</title></collectionIcon>")),
                described("eprints-without-data-policy", "G eprints", "eprints has no dataPolicy",
                        OutsideText.description("eprints",
                                OAI + "1.1/eprints", OAI + "1.1/eprints.xsd", "<metadataPolicy><text>x</text></metadataPolicy>")),
                described("gateway-twice", "G gateway", "there are two gateway descriptions", gateway() + gateway()),
                described("manifest-without-rights", "G rights", "a rightsManifest is empty",
                        OutsideText.description("rightsManifest",
                                OAI + "2.0/rights/", OAI + "2.0/rightsManifest.xsd", "")));
    }

    private static String gateway() {
        return OutsideText.description("gateway", OAI + "2.0/gateway/", OAI + "2.0/gateway.xsd",
                "<source>http://example.org/</source><gatewayDescription>http://example.org/g</gatewayDescription>"
                        + "<gatewayAdmin>a@example.org</gatewayAdmin>");
    }

    private static OutsideRow named(String name, String description, int number, String identifier) {
        return must(name, "S2.4", "identifiers", description, p -> {
            p.descriptions = "";
            p.items(i -> i.number() == number ? i.withIdentifier(identifier) : i);
        });
    }

    private static List<OutsideRow> identifiers() {
        return List.of(
                named("identifier-without-scheme", "one identifier of the third page is a number", 18, "12345"),
                named("identifier-with-spaces", "one identifier has spaces", 18, "oai:outside.example.org:a b c"),
                named("identifier-of-http-without-host", "one identifier is http without a host", 18, "http:///item/5"),
                named("identifier-with-lower-hex", "one oai identifier has lower-case hex digits", 18,
                        "oai:outside.example.org:a%3cb"),
                named("identifier-without-domain", "one oai identifier has no domain", 18, "oai:18"),
                named("identifier-on-last-page-bad", "the last identifier is no URI", 30, "item<30>"),
                named("identifier-twice", "two items of different pages have one identifier", 25, "oai:outside.example.org:005"),
                named("identifier-twice-at-end", "the last two items have one identifier", 30, "oai:outside.example.org:029"),
                must("identifier-in-other-case", "S2.4", "identifiers", "GetRecord writes identifiers in capitals",
                        p -> p.shows = (q, i) -> q.is("GetRecord")
                                ? i.withIdentifier(i.identifier().toUpperCase(java.util.Locale.ROOT))
                                : i),
                must("identifier-by-format", "S2.4", "identifiers", "the second format has other identifiers",
                        p -> p.shows = (q, i) -> q.prefix().equals("marcxml") ? i.withIdentifier(i.identifier() + "m") : i),
                must("identifier-by-list", "S2.4", "identifiers", "ListIdentifiers has other identifiers than ListRecords",
                        p -> p.shows = (q, i) -> q.is("ListIdentifiers") ? i.withIdentifier(i.identifier() + "x") : i),
                must("get-gives-another", "S4.1", "identifiers", "GetRecord gives the header of another item",
                        p -> p.shows = (q, i) -> q.is("GetRecord") ? i.withIdentifier("oai:outside.example.org:999") : i),
                must("get-lacks-first-of-pages", "S4.1", "identifiers", "GetRecord does not know the first records of pages",
                        p -> unknown(p, i -> i % 7 == 0 && i > 0)),
                must("get-lacks-last-of-pages", "S4.1", "identifiers", "GetRecord does not know the last records of pages",
                        p -> unknown(p, i -> i % 7 == 6)),
                must("get-lacks-the-last", "S4.1", "identifiers", "GetRecord does not know the last record", p -> unknown(p,
                        i -> i == 30)),
                must("get-lacks-all-but-first", "S4.1", "identifiers", "GetRecord knows the first record only", p -> unknown(p,
                        i -> i > 0)));
    }

    private static void unknown(OutsideProvider provider, java.util.function.IntPredicate when) {
        provider.errors = (c, found) -> c.is("GetRecord") && provider.items.stream()
                .anyMatch(i -> i.identifier().equals(c.value("identifier")) && when.test(i.number()))
                        ? List.of(new OutsideError("idDoesNotExist", "no"))
                        : found;
    }

    private static OutsideRow about(String name, String clause, String description, String content) {
        return must(name, clause, "about", description, p -> p.about = (q, i) -> i.number() == 17 ? content : "");
    }

    private static List<OutsideRow> abouts() {
        String provenance = OutsideText.provenance(OutsideText.origin());
        return List.of(
                about("about-with-two", "S2.5", "an about has two elements",
                        provenance.replaceFirst("<about>(.*)</about>", "<about>$1$1</about>")),
                about("about-in-oai-namespace", "S2.5", "an about has an element in the namespace of OAI-PMH",
                        "<about><rights>free</rights></about>"),
                about("about-as-text", "S2.5", "an about is text", "<about>free</about>"),
                about("about-without-schema", "S2.5", "an about has no schemaLocation",
                        provenance.replaceFirst(" xsi:schemaLocation=\"[^\"]*\"", "")),
                about("provenance-without-identifier", "G provenance", "provenance lacks the identifier",
                        provenance.replaceFirst("<identifier>.*</identifier>", "")),
                about("provenance-date-local", "G provenance", "harvestDate is no date",
                        provenance.replaceFirst("2024-01-02T14:10:02Z",
                                "2.1.2024")),
                about("provenance-altered-yes", "G provenance", "altered is yes", provenance.replaceFirst("altered=\"false\"",
                        "altered=\"yes\"")),
                about("rights-twice", "G rights", "a record has two rights",
                        OutsideText.rights("<rightsReference ref=\"http://example.org/a\"/>")
                                + OutsideText.rights("<rightsReference ref=\"http://example.org/b\"/>")),
                about("rights-without-reference", "G rights", "rights is empty", OutsideText.rights("")),
                must("about-before-metadata", "S2.5", "about", "about comes before metadata", p -> {
                    p.metadata = (q, i) -> i.isDeleted()
                            ? ""
                            : (i.number() == 17 ? provenance : "")
                                    + OutsideProvider.metadataOf(q.prefix(), i);
                }));
    }
}
