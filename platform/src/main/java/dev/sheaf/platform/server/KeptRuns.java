package dev.sheaf.platform.server;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.xml.OaiWriter;

/**
 * Runs of records as they stand in a response, rendered and compressed once. A full walk of an unchanged list is then little more than
 * copying memory.
 *
 * <p>Kept by the run's fingerprint, which says exactly which records in which versions it holds: nothing ever needs to be invalidated.
 * Bounded by bytes. Safe for use by many threads.
 */
public final class KeptRuns {

    private final Cache<String, Deflated> kept;
    private final BlockingQueue<Deflater> deflaters = new ArrayBlockingQueue<>(16);

    /**
     * A run in compressed form.
     *
     * @param bytes raw deflate blocks that end on a byte and leave the stream open
     * @param crc CRC-32 of the plain bytes
     * @param length number of the plain bytes
     */
    record Deflated(byte[] bytes, int crc, int length) {}

    /** Keeps up to so many bytes. */
    public KeptRuns(long maxBytes) {
        kept = Caffeine.newBuilder().maximumWeight(maxBytes)
                .weigher((String key, Deflated run) -> run.bytes.length + 2 * key.length() + 100).build();
    }

    /** As many bytes as suit the memory that this process may use: an eighth, but not less than 32 MiB. */
    public static KeptRuns fittingMemory() {
        return new KeptRuns(Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 8));
    }

    /**
     * The run in compressed form: kept, or read, rendered and kept now.
     *
     * @param repository tells apart repositories that render the same record in different ways
     */
    Deflated get(String repository, RecordRun run) {
        if (run.fingerprint().isEmpty()) {
            return deflate(OaiWriter.render(run.records()));
        }
        String key = repository + ' ' + run.fingerprint();
        Deflated found = kept.getIfPresent(key);
        if (found == null) {
            List<OaiRecord> records = run.records();
            found = deflate(OaiWriter.render(records));
            // A record that has moved on since the run was cut is missing from it: right for this reader, wrong for later ones.
            if (records.size() == run.size()) {
                kept.put(key, found);
            }
        }
        return found;
    }

    private Deflated deflate(byte[] plain) {
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
        return new Deflated(Arrays.copyOf(bytes, length), (int) crc.getValue(), plain.length);
    }

    private Deflater take() {
        @Nullable
        Deflater idle = deflaters.poll();
        return idle != null ? idle : new Deflater(Deflater.BEST_SPEED, true);
    }
}
