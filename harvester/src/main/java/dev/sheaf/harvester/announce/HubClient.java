package dev.sheaf.harvester.announce;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.extension.ExtensionReader;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionVerb;
import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;
import dev.sheaf.harvester.http.Unreadable;

/**
 * Client of a hub (a service provider) that receives notifications of changes, or records. Each request is signed, dated and numbered, and
 * sent once; the caller decides on a repetition. Safe for many threads.
 */
public final class HubClient {

    /** Path of the verbs below a hub's address. */
    public static final String PATH = "/sync";

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int ANSWER = 1 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int TOLD = 200;
    /** Last number that this process sent, so that two requests of one millisecond have different numbers. */
    private static final AtomicLong LAST = new AtomicLong();

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final URI address;
    private final @Nullable Secret secret;
    private final InstantSource clock;
    private final Pause pause;

    /**
     * Creates a client for one receiver.
     *
     * @param fetcher makes the requests; is not closed
     * @param address target of the requests; its query is kept
     * @param secret signs; null to sign nothing
     * @param clock gives date and number of requests; numbers are milliseconds, so that they grow from one process to the next
     */
    public HubClient(HttpFetcher fetcher, FetchRules rules, URI address, @Nullable Secret secret, InstantSource clock,
            Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules.withSizes(ANSWER, ANSWER).withTimes(PATIENCE, PATIENCE);
        this.address = address;
        this.secret = secret;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Returns the address of the verbs at a hub.
     *
     * @param hub its own address, or that of the verbs
     * @throws IllegalArgumentException if it is no address; the message is for people
     */
    public static URI at(String hub) {
        String text = BaseUrl.parse(hub).toString();
        String bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return URI.create(bare.endsWith(PATH) || bare.contains("?") ? bare : bare + PATH);
    }

    /**
     * Sends a notification of changes.
     *
     * @throws HarvestException if there was no answer
     */
    public SyncReply tell(Notification notification) throws HarvestException {
        Form form = new Form().add("verb", ExtensionVerb.NOTIFY.text()).add("baseURL", notification.baseUrl())
                .add("from", notification.from()).add("until", notification.until());
        notification.sets().forEach(set -> form.add("set", set));
        notification.prefixes().forEach(prefix -> form.add("metadataPrefix", prefix));
        notification.identifiers().forEach(identifier -> form.add("identifier", identifier));
        byte[] body = form.add("sequence", next()).toString().getBytes(StandardCharsets.UTF_8);
        return post(address, Map.of("Content-Type", "application/x-www-form-urlencoded"), body);
    }

    /**
     * Sends records, compressed.
     *
     * @throws HarvestException if there was no answer. It is then unknown whether the records arrived; sending them again is harmless
     */
    public SyncReply push(PushedDocument document) throws HarvestException {
        Form form = new Form().add("verb", ExtensionVerb.PUSH_METADATA.text()).add("source", document.source())
                .add("baseURL", document.baseUrl()).add("metadataPrefix", document.prefix()).add("from", document.from())
                .add("until", document.until()).add("set", document.set()).add("sequence", next())
                .add("last", document.last() ? "true" : null);
        URI with = URI.create(address + (address.getRawQuery() == null ? "?" : "&") + form);
        return post(with, Map.of("Content-Type", "text/xml; charset=utf-8", "Content-Encoding", "gzip"), gzip(document.xml()));
    }

    private SyncReply post(URI uri, Map<String, String> headers, byte[] body) throws HarvestException {
        String date = HTTP_DATE.format(clock.instant());
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Date", date);
        if (secret != null) {
            SignedRequest request = new SignedRequest("POST", uri.getRawPath().isEmpty() ? "/" : uri.getRawPath(),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(), headers.getOrDefault("Content-Encoding", ""), date, body);
            all.put(SignedRequest.HEADER, request.signature(secret));
        }
        Fetched fetched = fetcher.post(uri, new Posted(all, body), rules, pause);
        try {
            return new SyncReply(fetched.status(), response(fetched), RetryAfter.of(fetched), beginning(fetched));
        } finally {
            fetched.release();
        }
    }

    private static @Nullable ExtensionResponse response(Fetched fetched) {
        try {
            return ExtensionReader.read(fetched.body());
        } catch (OaiFormatException _) {
            return null;
        }
    }

    private static String beginning(Fetched fetched) {
        String text = new String(fetched.body(), 0, Math.min(fetched.body().length, TOLD), StandardCharsets.UTF_8);
        return Unreadable.line(text);
    }

    /** Returns a number that no request of ours had before. */
    private String next() {
        Instant now = clock.instant();
        return Long.toString(LAST.updateAndGet(last -> Math.max(last + 1, now.toEpochMilli())));
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return bytes.toByteArray();
    }
}
