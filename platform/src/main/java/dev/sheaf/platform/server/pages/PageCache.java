package dev.sheaf.platform.server.pages;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.store.HubStore;

/**
 * Answers for people without a login, kept in memory as they were sent, and the validators {@code ETag} and {@code Last-Modified} of these
 * answers.
 *
 * <p>A kept answer is never older than the store: it is sent if nothing in the store has changed since it was made ({@link
 * HubStore#changeMark}), or if what it shows has not ({@link PageState}). Answers that depend on the client, and those to requests with
 * credentials, are not kept. Bounded by bytes; an answer that takes too much of them is not kept either. Thread-safe.
 */
public final class PageCache {

    private static final long MEGABYTE = 1 << 20;
    private static final int SHARE_OF_HEAP = 32;
    /** An answer may take one part in this number. */
    private static final int SHARE_OF_ONE = 8;

    private final HubStore store;
    private final InstantSource clock;
    private final Instant start;
    private final long most;
    /** Text that no other start of the program knows: what a page shows also depends on the program and on its settings. */
    private final String secret = UUID.randomUUID().toString();
    private final Cache<String, KeptPage> pages;

    /** Creates an answer. */
    @FunctionalInterface
    public interface Page {
        /** Writes the answer into the request's context; returns true if all clients get the same, so that it may be kept. */
        boolean write() throws IOException;
    }

    /**
     * Creates a cache.
     *
     * @param store what the pages show
     * @param clock present time
     * @param bytes size of all kept answers
     */
    public PageCache(HubStore store, InstantSource clock, long bytes) {
        this.store = store;
        this.clock = clock;
        // Another version of the program may have answered in the same second.
        this.start = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        this.most = bytes / SHARE_OF_ONE;
        this.pages = Caffeine.newBuilder().maximumWeight(bytes)
                .weigher((String key, KeptPage page) -> page.bytes() + 2 * key.length()).build();
    }

    /** Returns a cache that suits the memory of this process: a thirty-second of the heap, but at least 4 MiB and at most 64 MiB. */
    public static PageCache fittingMemory(HubStore store, InstantSource clock) {
        return new PageCache(store, clock,
                Math.clamp(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, 4 * MEGABYTE, 64 * MEGABYTE));
    }

    /** Returns the time since which this program has answered; a page of it was not modified later unless its content was. */
    public Instant start() {
        return start;
    }

    /** Returns the present time, in whole seconds. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the number of kept answers, for tests and figures. */
    public long size() {
        pages.cleanUp();
        return pages.estimatedSize();
    }

    /** Answers with a kept page, or with a new one that is then kept until something in the store changes. */
    public void answer(Context context, String key, Page page) throws IOException {
        answer(context, key, null, page);
    }

    /**
     * Answers with a kept page, or with a new one that is then kept if its status is 200. A client whose entity tag was given to a page with the
     * same state gets 304 and no page is made. Must be called where {@code Rendering} computes answers.
     *
     * @param key the page: the same for all requests with the same answer, but for the content coding
     * @param state returns the state of what the page shows at a mark of the store; null if only a store without any change guarantees it
     * @param page writes the page
     */
    public void answer(Context context, String key, @Nullable Function<String, PageState> state, Page page) throws IOException {
        Optional<ContentCoding> coding = ContentCoding.negotiate(context.header("Accept-Encoding"));
        if (coding.isEmpty() || AdminGuard.hasCredentials(context)) {
            page.write();
            return;
        }
        String place = coding.get().token() + ' ' + key;
        // The stable time and the mark come first: what is read later is not older.
        Instant stable = store.stableTime();
        String mark = store.changeMark();
        KeptPage kept = pages.getIfPresent(place);
        if (kept != null && kept.mark().equals(mark)) {
            kept.send(context, stable);
            return;
        }
        PageState present = state == null ? null : state.apply(mark);
        if (kept != null && present != null && present.facts().equals(kept.facts())) {
            kept.unchangedAt(mark);
            kept.send(context, stable);
            return;
        }
        String facts = present == null ? null : EntityTag.ofFacts(secret + '\n' + place + '\n' + present.facts());
        Optional<String> known = facts == null
                ? Optional.empty()
                : Conditions.named(Conditions.ifNoneMatch(context), tag -> EntityTag.isForFacts(tag, facts));
        if (known.isPresent()) {
            context.header("ETag", known.get()).header("Vary", "Accept-Encoding");
            context.status(HttpStatus.NOT_MODIFIED).result(new byte[0]);
            return;
        }
        boolean isForAll = page.write();
        KeptPage made = isForAll ? made(context, present, facts, mark) : null;
        if (made != null && store.changeMark().equals(mark)) {
            if (made.bytes() <= most) {
                pages.put(place, made);
            }
            made.isKnown(context, stable);
        } else if (made != null) {
            // Something has changed meanwhile, so neither the time of the last change nor the facts are certain.
            made.withoutState().isKnown(context, stable);
        }
    }

    /** Answers with a page that is not kept, with the entity tag of its content. */
    public void tagged(Context context, Page page) throws IOException {
        page.write();
        KeptPage made = made(context, null, null, "");
        if (made != null) {
            made.isKnown(context, Instant.EPOCH);
        }
    }

    private static @Nullable KeptPage made(Context context, @Nullable PageState state, @Nullable String facts, String mark)
            throws IOException {
        InputStream result = context.resultInputStream();
        if (context.status() != HttpStatus.OK || !(result instanceof ByteArrayInputStream)) {
            return null;
        }
        byte[] body = result.readAllBytes();
        result.reset();
        return KeptPage.of(context, body, state, facts, mark);
    }
}
