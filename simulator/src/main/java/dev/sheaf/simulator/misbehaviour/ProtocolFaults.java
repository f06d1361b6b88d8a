package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;

/** Older versions of the protocol, and frequent violations of the current one. */
final class ProtocolFaults {

    /** Pattern of a record whose header precedes its metadata; comments are skipped completely, whatever they contain. */
    private static final Pattern HEADER_FIRST = Pattern
            .compile("<record>(<header>(?:[^<]++|<!--.*?-->|<(?!!--|/header>))*+</header>)"
                    + "((?:<!--.*?-->)*+)(<metadata>(?:[^<]++|<!--.*?-->|<(?!!--|/metadata>))*+</metadata>)</record>");
    private static final String TOKEN_END = "</resumptionToken>";

    private ProtocolFaults() {}

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.PROTOCOL, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        return List.of(
                of("well-behaved", "Nothing is wrong: what a harvester does when all is well.", List.of(), Expectation.all(),
                        _ -> {}).then(Round.usual(Expectation.all())),
                of("protocol-1.1", "The repository speaks OAI-PMH 1.1.", List.of(), inOldForm(), stage -> old(stage, "1.1"))
                        .then(Round.usual(inOldForm())),
                of("protocol-1.0", "The repository speaks OAI-PMH 1.0.", List.of(), inOldForm(), stage -> old(stage, "1.0"))
                        .then(Round.usual(inOldForm())),
                of("echo-unescaped", "The request is echoed with & and < as they are.", List.of(19), Expectation.all(), stage -> {
                    stage.repository().tokenEnd(" & <b>!");
                    stage.document(text -> text.replaceAll("(<request[^>]*)&amp; &lt;b(&gt;|>)!", "$1& <b>!"));
                }),
                of("errors-with-status", "Errors of the protocol come with HTTP 400 and 404.", List.of(41), Expectation.all(),
                        stage -> stage.when(Layer.HTTP, _ -> true, (request, reply) -> Stage.text(reply).contains("<error code=")
                                ? reply.withStatus(request.verb().startsWith("List") ? 404 : 400)
                                : reply))
                        .then(nothingNew()),
                of("empty-list-element", "An empty list is an empty element, not noRecordsMatch.", List.of(36), Expectation.all(),
                        stage -> stage.document(text -> text.replaceFirst("<error code=\"noRecordsMatch\">.*</error>",
                                "<ListRecords></ListRecords>")))
                        .then(nothingNew()),
                of("no-request-element", "Responses do not repeat the request.", List.of(18), Expectation.all(),
                        stage -> stage.document(text -> text.replaceFirst("<request.*</request>", ""))),
                of("elements-in-other-order", "The token comes before the records, and headers after metadata.", List.of(),
                        Expectation.all(), stage -> stage.document(ProtocolFaults::reordered)),
                of("identify-fails", "Identify is HTTP 500.", List.of(80, 81), Expectation.all(),
                        stage -> stage.when(Layer.HTTP, Asked.identify(), Behaviour.status(500))),
                of("identify-bare", "Identify gives a name and nothing else.", List.of(17, 50), Expectation.all(),
                        stage -> stage.document(text -> text.replaceAll(
                                "<(baseURL|protocolVersion|adminEmail|earliestDatestamp|deletedRecord|granularity)>.*</\\1>\n?",
                                ""))),
                of("identify-with-blanks", "Values of Identify have blanks around them, and e-mail addresses are none.",
                        List.of(17), Expectation.all(), stage -> identify(stage, old -> new RepositoryDescription(" " + old
                                .repositoryName() + " ", " " + old.baseUrl() + "\n", " 2.0 ", List.of("", "nobody"),
                                old.earliestDatestamp(),
                                " " + old.deletedRecord() + " ", " " + old.granularityText() + " ", List.of(" gzip"),
                                List.of()))),
                of("base-url-elsewhere", "Identify names a base URL that only its operator can reach.", List.of(80, 83),
                        Expectation.all(), stage -> identify(stage, old -> withBaseUrl(old, "http://localhost:1/intern/oai/"))),
                of("no-formats", "ListMetadataFormats names no format.", List.of(16), Expectation.all().ending(Ending.HONEST),
                        stage -> stage.when(Layer.ANSWER, ReceivedRequest.of(Verb.LIST_METADATA_FORMATS),
                                (_, reply) -> reply.withAnswer(new OaiResponse.ListMetadataFormats(List.of())))),
                of("list-formats-fails", "ListMetadataFormats is HTTP 500.", List.of(81),
                        Expectation.all().ending(Ending.HONEST), stage -> stage.when(Layer.HTTP,
                                ReceivedRequest.of(Verb.LIST_METADATA_FORMATS), Behaviour.status(500))),
                of("format-fails", "One of two formats is HTTP 500, always.", List.of(81),
                        Expectation.all().ending(Ending.SHORT).naming("broken").within(80), ProtocolFaults::brokenFormat),
                of("format-of-nothing", "One of two formats has no records: cannotDisseminateFormat.", List.of(16, 81),
                        Expectation.all().ending(Ending.HONEST).within(60), ProtocolFaults::emptyFormat),
                of("restricted", "Lists are refused with an error code of the repository's own.", List.of(82),
                        Expectation.stops("restrictedInterface"), stage -> stage.when(Layer.ANSWER,
                                Asked.lists().or(ReceivedRequest.of(Verb.GET_RECORD)),
                                Behaviour.errors(new OaiError("restrictedInterface", "Ask for access")))),
                of("internal-exception", "A page is an error of the repository's own; asked for again, it is there.", List.of(82),
                        Expectation.all().within(80), stage -> stage.times(1, Layer.ANSWER, Asked.page(3),
                                Behaviour.errors(new OaiError("InternalException", "java.lang.NullPointerException")))),
                of("list-identifiers-fails", "ListIdentifiers and GetRecord are HTTP 500.", List.of(66), Expectation.all(),
                        stage -> stage.when(Layer.HTTP, Asked.identifiers().or(ReceivedRequest.of(Verb.GET_RECORD)),
                                Behaviour.status(500))));
    }

    /** Returns the expectation for converted content, which does not stay exactly the same. */
    private static Expectation inOldForm() {
        Integer[] everything = new Integer[SimulatedRecords.FEWEST];
        for (int number = 0; number < everything.length; number++) {
            everything[number] = number;
        }
        return Expectation.all().altering(everything);
    }

    private static Round nothingNew() {
        return new Round("nothing changes", Duration.ofDays(1), _ -> {}, false, Expectation.all());
    }

    /** Changes the answer to Identify. */
    static void identify(Stage stage, UnaryOperator<RepositoryDescription> change) {
        stage.when(Layer.ANSWER, Asked.identify(), (_, reply) -> reply.response() != null
                && reply.response().answer() instanceof OaiResponse.Identify(RepositoryDescription description)
                        ? reply.withAnswer(new OaiResponse.Identify(change.apply(description)))
                        : reply);
    }

    private static RepositoryDescription withBaseUrl(RepositoryDescription old, String baseUrl) {
        return new RepositoryDescription(old.repositoryName(), baseUrl, old.protocolVersion(), old.adminEmails(),
                old.earliestDatestamp(), old.deletedRecord(), old.granularityText(), old.compressions(), old.descriptions());
    }

    private static void old(Stage stage, String version) {
        stage.repository().granularity(Granularity.DAY);
        stage.hear(request -> {
            Map<String, String> arguments = new LinkedHashMap<>(request.arguments());
            if (request.verb().equals("ListIdentifiers") && !arguments.containsKey("resumptionToken")) {
                if (arguments.containsKey("metadataPrefix")) {
                    // Before 2.0 this was no argument of ListIdentifiers, so the reply is HTTP 400.
                    return request.withArguments(Map.of("verb", "none"));
                }
                arguments.put("metadataPrefix", "oai_dc");
            }
            return request.withArguments(arguments);
        });
        stage.when(Layer.VERSION, _ -> true, new OldProtocol(version)::reply);
    }

    /** Returns a record with its elements in another order. Only whole elements move; comments stay in one piece. */
    private static String reordered(String text) {
        int list = text.indexOf("<ListRecords>");
        int token = text.lastIndexOf("<resumptionToken");
        if (list < 0) {
            return text;
        }
        String moved = text;
        // An empty element may be a single tag without an end tag.
        if (token > list && text.indexOf(TOKEN_END, token) >= 0) {
            int end = text.lastIndexOf(TOKEN_END) + TOKEN_END.length();
            int start = list + "<ListRecords>".length();
            moved = text.substring(0, start) + text.substring(token, end) + text.substring(start, token) + text.substring(end);
        }
        return HEADER_FIRST.matcher(moved).replaceAll("<record>$2$3$1</record>");
    }

    private static MetadataFormat other(String prefix) {
        return new MetadataFormat(new MetadataPrefix(prefix), "https://simulated.example.org/" + prefix + ".xsd",
                "https://simulated.example.org/" + prefix + "/");
    }

    private static void brokenFormat(Stage stage) {
        stage.repository().format(other("broken"));
        stage.when(Layer.HTTP, request -> "broken".equals(request.argument("metadataPrefix")), Behaviour.status(500));
    }

    private static void emptyFormat(Stage stage) {
        stage.repository().format(other("nothing"));
        stage.when(Layer.ANSWER, request -> "nothing".equals(request.argument("metadataPrefix")),
                Behaviour.errors(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT, "not really")));
    }
}
