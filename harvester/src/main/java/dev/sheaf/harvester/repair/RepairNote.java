package dev.sheaf.harvester.repair;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Repair;

/**
 * The repairs of one kind in one record, or in the response around the records.
 *
 * @param identifier of the record; null if the repairs are outside the records
 * @param kind the kind of fault
 * @param what the first repair, for people
 * @param times number of repairs
 * @param position offset of the first fault in the received body
 */
public record RepairNote(@Nullable String identifier, Repair.Kind kind, String what, int times, long position) {

    /** Returns the repair in the form that stores keep. */
    public Repair inList(MetadataPrefix prefix) {
        // The form of an identifier is compared with later ones, at whatever byte they are.
        return new Repair(identifier, prefix, kind, kind == Repair.Kind.IDENTIFIER ? what : toString());
    }

    @Override
    public String toString() {
        return what + ", at byte " + position + (times == 1 ? "" : ", the first of " + times);
    }
}
