package dev.sheaf.platform.server;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.luben.zstd.Zstd;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.xml.OaiWriter;

/**
 * Runs of records as they stand in a response, rendered and compressed once. A full walk of an unchanged list is then little more than
 * copying memory.
 *
 * <p>Two forms are kept, each when it is first wanted: deflate blocks for clients that take gzip, and zstd frames, which unpack ten times
 * as fast, for those that take nothing.
 *
 * <p>Kept by the run's fingerprint, which says exactly which records in which versions it holds: nothing ever needs to be invalidated.
 * Bounded by bytes. Safe for use by many threads.
 */
public final class KeptRuns {

    private static final int ZSTD_LEVEL = 1;

    private final Cache<String, Packed> kept;
    private final BlockingQueue<Deflater> deflaters = new ArrayBlockingQueue<>(16);

    /**
     * A run in compressed form.
     *
     * @param bytes raw deflate blocks that end on a byte and leave the stream open, or one zstd frame
     * @param crc CRC-32 of the plain bytes; 0 in a zstd frame
     * @param length number of the plain bytes
     */
    record Packed(byte[] bytes, int crc, int length) {}

    /** Keeps up to so many bytes. */
    public KeptRuns(long maxBytes) {
        kept = Caffeine.newBuilder().maximumWeight(maxBytes)
                .weigher((String key, Packed run) -> run.bytes.length + 2 * key.length() + 100).build();
    }

    /** As many bytes as suit the memory that this process may use: a quarter, but not less than 32 MiB. */
    public static KeptRuns fittingMemory() {
        return new KeptRuns(Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    /**
     * The run as deflate blocks: kept, or read, rendered and kept now.
     *
     * @param repository tells apart repositories that render the same record in different ways
     */
    Packed deflated(String repository, RecordRun run) {
        return get("d ", repository, run, this::deflate);
    }

    /** The run as a zstd frame: kept, or read, rendered and kept now. */
    Packed framed(String repository, RecordRun run) {
        return get("z ", repository, run, plain -> new Packed(Zstd.compress(plain, ZSTD_LEVEL), 0, plain.length));
    }

    private Packed get(String form, String repository, RecordRun run, UnaryPacking packing) {
        if (run.fingerprint().isEmpty()) {
            return packing.pack(OaiWriter.render(run.records()));
        }
        String key = form + repository + ' ' + run.fingerprint();
        Packed found = kept.getIfPresent(key);
        if (found == null) {
            List<OaiRecord> records = run.records();
            found = packing.pack(OaiWriter.render(records));
            // A record that has moved on since the run was cut is missing from it: right for this reader, wrong for later ones.
            if (records.size() == run.size()) {
                kept.put(key, found);
            }
        }
        return found;
    }

    private interface UnaryPacking {
        Packed pack(byte[] plain);
    }

    private Packed deflate(byte[] plain) {
        CRC32 crc = new CRC32();
        crc.update(plain);
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
        return new Packed(Arrays.copyOf(bytes, length), (int) crc.getValue(), plain.length);
    }

    private Deflater take() {
        @Nullable
        Deflater idle = deflaters.poll();
        return idle != null ? idle : new Deflater(Deflater.BEST_SPEED, true);
    }
}
