package dev.sheaf.provider;

import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordSegment;

/**
 * Conversion of datestamps to days for a repository with day granularity (S3.3 requires one granularity throughout); {@link Repository}
 * uses seconds.
 */
final class DayDatestamps {

    private DayDatestamps() {}

    /** Converts a page. Segments stay segments and are not read. */
    static RecordPage of(RecordPage page) {
        return switch (page) {
            case RecordPage.Records records -> records.map(DayDatestamps::of);
            case RecordPage.Segments segments -> segments.map(Segment::new);
        };
    }

    static OaiRecord of(OaiRecord record) {
        return new OaiRecord(of(record.header()), record.metadata(), record.about());
    }

    private static Header of(Header header) {
        Datestamp datestamp = header.datestamp();
        return new Header(header.identifier(),
                datestamp.instant().map(instant -> Datestamp.of(instant, Granularity.DAY)).orElse(datestamp), header.sets(),
                header.deleted());
    }

    /** A segment with other text than the original one, and therefore with another fingerprint. */
    private record Segment(RecordSegment inSeconds) implements RecordSegment {

        @Override
        public String fingerprint() {
            return inSeconds.fingerprint().isEmpty() ? "" : "day " + inSeconds.fingerprint();
        }

        @Override
        public int size() {
            return inSeconds.size();
        }

        @Override
        public List<OaiRecord> read() {
            return inSeconds.read().stream().map(DayDatestamps::of).toList();
        }
    }
}
