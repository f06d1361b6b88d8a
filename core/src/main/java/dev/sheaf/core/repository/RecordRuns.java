package dev.sheaf.core.repository;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;

/**
 * A list of records that comes in runs and is read only when somebody looks at a record. A caller that has a run's rendered bytes already
 * uses those and spares the reading.
 *
 * <p>Unmodifiable; safe for use by many threads.
 */
public final class RecordRuns extends AbstractList<OaiRecord> implements RandomAccess {

    private final List<RecordRun> runs;
    private volatile @Nullable List<OaiRecord> records;

    /** A list of these runs. */
    public RecordRuns(List<RecordRun> runs) {
        this.runs = List.copyOf(runs);
    }

    /** The list itself when it comes in runs, else an unmodifiable copy. */
    public static List<OaiRecord> keep(List<OaiRecord> records) {
        return records instanceof RecordRuns ? records : List.copyOf(records);
    }

    /** The runs, in list order. */
    public List<RecordRun> runs() {
        return runs;
    }

    @Override
    public OaiRecord get(int index) {
        return read().get(index);
    }

    @Override
    public int size() {
        return read().size();
    }

    /** True when there are no runs; tells without reading. */
    @Override
    public boolean isEmpty() {
        return runs.isEmpty();
    }

    private List<OaiRecord> read() {
        List<OaiRecord> known = records;
        if (known == null) {
            known = new ArrayList<>();
            for (RecordRun run : runs) {
                known.addAll(run.records());
            }
            records = known;
        }
        return known;
    }
}
