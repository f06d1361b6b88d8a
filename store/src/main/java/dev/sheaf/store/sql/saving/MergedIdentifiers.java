package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.store.Repair;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Separation of records whose identifiers became those of stored records only by their repair. They go to quarantine: as versions of the
 * stored records they would replace them, again and again. Stateless.
 */
final class MergedIdentifiers {

    private static final String STORED = """
            select i.identifier, r.what, r.run from item i left join repair r on r.source = i.source and r.prefix = i.prefix
            and r.identifier = i.identifier and r.kind = ?
            where i.source = ? and i.prefix = ? and i.flags & 3 = 0 and i.identifier in (select value from {texts})""";
    private static final String KEPT_APART = """
            select 1 from quarantine where source = ? and identifier = ? and substr(reason, 1, ?) = ? limit 1""";

    private MergedIdentifiers() {}

    /** A stored live record: the received form of its identifier, and the last run that met it in this form. */
    private record Stored(ReceivedIdentifier form, long run) {}

    /** Returns a batch with such records in quarantine. */
    static Batch apart(SqlConnection sql, Names names, int source, Batch batch) throws SQLException {
        Map<String, ReceivedIdentifier> received = new HashMap<>();
        for (Repair repair : batch.repairs()) {
            String identifier = repair.identifier();
            ReceivedIdentifier form = repair.kind() == Repair.Kind.IDENTIFIER ? ReceivedIdentifier.ofRepair(repair.what()) : null;
            if (identifier != null && form != null) {
                received.put(identifier, form);
            }
        }
        if (received.isEmpty() && sql.one("select 1 from repair where source = ? limit 1", _ -> true, source).isEmpty()) {
            return batch;
        }
        Set<String> apart = new HashSet<>();
        List<Quarantined> quarantined = new ArrayList<>();
        for (Batch.Part part : batch.parts()) {
            Integer prefix = part.derived() ? null : names.prefixes().find(sql, part.format().prefix().value()).orElse(null);
            Map<String, Stored> stored = prefix == null
                    ? Map.of()
                    : stored(sql, source, prefix, part.records(), received.keySet());
            for (OaiRecord record : part.records()) {
                String identifier = record.identifier();
                Stored known = stored.get(identifier);
                ReceivedIdentifier form = received.getOrDefault(identifier, ReceivedIdentifier.faultless(identifier));
                if (known != null && isAnother(sql, source, identifier, form, known, batch.run()) && apart.add(identifier)) {
                    quarantined.add(new Quarantined(identifier, form.refusal() + " (" + part.format().prefix() + ")",
                            record.metadata() == null ? new byte[0] : record.metadata().utf8()));
                }
            }
        }
        return apart.isEmpty()
                ? batch
                : new Batch(batch.source(), batch.run(),
                        batch.parts().stream().map(part -> part.only(record -> !apart.contains(record.identifier()))).toList(),
                        batch.quarantined(), batch.harvestDate(), batch.checkpoint(),
                        batch.repairs().stream().filter(repair -> !isOf(repair, apart)).toList()).withQuarantined(quarantined);
    }

    private static boolean isOf(Repair repair, Set<String> identifiers) {
        String identifier = repair.identifier();
        return identifier != null && identifiers.contains(identifier);
    }

    private static Map<String, Stored> stored(SqlConnection sql, int source, int prefix, List<OaiRecord> records,
            Set<String> received)
            throws SQLException {
        record Row(String identifier, @Nullable String what, long run) {}
        List<String> identifiers = records.stream().map(OaiRecord::identifier).toList();
        Map<String, Stored> stored = new HashMap<>();
        for (Row row : sql.all(STORED, found -> new Row(found.getString(1), found.getString(2), found.getLong(3)),
                Repair.Kind.IDENTIFIER.text(), source, prefix, JsonArray.ofTexts(identifiers))) {
            String what = row.what();
            ReceivedIdentifier form = what == null ? null : ReceivedIdentifier.ofRepair(what);
            if (form != null || received.contains(row.identifier())) {
                stored.put(row.identifier(),
                        new Stored(form == null ? ReceivedIdentifier.faultless(row.identifier()) : form, row.run()));
            }
        }
        return stored;
    }

    /** Returns true if a received record is not the stored one, whatever their identifiers are after their repair. */
    private static boolean isAnother(SqlConnection sql, int source, String identifier, ReceivedIdentifier form, Stored stored,
            long run)
            throws SQLException {
        if (form.equals(stored.form())) {
            return false;
        }
        boolean isFaultless = form.equals(ReceivedIdentifier.faultless(identifier));
        if (!isFaultless && !form.guessed()) {
            return true;
        }
        // The repository may have mended its identifiers or its charset since, but not within one run.
        boolean isOfThisRun = stored.run() == run && run != 0;
        String begin = form.refusalBegin();
        return isOfThisRun || sql.one(KEPT_APART, _ -> true, source, identifier, begin.length(), begin).isPresent();
    }
}
