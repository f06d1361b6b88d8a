package dev.sheaf.platform.proxy;

import java.util.List;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.store.sources.ProxiedFault;

/**
 * Result of reading a portion.
 *
 * @param response response with the entries of the portion
 * @param faults repaired and unrepairable faults
 * @param isCut true if the response ends early
 */
record PortionReading(OaiResponse response, List<ProxiedFault> faults, boolean isCut) {

    /** Kind of the remark that a response is in protocol 1.x. */
    static final String EARLY = "protocol";

    /** Copies the faults. */
    PortionReading {
        faults = List.copyOf(faults);
    }

    /** Returns whether the response is in protocol 1.x. */
    boolean isEarly() {
        return faults.stream().anyMatch(fault -> fault.kind().equals(EARLY));
    }
}
