package dev.sheaf.harvester.repair;

import java.util.List;
import java.util.stream.Stream;

import dev.sheaf.core.OaiResponse;

/**
 * The result of reading a response.
 *
 * @param response the parsed response
 * @param utf8 the bytes from which it was read: as received, or repaired; not copied: callers must not change them; empty if they were
 * dropped
 * @param repairs repairs; empty if none were needed
 * @param damaged unreadable parts
 * @param isCut true if the response is truncated, or if its list ends with an error; the rest of the list is then unknown
 */
public record Reading(OaiResponse response, byte[] utf8, List<RepairNote> repairs, List<Damaged> damaged, boolean isCut) {

    /**
     * Makes a result of what was read. The parameters are those of {@link Reading}.
     *
     * @param <R> the result
     */
    @FunctionalInterface
    public interface Outcome<R> {

        /** @return the result */
        R of(OaiResponse response, byte[] utf8, List<RepairNote> repairs, List<Damaged> damaged, boolean isCut);
    }

    /** Copies the lists, and takes a list that an error ended for cut. */
    public Reading {
        isCut |= response.ending().isPresent();
        repairs = List.copyOf(repairs);
        damaged = List.copyOf(damaged);
    }

    /** Creates the outcome of a response without faults. */
    public static Reading faultless(OaiResponse response, byte[] utf8) {
        return new Reading(response, utf8, List.of(), List.of(), false);
    }

    /** Returns a copy without its bytes, for callers that keep it longer. */
    public Reading withoutBytes() {
        return new Reading(response, new byte[0], repairs, damaged, isCut);
    }

    /** Returns a copy with one more repair, of the delivery and not of the content. */
    public Reading with(RepairNote more) {
        return new Reading(response, utf8, Stream.concat(repairs.stream(), Stream.of(more)).toList(), damaged, isCut);
    }

    /** Returns a copy with another response, which was found inside this one. */
    public Reading with(OaiResponse found) {
        return new Reading(found, utf8, repairs, damaged, isCut);
    }

    /** Returns whether nothing was wrong. */
    public boolean isFaultless() {
        return repairs.isEmpty() && damaged.isEmpty() && !isCut;
    }
}
