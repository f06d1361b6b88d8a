package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compression of records with zstd. Each record is packed separately, so that it can be read alone; a dictionary per format replaces what
 * neighbouring records have in common. The dictionary is trained from the first records of a format. Belongs to the writing thread.
 */
public final class Compression implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Compression.class);

    private static final int LEVEL = 3;
    /** Largest number of formats with a context of their own; a source may have thousands. */
    static final int MOST_FORMATS = 64;
    private static final int DICTIONARY_BYTES = 64 * 1024;
    private static final int SAMPLES = 1_000;
    /**
     * Largest number of bytes of a record used as a sample. Records of a format have their common text at the start; the rest of a long
     * record would only displace other samples.
     */
    private static final int SAMPLE_BYTES = 8 * 1024;
    /** Number of bytes of samples that suffices for a good dictionary. The limit also bounds the memory for samples of many formats. */
    private static final int ALL_SAMPLES_BYTES = 4 * 1024 * 1024;

    /** Packed bytes and the number of the dictionary that unpacks them, 0 for none. */
    public record Compressed(int dictionary, byte[] bytes) {}

    private final Writer writer;
    /** The most recently used contexts; each holds about a megabyte outside of the heap. */
    private final Map<Integer, Format> formats = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Format> eldest) {
            boolean isTooMany = size() > MOST_FORMATS;
            if (isTooMany) {
                eldest.getValue().context.close();
            }
            return isTooMany;
        }
    };

    /** State of one format. */
    private static final class Format {
        private final ZstdCompressCtx context = new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true);
        private int dictionary;
        /** Samples; null once there is a dictionary, or training has failed. */
        private @Nullable List<byte[]> samples = new ArrayList<>();
        private int sampleBytes;

        private void use(Dictionaries.Dictionary trained) {
            // The row stores the dictionary's number, so the four bytes in each frame are saved.
            context.setDictID(false).loadDict(new ZstdDictCompress(trained.bytes(), LEVEL));
            dictionary = trained.id();
            samples = null;
        }
    }

    public Compression(Writer writer) {
        this.writer = writer;
    }

    /** Packs the metadata of a record. */
    public Compressed metadata(SqlConnection sql, int prefix, byte[] raw) throws SQLException {
        Format format = format(sql, prefix);
        List<byte[]> samples = format.samples;
        if (samples != null) {
            byte[] sample = raw.length <= SAMPLE_BYTES ? raw : Arrays.copyOf(raw, SAMPLE_BYTES);
            samples.add(sample);
            format.sampleBytes += sample.length;
            if ((samples.size() >= SAMPLES || format.sampleBytes >= ALL_SAMPLES_BYTES) && !writer.inTransaction()) {
                train(prefix, format, samples);
            }
        }
        return new Compressed(format.dictionary, format.context.compress(raw));
    }

    /** Packs the about containers of a record, preceded by the dictionary's number. */
    public byte[] about(SqlConnection sql, byte[] raw) throws SQLException {
        Compressed compressed = metadata(sql, Dictionaries.ABOUT, raw);
        return new Packed.Writer().number(compressed.dictionary()).bytes(compressed.bytes()).toBytes();
    }

    private Format format(SqlConnection sql, int prefix) throws SQLException {
        Format format = formats.get(prefix);
        if (format == null) {
            format = new Format();
            Dictionaries.newest(sql, prefix).ifPresent(format::use);
            formats.put(prefix, format);
        }
        return format;
    }

    /** Trains a dictionary in a transaction of its own, because it must be durable before any record that needs it. */
    private void train(int prefix, Format format, List<byte[]> samples) throws SQLException {
        format.samples = null;
        ZstdDictTrainer trainer = new ZstdDictTrainer(samples.stream().mapToInt(sample -> sample.length).sum(), DICTIONARY_BYTES);
        samples.forEach(trainer::addSample);
        byte[] trained;
        try {
            trained = trainer.trainSamples();
        } catch (ZstdException e) {
            // The samples are too different or identical, so records of this format are packed without a dictionary.
            LOG.info("no compression dictionary trained: prefix-number={} because=\"{}\"", prefix, e.getMessage());
            return;
        }
        format.use(writer.transaction(tx -> {
            // Another process may have stored one first.
            Dictionaries.Dictionary other = Dictionaries.newest(tx.sql(), prefix).orElse(null);
            if (other != null) {
                return other;
            }
            tx.sql().update("insert into dict (prefix, bytes) values (?, ?)", prefix, trained);
            DictionaryCopies.complete(tx.sql());
            return Dictionaries.newest(tx.sql(), prefix).orElseThrow();
        }));
    }

    @Override
    public void close() {
        formats.values().forEach(format -> format.context.close());
    }
}
