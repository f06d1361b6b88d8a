package dev.sheaf.store.sql;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of damaged records that reports each record once, however often its page is read. Bounded; safe for use by many threads. */
public final class DamagedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(DamagedRecords.class);
    private static final int REPORTED = 10_000;

    private final Set<Long> reported = ConcurrentHashMap.newKeySet();

    /** Reports a record that was left out of a list. */
    public void report(long seq, DamagedRecordException damage) {
        if (reported.size() < REPORTED && reported.add(seq)) {
            LOG.error("record withheld seq={} reason=\"{}\"", seq, damage.getMessage());
        }
    }
}
