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
 * Segments of lists as they stand in a response, rendered and compressed once. A full walk of an unchanged list is then little more than
 * copying memory.
 *
 * <p>Two forms are kept, each when it is first wanted: deflate blocks for clients that take gzip, and zstd frames, which
 * unpack ten times as fast, for those that take zstd or nothing. While a room of its
 * own has space, segments that go out plain again are kept so as well; those not asked for during some minutes make way.
 *
 * <p>The key is the segment's fingerprint, which stands for its records and their versions: nothing ever needs to be invalidated.
 * Bounded by bytes. Safe for use by many threads.
 */
public final class SegmentCache {

    static final int ZSTD_LEVEL = 1;
    private static final Sums NO_SUMS = new Sums(0, 0);

    private static final long MEGABYTE = 1 << 20;
    /** A heap of this size or less has no room for plain bytes. */
    private static final long SMALL_HEAP = 256 * MEGABYTE;
    private static final Duration PLAIN_IDLE = Duration.ofMinutes(10);

    private final Cache<String, Packed> kept;
    private final Cache<String, Packed> keptPlain;
    private final long maxPlainBytes;
    private final AtomicLong plainBytes = new AtomicLong();
    private final PlainPage.Pool memory = new PlainPage.Pool();
    private final BlockingQueue<Deflater> deflaters = new ArrayBlockingQueue<>(16);

    /**
     * A segment as it is kept.
     *
     * @param bytes raw deflate blocks that end on a byte and leave the stream open, one zstd frame, or the plain bytes
     * @param length number of the plain bytes
     * @param sums of the plain bytes; only deflate blocks need and have them
     */
    record Packed(byte[] bytes, int length, Sums sums, boolean plain) {

        private static Packed plain(byte[] bytes) {
            return new Packed(bytes, bytes.length, NO_SUMS, true);
        }
    }

    /** Keeps up to so many bytes of compressed segments, and no plain ones. */
    public SegmentCache(long maxBytes) {
        this(maxBytes, 0);
    }

    /**
     * Keeps up to so many bytes.
     *
     * @param maxBytes of compressed segments
     * @param maxPlainBytes of plain segments besides
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

    /** As many bytes as suit the memory that this process may use: a quarter, but not less than 32 MiB; plain ones of what a large one has. */
    public static SegmentCache fittingMemory() {
        long heap = Runtime.getRuntime().maxMemory();
        return new SegmentCache(Math.max(32 * MEGABYTE, heap / 4), Math.max(0, (heap - SMALL_HEAP) / 4));
    }

    /**
     * Returns the form in which pages in a coding take their segments: from the cache, or read, rendered and cached now.
     *
     * @param repository tells apart repositories that render the same record in different ways
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

    /** Plain bytes are not worth evicting others for: a walk of a list that is too large would only push through what it needs next. */
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

    /** Returns the memory that it takes now, in bytes: compressed and plain segments with their keys. */
    public long bytes() {
        return kept.policy().eviction().orElseThrow().weightedSize().orElseThrow() + plainBytes.get();
    }

    /** Where pages are put together that go out plain. */
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
            // A record that has moved on since the page was listed is missing from it: right for this reader, wrong for later ones.
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
        // A flush is complete only when it leaves room in the array.
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
