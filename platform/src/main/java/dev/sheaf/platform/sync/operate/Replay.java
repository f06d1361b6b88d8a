package dev.sheaf.platform.sync.operate;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.platform.sync.operate.ReplayResult.Outcome;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.QuarantineEntry;

/**
 * Second attempt to read an entry of the quarantine with the present program, which may repair what an earlier version could not. The
 * caller must hold the lease on the source to store the result.
 */
final class Replay {

    /**
     * Beginning of a response around the record. A record is kept as received in its list, and the protocol's own elements only need ASCII.
     */
    private static final String BEFORE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2000-01-01T00:00:00Z</responseDate>\
            <request verb="ListRecords"></request><ListRecords>""";
    private static final String BEHIND = "</ListRecords></OAI-PMH>";
    private static final int BEGINNING = 4096;

    private final HubStore store;
    private final Source source;
    private final QuarantineEntry entry;
    private final @Nullable MetadataFormat format;
    private @Nullable OaiRecord record;
    private List<Repair> repairs = List.of();
    private String reason = "";

    /** Reads the entry; stores nothing. */
    Replay(HubStore store, Source source, QuarantineEntry entry, byte[] raw) {
        this.store = store;
        this.source = source;
        this.entry = entry;
        this.format = format();
        read(raw);
    }

    /** Returns true if the entry contains a readable record. */
    boolean isReadable() {
        return record != null;
    }

    private @Nullable MetadataFormat format() {
        MetadataPrefix prefix = entry.prefix() != null
                ? entry.prefix()
                : source.prefixes().size() == 1 ? source.prefixes().getFirst() : null;
        List<MetadataFormat> offered = store.description(source.id()).map(SourceDescription::formats).orElse(List.of());
        if (prefix == null) {
            return offered.size() == 1 ? offered.getFirst() : null;
        }
        return offered.stream().filter(known -> known.prefix().equals(prefix)).findFirst()
                .orElseGet(() -> prefix.equals(MetadataPrefix.OAI_DC)
                        ? MetadataFormat.OAI_DC
                        : new MetadataFormat(prefix, "", ""));
    }

    private void read(byte[] raw) {
        if (raw.length == 0) {
            reason = "no bytes of it are stored, so it cannot be read again; the next full harvest requests it";
            return;
        }
        if (format == null) {
            reason = "its format is not known; the next full harvest requests it";
            return;
        }
        try {
            Reading reading = ResponseReader.REPAIRING.read(isResponse(raw) ? raw : inList(raw), "text/xml");
            take(reading, format.prefix());
        } catch (OaiFormatException failure) {
            reason = String.valueOf(failure.getMessage());
        }
    }

    /** Returns whether the bytes are a response. A well-formed but unacceptable record is kept as a separate response. */
    private static boolean isResponse(byte[] raw) {
        return ResponseReader.beginning(raw, BEGINNING).contains("<OAI-PMH");
    }

    private static byte[] inList(byte[] raw) {
        ByteArrayOutputStream response = new ByteArrayOutputStream(raw.length + BEFORE.length() + BEHIND.length());
        response.writeBytes(BEFORE.getBytes(StandardCharsets.US_ASCII));
        response.writeBytes(raw);
        response.writeBytes(BEHIND.getBytes(StandardCharsets.US_ASCII));
        return response.toByteArray();
    }

    private void take(Reading reading, MetadataPrefix prefix) {
        List<OaiRecord> records = switch (reading.response().answer()) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.GetRecord one -> List.of(one.record());
            default -> List.of();
        };
        if (!reading.damaged().isEmpty()) {
            reason = reading.damaged().stream().map(Damaged::reason).findFirst().orElse("");
        } else if (records.size() != 1) {
            reason = "it holds " + records.size() + " records instead of one";
        } else if (records.getFirst().identifier().isBlank()) {
            reason = "the record has no identifier";
        } else if (!records.getFirst().deleted() && records.getFirst().metadata() == null) {
            reason = "the record is not deleted, yet has no metadata";
        } else {
            OaiRecord read = records.getFirst();
            record = read.deleted() ? new OaiRecord(read.header(), null) : read;
            repairs = reading.repairs().stream().map(repair -> repair.inList(prefix)).toList();
        }
    }

    /**
     * Stores the record, unless the store has a later version, and removes it from the quarantine.
     *
     * @param run number of the run
     */
    ReplayResult store(long run) {
        OaiRecord read = record;
        MetadataFormat known = format;
        if (read == null || known == null) {
            return unreadable();
        }
        Optional<StoredRecord> stored = store.get(source.id(), known.prefix(), read.identifier()).filter(one -> !one.derived());
        if (stored.isPresent() && isLater(stored.get().originDatestamp(), read.header().datestamp())) {
            store.repairs().release(source.id(), entry.key());
            return new ReplayResult(entry.key(), read.identifier(), Outcome.OUTDATED,
                    "it can be read now, but a later version of the record is there already");
        }
        store.save(new Batch(source.id(), run, List.of(new Batch.Part(known, List.of(read), false)), List.of(), null, null,
                repairs));
        store.repairs().release(source.id(), entry.key());
        return new ReplayResult(entry.key(), read.identifier(), Outcome.STORED, "it can be read now and is stored"
                + (repairs.isEmpty() ? "" : ", repaired: " + repairs.getFirst().what()));
    }

    /** Returns the message for an entry that cannot be read. */
    ReplayResult unreadable() {
        return new ReplayResult(entry.key(), entry.identifier(), Outcome.UNREADABLE, "it still cannot be read: " + reason);
    }

    private static boolean isLater(@Nullable Datestamp stored, Datestamp read) {
        Instant there = stored == null ? null : instant(stored);
        Instant here = instant(read);
        return there != null && here != null && there.isAfter(here);
    }

    private static @Nullable Instant instant(Datestamp datestamp) {
        return ReceivedDate.legal(datestamp).flatMap(Datestamp::instant).orElse(null);
    }
}
