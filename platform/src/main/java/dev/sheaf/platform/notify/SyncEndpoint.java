package dev.sheaf.platform.notify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Answer;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.extension.ExtensionVerb;
import dev.sheaf.core.extension.ExtensionWriter;
import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.sync.SourcePushes;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archives;
import dev.sheaf.store.notices.Announcements.Announcer;

/**
 * {@code /sync}: announcements of sources ({@code verb=Notify}, {@code verb=PushMetadata}) and subscriptions to the hub's own repositories
 * ({@code hub.mode=…}). Requests of unknown senders are refused after a check of their headers; every refusal is logged with its reason.
 * Thread-safe.
 */
public final class SyncEndpoint implements Endpoint {

    /** Largest size of a form in bytes. */
    static final int MOST_FORM = Limit.FORM_BYTES.count();
    /** Largest size of a document in bytes, as received. */
    static final int MOST_WIRE = Limit.PUSH_WIRE_BYTES.count();
    /** Largest size of a document in bytes, decoded. */
    static final int MOST_DOCUMENT = Limit.PUSH_BYTES.count();
    private static final Logger LOG = LoggerFactory.getLogger(SyncEndpoint.class);
    private static final String XML = "text/xml;charset=utf-8";
    /** Bytes of a refused request that are still read, for clients that send everything before they read the answer. */
    static final int MOST_REFUSED = 256 * 1024;
    /** Largest number of documents that are read into the store at the same time, because each of them is in memory, decoded. */
    private static final int DOCUMENTS = 8;
    /** Largest number of documents that arrive at the same time; their senders are not verified yet. */
    private static final int ARRIVING = 48;
    /** Largest number of arriving documents that claim to come from one source. */
    private static final int ARRIVING_OF_SOURCE = 4;
    /** Largest number of arriving documents from one client. */
    private static final int ARRIVING_OF_CLIENT = 4;
    private static final String SOON = "10";
    /**
     * Longest time for a body to arrive. A sender of a byte now and then would occupy the place of a document permanently and keep others
     * out.
     */
    static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int TOO_SLOW = 408;

    private final InstantSource clock;
    private final Archives archives;
    private final Topics topics;
    private final String address;
    private final ClientAddresses clients;
    private final FlowGates flow;
    private final Admission admission;
    private final NotificationHandler notifications;
    private final PushHandler pushes;
    private final SubscriptionHandler subscriptions;
    private final SharedPlaces documents = new SharedPlaces(DOCUMENTS, DOCUMENTS / 2, DOCUMENTS / 2);
    private final SharedPlaces arrivals = new SharedPlaces(ARRIVING, ARRIVING_OF_CLIENT, ARRIVING_OF_SOURCE);

    /**
     * Creates the endpoint.
     *
     * @param hubUrl public address of the hub
     * @param scheduler callback with the id of a source that announced changes; returns at once whether a harvest will follow
     * @param flow limits of requests for each client
     */
    public SyncEndpoint(HubStore store, InstantSource clock, String hubUrl, ClientAddresses clients, FlowGates flow,
            Predicate<String> scheduler, SourcePushes pushes, SubscriptionHandler subscriptions) {
        this.clock = clock;
        this.archives = store.archives();
        this.topics = new Topics(store, hubUrl);
        this.address = hubUrl + Routes.SYNC;
        this.clients = clients;
        this.flow = flow;
        this.admission = new Admission(store.announcements(), clock, hubUrl);
        this.notifications = new NotificationHandler(store, clock, scheduler);
        this.pushes = new PushHandler(store, pushes, address);
        this.subscriptions = subscriptions;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SYNC, this::handle);
        config.routes.post(Routes.SYNC, this::handle);
        config.routes.before(Routes.OAI, context -> tell(context, ""));
        config.routes.before(Routes.OAI_ONE, context -> tell(context, context.pathParam("id")));
    }

    /** Adds the link to a repository's subscriptions, and its canonical name as a topic (WebSub, 4). */
    private void tell(Context context, String id) {
        topics.canonical(id, context.queryString())
                .ifPresent(topic -> context.header("Link", "<" + address + ">; rel=\"hub\", <" + topic + ">; rel=\"self\""));
    }

    private void handle(Context context) throws IOException {
        if (!flow.admits(context)) {
            return;
        }
        String query = context.queryString() == null ? "" : context.queryString();
        OaiArguments inQuery = OaiQueryString.parse(query);
        boolean pushes = inQuery.values("verb").contains(ExtensionVerb.PUSH_METADATA.text());
        SignedCall call = call(context, query, inQuery);
        Map<String, String> echo = Map.of();
        boolean hintOnly = !pushes;
        Instant end = clock.instant().plus(LONGEST);
        try {
            if (pushes) {
                PushHandler.check(inQuery);
                echo = PushHandler.echo(inQuery);
                push(context, call, echo, end);
                return;
            }
            byte[] body = body(context, MOST_FORM, "a form", end);
            call = new SignedCall(OaiQueryString.parse(query, isForm(context) ? text(body) : null), call.client(),
                    call.signature(),
                    call.request()).withBody(body);
            if (call.arguments().list().stream().anyMatch(argument -> argument.key().startsWith("hub."))) {
                subscriptions.answer(context, call.arguments(), call.client(), clients.of(context).client().toString());
                return;
            }
            if (!call.arguments().values("verb").equals(List.of(ExtensionVerb.NOTIFY.text()))) {
                throw new RefusedException(200, Code.BAD_VERB, call.arguments().values("verb").isEmpty()
                        ? "the verb is missing: Notify or PushMetadata"
                        : "the verb must be Notify, or PushMetadata in the query of the address of a POST");
            }
            NotificationHandler.check(call.arguments());
            echo = NotificationHandler.echo(call.arguments());
            List<String> ids = admission.admit(call, admission.candidates(call));
            saw(ids);
            answer(context, 202, echo, notifications.take(call, ids));
        } catch (RefusedException refusal) {
            refuse(context, call, refusal, hintOnly, echo, end);
        }
    }

    private void push(Context context, SignedCall call, Map<String, String> echo, Instant end)
            throws IOException, RefusedException {
        if (!context.method().name().equals("POST")) {
            throw new RefusedException(400, Code.BAD_ARGUMENT, "records must be sent by POST");
        }
        String type = context.req().getContentType() == null ? "" : context.req().getContentType().toLowerCase(Locale.ROOT);
        if (!type.contains("xml")) {
            throw new RefusedException(415, Code.BAD_ARGUMENT,
                    "the body must be text/xml: a response to ListRecords or GetRecord");
        }
        String coding = call.request().contentEncoding().strip().toLowerCase(Locale.ROOT);
        if (!coding.isEmpty() && !coding.equals("gzip") && !coding.equals("identity")) {
            throw new RefusedException(415, Code.BAD_ARGUMENT, "the body must be uncompressed or compressed with gzip");
        }
        // Checks without the body come first, because the body of an unknown sender is not read.
        List<Announcer> candidates = admission.candidates(call);
        byte[] wire;
        SignedCall whole;
        List<String> ids;
        String source = candidates.getFirst().id();
        // A client is the first 64 bits of an IPv6 address.
        String client = clients.of(context).client().toString();
        Optional<SharedPlaces.Place> arrival = arrivals.enter(client, source);
        if (arrival.isEmpty()) {
            throw new RefusedException(503, Code.BAD_ARGUMENT,
                    "too many documents are arriving for this source, or from this address, at the moment. Send it again later");
        }
        try (SharedPlaces.Place _ = arrival.get()) {
            wire = body(context, MOST_WIRE, "a document", end);
            whole = call.withBody(wire);
            ids = admission.verify(whole, candidates);
        }
        // Only a client with a correct signature gets a place where a document is read.
        Optional<SharedPlaces.Place> reading = documents.enter(client, source);
        if (reading.isEmpty()) {
            throw new RefusedException(503, Code.BAD_ARGUMENT,
                    "too many documents are being read at the moment. Send it again later");
        }
        try (SharedPlaces.Place _ = reading.get()) {
            ids = admission.take(whole, ids);
            saw(ids);
            byte[] document = coding.equals("gzip") ? unpacked(wire) : wire;
            PushHandler.Answer answer = pushes.take(whole, ids, document, type, wire.length);
            answer(context, answer.status(), echo, answer.pushed());
        }
    }

    /** Notes that archives are on line, because they have signed a request. */
    private void saw(List<String> ids) {
        ids.forEach(id -> archives.seen(id, clock.instant()));
    }

    private static byte[] unpacked(byte[] wire) throws RefusedException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(Math.min(MOST_DOCUMENT, wire.length * 4));
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(wire))) {
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (plain.size() + count > MOST_DOCUMENT) {
                    throw tooLarge("the unpacked document", MOST_DOCUMENT);
                }
                plain.write(buffer, 0, count);
            }
        } catch (IOException failure) {
            throw Arguments.bad("the body is declared as gzip, but cannot be decompressed: " + failure.getMessage());
        }
        return plain.toByteArray();
    }

    private byte[] body(Context context, int most, String what, Instant end) throws IOException, RefusedException {
        if (context.req().getContentLengthLong() > most) {
            throw tooLarge(what, most);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 14];
        try (InputStream in = context.req().getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.write(buffer, 0, count);
                if (bytes.size() > most) {
                    throw tooLarge(what, most);
                }
                if (clock.instant().isAfter(end)) {
                    throw new RefusedException(TOO_SLOW, Code.BAD_ARGUMENT,
                            "the request did not end within " + LONGEST.toMinutes() + " minutes: send less at once");
                }
            }
        }
        return bytes.toByteArray();
    }

    private static RefusedException tooLarge(String what, int most) {
        return new RefusedException(413, Code.BAD_ARGUMENT,
                what + " has " + most + " bytes at most: send several, and last=true "
                        + "with the last");
    }

    private static boolean isForm(Context context) {
        String type = context.req().getContentType();
        return type != null && type.split(";")[0].strip().toLowerCase(Locale.ROOT).equals("application/x-www-form-urlencoded");
    }

    private static String text(byte[] body) {
        return new String(body, java.nio.charset.StandardCharsets.UTF_8);
    }

    private SignedCall call(Context context, String query, OaiArguments arguments) {
        return new SignedCall(arguments, String.valueOf(clients.of(context)), signature(context),
                new SignedRequest(context.method().name(), context.req().getRequestURI(), query,
                        header(context, "Content-Encoding"),
                        header(context, "Date"), new byte[0]));
    }

    private static String signature(Context context) {
        String own = header(context, SignedRequest.HEADER);
        return own.isEmpty() ? header(context, SignedRequest.FORMER_HEADER) : own;
    }

    private static String header(Context context, String name) {
        String value = context.header(name);
        return value == null ? "" : value;
    }

    private void answer(Context context, int status, Map<String, String> echo, Answer answer) {
        context.status(status).contentType(XML).header("Cache-Control", "no-store")
                .result(ExtensionWriter.write(new ExtensionResponse(clock.instant(), address, echo, answer)));
        SecurityPolicy.FOREIGN.applyTo(context);
    }

    private void refuse(Context context, SignedCall call, RefusedException refusal, boolean hintOnly, Map<String, String> echo,
            Instant end) {
        String reason = String.valueOf(refusal.getMessage());
        LOG.warn("refused: path={} client={} claims={} status={} reason=\"{}\"", Routes.SYNC, call.client(), claim(call),
                refusal.status(),
                line(reason));
        // Errors of the notification protocol are not HTTP failures; a client that pushes must notice them at once.
        int status = hintOnly && refusal.status() == 400 ? 200 : refusal.status();
        if (status == 503) {
            context.header("Retry-After", SOON);
        }
        // These statuses require a claim to come from a source that pushes; that source needs the reason.
        boolean known = !hintOnly && (status == 413 || status == 503);
        if (!drain(context, known ? MOST_WIRE : MOST_REFUSED, end)) {
            context.header("Connection", "close");
        }
        boolean echoes = refusal.code() != Code.BAD_VERB && refusal.code() != Code.BAD_ARGUMENT;
        answer(context, status, echoes ? echo : Map.of(), new Refused(refusal.code(), reason));
    }

    /**
     * Reads the rest of a refused request. A client that is still sending would otherwise see a broken connection and not the reason.
     *
     * @return false if the rest is too long or too slow; the connection cannot be reused then
     */
    private boolean drain(Context context, int most, Instant end) {
        try (InputStream in = context.req().getInputStream()) {
            byte[] buffer = new byte[1 << 14];
            int left = most;
            int count = 0;
            while (count >= 0 && left > 0 && !clock.instant().isAfter(end)) {
                left -= count;
                count = left > 0 ? in.read(buffer, 0, Math.min(buffer.length, left)) : 0;
            }
            return count < 0;
        } catch (IOException failure) {
            LOG.debug("rest of a refused request not read: reason=\"{}\"", failure.getMessage());
            return false;
        }
    }

    private static String claim(SignedCall call) {
        return line(call.value("source").or(() -> call.value("baseURL")).or(() -> call.value("hub.callback")).orElse("nobody"));
    }

    /** Shortens a text of an unknown sender to one short line. */
    static String line(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "…" : text;
        return shown.replaceAll("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\"]+", " ");
    }
}
