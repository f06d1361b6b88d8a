package dev.sheaf.simulator.misbehaviour;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;

/** Lists that do not end, end early, or differ from their announcements. */
final class ListFaults {

    private static final String TOKEN = "resumptionToken";

    private ListFaults() {}

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.LISTS, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        List<Misbehaviour> all = new ArrayList<>(endless());
        all.addAll(ends());
        all.addAll(tokens());
        all.addAll(sizes());
        all.addAll(pages());
        return all;
    }

    private static List<Misbehaviour> endless() {
        return List.of(
                of("token-repeats-for-ever", "Every page after the first is the second, with the token that asked for it.",
                        List.of(21), Expectation.honest(""), stage -> stage.tokens(
                                (request, token) -> sent(request).isEmpty() ? token : again(request, token))),
                of("same-page-for-ever", "Every page is the first again, each with another token.", List.of(22),
                        Expectation.honest(""), stage -> {
                            numberTokens(stage);
                            stage.hear(ListFaults::fromStart);
                        }),
                of("token-on-empty-list", "After the last page come pages without records without end, each with a token.",
                        List.of(23), Expectation.all().within(80), ListFaults::emptyPagesForEver),
                of("token-ignored", "Tokens are ignored: each page is the first one, token included.", List.of(24, 21),
                        Expectation.honest(""), stage -> stage.hear(ListFaults::fromStart)),
                of("last-page-for-ever", "The last page gives the token that asked for it.", List.of(40, 21), Expectation.all(),
                        stage -> stage.tokens((request, token) -> isLast(token) && !sent(request).isEmpty()
                                ? again(request, token)
                                : token)));
    }

    private static List<Misbehaviour> ends() {
        return List.of(
                of("token-behind-end", "The last page has a token that leads to badResumptionToken.", List.of(25),
                        Expectation.all(), behindEnd(errors(Code.BAD_RESUMPTION_TOKEN))),
                of("token-to-no-records", "The last page carries a token, and that leads to noRecordsMatch.", List.of(26),
                        Expectation.all(), behindEnd(errors(Code.NO_RECORDS_MATCH))),
                of("token-to-error-500", "The last page carries a token, and that leads to HTTP 500.", List.of(25, 41),
                        Expectation.all().within(80), behindEnd(Behaviour.status(500))),
                of("token-to-empty-page", "The last page carries a token, and that leads to a page without records or token.",
                        List.of(25, 26), Expectation.all(), behindEnd((request, reply) -> empty(request, reply, null))),
                of("token-missing-at-end", "The last page has no token element instead of an empty one.", List.of(28),
                        Expectation.all(), stage -> stage.tokens((_, token) -> isLast(token) ? null : token)),
                of("token-blank-at-end", "The last page has a token of blanks.", List.of(27), Expectation.all(),
                        stage -> stage.document(text -> text.replaceAll("(<resumptionToken[^>]*>)</resumptionToken>",
                                "$1\n   </resumptionToken>"))),
                of("token-empty-element", "The last page has a token element with attributes and no end tag of its own.",
                        List.of(27), Expectation.all(), stage -> stage.document(
                                text -> text.replaceAll("<resumptionToken([^>]*)></resumptionToken>", "<resumptionToken$1/>"))),
                of("no-token", "The whole list comes as one page, without a token.", List.of(24), Expectation.all(), stage -> {
                    stage.repository().pageSize(Integer.MAX_VALUE);
                    stage.tokens((_, _) -> null);
                }),
                of("token-empty-too-early", "The first page says that it is the last, and states a size that says otherwise.",
                        List.of(42), Expectation.honest(""), stage -> stage.tokens((_, token) -> token == null
                                ? null
                                : new ResumptionToken("", null, token.completeListSize(), token.cursor()))),
                of("list-ends-early", "The third page is the last: no token, and the size states more.", List.of(42, 29),
                        Expectation.honest(""), stage -> stage.tokens((request, token) -> request.page() >= 3
                                && token != null && !token.isLast()
                                        ? new ResumptionToken("", null, token.completeListSize(), null)
                                        : token)));
    }

    private static List<Misbehaviour> tokens() {
        return List.of(
                of("token-expires-once", "In the middle of the list its token has expired; a new list comes whole.", List.of(29),
                        Expectation.all(), stage -> stage.times(1, Layer.ANSWER, Asked.page(3),
                                errors(Code.BAD_RESUMPTION_TOKEN))),
                of("token-expires", "Tokens live for two pages: a longer list never comes to its end.", List.of(29),
                        Expectation.all().within(200), ListFaults::expireTokens),
                of("no-data-for-result-set", "Tokens live for two pages, and then lead to an error of the repository's own.",
                        List.of(29, 82), Expectation.all().within(200), stage -> stage.when(Layer.ANSWER, offsetFrom(stage, 20),
                                Behaviour.errors(new OaiError("noDataForResultSet", "The result set is gone")))),
                of("token-error-as-500", "Tokens live for two pages, and then lead to HTTP 500.", List.of(29, 41),
                        Expectation.all().within(300), stage -> stage.when(Layer.HTTP, offsetFrom(stage, 20),
                                Behaviour.status(500))),
                of("token-once-only", "A token is good for one request; the first answer to the second one breaks.", List.of(30),
                        Expectation.all().within(200), ListFaults::onceOnly),
                of("set-name-in-token", "Tokens hold the name of a set with everything in it that has a meaning elsewhere.",
                        List.of(31, 33), Expectation.all(),
                        stage -> stage.repository().tokenEnd(";set=Ärzte & Söhne/50% <neu>+1 \"x\" 'y'|#?!")),
                of("token-with-line-feed", "Tokens hold a line feed in their middle.", List.of(33), Expectation.all(),
                        stage -> {
                            stage.repository().tokenEnd(";\n!");
                            // A character reference survives the normalisation of line feeds by parsers.
                            stage.document(text -> text.replace(";\n!</resumptionToken>", ";&#10;!</resumptionToken>"));
                        }),
                of("token-in-base64", "Tokens are Base64, with +, / and =.", List.of(33, 41), Expectation.all(),
                        ListFaults::inBase64),
                of("token-not-decoded", "Tokens have to be sent as they are: encoded they are not known.", List.of(33),
                        Expectation.all().within(200), ListFaults::undecoded),
                of("long-token", "Tokens are 6,000 characters long.", List.of(33), Expectation.all(),
                        stage -> stage.repository().tokenEnd("x".repeat(6_000) + "!")),
                of("prefix-wanted-with-token", "A token alone is badArgument: metadataPrefix is wanted with it.", List.of(32),
                        Expectation.all().within(200), ListFaults::prefixWanted),
                of("token-changes", "A token that is used again gives the page with another token.", List.of(30),
                        Expectation.all(), ListFaults::changing));
    }

    private static List<Misbehaviour> sizes() {
        return List.of(
                of("size-of-everything", "completeListSize of a set is that of the whole repository.", List.of(37),
                        Expectation.all().ending(Ending.HONEST), stage -> stage.tokens(
                                (_, token) -> sized(token, (long) stage.records().size())))
                        .inSets("even"),
                of("size-too-small", "completeListSize is the size of a page.", List.of(37), Expectation.all(),
                        stage -> stage.tokens((_, token) -> sized(token, 10L))),
                of("size-too-large", "completeListSize is an estimate, and too large.", List.of(37),
                        Expectation.all().ending(Ending.HONEST), stage -> stage.tokens((_, token) -> sized(token, 1000L))),
                of("size-changes", "completeListSize is another on each page, right on the last.", List.of(37), Expectation.all(),
                        stage -> stage.tokens((_, token) -> isLast(token) || token == null
                                ? token
                                : sized(token, 1000L + (token.cursor() == null ? 0 : token.cursor())))),
                of("size-no-number", "completeListSize and cursor are no numbers.", List.of(37, 38), Expectation.all(),
                        stage -> stage
                                .document(text -> text.replaceAll("completeListSize=\"\\d+\"", "completeListSize=\"about 40\"")
                                        .replaceAll("cursor=\"\\d+\"", "cursor=\"-1\""))),
                of("no-sizes", "Tokens come without completeListSize and cursor.", List.of(37), Expectation.all(),
                        stage -> stage.repository().withoutSizes()),
                of("cursor-counts-pages", "cursor counts pages, not records.", List.of(38), Expectation.all(),
                        stage -> stage.tokens((request, token) -> cursor(token, request.page() - 1L))),
                of("cursor-counts-page-too", "cursor counts this page's records as well.", List.of(38), Expectation.all(),
                        stage -> stage.tokens((_, token) -> token == null || token.cursor() == null
                                ? token
                                : cursor(token, Math.min(token.cursor() + 10, stage.records().size())))),
                of("cursor-stays", "cursor is 0 on every page.", List.of(38), Expectation.all(),
                        stage -> stage.tokens((_, token) -> cursor(token, 0L))));
    }

    private static List<Misbehaviour> pages() {
        return List.of(
                of("poisoned-record", "Whatever holds record 15 is HTTP 500, always.", List.of(34),
                        Expectation.missing(15).within(400), stage -> stage.when(Layer.HTTP, Asked.withMetadata(),
                                holding(15, Behaviour.status(500)))),
                of("poisoned-page", "The third page is HTTP 500, always; its records can be had otherwise.", List.of(34),
                        Expectation.all().within(300), stage -> stage.when(Layer.HTTP, Asked.page(3), Behaviour.status(500))),
                of("records-only-one-by-one", "ListRecords is HTTP 500, always; ListIdentifiers and GetRecord work.", List.of(34),
                        Expectation.all().within(400),
                        stage -> stage.when(Layer.HTTP, Asked.records(), Behaviour.status(500))),
                of("intermittent-500", "Every other page with a token is HTTP 500 at first.", List.of(35), Expectation.all(),
                        stage -> {
                            AtomicInteger turn = new AtomicInteger();
                            stage.when(Layer.HTTP, Asked.withToken(), (request, reply) -> turn.getAndIncrement() % 2 == 0
                                    ? Behaviour.status(500).change(request, reply)
                                    : reply);
                        }),
                of("empty-page-once",
                        "A page in the middle of the list has neither records nor token; asked for again, it is whole.",
                        List.of(36), Expectation.all(), stage -> stage.times(1, Layer.ANSWER, Asked.page(3),
                                (request, reply) -> empty(request, reply, null))),
                of("empty-page-in-list", "A page in the middle of the list has a token and no records, always.", List.of(23, 36),
                        Expectation.honest(""), stage -> stage.when(Layer.ANSWER, Asked.page(2), Behaviour.emptyPage())),
                of("empty-pages-between", "Every other page has a token and no records; nothing is missing.", List.of(23, 36),
                        Expectation.all().within(60), ListFaults::emptyBetween),
                of("no-records-once", "The first page of all is noRecordsMatch; asked for again, it is there.", List.of(36),
                        Expectation.all(),
                        stage -> stage.times(1, Layer.ANSWER, Asked.page(1), errors(Code.NO_RECORDS_MATCH))),
                of("unsteady-order", "Each page after the first has a record twice and leaves one out.", List.of(39, 64),
                        Expectation.missing(11, 21, 31).ending(Ending.HONEST).within(300), ListFaults::unsteady),
                of("list-shrinks", "A record is deleted without a trace while the list is read: one slips through.", List.of(39),
                        Expectation.missing(20).ending(Ending.HONEST).within(200), ListFaults::shrinking),
                of("error-beside-records", "A page has records and an error element.", List.of(26), Expectation.all(),
                        stage -> stage.document(text -> text.replace("<ListRecords>",
                                "<error code=\"noRecordsMatch\">none</error><ListRecords>"))),
                of("pages-of-one", "Pages have one record each.", List.of(), Expectation.all().within(100),
                        stage -> stage.repository().pageSize(1)),
                of("too-many-records", "Lists of more than 15 records are refused with HTTP 413.", List.of(73),
                        Expectation.all().within(150), refusingLarge(Behaviour.status(413))),
                of("too-many-records-page", "Lists of more than 15 records are refused with an HTML page.", List.of(73),
                        Expectation.all().within(150), refusingLarge(
                                Behaviour.html("Your request matches too many records (>100000)"))),
                of("too-many-records-error", "Lists of more than 15 records are refused with badArgument.", List.of(73),
                        Expectation.all().within(150), refusingLarge(Behaviour.errors(new OaiError(Code.BAD_ARGUMENT,
                                "Too many records, use from and until")))),
                of("too-many-records-timeout", "Lists of more than 15 records end in the gateway's time-out, HTTP 504.",
                        List.of(74, 88),
                        Expectation.all().within(300), refusingLarge(Behaviour.status(504))));
    }

    /** Returns the token sent; empty if there is none. */
    private static String sent(ReceivedRequest request) {
        return request.arguments().getOrDefault(TOKEN, "");
    }

    private static boolean isLast(@Nullable ResumptionToken token) {
        return token != null && token.isLast();
    }

    private static ResumptionToken again(ReceivedRequest request, @Nullable ResumptionToken token) {
        return token == null
                ? new ResumptionToken(sent(request), null, null, null)
                : new ResumptionToken(sent(request), null, token.completeListSize(), token.cursor());
    }

    private static @Nullable ResumptionToken sized(@Nullable ResumptionToken token, @Nullable Long size) {
        return token == null ? null : new ResumptionToken(token.value(), token.expirationDate(), size, token.cursor());
    }

    private static @Nullable ResumptionToken cursor(@Nullable ResumptionToken token, @Nullable Long cursor) {
        return token == null
                ? null
                : new ResumptionToken(token.value(), token.expirationDate(), token.completeListSize(), cursor);
    }

    private static @Nullable ResumptionToken valued(@Nullable ResumptionToken token, UnaryOperator<String> value) {
        return token == null || token.isLast()
                ? token
                : new ResumptionToken(value.apply(token.value()), token.expirationDate(), token.completeListSize(),
                        token.cursor());
    }

    static Behaviour errors(Code code) {
        return Behaviour.errors(new OaiError(code, "as the repository says"));
    }

    private static Reply empty(ReceivedRequest request, Reply reply, @Nullable ResumptionToken token) {
        return reply.response() == null
                ? reply
                : reply.withAnswer(request.verb().equals("ListRecords")
                        ? new OaiResponse.ListRecords(List.of(), token)
                        : new OaiResponse.ListIdentifiers(List.of(), token));
    }

    /** Matches lists that are continued from a record on. */
    private static Predicate<ReceivedRequest> offsetFrom(Stage stage, int offset) {
        return Asked.withToken().and(request -> stage.repository().offset(request.arguments()) >= offset);
    }

    /** Returns the request with another token; only the repository sees it. Its other arguments stay, so that it judges them too. */
    private static ReceivedRequest withToken(ReceivedRequest request, String token) {
        Map<String, String> arguments = new LinkedHashMap<>(request.arguments());
        arguments.put(TOKEN, token);
        return request.withArguments(arguments);
    }

    /** Returns the request for the beginning of the list that a token continues. */
    private static ReceivedRequest fromStart(ReceivedRequest request) {
        String[] parts = sent(request).split(";", -1);
        if (parts.length != 6) {
            return request;
        }
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("verb", request.verb());
        List<String> names = List.of("metadataPrefix", "from", "until", "set");
        for (int i = 0; i < names.size(); i++) {
            if (!parts[i + 1].isEmpty()) {
                arguments.put(names.get(i), parts[i + 1]);
            }
        }
        return request.withArguments(arguments);
    }

    /** Gives every token once: each request for the same page returns another token. */
    private static void numberTokens(Stage stage) {
        AtomicInteger turn = new AtomicInteger();
        stage.tokens((_, token) -> valued(token, value -> turn.incrementAndGet() + "/" + value));
        stage.hear(request -> sent(request).isEmpty()
                ? request
                : withToken(request, sent(request).substring(sent(request).indexOf('/') + 1)));
    }

    /** Adds a token to the last page, and answers requests with it by a behaviour. */
    private static Consumer<Stage> behindEnd(Behaviour behaviour) {
        return stage -> {
            stage.tokens((_, token) -> isLast(token)
                    ? new ResumptionToken("end!", null, Objects.requireNonNull(token).completeListSize(), token.cursor())
                    : token);
            stage.when(Layer.ANSWER, request -> sent(request).startsWith("end"), behaviour);
        };
    }

    private static void emptyPagesForEver(Stage stage) {
        AtomicInteger turn = new AtomicInteger();
        behindEnd((request, reply) -> empty(request, reply,
                new ResumptionToken("end" + turn.incrementAndGet() + "!", null, null, null))).accept(stage);
    }

    private static void emptyBetween(Stage stage) {
        stage.tokens((_, token) -> valued(token, value -> "between/" + value));
        stage.when(Layer.ANSWER, request -> sent(request).startsWith("between/") && request.arguments().size() == 2,
                (request, reply) -> empty(request, reply,
                        new ResumptionToken(sent(request).substring("between/".length()), null, null, null)));
    }

    private static void onceOnly(Stage stage) {
        numberTokens(stage);
        Set<String> used = ConcurrentHashMap.newKeySet();
        stage.when(Layer.ANSWER, Asked.withToken(),
                (request, reply) -> used.add(sent(request)) ? reply : errors(Code.BAD_RESUMPTION_TOKEN).change(request, reply));
        stage.times(1, Layer.HTTP, Asked.withToken(), Behaviour.cutAfter(300));
    }

    private static void changing(Stage stage) {
        numberTokens(stage);
        stage.times(1, Layer.HTTP, Asked.withToken(), Behaviour.cutAfter(300));
    }

    private static void inBase64(Stage stage) {
        String start = "\u00fb\u00ef\u00be\u00ff\u00ff\u00ff";
        stage.tokens((_, token) -> valued(token,
                value -> Base64.getEncoder().encodeToString((start + value + "..").getBytes(StandardCharsets.ISO_8859_1))));
        stage.hear(request -> {
            if (sent(request).isEmpty()) {
                return request;
            }
            try {
                String value = new String(Base64.getDecoder().decode(sent(request)), StandardCharsets.ISO_8859_1);
                return withToken(request, value.substring(start.length(), value.length() - 2));
            } catch (IllegalArgumentException | StringIndexOutOfBoundsException _) {
                return withToken(request, "not Base64");
            }
        });
    }

    private static void undecoded(Stage stage) {
        stage.when(Layer.ANSWER, Asked.withToken(), (request, reply) -> request.query().replaceFirst(".*resumptionToken=", "")
                .replaceFirst("&.*", "").contains("%") ? errors(Code.BAD_RESUMPTION_TOKEN).change(request, reply) : reply);
    }

    private static void prefixWanted(Stage stage) {
        stage.hear(request -> sent(request).isEmpty()
                ? request
                : request.withArguments(Map.of("verb", request.verb(), TOKEN, sent(request))));
        stage.when(Layer.ANSWER, Asked.withToken().and(request -> request.argument("metadataPrefix") == null),
                Behaviour.errors(new OaiError(Code.BAD_ARGUMENT, "metadataPrefix is missing")));
    }

    /** Applies a behaviour to replies that contain a record. */
    static Behaviour holding(int number, Behaviour behaviour) {
        String identifier = ">" + SimulatedRecords.identifier(number) + "<";
        return (request, reply) -> Stage.text(reply).contains(identifier) ? behaviour.change(request, reply) : reply;
    }

    private static void unsteady(Stage stage) {
        stage.when(Layer.ANSWER, Asked.records().and(Asked.withToken()), Behaviour.records(records -> {
            List<OaiRecord> page = new ArrayList<>(records);
            if (page.size() > 1) {
                page.set(1, page.getFirst());
            }
            return page;
        }));
    }

    private static void shrinking(Stage stage) {
        stage.times(1, Layer.ANSWER, Asked.page(2), (_, reply) -> {
            stage.repository().remove(SimulatedRecords.identifier(3));
            return reply;
        });
    }

    /** Refuses lists of more than 15 records. */
    static void refuseLarge(Stage stage) {
        refusingLarge(Behaviour.status(413)).accept(stage);
    }

    /** Makes every list fail after its second page. */
    static void expireTokens(Stage stage) {
        stage.when(Layer.ANSWER, offsetFrom(stage, 20), errors(Code.BAD_RESUMPTION_TOKEN));
    }

    private static Consumer<Stage> refusingLarge(Behaviour refusal) {
        return stage -> stage.when(Layer.ANSWER,
                Asked.records().and(request -> stage.repository().listSize(request.arguments()) > 15), refusal);
    }
}
