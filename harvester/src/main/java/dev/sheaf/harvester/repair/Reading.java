package dev.sheaf.harvester.repair;

import java.util.List;
import java.util.stream.Stream;

import dev.sheaf.core.OaiResponse;

/**
 * The outcome of reading a response.
 *
 * @param response as read
 * @param utf8 the bytes that it was read from: those received when nothing was wrong, else repaired; not copied: callers must not change
 *     them; empty when they were dropped
 * @param repairs repairs; empty when nothing was wrong
 * @param damaged what could not be read
 * @param isCut true when the response ends before its end, or its list with an error: what follows in the list is not known, and whether
 *     anything does
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

    /** The same, with something more that was wrong with the response, though not with what stands in it. */
    public Reading with(RepairNote more) {
        return new Reading(response, utf8, Stream.concat(repairs.stream(), Stream.of(more)).toList(), damaged, isCut);
    }

    /** Returns the same with another response, which was found in it. */
    public Reading with(OaiResponse found) {
        return new Reading(found, utf8, repairs, damaged, isCut);
    }

    /** Returns whether nothing was wrong. */
    public boolean isFaultless() {
        return repairs.isEmpty() && damaged.isEmpty() && !isCut;
    }
}
