package dev.sheaf.provider;

import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.repository.RecordRuns;

/** Cuts datestamps to the day, for a repository that counts in days (S3.3: one granularity throughout); the seam speaks in seconds. */
final class DayDatestamps {

    private DayDatestamps() {}

    /** Runs stay runs: those that are known by their fingerprints are not read. */
    static List<OaiRecord> cut(List<OaiRecord> records) {
        return records instanceof RecordRuns inRuns
                ? new RecordRuns(inRuns.runs().stream().<RecordRun>map(Run::new).toList())
                : records.stream().map(DayDatestamps::cut).toList();
    }

    static OaiRecord cut(OaiRecord record) {
        return new OaiRecord(cut(record.header()), record.metadata(), record.about());
    }

    static Header cut(Header header) {
        Datestamp datestamp = header.datestamp();
        return new Header(header.identifier(),
                datestamp.instant().map(instant -> Datestamp.of(instant, Granularity.DAY)).orElse(datestamp), header.sets(),
                header.deleted());
    }

    /** A run that shows other text than the one it is made of, and so has another fingerprint. */
    private record Run(RecordRun whole) implements RecordRun {

        @Override
        public String fingerprint() {
            return whole.fingerprint().isEmpty() ? "" : "day " + whole.fingerprint();
        }

        @Override
        public int size() {
            return whole.size();
        }

        @Override
        public List<OaiRecord> records() {
            return whole.records().stream().map(DayDatestamps::cut).toList();
        }
    }
}
