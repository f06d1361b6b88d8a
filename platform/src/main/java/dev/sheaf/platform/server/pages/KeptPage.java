package dev.sheaf.platform.server.pages;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** An answer in one content coding, with its headers and validators. Safe for use by many threads. */
final class KeptPage {

    /** Headers that belong to a page; the server adds the others to each answer. */
    private static final List<String> HEADERS = List.of("Cache-Control", "Content-Encoding", "Content-Security-Policy", "Link",
            "Vary", "X-Robots-Tag");
    private static final int OVERHEAD = 300;

    private final byte[] body;
    private final String contentType;
    private final Map<String, String> headers;
    private final EntityTag tag;
    private final @Nullable Object facts;
    private final @Nullable Instant modified;
    private volatile String mark;
    private volatile boolean settled;

    private KeptPage(byte[] body, String contentType, Map<String, String> headers, EntityTag tag, @Nullable Object facts,
            @Nullable Instant modified, String mark) {
        this.body = body;
        this.contentType = contentType;
        this.headers = headers;
        this.tag = tag;
        this.facts = facts;
        this.modified = modified;
        this.mark = mark;
    }

    /**
     * Takes the answer that a request has got.
     *
     * @param factsTag part of its entity tag that stands for the facts of its state; null if it has no state
     * @param mark mark of the store before the answer was made
     */
    static KeptPage of(Context context, byte[] body, @Nullable PageState state, @Nullable String factsTag, String mark) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String name : HEADERS) {
            String value = context.res().getHeader(name);
            if (value != null) {
                headers.put(name, value);
            }
        }
        String contentType = context.res().getContentType();
        EntityTag tag = EntityTag.of(contentType + "\n" + headers.getOrDefault("Link", ""), body, factsTag);
        return new KeptPage(body, contentType == null ? "" : contentType, headers, tag, state == null ? null : state.facts(),
                state == null ? null : state.modified().get().orElse(null), mark);
    }

    String mark() {
        return mark;
    }

    /** Notes that the page was found unchanged. */
    void unchangedAt(String other) {
        mark = other;
    }

    /** Returns the facts of its {@link PageState}; null if only the mark tells whether it is as it was. */
    @Nullable
    Object facts() {
        return facts;
    }

    /** Returns the same page without the time of its last change, and without facts, which may be older than the page. */
    KeptPage withoutState() {
        return new KeptPage(body, contentType, headers, tag.ofBytes(), null, null, mark);
    }

    int bytes() {
        return body.length + OVERHEAD;
    }

    /**
     * Answers with the page, or with 304 if the client has it.
     *
     * @param stable stable time of the store, read before the page was found valid
     */
    void send(Context context, Instant stable) {
        headers.forEach(context::header);
        if (!isKnown(context, stable)) {
            context.contentType(contentType).result(body);
        }
    }

    /** Adds the validators to an answer. If the client has the page, the answer becomes 304 without a body, and the result is true. */
    boolean isKnown(Context context, Instant stable) {
        context.header("ETag", tag.text());
        Instant since = modified;
        Instant dated = since != null && (settled || stable.isAfter(since)) ? since : null;
        if (dated != null) {
            settled = true;
            context.header("Last-Modified", Conditions.date(dated));
        }
        String tags = Conditions.ifNoneMatch(context);
        Optional<String> named = Conditions.named(tags, tag::isForSameBytes);
        // A cache renews the answer that has the tag of a 304, so the client's own one is sent (RFC 9111, 4.3.4).
        named.ifPresent(own -> context.header("ETag", own));
        boolean known = tags != null
                ? named.isPresent() || tags.strip().equals("*")
                : dated != null && Conditions.isSince(context.header("If-Modified-Since"), dated, stable);
        if (known) {
            context.status(HttpStatus.NOT_MODIFIED).result(new byte[0]);
        }
        return known;
    }
}
