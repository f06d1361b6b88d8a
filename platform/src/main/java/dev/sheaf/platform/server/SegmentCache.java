package dev.sheaf.platform.server;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.luben.zstd.Zstd;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.provider.SegmentForm;

/**
 * Cache of list segments as they appear in responses, rendered and compressed once. A full harvest of an unchanged list is then little more
 * than copying memory.
 *
 * <p>Two forms are stored, each at its first use: deflate blocks for clients that take gzip, and zstd frames, which decompress ten times as
 * fast, for those that take zstd or plain bytes. While a separate area has space, segments that are often sent plain are also stored plain;
 * unused ones are removed after some minutes.
 *
 * <p>The key is the segment's fingerprint, which identifies its records and their versions, so no entry ever needs to be invalidated.
 * Bounded by bytes. Safe for use by many threads.
 */
public final class SegmentCache {

    static final int ZSTD_LEVEL = 1;
    private static final Sums NO_SUMS = new Sums(0, 0);

    private static final long MEGABYTE = 1 << 20;
    /** Heap size in bytes up to which no plain bytes are stored. */
    private static final long SMALL_HEAP = 256 * MEGABYTE;
    private static final Duration PLAIN_IDLE = Duration.ofMinutes(10);

    private final Cache<String, Packed> kept;
    private final Cache<String, Packed> keptPlain;
    private final long maxPlainBytes;
    private final AtomicLong plainBytes = new AtomicLong();
    private final PlainPage.Pool memory = new PlainPage.Pool();
    private final BlockingQueue<Deflater> deflaters = new ArrayBlockingQueue<>(16);

    /**
     * A stored segment.
     *
     * @param bytes raw deflate blocks that end on a byte and leave the stream open, one zstd frame, or the plain bytes
     * @param length number of plain bytes
     * @param sums checksums of the plain bytes; only deflate blocks need and have them
     */
    record Packed(byte[] bytes, int length, Sums sums, boolean plain) {

        private static Packed plain(byte[] bytes) {
            return new Packed(bytes, bytes.length, NO_SUMS, true);
        }
    }

    /** Creates a cache of compressed segments with a size in bytes, and without plain ones. */
    public SegmentCache(long maxBytes) {
        this(maxBytes, 0);
    }

    /**
     * Creates a cache of limited size.
     *
     * @param maxBytes limit for compressed segments in bytes
     * @param maxPlainBytes limit for plain segments in bytes
     */
    public SegmentCache(long maxBytes, long maxPlainBytes) {
        this.maxPlainBytes = maxPlainBytes;
        kept = Caffeine.newBuilder().maximumWeight(maxBytes).weigher(SegmentCache::weight).build();
        keptPlain = Caffeine.newBuilder().maximumWeight(maxPlainBytes).weigher(SegmentCache::weight).expireAfterAccess(PLAIN_IDLE)
                .evictionListener(
                        (@Nullable String key, @Nullable Packed packed, RemovalCause _) -> plainBytes
                                .addAndGet(-weight(key, packed)))
                .build();
    }

    private static int weight(@Nullable String key, @Nullable Packed packed) {
        return key == null || packed == null ? 0 : packed.bytes.length + 2 * key.length() + 100;
    }

    /**
     * Returns a cache that suits the memory of this process: a quarter for compressed segments, but at least 32 MiB; plain segments only in
     * a large heap.
     */
    public static SegmentCache fittingMemory() {
        long heap = Runtime.getRuntime().maxMemory();
        return new SegmentCache(Math.max(32 * MEGABYTE, heap / 4), Math.max(0, (heap - SMALL_HEAP) / 4));
    }

    /**
     * Returns the form in which pages in a coding contain their segments. Segments are taken from the cache, or are read, rendered and
     * cached.
     *
     * @param repository distinguishes repositories that render the same record in different ways
     */
    SegmentForm<Packed> form(ContentCoding coding, String repository) {
        return new SegmentForm<>() {

            @Override
            public Packed of(RecordSegment segment) {
                return packed(coding, repository, segment);
            }

            @Override
            public boolean isEmpty(Packed made) {
                return made.length == 0;
            }
        };
    }

    private Packed packed(ContentCoding coding, String repository, RecordSegment segment) {
        return switch (coding) {
            case GZIP -> get("d ", repository, segment, this::deflate);
            case ZSTD -> get("z ", repository, segment, SegmentCache::frame);
            case IDENTITY -> plain(repository, segment);
        };
    }

    private static Packed frame(byte[] plain) {
        return new Packed(Zstd.compress(plain, ZSTD_LEVEL), plain.length, NO_SUMS, false);
    }

    /**
     * Returns the plain bytes without evicting others for them: a harvest of a list that is too large would only evict the segments that it
     * needs next.
     */
    private Packed plain(String repository, RecordSegment segment) {
        String key = repository + ' ' + segment.fingerprint();
        Packed found = segment.fingerprint().isEmpty() ? null : keptPlain.getIfPresent(key);
        if (found != null) {
            return found;
        }
        Packed frame = get("z ", repository, segment, SegmentCache::frame);
        if (segment.fingerprint().isEmpty() || plainBytes.get() + frame.length > maxPlainBytes) {
            return frame;
        }
        Packed plain = Packed.plain(Zstd.decompress(frame.bytes, frame.length));
        if (keptPlain.asMap().putIfAbsent(key, plain) == null) {
            plainBytes.addAndGet(weight(key, plain));
        }
        return plain;
    }

    /** Returns the present size in bytes: compressed and plain segments with their keys. */
    public long bytes() {
        return kept.policy().eviction().orElseThrow().weightedSize().orElseThrow() + plainBytes.get();
    }

    /** Returns the memory in which plain pages are assembled. */
    PlainPage.Pool memory() {
        return memory;
    }

    private Packed get(String form, String repository, RecordSegment segment, UnaryPacking packing) {
        if (segment.fingerprint().isEmpty()) {
            return packing.pack(OaiWriter.render(segment.read()));
        }
        String key = form + repository + ' ' + segment.fingerprint();
        Packed found = kept.getIfPresent(key);
        if (found == null) {
            List<OaiRecord> records = segment.read();
            found = packing.pack(OaiWriter.render(records));
            // A record that has changed since the page was listed is missing from it. That is right for this reader and wrong for later
            // ones.
            if (records.size() == segment.size()) {
                kept.put(key, found);
            }
        }
        return found;
    }

    private interface UnaryPacking {
        Packed pack(byte[] plain);
    }

    private Packed deflate(byte[] plain) {
        Deflater deflater = take();
        deflater.setInput(plain);
        byte[] bytes = new byte[plain.length / 3 + 64];
        int length = 0;
        // A flush is complete only if it leaves free space in the array.
        for (int n = -1; n != 0;) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
            int room = bytes.length - length;
            n = deflater.deflate(bytes, length, room, Deflater.SYNC_FLUSH);
            length += n;
            if (n < room) {
                break;
            }
        }
        deflater.reset();
        if (!deflaters.offer(deflater)) {
            deflater.end();
        }
        return new Packed(Arrays.copyOf(bytes, length), plain.length, Sums.of(plain, 0, plain.length), false);
    }

    private Deflater take() {
        @Nullable
        Deflater idle = deflaters.poll();
        return idle != null ? idle : new Deflater(Deflater.BEST_SPEED, true);
    }
}
