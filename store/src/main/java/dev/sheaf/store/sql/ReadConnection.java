package dev.sheaf.store.sql;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection for reading, with the contexts that unpack records. Belongs to one thread at a time. */
public final class ReadConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadConnection.class);

    /** Largest number of contexts of a connection. Each holds memory outside of the heap, and each format has its own dictionary. */
    static final int MOST_CONTEXTS = 32;
    /** Longest unpacked record; damaged bytes may state any length, for which there may be no memory. */
    private static final long MOST_BYTES = Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 2);

    private final SqlConnection sql;
    private final Dictionaries dictionaries;
    private final DamagedRecords damaged;
    private final Names names;
    /** Objects that belong to this connection, by type. */
    private final Map<Class<?>, Object> companions = new HashMap<>();
    /** Contexts by number of their dictionary; 0 for none. */
    private final Map<Integer, ZstdDecompressCtx> contexts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, ZstdDecompressCtx> eldest) {
            boolean isTooMany = size() > MOST_CONTEXTS;
            if (isTooMany) {
                eldest.getValue().close();
            }
            return isTooMany;
        }
    };

    public ReadConnection(SqlConnection sql, Dictionaries dictionaries, Names names, DamagedRecords damaged) {
        this.sql = sql;
        this.damaged = damaged;
        this.dictionaries = dictionaries;
        this.names = names;
    }

    public SqlConnection sql() {
        return sql;
    }

    /** Unpacks bytes that {@link Compression} has packed with this dictionary. */
    public byte[] decompress(int dictionary, byte[] compressed) throws SQLException {
        ZstdDecompressCtx context = contexts.get(dictionary);
        if (context == null) {
            context = new ZstdDecompressCtx();
            if (dictionary != 0) {
                context.loadDict(dictionaries.forReading(sql, dictionary));
            }
            contexts.put(dictionary, context);
        }
        long size = Zstd.getFrameContentSize(compressed);
        if (size < 0 || size > MOST_BYTES) {
            throw new IllegalStateException("the compressed data states a size of " + size + " bytes");
        }
        return context.decompress(compressed, (int) size);
    }

    /** Returns the collector of damaged records, which lists leave out. */
    public DamagedRecords damaged() {
        return damaged;
    }

    /** Unpacks about containers that {@link Compression#about} has packed. */
    public byte[] decompressAbout(byte[] about) throws SQLException {
        Packed.Reader reader = new Packed.Reader(about);
        int dictionary = (int) reader.number();
        return decompress(dictionary, reader.someBytes());
    }

    /** Returns the names that records hold as numbers. */
    public Names names() {
        return names;
    }

    /**
     * Returns the object of a type that belongs to this connection and its thread, such as a cache.
     *
     * @param maker creates the object at the first call for the type
     */
    public <T> T companion(Class<T> type, Function<ReadConnection, T> maker) {
        Object known = companions.get(type);
        if (known == null) {
            known = maker.apply(this);
            companions.put(type, known);
        }
        return type.cast(known);
    }

    @Override
    public void close() {
        contexts.values().forEach(ZstdDecompressCtx::close);
        try {
            sql.close();
        } catch (SQLException e) {
            LOG.warn("connection not closed because=\"{}\"", e.getMessage());
        }
    }
}
