package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RecordBounds;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.xml.IndexedFragment;
import dev.sheaf.harvester.client.AsRead;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.repair.Damaged;

/** Division of the records of a page into storable ones and those for quarantine. Every received record is in one of the two. */
final class Acceptance {

    private Acceptance() {}

    /**
     * Returns the batch to save: storable records in the order received, the others in quarantine with their reason, and the repairs of the
     * records and of the response.
     *
     * @param page the received page
     * @param source id of the source
     * @param run number of the run
     * @param format of the records
     * @param time the repository's own time at its answer; null if it states none
     * @param pageNumber for people
     */
    static Batch of(OaiReply page, String source, long run, MetadataFormat format, @Nullable Datestamp time, int pageNumber) {
        MetadataPrefix prefix = format.prefix();
        List<OaiRecord> records = new ArrayList<>(page.records().size());
        List<Quarantined> quarantined = new ArrayList<>();
        CombinedFormat combined = CombinedFormat.of(format).orElse(null);
        for (int i = 0; i < page.records().size(); i++) {
            OaiRecord record = page.records().get(i);
            String fault = fault(record, combined);
            if (fault == null) {
                records.add(clean(joined(record, combined)));
            } else {
                quarantined.add(new Quarantined(nameOf(record),
                        fault + " (" + prefix + ", page " + pageNumber + ", record " + (i + 1) + ")", AsRead.of(record)));
            }
        }
        quarantined.addAll(beyondRepair(page, prefix, pageNumber));
        List<Repair> repairs = page.repairs().stream().map(repair -> repair.inList(prefix)).toList();
        List<Batch.Part> parts = records.isEmpty() ? List.of() : List.of(new Batch.Part(format, records, false));
        return new Batch(source, run, parts, quarantined, time, null, repairs);
    }

    /** Returns the unreadable records of a page, except the one at which the page was truncated. */
    static List<Quarantined> beyondRepair(OaiReply page, MetadataPrefix prefix, int pageNumber) {
        // After a truncated page the harvest requests the list again in another way. It then gets the whole record, or ends incomplete and
        // names it.
        return page.damaged().stream().filter(damaged -> !damaged.isCut() && !isOnlyNamed(page, damaged))
                .map(damaged -> new Quarantined(damaged.identifier(), damaged.reason() + " (" + prefix + ", page " + pageNumber
                        + ", from byte " + damaged.position() + ")", AsRead.shortened(damaged.raw())))
                .toList();
    }

    /** Returns true for a header that is kept apart from another one: the record itself comes with its list. */
    private static boolean isOnlyNamed(OaiReply page, Damaged damaged) {
        return page.answer() instanceof OaiResponse.ListIdentifiers
                && damaged.reason().startsWith(ReceivedIdentifier.anyRefusal());
    }

    private static @Nullable String nameOf(OaiRecord record) {
        String identifier = record.identifier();
        return identifier.isBlank() || identifier.length() > Limit.IDENTIFIER.number() ? null : identifier;
    }

    /** Returns a record of a combined format with its parts in one element. An index that nobody asked for is left out. */
    private static OaiRecord joined(OaiRecord record, @Nullable CombinedFormat combined) {
        XmlFragment metadata = record.metadata();
        XmlFragment index = record.index();
        if (index == null) {
            return record;
        }
        return new OaiRecord(record.header(), metadata == null || combined == null
                ? metadata
                : IndexedFragment.join(metadata, index, combined.index().prefix().value()), record.about());
    }

    private static @Nullable String fault(OaiRecord record, @Nullable CombinedFormat combined) {
        if (record.identifier().isBlank()) {
            return "the record has no identifier";
        }
        if (!record.deleted() && record.metadata() == null) {
            return "the record is not deleted, but has no metadata";
        }
        if (combined != null && record.metadata() != null && record.index() == null
                && !IndexedFragment.isCombined(record.metadata())) {
            return "the record has no index";
        }
        return RecordBounds.exceeded(record).map(Limit::exceeded).orElse(null);
    }

    /** Returns a deleted record without metadata and about containers (S2.5.1). */
    private static OaiRecord clean(OaiRecord record) {
        return record.deleted() && (record.metadata() != null || !record.about().isEmpty())
                ? new OaiRecord(record.header(), null)
                : record;
    }
}
