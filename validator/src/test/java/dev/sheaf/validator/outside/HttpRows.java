package dev.sheaf.validator.outside;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;

import dev.sheaf.simulator.Reply;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Faults of HTTP: methods, statuses, content types, codings, redirects. */
final class HttpRows {

    private static final String HTTP = "S3.1";
    private static final String AREA = "http";

    private HttpRows() {}

    static List<OutsideRow> rows() {
        return List.of(
                reply("type-html", "every response is text/html",
                        (c, r) -> r.withHeader("Content-Type", "text/html;charset=UTF-8")),
                reply("type-application-xml", "every response is application/xml",
                        (c, r) -> r.withHeader("Content-Type", "application/xml;charset=UTF-8")),
                reply("type-of-errors", "errors are text/html",
                        (c, r) -> text(r).contains("<error") ? r.withHeader("Content-Type", "text/html") : r),
                reply("type-of-later-pages", "pages of tokens are text/html",
                        (c, r) -> c.has("resumptionToken") ? r.withHeader("Content-Type", "text/html") : r),
                reply("type-missing", "there is no content type", (c, r) -> r.withoutHeader("Content-Type")),
                reply("charset-latin", "the content type says ISO-8859-1, the bytes are UTF-8",
                        (c, r) -> r.withHeader("Content-Type", "text/xml;charset=ISO-8859-1")),
                reply("post-not-allowed", "POST is HTTP 405", (c, r) -> c.isPost() ? r.withStatus(405) : r),
                arrives("post-arguments-lost", "arguments of POST are not read", OutsideCall::isPost,
                        c -> c.without(c.arguments().keySet().toArray(new String[0]))),
                arrives("post-of-get-record-lost", "identifiers are not read from POST", OutsideCall::isPost,
                        c -> c.without("identifier")),
                arrives("post-of-token-lost", "tokens are not read from POST", OutsideCall::isPost,
                        c -> c.without("resumptionToken")),
                reply("gzip-always", "every response is packed, though nobody asked",
                        (c, r) -> r.withBody(packed(r.body())).withHeader("Content-Encoding", "gzip")),
                reply("gzip-though-refused", "responses are packed when gzip is named with q=0",
                        (c, r) -> c.header("Accept-Encoding").contains("gzip")
                                ? r.withBody(packed(r.body())).withHeader("Content-Encoding", "gzip")
                                : r),
                reply("gzip-for-refused-star", "responses are packed when the star is named with q=0",
                        (c, r) -> c.header("Accept-Encoding").matches(".*(\\*|gzip;q=1).*")
                                ? r.withBody(packed(r.body())).withHeader("Content-Encoding", "gzip")
                                : r),
                reply("gzip-without-header", "responses are packed and do not say so",
                        (c, r) -> c.header("Accept-Encoding").contains("gzip") ? r.withBody(packed(r.body())) : r),
                reply("gzip-in-name-only", "responses say gzip and are plain",
                        (c, r) -> c.header("Accept-Encoding").contains("gzip")
                                ? r.withHeader("Content-Encoding", "gzip")
                                : r),
                reply("errors-are-404", "errors of the protocol have HTTP 404",
                        (c, r) -> text(r).contains("<error") ? r.withStatus(404) : r),
                reply("no-records-is-404", "noRecordsMatch has HTTP 404",
                        (c, r) -> text(r).contains("noRecordsMatch") ? r.withStatus(404) : r),
                reply("unknown-item-is-404", "idDoesNotExist has HTTP 404",
                        (c, r) -> text(r).contains("idDoesNotExist") ? r.withStatus(404) : r),
                reply("bad-argument-is-400", "badArgument has HTTP 400",
                        (c, r) -> text(r).contains("badArgument") ? r.withStatus(400) : r),
                reply("bad-verb-is-a-page", "badVerb is a web page", (c, r) -> text(r).contains("badVerb")
                        ? page(r.withHeader("Content-Type", "text/html"))
                        : r),
                reply("unknown-item-crashes", "an unknown identifier is HTTP 500",
                        (c, r) -> text(r).contains("idDoesNotExist") ? page(r.withStatus(500)) : r),
                reply("bad-argument-crashes", "a wrong argument is HTTP 500",
                        (c, r) -> text(r).contains("badArgument") ? page(r.withStatus(500)) : r),
                reply("sets-crash", "ListSets is HTTP 500", (c, r) -> c.is("ListSets") ? page(r.withStatus(500)) : r),
                reply("sets-redirected-in-a-ring", "ListSets leads to itself",
                        (c, r) -> c.is("ListSets") ? r.withStatus(302).withHeader("Location", "?verb=ListSets") : r),
                reply("third-page-crashes", "the third page is HTTP 500",
                        (c, r) -> c.value("resumptionToken").endsWith("^14") ? page(r.withStatus(500)) : r),
                reply("sets-with-dates-crash", "a set beside dates is HTTP 500",
                        (c, r) -> c.has("set") && (c.has("from") || c.has("until")) ? page(r.withStatus(500)) : r),
                arrives("verb-must-be-first", "a request whose first argument is not the verb is badVerb",
                        c -> !c.arguments().isEmpty() && !c.arguments().keySet().iterator().next().equals("verb"),
                        c -> c.without("verb")),
                arrives("identifier-not-decoded", "percent signs of identifiers are not decoded",
                        c -> !c.isPost() && c.asked().query().contains("%3A") && c.has("identifier"),
                        c -> c.with("identifier", c.value("identifier").replace(":", "%3A"))),
                arrives("post-identifier-not-decoded", "percent signs of identifiers are not decoded in POST",
                        c -> c.isPost() && c.has("identifier"),
                        c -> c.with("identifier", c.value("identifier").replace(":", "%3A"))),
                must("verb-in-any-case", "S3.6", AREA, "verbs are accepted in small letters", p -> p.arrives = c -> c
                        .has("verb")
                                ? OutsideProvider.ARGUMENTS.keySet().stream().filter(c.value("verb")::equalsIgnoreCase)
                                        .findFirst()
                                        .map(verb -> c.with("verb", verb)).orElse(c)
                                : c));
    }

    static String text(Reply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    private static Reply page(Reply reply) {
        return reply.withBody("<html><body><h1>Something went wrong</h1></body></html>".getBytes(StandardCharsets.UTF_8));
    }

    static byte[] packed(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return out.toByteArray();
    }

    private static OutsideRow reply(String name, String description, BiFunction<OutsideCall, Reply, Reply> change) {
        return must(name, HTTP, AREA, description, p -> {
            p.replies = change;
            p.packs = !name.startsWith("gzip");
        });
    }

    private static OutsideRow arrives(String name, String description, Predicate<OutsideCall> when,
            java.util.function.UnaryOperator<OutsideCall> change) {
        return must(name, HTTP, AREA, description, p -> p.arrives = c -> when.test(c) ? change.apply(c) : c);
    }
}
