package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.Delivery;
import dev.sheaf.simulator.Encryption;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;

/**
 * Violations that a validator must find and that no harvest suffers from, and unusual repositories in which nothing is wrong. Not in the
 * catalogue of harvesters, whose pairs are all played.
 */
final class ConformanceFaults {

    private static final Duration SECOND_CONNECTION = Duration.ofMillis(300);
    private static final Pattern ECHOED_TOKEN = Pattern.compile("resumptionToken=\"[^\"]*\"");
    private static final int SETS = 27;
    private static final String TOKEN = "resumptionToken";
    private static final String PREFIX = "metadataPrefix";
    private static final String IDENTIFIER = "identifier";
    private static final String DC_NAMESPACE = "http://www.openarchives.org/OAI/2.0/oai_dc/";
    private static final String OAI_IDENTIFIER = """
            <description><oai-identifier xmlns="http://www.openarchives.org/OAI/2.0/oai-identifier"\
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
             xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai-identifier\
             http://www.openarchives.org/OAI/2.0/oai-identifier.xsd"><scheme>oai</scheme>\
            <repositoryIdentifier>%1$s</repositoryIdentifier><delimiter>:</delimiter>\
            <sampleIdentifier>oai:%1$s:1</sampleIdentifier></oai-identifier></description>""";
    private static final String PROVENANCE = """
            <about><provenance xmlns="http://www.openarchives.org/OAI/2.0/provenance"\
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
             xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/provenance\
             http://www.openarchives.org/OAI/2.0/provenance.xsd"><originDescription harvestDate="%s" altered="false">\
            <baseURL>https://origin.example.org/oai</baseURL><identifier>oai:origin.example.org:1</identifier>\
            <datestamp>2023-05-01</datestamp><metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace>\
            </originDescription></provenance></about>""";

    private ConformanceFaults() {}

    private static Misbehaviour of(String name, String description, Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.PROTOCOL, name, description, List.of(), Expectation.all(), plays);
    }

    static List<Misbehaviour> all() {
        return Stream.of(envelope(), identify(), formats(), sets(), records(), dates(), lists(), errors(), http(), tls(), load(),
                correct(), correctUnderLoad())
                .flatMap(List::stream).toList();
    }

    private static List<Misbehaviour> envelope() {
        return List.of( //
                of("no-root-schema", "The root element names no schema.",
                        stage -> stage.document(text -> text.replaceFirst("\\s+xsi:schemaLocation=\"[^\"]*\"", ""))),
                of("other-root-schema", "The root element names the schema of OAI-PMH 1.1.",
                        stage -> stage.document(text -> text.replaceFirst("OAI/2\\.0/OAI-PMH\\.xsd", "1.1/OAI-PMH.xsd"))),
                of("answer-before-request", "The request element stands behind the answer.", stage -> stage.document(
                        text -> text.replaceFirst("(?s)(<request.*?</request>)(.*)(</OAI-PMH>)", "$2$1$3"))),
                of("response-date-of-a-day", "responseDate is a day.", stage -> stage.document(
                        text -> text.replaceFirst("(<responseDate>[0-9-]+)T[0-9:]+Z", "$1"))),
                of("response-date-of-last-year", "responseDate is that of a stored page.", stage -> stage.document(
                        text -> text.replaceFirst("<responseDate>[^<]*", "<responseDate>2023-05-10T09:00:00Z"))),
                of("request-of-another-address", "The request element holds another base URL than Identify.",
                        stage -> stage.document(text -> text.replaceFirst(">http[^<]*</request>",
                                ">http://elsewhere.example.org/oai</request>"))),
                of("request-without-arguments", "The request element never has attributes.",
                        stage -> stage.document(text -> text.replaceFirst("<request [^>]*>", "<request>"))),
                of("arguments-of-bad-requests", "The request element of badVerb and badArgument has attributes.",
                        stage -> stage.document(text -> text.contains("code=\"badVerb\"") || text.contains("code=\"badArgument\"")
                                ? text.replaceFirst("<request>", "<request verb=\"ListRecords\">")
                                : text)),
                of("answer-of-another-name", "The answer to ListIdentifiers is an element ListHeaders.", stage -> stage.document(
                        text -> text.replace("<ListIdentifiers>", "<ListHeaders>").replace("</ListIdentifiers>",
                                "</ListHeaders>"))),
                of("odd-token-echoed-raw", "The request element repeats a token without escaping it.",
                        stage -> stage.document(text -> ECHOED_TOKEN.matcher(text).replaceAll(echo -> Matcher.quoteReplacement(
                                echo.group().replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&"))))),
                of("own-error-codes", "Errors have codes of the repository's own.", stage -> stage.document(
                        text -> text.replaceAll("<error code=\"[A-Za-z]+\"", "<error code=\"invalidRequest\""))),
                of("errors-without-text", "Errors have a code and no text.", stage -> stage.document(
                        text -> text.replaceAll("(<error code=\"[A-Za-z]+\">)[^<]*</error>", "$1</error>"))));
    }

    private static List<Misbehaviour> identify() {
        return List.of( //
                of("identify-in-other-order", "baseURL stands before repositoryName.", stage -> stage.document(text -> text
                        .replaceFirst("(<repositoryName>[^<]*</repositoryName>)(\\s*)(<baseURL>[^<]*</baseURL>)", "$3$2$1"))),
                of("no-mail", "Identify has no adminEmail.",
                        stage -> stage.document(text -> text.replaceFirst("<adminEmail>[^<]*</adminEmail>", ""))),
                value("mail-is-a-name", "adminEmail is the name of a person.", "adminEmail", "The Administrator"),
                value("mail-of-this-machine", "adminEmail is an address at localhost.", "adminEmail", "root@localhost"),
                value("mail-is-an-address-of-the-web", "adminEmail begins with mailto:.", "adminEmail",
                        "mailto:admin@example.org"),
                value("protocol-version-2", "protocolVersion is 2.", "protocolVersion", "2"),
                value("no-repository-name", "repositoryName is empty.", "repositoryName", ""),
                value("earliest-of-a-day", "earliestDatestamp is a day, and the granularity is seconds.", "earliestDatestamp",
                        "1970-01-01"),
                value("deleted-record-yes", "deletedRecord is yes.", "deletedRecord", "yes"),
                value("granularity-of-a-program", "granularity is yyyy-MM-dd'T'HH:mm:ss'Z'.", "granularity",
                        "yyyy-MM-dd'T'HH:mm:ss'Z'"),
                inIdentify("compression-identity", "compression names identity.", "<compression>identity</compression>"),
                inIdentify("description-of-text", "A description holds text alone.",
                        "<description>A fine repository.</description>"),
                inIdentify("description-of-two", "A description holds two elements.",
                        """
                                <description><a:one xmlns:a="urn:example:a">1</a:one><a:two xmlns:a="urn:example:a">2</a:two></description>"""),
                inIdentify("oai-identifier-of-another", "The oai-identifier description names another repository.",
                        OAI_IDENTIFIER.formatted("other.example.org")));
    }

    private static List<Misbehaviour> formats() {
        return List.of( //
                of("no-dublin-core", "ListMetadataFormats names Dublin Core by the prefix dc.",
                        stage -> ofFormats(stage, text -> text.replace("<metadataPrefix>oai_dc<", "<metadataPrefix>dc<"))),
                of("namespace-of-elements", "ListMetadataFormats names the namespace of the elements of Dublin Core.",
                        stage -> ofFormats(stage, text -> text.replaceFirst("<metadataNamespace>[^<]*",
                                "<metadataNamespace>http://purl.org/dc/elements/1.1/"))),
                inFormats("prefix-with-blank", "A metadataPrefix holds a blank.", "marc 21"),
                inFormats("prefix-all", "A format has the reserved prefix all.", "all"),
                inFormats("format-twice", "ListMetadataFormats names oai_dc twice, with two schemas.", "oai_dc"),
                of("schema-without-address", "The schema of oai_dc is a file name.", stage -> ofFormats(stage,
                        text -> text.replaceFirst("<schema>[^<]*", "<schema>oai_dc.xsd"))),
                of("formats-of-item-refused", "ListMetadataFormats for a record is badArgument.",
                        stage -> stage.when(Layer.ANSWER,
                                ReceivedRequest.of(Verb.LIST_METADATA_FORMATS)
                                        .and(request -> request.argument(IDENTIFIER) != null),
                                Behaviour.errors(new OaiError(Code.BAD_ARGUMENT, "identifier is not supported")))),
                of("metadata-of-another-namespace", "Metadata in oai_dc is in another namespace than ListMetadataFormats says.",
                        stage -> ofMetadata(stage, text -> text.replace("xmlns:oai_dc=\"" + DC_NAMESPACE,
                                "xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai-dc/"))),
                of("metadata-without-schema", "Metadata names no schema.", stage -> ofMetadata(stage, text -> text
                        .replaceAll("(<oai_dc:dc[^>]*?)\\s+xsi:schemaLocation=\"[^\"]*\"", "$1"))));
    }

    private static List<Misbehaviour> sets() {
        return List.of( //
                of("set-without-name", "A set has an empty name.", stage -> ofSets(stage,
                        text -> text.replaceFirst("<setName>[^<]*", "<setName>"))),
                of("set-description-of-text", "A setDescription holds text alone.", stage -> ofSets(stage,
                        text -> text.replaceFirst("</setName>", "</setName><setDescription>Every second one.</setDescription>"))),
                of("sets-without-parents", "ListSets names a set and not the one above it.", stage -> {
                    stage.document(text -> text.replace(">third<", ">numbers:third<").replace("set=\"third\"",
                            "set=\"numbers:third\""));
                    stage.hear(request -> "numbers:third".equals(request.argument("set"))
                            ? with(request, "set", "third")
                            : request);
                }),
                of("sets-not-listed", "Headers name a set that ListSets does not.", stage -> ofSets(stage,
                        text -> text.replaceFirst("(?s)<set>\\s*<setSpec>third</setSpec>.*?</set>", ""))),
                of("set-lost-between-pages", "ListSets has several pages, and a set that headers name is on none of them.",
                        stage -> losing(stage, UnaryOperator.identity())),
                of("set-lost-without-sizes", "The same, and tokens state neither size nor cursor.", stage -> losing(stage,
                        text -> text.replaceAll("<resumptionToken[^>/]*", "<resumptionToken"))),
                of("empty-set-lost-between-pages", "ListSets has several pages, and a set without records is on none of them.",
                        stage -> {
                            manySets(stage);
                            ofSets(stage, text -> text.replaceFirst("(?s)<set>\\s*<setSpec>s5</setSpec>.*?</set>", ""));
                        }),
                of("set-leaves-out", "The list of a set lacks its older records.", stage -> stage.hear(request -> request
                        .argument("set") != null && request.argument("from") == null && request.argument(TOKEN) == null
                                ? with(request, "from", SimulatedRecords.datestamp(20).text())
                                : request)),
                of("set-twice-in-header", "A header names a set twice.", stage -> stage.header(4,
                        text -> text.replaceFirst("(<setSpec>[^<]*</setSpec>)", "$1$1"))),
                of("empty-list-of-sets", "ListSets is an empty element instead of noSetHierarchy.", stage -> ofSets(stage,
                        text -> text.replaceFirst("(?s)<ListSets>.*</ListSets>", "<ListSets></ListSets>"))),
                of("set-without-hierarchy", "There are no sets, and the argument set is ignored.", stage -> {
                    withoutSets(stage);
                    stage.hear(request -> without(request, "set"));
                }),
                of("unknown-set-is-everything", "An unknown set gives all records.", stage -> stage.hear(
                        request -> "no-such-set".equals(request.argument("set")) ? without(request, "set") : request)),
                of("illegal-set-is-everything", "A set of illegal syntax gives all records.", stage -> stage.hear(
                        request -> "no such:set:".equals(request.argument("set")) ? without(request, "set") : request)));
    }

    private static List<Misbehaviour> records() {
        return List.of( //
                of("status-active", "Headers of records that are not deleted have the status active.",
                        stage -> stage.document(text -> text.replace("<header>", "<header status=\"active\">"))),
                of("oai-identifier-of-one-part", "Identifiers begin with oai: and have no domain name.", stage -> {
                    stage.document(text -> text.replace("oai:simulated.example.org:", "oai:simulated:"));
                    stage.hear(request -> {
                        String identifier = request.argument(IDENTIFIER);
                        return identifier == null
                                ? request
                                : with(request, IDENTIFIER, identifier.replace("oai:simulated:", "oai:simulated.example.org:"));
                    });
                }),
                of("two-roots-in-metadata", "A record's metadata holds two elements.", stage -> stage.record(4,
                        text -> text.replaceFirst("(?s)(<oai_dc:dc.*</oai_dc:dc>)", "$1$1"))),
                of("about-of-text", "A record's about holds text alone.", stage -> stage.record(4,
                        text -> text.replace("</record>", "<about>Free of charge.</about></record>"))),
                of("provenance-of-the-future", "Provenance says that a record was harvested in 2031.", stage -> stage.record(4,
                        text -> text.replace("</record>", PROVENANCE.formatted("2031-01-01T00:00:00Z") + "</record>"))),
                of("no-resource", "Records in oai_dc do not name their resource.", stage -> ofMetadata(stage,
                        text -> text.replaceAll("<dc:identifier>[^<]*</dc:identifier>", ""))),
                of("own-elements-in-dublin-core", "Records in oai_dc have an element dc:keyword.", stage -> stage.record(4,
                        text -> text.replace("</oai_dc:dc>", "<dc:keyword>heat</dc:keyword></oai_dc:dc>"))),
                of("get-record-of-another-date", "GetRecord gives records the datestamp of the request.", stage -> stage.when(
                        Layer.DOCUMENT, ReceivedRequest.of(Verb.GET_RECORD),
                        Behaviour.text(text -> text.replaceAll("<datestamp>[^<]*", "<datestamp>2024-05-10T09:00:00Z")))),
                of("get-record-of-deleted-unknown", "GetRecord of a deleted record is idDoesNotExist.", stage -> stage.when(
                        Layer.DOCUMENT, ReceivedRequest.of(Verb.GET_RECORD),
                        Behaviour.text(text -> text.contains("status=\"deleted\"")
                                ? text.replaceFirst("(?s)<GetRecord>.*</GetRecord>",
                                        "<error code=\"idDoesNotExist\">It was deleted.</error>")
                                : text))));
    }

    private static List<Misbehaviour> dates() {
        return List.of( //
                of("from-exclusive", "from leaves out the second that it names.", stage -> stage.hear(request -> {
                    String from = request.argument("from");
                    return from != null && from.endsWith("00Z") ? with(request, "from", from.replace("00Z", "01Z")) : request;
                })),
                of("until-ignored", "until is ignored.",
                        stage -> stage.hear(request -> isLegal(request) ? without(request, "until") : request)),
                of("days-refused", "from and until of a day are badArgument.", stage -> stage.when(Layer.ANSWER,
                        Asked.lists().and(request -> isDay(request, "from") || isDay(request, "until")),
                        Behaviour.errors(new OaiError(Code.BAD_ARGUMENT, "seconds are wanted")))),
                accepted("any-date-accepted", "from and until that are no dates are ignored.",
                        request -> "junk".equals(request.argument("from")) || "junk".equals(request.argument("until"))),
                accepted("impossible-date-accepted", "A 30th of February is ignored.",
                        request -> String.valueOf(request.argument("from")).startsWith("2023-02-30")),
                accepted("month-accepted", "A date without a day is ignored.",
                        request -> String.valueOf(request.argument("from")).matches("\\d{4}-\\d\\d")),
                accepted("time-without-zone-accepted", "A time that does not end with Z is ignored.",
                        request -> String.valueOf(request.argument("from")).matches(".*T[0-9:]{8}(\\+00:00)?")),
                accepted("fraction-accepted", "Fractions of a second are ignored.",
                        request -> String.valueOf(request.argument("from")).contains(".")),
                of("mixed-dates-accepted", "from of a day and until of a second are taken.", stage -> stage.hear(
                        request -> isDay(request, "from") && String.valueOf(request.argument("until")).endsWith("Z")
                                ? without(request, "until")
                                : request)),
                of("reversed-dates-match-nothing", "A from later than until is noRecordsMatch.", stage -> stage.when(Layer.ANSWER,
                        Asked.lists().and(request -> isLegal(request) && request.argument("from") != null
                                && request.argument("until") != null
                                && String.valueOf(request.argument("from")).compareTo(request.argument("until")) > 0),
                        Behaviour.errors(new OaiError(Code.NO_RECORDS_MATCH, "nothing")))),
                of("until-before-all-refused", "An until before earliestDatestamp is badArgument.", stage -> stage.when(
                        Layer.ANSWER, Asked.lists().and(request -> String.valueOf(request.argument("until")).startsWith("196")),
                        Behaviour.errors(new OaiError(Code.BAD_ARGUMENT, "until is too early")))),
                of("seconds-accepted-by-days", "The granularity is days, and from of a second is taken.", stage -> {
                    days(stage);
                    stage.hear(request -> String.valueOf(request.argument("from")).endsWith("Z")
                            ? without(request, "from")
                            : request);
                }));
    }

    private static List<Misbehaviour> lists() {
        return List.of( //
                of("token-expired-when-given", "Tokens state an expirationDate that has passed.", stage -> stage.document(
                        text -> text.replace("<resumptionToken ", "<resumptionToken expirationDate=\"2024-05-01T00:00:00Z\" "))),
                of("expiration-of-a-day", "Tokens state an expirationDate of a day.", stage -> stage.document(
                        text -> text.replace("<resumptionToken ", "<resumptionToken expirationDate=\"2024-06-01\" "))),
                of("token-on-whole-list", "A list that comes whole has an empty resumptionToken.", stage -> {
                    stage.repository().pageSize(1000);
                    stage.tokens((_, token) -> token == null ? new ResumptionToken("", null, null, null) : token);
                }),
                of("headers-fewer", "ListIdentifiers leaves out a record of ListRecords.", stage -> stage.when(Layer.DOCUMENT,
                        Asked.identifiers(), Behaviour.text(text -> text.replaceFirst(
                                "(?s)<header>\\s*<identifier>" + SimulatedRecords.identifier(4) + "</identifier>.*?</header>",
                                "")))),
                of("headers-of-other-dates", "ListIdentifiers has other datestamps than ListRecords.", stage -> stage.when(
                        Layer.DOCUMENT, Asked.identifiers(), Behaviour.text(text -> text.replaceAll(
                                "<datestamp>([0-9-]+)T[^<]*", "<datestamp>$1T00:00:00Z")))));
    }

    private static List<Misbehaviour> errors() {
        Predicate<ReceivedRequest> good = request -> request.argument(TOKEN) != null && !isJunk(request);
        return List.of( //
                of("no-verb-is-identify", "A request without a verb is answered as Identify.", stage -> stage.hear(
                        request -> request.verb().isEmpty() ? identifying(request) : request)),
                of("unknown-verb-is-identify", "An unknown verb is answered as Identify.", stage -> stage.hear(
                        request -> request.verb().equals("junk") ? identifying(request) : request)),
                of("verbs-in-any-case", "Verbs may be written in small letters.", stage -> stage.hear(
                        request -> request.verb().equals("identify") ? identifying(request) : request)),
                of("verb-repeated", "A repeated verb is taken.", stage -> stage.hear(request -> request.query()
                        .contains("verb=Identify&verb=Identify") ? identifying(request) : request)),
                of("argument-repeated", "A repeated argument is taken.", stage -> stage.hear(
                        request -> request.query().indexOf("metadataPrefix=") == request.query().lastIndexOf("metadataPrefix=")
                                ? request
                                : withQuery(request, "", request.arguments()))),
                of("unknown-argument-ignored", "Unknown arguments are ignored.", stage -> stage.hear(
                        request -> without(request, "nonsense"))),
                of("prefix-by-default", "Without a metadataPrefix lists are in oai_dc.", stage -> stage.hear(
                        request -> Set.of("ListRecords", "ListIdentifiers", "GetRecord").contains(request.verb())
                                && request.argument(PREFIX) == null && request.argument(TOKEN) == null
                                        ? with(request, PREFIX, "oai_dc")
                                        : request)),
                refused("identifier-missing-is-unknown", "GetRecord without an identifier is idDoesNotExist.",
                        ReceivedRequest.of(Verb.GET_RECORD).and(request -> request.argument(IDENTIFIER) == null),
                        Code.ID_DOES_NOT_EXIST),
                refused("wrong-token-matches-nothing", "A token that the repository did not give is noRecordsMatch.",
                        request -> "junk".equals(request.argument(TOKEN)) && request.arguments().size() == 2,
                        Code.NO_RECORDS_MATCH),
                refused("wrong-token-with-arguments-matches-nothing",
                        "A wrong token with further arguments is noRecordsMatch.",
                        request -> "junk".equals(request.argument(TOKEN)) && request.arguments().size() > 2,
                        Code.NO_RECORDS_MATCH),
                of("odd-token-breaks", "A token with special characters is HTTP 500.", stage -> stage.when(Layer.HTTP,
                        request -> String.valueOf(request.argument(TOKEN)).startsWith("a&b"), Behaviour.status(500))),
                of("token-with-arguments", "A token with further arguments is taken.", stage -> stage.hear(
                        request -> good.test(request) ? only(request, "verb", TOKEN) : request)),
                of("token-of-either-verb", "A token of ListRecords is taken for ListIdentifiers.", stage -> stage.hear(
                        request -> good.test(request) && request.verb().equals("ListIdentifiers")
                                && !String.valueOf(request.argument(TOKEN)).matches("\\d+i.*")
                                        ? with(request, TOKEN, String.valueOf(request.argument(TOKEN)).replaceFirst(";", "i;"))
                                        : request)),
                refused("unknown-identifier-matches-nothing", "GetRecord of an unknown identifier is noRecordsMatch.",
                        ReceivedRequest.of(Verb.GET_RECORD).and(request -> isUnknown(request)), Code.NO_RECORDS_MATCH),
                of("illegal-identifier-breaks", "GetRecord of an illegal identifier is HTTP 500.", stage -> stage.when(Layer.HTTP,
                        request -> String.valueOf(request.argument(IDENTIFIER)).contains("\""), Behaviour.status(500))),
                of("formats-of-unknown-item", "ListMetadataFormats for an unknown identifier names all formats.", stage -> stage
                        .hear(request -> request.verb().equals("ListMetadataFormats") ? without(request, IDENTIFIER) : request)),
                refused("unknown-prefix-matches-nothing", "A list in an unknown metadataPrefix is noRecordsMatch.",
                        Asked.lists().and(request -> "no_such_format".equals(request.argument(PREFIX))), Code.NO_RECORDS_MATCH),
                of("odd-prefix-breaks", "A metadataPrefix with special characters is HTTP 500.", stage -> stage.when(Layer.HTTP,
                        request -> String.valueOf(request.argument(PREFIX)).startsWith("a&b"), Behaviour.status(500))));
    }

    private static List<Misbehaviour> http() {
        return List.of( //
                of("post-refused", "A POST is HTTP 405.", stage -> stage.when(Layer.HTTP,
                        request -> request.method().equals("POST"), Behaviour.status(405))),
                of("post-without-form", "The form of a POST is not read: it is badVerb.", stage -> stage.hear(
                        request -> request.method().equals("POST") ? request.withArguments(Map.of()) : request)),
                of("gzip-though-refused", "Everything is packed with gzip when its name stands in Accept-Encoding, with q=0 too.",
                        stage -> {
                            ofIdentify(stage, "<compression>gzip</compression>");
                            stage.when(Layer.HTTP, request -> request.header("Accept-Encoding").contains("gzip"),
                                    Behaviour.gzip(true));
                        }),
                of("all-codings-refused", "Everything is packed with gzip for *;q=0.", stage -> {
                    ofIdentify(stage, "<compression>gzip</compression>");
                    compressing(stage);
                    stage.when(Layer.HTTP, request -> request.header("Accept-Encoding").contains("*"), Behaviour.gzip(true));
                }),
                of("gzip-not-listed", "Responses are compressed for those who accept it, and Identify does not say so.",
                        ConformanceFaults::compressing),
                inIdentify("gzip-only-listed", "Identify lists gzip, and nothing is compressed.",
                        "<compression>gzip</compression>"));
    }

    private static List<Misbehaviour> tls() {
        return List.of( //
                of("certificate-ends-soon", "The certificate expires in five days.", _ -> {}).over(Encryption.ENDING),
                of("https-names-http", "The base URL begins with https, and the repository states one with http.",
                        stage -> stage.document(text -> text.replace("https://localhost:", "http://localhost:")))
                        .over(Encryption.TRUSTED),
                of("http-beside-https", "The repository answers by http as it does by https.", _ -> {})
                        .over(Encryption.PLAIN_TOO));
    }

    private static List<Misbehaviour> load() {
        return List.of( //
                of("busy-past-its-time", "ListIdentifiers is HTTP 503 with Retry-After of 20 seconds, also after that time.",
                        stage -> stage.when(Layer.HTTP, Asked.identifiers(), Behaviour.busy(503, "20"))),
                of("one-connection", "Whoever has a second connection gets HTTP 403 on it.",
                        stage -> besideAnother(stage, Behaviour.status(403))),
                of("one-connection-broken", "A second connection is closed without an answer.", stage -> besideAnother(stage,
                        (_, reply) -> reply.with(reply.delivery().endingAfter(0, Delivery.End.RESET)))),
                of("pages-slower-and-slower", "Each page of a list takes half a second longer than the one before.", stage -> {
                    stage.repository().pageSize(3);
                    stage.when(Layer.HTTP, Asked.lists(), (request, reply) -> {
                        stage.take(Duration.ofMillis(500L * request.page()));
                        return reply;
                    });
                }));
    }

    private static List<Misbehaviour> correctUnderLoad() {
        return List.of( //
                of("correct-with-tls", "Nothing is wrong: a repository by https.", _ -> {}).over(Encryption.TRUSTED),
                of("correct-http-redirected",
                        "Nothing is wrong: a repository by https, to which requests by http are redirected.",
                        stage -> stage.when(Layer.HTTP, request -> !request.link().isSecure(),
                                (request, reply) -> Behaviour.redirectTo(301, stage.baseUrl()).change(request, reply)))
                        .over(Encryption.PLAIN_TOO),
                of("correct-busy-beside-another", "Nothing is wrong: a second connection gets HTTP 503 with Retry-After.",
                        stage -> besideAnother(stage, Behaviour.busy(503, "20"))),
                of("correct-changing", "Nothing is wrong: after the first list a record changes and one is added.", stage -> {
                    stage.repository().pageSize(1000);
                    stage.times(1, Layer.ANSWER, Asked.identifiers(), (_, reply) -> {
                        Datestamp now = Datestamp.ofSecond(stage.clock().instant());
                        stage.replace(record -> record.identifier().equals(SimulatedRecords.identifier(5))
                                ? SimulatedRecords.record(5, now, "Title 5 changed")
                                : record);
                        stage.put(SimulatedRecords.record(SimulatedRecords.FEWEST, now, "Title added"));
                        return reply;
                    });
                }),
                of("correct-moving",
                        "Nothing is wrong: after the lists a record of the first page changes, and moves to the end.",
                        stage -> stage.times(1, Layer.ANSWER, ReceivedRequest.of(Verb.GET_RECORD), (_, reply) -> {
                            stage.put(SimulatedRecords.record(5, Datestamp.ofSecond(stage.clock().instant()), "Title 5 changed"));
                            return reply;
                        })),
                of("correct-slow", "Nothing is wrong: each page takes two seconds.", stage -> {
                    stage.repository().pageSize(3);
                    stage.when(Layer.HTTP, Asked.lists(), (_, reply) -> {
                        stage.take(Duration.ofSeconds(2));
                        return reply;
                    });
                }),
                of("correct-slow-at-first", "Nothing is wrong: the first page of a list takes ten seconds.", stage -> {
                    stage.repository().pageSize(3);
                    stage.when(Layer.HTTP, Asked.listStart(), (_, reply) -> {
                        stage.take(Duration.ofSeconds(10));
                        return reply;
                    });
                }));
    }

    /**
     * Treats requests on a second connection in a way of its own, and closes it. The first page of a whole list waits for a second
     * connection for a moment, so that clients that make two requests at the same time have two.
     */
    private static void besideAnother(Stage stage, Behaviour behaviour) {
        AtomicReference<LoopbackServer.@Nullable Link> first = new AtomicReference<>();
        Semaphore second = new Semaphore(0);
        stage.when(Layer.HTTP, ReceivedRequest.any(), (request, reply) -> {
            LoopbackServer.Link owner = first.updateAndGet(known -> known != null && known.isOpen() ? known : request.link());
            if (request.link().equals(owner)) {
                if (request.query().matches("verb=List(Records|Identifiers)&metadataPrefix=oai_dc")) {
                    awaitOne(second);
                }
                return reply;
            }
            second.release();
            Reply changed = behaviour.change(request, reply);
            return changed.delivery().end() == Delivery.End.OPEN
                    ? changed.with(changed.delivery().endingAfter(-1, Delivery.End.CLOSED))
                    : changed;
        });
    }

    private static void awaitOne(Semaphore second) {
        try {
            if (!second.tryAcquire(SECOND_CONNECTION.toMillis(), TimeUnit.MILLISECONDS)) {
                second.drainPermits();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Misbehaviour> correct() {
        return List.of( //
                of("correct-in-days", "Nothing is wrong: a repository with the granularity of days.", ConformanceFaults::days),
                of("correct-without-sets", "Nothing is wrong: a repository without sets.", stage -> {
                    withoutSets(stage);
                    stage.when(Layer.ANSWER, Asked.lists().and(request -> request.argument("set") != null),
                            Behaviour.errors(new OaiError(Code.NO_SET_HIERARCHY, "no sets here")));
                }),
                of("correct-with-descriptions",
                        "Nothing is wrong: Identify describes oai-identifiers, and a record has provenance.",
                        stage -> {
                            ofIdentify(stage, OAI_IDENTIFIER.formatted("simulated.example.org"));
                            stage.record(4, text -> text.contains("<metadata>")
                                    ? text.replace("</record>", PROVENANCE.formatted("2023-06-01T00:00:00Z") + "</record>")
                                    : text);
                        }),
                of("correct-with-gzip", "Nothing is wrong: Identify lists gzip, and those who accept it get it.", stage -> {
                    ofIdentify(stage, "<compression>gzip</compression>");
                    compressing(stage);
                }),
                of("correct-sets-in-pages", "Nothing is wrong: ListSets has several pages.", ConformanceFaults::manySets),
                of("correct-set-comes-late", "Nothing is wrong: a set comes after ListSets was read.", stage -> {
                    AtomicInteger readings = new AtomicInteger();
                    manySets(stage);
                    stage.when(Layer.DOCUMENT, ReceivedRequest.of(Verb.LIST_SETS), (request, reply) -> {
                        int reading = request.argument(TOKEN) == null ? readings.incrementAndGet() : readings.get();
                        return reading > 1
                                ? reply
                                : Behaviour.text(text -> text.replaceFirst(
                                        "(?s)<set>\\s*<setSpec>third</setSpec>.*?</set>", "").replaceAll(
                                                "<resumptionToken[^>/]*", "<resumptionToken"))
                                        .change(request, reply);
                    });
                }),
                of("correct-with-expiration", "Nothing is wrong: tokens state an expirationDate of tomorrow.",
                        stage -> stage.document(text -> text.replaceAll("<resumptionToken (?=[^>]*>[^<])",
                                "<resumptionToken expirationDate=\"2031-05-11T09:00:00Z\" "))),
                of("correct-errors-together", "Nothing is wrong: a wrong argument is reported twice.", stage -> stage.document(
                        text -> text.replaceFirst("(<error code=\"badArgument\">[^<]*</error>)",
                                "$1<error code=\"badArgument\">Please read the specification.</error>"))),
                of("correct-with-charset-in-capitals", "Nothing is wrong: the content type is text/xml; charset=\"UTF-8\".",
                        stage -> stage.when(Layer.HTTP, ReceivedRequest.any(),
                                Behaviour.header("Content-Type", "text/xml; charset=\"UTF-8\""))),
                of("correct-in-one-line", "Nothing is wrong: responses have no white space between elements.",
                        stage -> stage.document(text -> text.replaceAll(">\\s+<", "><"))));
    }

    private static Misbehaviour value(String name, String description, String element, String value) {
        return of(name, description, stage -> stage.when(Layer.DOCUMENT, Asked.identify(), Behaviour.text(
                text -> text.replaceFirst("<" + element + ">[^<]*", "<" + element + ">" + value))));
    }

    private static Misbehaviour inIdentify(String name, String description, String element) {
        return of(name, description, stage -> ofIdentify(stage, element));
    }

    private static void ofIdentify(Stage stage, String element) {
        stage.when(Layer.DOCUMENT, Asked.identify(),
                Behaviour.text(text -> text.replaceFirst("</granularity>", "</granularity>" + element)));
    }

    private static Misbehaviour inFormats(String name, String description, String prefix) {
        return of(name, description, stage -> ofFormats(stage, text -> text.replace("</ListMetadataFormats>", """
                <metadataFormat><metadataPrefix>%s</metadataPrefix><schema>https://example.org/format.xsd</schema>\
                <metadataNamespace>https://example.org/format</metadataNamespace></metadataFormat></ListMetadataFormats>"""
                .formatted(prefix))));
    }

    private static void ofFormats(Stage stage, UnaryOperator<String> change) {
        stage.when(Layer.DOCUMENT, ReceivedRequest.of(Verb.LIST_METADATA_FORMATS), Behaviour.text(change));
    }

    private static void ofSets(Stage stage, UnaryOperator<String> change) {
        stage.when(Layer.DOCUMENT, ReceivedRequest.of(Verb.LIST_SETS), Behaviour.text(change));
    }

    private static void ofMetadata(Stage stage, UnaryOperator<String> change) {
        stage.when(Layer.DOCUMENT, Asked.withMetadata(), Behaviour.text(change));
    }

    /** Ignores dates of a kind. */
    private static Misbehaviour accepted(String name, String description, Predicate<ReceivedRequest> kind) {
        return of(name, description, stage -> stage.hear(
                request -> kind.test(request) ? without(without(request, "from"), "until") : request));
    }

    /** Answers requests of a kind by an error. */
    private static Misbehaviour refused(String name, String description, Predicate<ReceivedRequest> kind, Code code) {
        return of(name, description,
                stage -> stage.when(Layer.ANSWER, kind, Behaviour.errors(new OaiError(code, "That is not here."))));
    }

    private static void compressing(Stage stage) {
        stage.when(Layer.HTTP, request -> request.header("Accept-Encoding").matches(".*gzip(;q=[01]\\.[0-9]*)?(,.*)?"),
                Behaviour.gzip(true));
    }

    private static void manySets(Stage stage) {
        for (int number = 0; number < SETS; number++) {
            stage.repository().set(new OaiSet(new SetSpec("s" + number), "Set " + number, List.of()));
        }
    }

    /** Leaves a set out of ListSets in several pages. */
    private static void losing(Stage stage, UnaryOperator<String> change) {
        manySets(stage);
        ofSets(stage, text -> change.apply(text.replaceFirst("(?s)<set>\\s*<setSpec>third</setSpec>.*?</set>", "")));
    }

    private static void days(Stage stage) {
        stage.repository().granularity(Granularity.DAY);
        stage.document(text -> text.replaceAll("<datestamp>([0-9-]+)T[^<]*", "<datestamp>$1"));
    }

    private static void withoutSets(Stage stage) {
        stage.when(Layer.ANSWER, ReceivedRequest.of(Verb.LIST_SETS),
                Behaviour.errors(new OaiError(Code.NO_SET_HIERARCHY, "no sets here")));
        stage.document(text -> text.replaceAll("\\s*<setSpec>[^<]*</setSpec>", ""));
    }

    private static boolean isLegal(ReceivedRequest request) {
        return Stream.of("from", "until").map(request::argument).filter(date -> date != null)
                .allMatch(date -> date.matches("20[12]\\d-(0[13-9]|1[0-2])-\\d\\d(T[0-9:]{8}Z)?"));
    }

    private static boolean isDay(ReceivedRequest request, String argument) {
        return String.valueOf(request.argument(argument)).matches("\\d{4}-\\d\\d-\\d\\d");
    }

    private static boolean isJunk(ReceivedRequest request) {
        String token = String.valueOf(request.argument(TOKEN));
        return token.equals("junk") || token.startsWith("a&b");
    }

    private static boolean isUnknown(ReceivedRequest request) {
        return String.valueOf(request.argument(IDENTIFIER)).endsWith("does-not-exist");
    }

    private static ReceivedRequest identifying(ReceivedRequest request) {
        return withQuery(request, "verb=Identify", Map.of("verb", "Identify"));
    }

    private static ReceivedRequest with(ReceivedRequest request, String name, String value) {
        Map<String, String> arguments = new LinkedHashMap<>(request.arguments());
        arguments.put(name, value);
        return request.withArguments(arguments);
    }

    private static ReceivedRequest without(ReceivedRequest request, String name) {
        Map<String, String> arguments = new LinkedHashMap<>(request.arguments());
        arguments.remove(name);
        return request.withArguments(arguments);
    }

    private static ReceivedRequest only(ReceivedRequest request, String... names) {
        Map<String, String> arguments = new LinkedHashMap<>(request.arguments());
        List<String> kept = new ArrayList<>(List.of(names));
        arguments.keySet().retainAll(kept);
        return request.withArguments(arguments);
    }

    private static ReceivedRequest withQuery(ReceivedRequest request, String query, Map<String, String> arguments) {
        return new ReceivedRequest(request.method(), request.path(), query, arguments, request.headers(), request.page(),
                request.link());
    }
}
