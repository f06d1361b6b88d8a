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

/** A connection with what is needed to unpack what it reads. Belongs to one thread at a time. */
public final class ReadConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadConnection.class);

    /** Contexts of a connection; each holds memory outside of the heap, and there is a dictionary for each format. */
    static final int MOST_CONTEXTS = 32;
    /** No record is longer; damaged bytes may state any length. */
    private static final long MOST_BYTES = 1L << 30;

    private final SqlConnection sql;
    private final Dictionaries dictionaries;
    private final DamagedRecords damaged;
    private final Names names;
    /** Objects that were created for this connection, by type. */
    private final Map<Class<?>, Object> companions = new HashMap<>();
    /** Contexts by dictionary; 0 for none. */
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

    /** Unpacks what {@link Compression} packed with this dictionary. */
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
            throw new IllegalStateException("its frame states a size of " + size + " bytes");
        }
        return context.decompress(compressed, (int) size);
    }

    /** Returns the collector of damaged records, which lists leave out. */
    public DamagedRecords damaged() {
        return damaged;
    }

    /** Unpacks what {@link Compression#about} packed. */
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
     * Returns what belongs to this connection and is used by the same thread, for instance a cache of what was read with it.
     *
     * @param maker called when the first one of the type is asked for
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
