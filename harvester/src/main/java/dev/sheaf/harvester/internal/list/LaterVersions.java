package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.http.HarvestException;

/**
 * Records that ListIdentifiers names with another datestamp than they arrived with: ListRecords may come from an old copy of the
 * repository. GetRecord decides, at the end of the list, after everything that is missing. Belongs to one walk.
 */
final class LaterVersions {

    /** Number of answers in a row that agree with ListRecords, after which few more records are asked about. */
    private static final int ENOUGH = 5;
    /** Number of records that are kept to be asked about. */
    private static final int KEPT = Server.MOST_SINGLE;

    private final Versions versions;
    private final List<Header> kept = new ArrayList<>();
    private long differing;
    private long replaced;
    private long agreed;

    /** Asks for one record. */
    interface Asking {

        /**
         * Returns the record as GetRecord delivers it; empty without a usable answer, or if nothing more may be asked.
         *
         * @throws HarvestException if the run must send no more requests
         */
        Optional<OaiRecord> get(String identifier) throws HarvestException;
    }

    LaterVersions(Versions versions) {
        this.versions = versions;
    }

    /**
     * Notes named records that arrived with another datestamp.
     *
     * @param named records that arrived in this run and differ
     * @param stored datestamps of those that the store has; one in the named version is here from an earlier run
     */
    void came(List<Header> named, Map<String, Datestamp> stored) {
        for (Header header : named) {
            Datestamp here = stored.get(header.identifier());
            if (here == null || !here.text().equals(header.datestamp().text())) {
                differing++;
                if (kept.size() < KEPT) {
                    kept.add(header);
                }
            }
        }
    }

    /**
     * Asks about the kept records. If GetRecord agrees with ListRecords, ListIdentifiers has other datestamps, and more and more records
     * are passed over. A record that is stored with another datestamp only is no later version.
     *
     * @return records in later versions than arrived
     */
    List<OaiRecord> ask(Asking asking, WholeList.Stored stored) throws HarvestException {
        List<OaiRecord> later = new ArrayList<>();
        int inARow = 0;
        for (int i = 0; i < kept.size(); i++) {
            Header named = kept.get(i);
            if (inARow >= ENOUGH && Integer.bitCount(i + 1) != 1) {
                continue;
            }
            OaiRecord record = asking.get(named.identifier()).orElse(null);
            if (record == null || !record.identifier().strip().equals(named.identifier().strip())) {
                continue;
            }
            if (versions.hasArrived(record.header()) || stored.has(record)) {
                agreed++;
                inARow++;
            } else if (isAsLateAs(record.header(), named)) {
                replaced++;
                inARow = 0;
                versions.expect(record.identifier());
                later.add(record);
            }
        }
        kept.clear();
        return later;
    }

    private static boolean isAsLateAs(Header header, Header named) {
        Instant stamp = header.datestamp().instant().orElse(null);
        return stamp != null && named.datestamp().instant().filter(stamp::isBefore).isEmpty();
    }

    /** Returns the number of records that may have arrived in an older version, because others have. */
    long outdated() {
        return replaced > 0 ? differing - replaced - agreed : 0;
    }

    /** Returns the number of records of which it is not known which datestamp counts, because GetRecord says too little; else 0. */
    long untold() {
        return replaced == 0 && agreed < Math.min(ENOUGH, differing) ? differing - agreed : 0;
    }
}
