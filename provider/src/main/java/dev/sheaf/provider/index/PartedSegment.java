package dev.sheaf.provider.index;

import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.xml.IndexedFragment;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * A segment whose records of combined formats are cut into metadata and index. Other records stay as they are. The text shown is another than
 * that of the segment it is made of, and so is the fingerprint.
 */
record PartedSegment(RecordSegment combined) implements RecordSegment {

    private static final Logger LOG = LoggerFactory.getLogger(PartedSegment.class);

    @Override
    public String fingerprint() {
        return combined.fingerprint().isEmpty() ? "" : "index " + combined.fingerprint();
    }

    @Override
    public int size() {
        return combined.size();
    }

    @Override
    public List<OaiRecord> read() {
        return combined.read().stream().flatMap(record -> parted(record).stream()).toList();
    }

    /** Returns a record as the extension shows it; empty when its parts cannot be told apart, which the log then says. */
    static Optional<OaiRecord> parted(OaiRecord record) {
        XmlFragment metadata = record.metadata();
        if (metadata == null || !IndexedFragment.isCombined(metadata)) {
            return Optional.of(record);
        }
        try {
            IndexedFragment.Parts parts = IndexedFragment.split(metadata);
            return Optional.of(CombinedFormat.Index.of(parts.format()).isEmpty()
                    ? record
                    : new OaiRecord(record.header(), parts.metadata(), parts.index(), record.about()));
        } catch (OaiFormatException failure) {
            LOG.atWarn().addKeyValue("identifier", record.identifier()).log("a record is left out of a response with indices: {}",
                    failure.getMessage());
            return Optional.empty();
        }
    }
}
