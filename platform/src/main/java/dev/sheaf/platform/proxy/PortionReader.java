package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;
import dev.sheaf.store.sources.ProxiedFault;

/** Reader of the portions of one response, with the same engine as harvests. Used by one thread. */
final class PortionReader {

    private final String contentType;
    private final String prefix;

    /**
     * @param contentType value of the response's header; empty if there is none
     * @param prefix requested format; empty if none was requested
     */
    PortionReader(String contentType, String prefix) {
        this.contentType = contentType;
        this.prefix = prefix;
    }

    /**
     * Reads a portion.
     *
     * @throws OaiFormatException if it is not OAI-PMH, or no part of it can be read
     */
    PortionReading read(Portion portion) throws OaiFormatException {
        List<ProxiedFault> faults = new ArrayList<>();
        Portion.Oversize oversize = portion.oversize();
        if (oversize != null) {
            faults.add(new ProxiedFault(oversize.identifier(), ProxiedFault.DROPPED, prefix, oversize.position(),
                    "it has " + oversize.bytes() + " bytes: more than is looked at", "", ""));
        }
        Reading reading = ResponseReader.REPAIRING.read(portion.page(), contentType);
        FaultExcerpts excerpts = new FaultExcerpts(portion.page(), reading.utf8());
        for (RepairNote repair : reading.repairs()) {
            // Each portion contains the beginning of the response; its faults are counted in the first portion only.
            if (portion.isFirst() || repair.position() >= portion.lead()) {
                faults.add(
                        new ProxiedFault(repair.identifier(), repair.kind().text(), prefix, portion.position(repair.position()),
                                repair.what()
                                        + (repair.times() == 1 ? "" : ", and " + (repair.times() - 1) + " more of the kind"),
                                excerpts.before(repair.position()), excerpts.after(repair.identifier(), repair.position())));
            }
        }
        for (Damaged damaged : reading.damaged()) {
            faults.add(new ProxiedFault(damaged.identifier(), ProxiedFault.DROPPED, prefix, portion.position(damaged.position()),
                    damaged.reason(), FaultExcerpts.beginning(damaged.raw()), ""));
        }
        if (portion.isFirst()) {
            faults.addAll(EnvelopeOrder.faults(reading.utf8(), prefix));
        } else {
            EnvelopeOrder.faults(reading.utf8(), prefix).stream().filter(fault -> fault.identifier() != null)
                    .forEach(faults::add);
        }
        return new PortionReading(reading.response(), faults, portion.isLast() && reading.isCut());
    }
}
