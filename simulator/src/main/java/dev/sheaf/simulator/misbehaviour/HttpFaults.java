package dev.sheaf.simulator.misbehaviour;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

import dev.sheaf.core.OaiError.Code;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.Delivery;
import dev.sheaf.simulator.Delivery.End;
import dev.sheaf.simulator.Delivery.Framing;
import dev.sheaf.simulator.Encryption;
import dev.sheaf.simulator.ReceivedRequest;

/** Faults of servers, gateways, bot protection and connections. */
final class HttpFaults {

    private static final Pattern LIBRARIES = Pattern.compile("^$|^(Java|python|curl|Wget|Go-http-client|Apache|libwww|okhttp)",
            Pattern.CASE_INSENSITIVE);

    private HttpFaults() {}

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.HTTP, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        List<Misbehaviour> all = new ArrayList<>(botProtections());
        all.addAll(busy());
        all.addAll(redirects());
        all.addAll(codings());
        all.addAll(connections());
        all.addAll(answers());
        all.addAll(certificates());
        return all;
    }

    private static List<Misbehaviour> certificates() {
        return List.of(
                encrypted("certificate-expired", "The certificate has expired.", Encryption.EXPIRED, "has expired"),
                encrypted("certificate-of-another", "The certificate is for another name.", Encryption.OTHER_NAME,
                        "another name"),
                encrypted("certificate-of-its-own", "The certificate is vouched for by itself alone.", Encryption.SELF_SIGNED,
                        "self-signed"),
                encrypted("certificate-chain-cut", "The server does not send the certificate that vouches for its own.",
                        Encryption.CHAIN_CUT, "intermediate certificate"),
                encrypted("tls-too-old", "The server speaks TLS 1.0 only.", Encryption.OLD_VERSION, "too old"));
    }

    /** Creates a fault that prevents any exchange: a harvester that continued would send its credentials to anybody. */
    private static Misbehaviour encrypted(String name, String description, Encryption encryption, String sign) {
        return of(name, description, List.of(79), Expectation.stops(sign), _ -> {}).over(encryption);
    }

    private static List<Misbehaviour> botProtections() {
        return List.of(
                of("challenge-page", "Every answer is the challenge of a bot protection: HTTP 403, cf-mitigated, an HTML page.",
                        List.of(70),
                        Expectation.stops("challenge|bot"), always((request, reply) -> Behaviour.html("Just a moment...")
                                .change(request, reply).withStatus(403).withHeader("cf-mitigated", "challenge")
                                .withHeader("Server", "cloudflare"))),
                of("firewall-without-body", "Every answer is HTTP 202 without a body: x-amzn-waf-action says challenge.",
                        List.of(70, 11), Expectation.stops("challenge|firewall|bot"), always((_, reply) -> reply.withStatus(202)
                                .withBody(new byte[0]).withHeader("x-amzn-waf-action", "challenge"))),
                of("proof-of-work", "Every answer is a page that makes browsers calculate, with HTTP 200.", List.of(70),
                        Expectation.stops("bot|challenge"), always(Behaviour.body("text/html", """
                                <!doctype html><html><head><title>Making sure you&#39;re not a bot!</title>
                                <script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script></head>
                                <body><p>Loading...</p></body></html>"""))),
                of("wall-in-list", "From the third page on, a bot protection answers in place of the list.", List.of(70),
                        Expectation.honest("challenge|bot|403"), stage -> stage.when(Layer.HTTP, Asked.withToken().and(
                                request -> request.page() >= 3),
                                (request, reply) -> Behaviour.html("Just a moment...").change(request, reply).withStatus(403)
                                        .withHeader("cf-mitigated", "challenge"))),
                of("libraries-blocked",
                        "A client that does not name itself gets HTTP 403: common libraries' User-Agents are blocked.",
                        List.of(71), Expectation.all(), stage -> stage.when(Layer.HTTP,
                                request -> LIBRARIES.matcher(request.header("User-Agent")).find(), Behaviour.status(403))),
                of("browsers-only", "Whatever does not call itself a browser gets HTTP 403.", List.of(71),
                        Expectation.stops("403"), stage -> stage.when(Layer.HTTP,
                                request -> !request.header("User-Agent").contains("Mozilla"), Behaviour.status(403))),
                of("not-let-in", "The host lets nobody in whom it does not know: HTTP 403.", List.of(87, 86),
                        Expectation.stops("403"), always(Behaviour.status(403))),
                of("password-wanted", "A password is wanted: HTTP 401.", List.of(87), Expectation.stops("401"),
                        always((request, reply) -> Behaviour.status(401).change(request, reply).withHeader("WWW-Authenticate",
                                "Basic realm=\"members\""))),
                of("login-page", "Everything leads to a page on which people log in, with HTTP 200.", List.of(86, 87),
                        Expectation.stops("HTML|log"), always(Behaviour.html("Log in"))));
    }

    private static List<Misbehaviour> busy() {
        return List.of(
                of("too-many-requests", "Each third request is HTTP 429, without Retry-After.", List.of(72), Expectation.all(),
                        everyThird(Behaviour.status(429))),
                of("busy-for-seconds", "Each third request is HTTP 503 with Retry-After in seconds.", List.of(72, 35),
                        Expectation.all(), everyThird(Behaviour.busy(503, "20"))),
                of("busy-until-a-date", "Each third request is HTTP 503 with Retry-After as a date.", List.of(72, 35),
                        Expectation.all(), stage -> everyThird((request, reply) -> Behaviour.busy(503,
                                DateTimeFormatter.RFC_1123_DATE_TIME.format(stage.clock().instant().plusSeconds(30)
                                        .atOffset(ZoneOffset.UTC)))
                                .change(request, reply)).accept(stage)),
                of("busy-unreadable", "Each third request is HTTP 503 with a Retry-After that says nothing.", List.of(72),
                        Expectation.all(), everyThird(Behaviour.busy(503, "soon"))),
                of("busy-for-a-day", "Every list is HTTP 503 with Retry-After of a day.", List.of(72),
                        Expectation.stops("503|wait|busy"),
                        stage -> stage.when(Layer.HTTP, Asked.lists(), Behaviour.busy(503, "86400"))),
                of("busy-page",
                        "A page is an HTML page that says that the service is unavailable, with HTTP 200; then it is there.",
                        List.of(35), Expectation.all(), stage -> stage.times(1, Layer.HTTP, Asked.page(2),
                                Behaviour.html("Service Temporarily Unavailable"))),
                of("bad-gateway", "The third page is HTTP 502 and then 504, before it comes.", List.of(74), Expectation.all(),
                        stage -> stage.times(2, Layer.HTTP, Asked.page(3), Behaviour.inTurn(Behaviour.status(502),
                                Behaviour.status(504)))),
                of("down", "Everything is HTTP 503, always.", List.of(74), Expectation.stops("503").within(60),
                        always(Behaviour.status(503))));
    }

    private static List<Misbehaviour> redirects() {
        return List.of(
                of("moved", "Everything is redirected to another port: HTTP 301.", List.of(75, 76), Expectation.all(),
                        stage -> stage.when(Layer.HTTP, atMain(stage), (request, reply) -> Behaviour.redirectTo(301,
                                stage.otherBaseUrl()).change(request, reply))),
                of("moved-with-tokens", "The start of a list is redirected to another port, and only that one knows the tokens.",
                        List.of(76), Expectation.all(), stage -> {
                            stage.when(Layer.ANSWER, atMain(stage).and(Asked.withToken()),
                                    ListFaults.errors(Code.BAD_RESUMPTION_TOKEN));
                            stage.when(Layer.HTTP, atMain(stage).and(Asked.withToken().negate()),
                                    (request, reply) -> Behaviour.redirectTo(302, stage.otherBaseUrl()).change(request, reply));
                        }),
                of("redirect-without-arguments", "Everything is redirected to another base URL, and the arguments are lost.",
                        List.of(75), Expectation.all(), stage -> stage.when(Layer.HTTP, atMain(stage),
                                (request, reply) -> Behaviour.redirect(301, stage.otherBaseUrl()).change(request, reply))),
                of("redirect-relative", "Lists are redirected by an address without scheme and host.", List.of(75),
                        Expectation.all(), stage -> stage.when(Layer.HTTP, Asked.lists().and(
                                request -> !request.path().endsWith("/moved")),
                                (request, reply) -> Behaviour.redirect(307, request.path() + "/moved?" + request.query())
                                        .change(request, reply))),
                of("redirect-loop", "Everything is redirected to itself.", List.of(75), Expectation.stops("redirect"),
                        always((request, reply) -> Behaviour.redirect(302, request.path() + "?" + request.query()).change(request,
                                reply))),
                of("redirect-elsewhere", "Everything is redirected to an address that is not the web's.", List.of(75),
                        Expectation.stops("redirect"), always(Behaviour.redirect(302, "ftp://simulated.example.org/oai"))));
    }

    private static List<Misbehaviour> codings() {
        return List.of(
                of("gzip-unasked", "Everything is packed with gzip, asked for or not.", List.of(77), Expectation.all(),
                        always(Behaviour.gzip(true))),
                of("gzip-unlabelled", "Everything is packed with gzip and does not say so.", List.of(77), Expectation.all(),
                        always(Behaviour.gzip(false))),
                of("gzip-broken", "A client that accepts gzip gets half of it; others get everything.", List.of(77),
                        Expectation.all(), always(Behaviour.brokenGzip())),
                of("gzip-said-only", "Everything says that it is gzip, and is not.", List.of(77), Expectation.all(),
                        always(Behaviour.header("Content-Encoding", "gzip"))),
                of("deflate-raw", "Everything is packed with deflate without the frame that belongs to it.", List.of(77),
                        Expectation.all(), always((_, reply) -> reply.withBody(deflated(reply.body()))
                                .withHeader("Content-Encoding", "deflate"))),
                of("coding-is-charset", "Content-Encoding says UTF-8.", List.of(77), Expectation.all(),
                        always(Behaviour.header("Content-Encoding", "UTF-8"))));
    }

    private static List<Misbehaviour> connections() {
        return List.of(
                of("chunks", "Bodies come in chunks.", List.of(78), Expectation.all(),
                        delivered(delivery -> delivery.framedBy(Framing.CHUNKED))),
                of("chunks-cut", "A body in chunks breaks off; asked for again, it is whole.", List.of(78), Expectation.all(),
                        deliveredTimes(1, delivery -> delivery.framedBy(Framing.CHUNKED).endingAfter(2_500, End.CLOSED))),
                of("chunks-without-end", "Bodies in chunks come whole, but without the chunk that ends them.", List.of(78),
                        Expectation.all(), always((_, reply) -> reply.with(reply.delivery().framedBy(Framing.CHUNKED)
                                .endingAfter(reply.body().length, End.CLOSED)))),
                of("chunks-broken", "The size of a chunk is no number; asked for again, it is.", List.of(78), Expectation.all(),
                        deliveredTimes(1, delivery -> delivery.framedBy(Framing.BROKEN_CHUNKS))),
                of("length-too-large", "Content-Length promises 100 bytes more than come.", List.of(78, 10), Expectation.all(),
                        always((_, reply) -> reply.with(reply.delivery().stating(reply.body().length + 100L)
                                .endingAfter(reply.body().length, End.CLOSED)))),
                of("length-too-small", "Content-Length is 20 bytes short: the end of each document is cut off.", List.of(10),
                        Expectation.all().within(200), always((_, reply) -> reply.with(reply.delivery()
                                .stating(Math.max(0, reply.body().length - 20L)).endingAfter(reply.body().length, End.CLOSED)))),
                of("connection-cut", "The connection breaks in a page; asked for again, it is whole.", List.of(10, 78),
                        Expectation.all(), deliveredTimes(1, delivery -> delivery.endingAfter(1_500, End.CLOSED))),
                of("connection-reset", "The connection is reset in a page, and before the next one.", List.of(10),
                        Expectation.all(), deliveredTimes(2, delivery -> delivery.endingAfter(0, End.RESET))),
                of("silence", "The server falls silent in a page; asked for again, it is whole.", List.of(72, 74),
                        Expectation.all(), deliveredTimes(1, delivery -> delivery.endingAfter(1_500, End.STALLED))),
                of("connection-closed", "Each connection is closed after its first answer, although it was to stay open.",
                        List.of(78), Expectation.all(), delivered(delivery -> delivery.endingAfter(-1, End.CLOSED))),
                of("until-close", "Bodies end with the connection, as in HTTP/1.0.", List.of(78), Expectation.all(),
                        delivered(delivery -> delivery.framedBy(Framing.UNTIL_CLOSE).withVersion("HTTP/1.0"))),
                of("interim-response", "HTTP 103 comes before each answer.", List.of(), Expectation.all(),
                        delivered(delivery -> delivery
                                .behind("HTTP/1.1 103 Early Hints\r\nLink: </oai.css>; rel=preload\r\n\r\n"))),
                of("slow-drip", "Answers come in portions of 100 bytes.", List.of(88), Expectation.all(),
                        delivered(delivery -> delivery.inPortionsOf(100))));
    }

    private static List<Misbehaviour> answers() {
        return List.of(
                of("no-content-type", "Answers have no Content-Type.", List.of(), Expectation.all(),
                        always((_, reply) -> reply.withoutHeader("Content-Type"))),
                of("html-content-type", "Answers say that they are text/html.", List.of(), Expectation.all(),
                        always(Behaviour.header("Content-Type", "text/html; charset=utf-8"))),
                of("status-202", "A page is HTTP 202 without a body; asked for again, it is there.", List.of(11),
                        Expectation.all(), stage -> stage.times(1, Layer.HTTP, Asked.page(2),
                                (_, reply) -> reply.withStatus(202).withBody(new byte[0]))),
                of("status-204", "A page is HTTP 204; asked for again, it is there.", List.of(11), Expectation.all(),
                        stage -> stage.times(1, Layer.HTTP, Asked.page(2),
                                (_, reply) -> reply.withStatus(204).withBody(new byte[0]))),
                of("status-500-with-page", "Pages are as they should be, with HTTP 500.", List.of(35, 81),
                        Expectation.honest("500"), stage -> stage.when(Layer.HTTP, Asked.lists(),
                                Behaviour.sameWithStatus(500))),
                of("gone", "The repository has moved without a redirect: HTTP 404.", List.of(83), Expectation.stops("404"),
                        always(Behaviour.status(404))),
                of("home-page", "The repository has moved without a redirect: its institution's home page, with HTTP 200.",
                        List.of(83), Expectation.stops("HTML"), always(Behaviour.html("University of Simulation"))),
                of("get-refused", "GET is HTTP 405: only POST is answered.", List.of(), Expectation.honest("405"),
                        stage -> stage.when(Layer.HTTP, request -> request.method().equals("GET"), Behaviour.status(405))),
                of("address-too-long", "Tokens are 6,000 characters long, and such addresses are HTTP 414.", List.of(33),
                        Expectation.honest("414").within(300), stage -> {
                            stage.repository().tokenEnd("x".repeat(6_000) + "!");
                            stage.when(Layer.HTTP,
                                    request -> request.method().equals("GET") && request.query().length() > 5_000,
                                    Behaviour.status(414));
                        }));
    }

    private static Consumer<Stage> always(Behaviour behaviour) {
        return stage -> stage.when(Layer.HTTP, ReceivedRequest.any(), behaviour);
    }

    private static Consumer<Stage> everyThird(Behaviour behaviour) {
        return stage -> {
            AtomicInteger turn = new AtomicInteger();
            stage.when(Layer.HTTP, ReceivedRequest.any(),
                    (request, reply) -> turn.incrementAndGet() % 3 == 0 ? behaviour.change(request, reply) : reply);
        };
    }

    private static Consumer<Stage> delivered(UnaryOperator<Delivery> change) {
        return always((_, reply) -> reply.with(change.apply(reply.delivery())));
    }

    private static Consumer<Stage> deliveredTimes(int times, UnaryOperator<Delivery> change) {
        return stage -> stage.times(times, Layer.HTTP, Asked.page(2), (_, reply) -> reply.with(change.apply(reply.delivery())));
    }

    private static Predicate<ReceivedRequest> atMain(Stage stage) {
        return request -> stage.baseUrl().startsWith("http://" + request.header("Host") + "/");
    }

    private static byte[] deflated(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packing = new DeflaterOutputStream(packed, new Deflater(Deflater.DEFAULT_COMPRESSION, true))) {
            packing.write(plain);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return packed.toByteArray();
    }
}
