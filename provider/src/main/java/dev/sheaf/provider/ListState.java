package dev.sheaf.provider;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Position;

/** How far a list has been read: all that its continuation needs, hence what a resumption token holds (S3.5). */
sealed interface ListState {

    /** The verb of the list. */
    Verb verb();

    /** Entries returned so far. */
    long cursor();

    /** Entries in the whole list when it began; negative when unknown. */
    long size();

    /**
     * A list of records or of their headers.
     *
     * @param from first second wanted; null for the earliest
     * @param until last second wanted: fixed when the list begins, so that the list has an end
     * @param untilAsked true when the harvester named {@code until} itself
     * @param after the last entry returned; null when the list begins
     */
    record OfRecords(Verb verb, MetadataPrefix prefix, @Nullable SetSpec set, @Nullable Instant from, Instant until,
            boolean untilAsked,
            @Nullable Position after, long cursor, long size) implements ListState {

        OfRecords until(Instant later) {
            return new OfRecords(verb, prefix, set, from, later, untilAsked, after, cursor, size);
        }

        OfRecords behind(Position last, long returned, long whole) {
            return new OfRecords(verb, prefix, set, from, until, untilAsked, last, returned, whole);
        }
    }

    /**
     * A list of sets.
     *
     * @param after spec of the last set returned; null when the list begins
     */
    record OfSets(@Nullable String after, long cursor, long size) implements ListState {

        @Override
        public Verb verb() {
            return Verb.LIST_SETS;
        }
    }
}
