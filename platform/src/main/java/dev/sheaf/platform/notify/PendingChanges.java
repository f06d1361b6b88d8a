package dev.sheaf.platform.notify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;

/** Finds entries in a repository's lists that a receiver was not notified of. */
final class PendingChanges {

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private PendingChanges() {}

    /**
     * Returns the first format whose list has grown. oai_dc comes first, because every subscriber can read it.
     *
     * @param set empty for the whole repository
     * @param told number of the last entry that the receiver was notified of
     */
    static Optional<MetadataFormat> first(Repository repository, String set, Position told) {
        List<MetadataFormat> formats = new ArrayList<>(repository.formats());
        formats.sort((one, other) -> Boolean.compare(other.prefix().equals(MetadataPrefix.OAI_DC),
                one.prefix().equals(MetadataPrefix.OAI_DC)));
        for (MetadataFormat format : formats) {
            RecordQuery query = new RecordQuery(format.prefix(), Instant.ofEpochSecond(told.datestamp()), END,
                    set.isEmpty() ? null : new SetSpec(set), told, 1, true);
            if (repository.records(query).entries() > 0) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
