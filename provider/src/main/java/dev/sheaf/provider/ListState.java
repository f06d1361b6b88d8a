package dev.sheaf.provider;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Position;

/** Position in a list: everything that its continuation needs, and so the content of a resumption token (S3.5). */
sealed interface ListState {

    /** Returns the verb of the list. */
    Verb verb();

    /** Returns the number of entries returned so far. */
    long cursor();

    /** Returns the number of entries in the whole list when it began; negative if unknown. */
    long size();

    /**
     * A list of records or of their headers.
     *
     * @param from first second wanted; null for the earliest
     * @param until last second wanted: fixed when the list begins, so that the list has an end
     * @param untilAsked true if the harvester requested an {@code until}
     * @param after the last entry returned; null at the beginning of the list
     */
    record OfRecords(Verb verb, MetadataPrefix prefix, @Nullable SetSpec set, @Nullable Instant from, Instant until,
            boolean untilAsked,
            @Nullable Position after, long cursor, long size) implements ListState {

        /** Returns the request that began the list, with datestamps of this granularity. */
        OaiRequest beginning(Granularity granularity) {
            Selection selection = new Selection(prefix, from == null ? null : Datestamp.of(from, granularity),
                    untilAsked ? Datestamp.of(until, granularity) : null, set);
            return verb == Verb.LIST_IDENTIFIERS
                    ? new OaiRequest.ListIdentifiers(selection, null)
                    : new OaiRequest.ListRecords(selection, null);
        }

        OfRecords until(Instant later) {
            return new OfRecords(verb, prefix, set, from, later, untilAsked, after, cursor, size);
        }

        OfRecords behind(Position last, long returned, long whole) {
            return new OfRecords(verb, prefix, set, from, until, untilAsked, last, returned, whole);
        }
    }

    /**
     * A list of records or headers whose entries are stored on the server.
     *
     * @param resultSet number of the result set, see {@link ResultSets}
     * @param slice number of its next page
     * @param expires time at which the token expires
     */
    record OfResultSet(Verb verb, long resultSet, int slice, Instant expires, long cursor, long size) implements ListState {}

    /**
     * A list of sets.
     *
     * @param after spec of the last set returned; null at the beginning of the list
     */
    record OfSets(@Nullable String after, long cursor, long size) implements ListState {

        @Override
        public Verb verb() {
            return Verb.LIST_SETS;
        }
    }
}
