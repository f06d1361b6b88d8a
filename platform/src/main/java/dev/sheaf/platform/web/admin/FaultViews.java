package dev.sheaf.platform.web.admin;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.XmlListing;
import dev.sheaf.platform.web.admin.AdminFrame.Fact;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.store.sources.NotedFaults;

/** Pages about faulty records. */
final class FaultViews {

    private static final int ROWS = 100;
    private static final int REPAIRS = 500;

    private final Repairs repairs;
    private final NotedFaults faults;
    private final AdminLinks links;

    FaultViews(HubStore store, AdminLinks links) {
        this.repairs = store.repairs();
        this.faults = store.faults();
        this.links = links;
    }

    /**
     * Returns a page of the quarantine.
     *
     * @param number number of the page, from 1
     */
    QuarantinePage quarantine(AdminFrame frame, SourceStatus status, int number) {
        String id = status.source().id();
        long offset = (Math.max(1, number) - 1L) * ROWS;
        List<QuarantineEntry> entries = repairs.quarantine(id, ROWS + 1, offset);
        long all = repairs.tally(id).quarantined();
        return new QuarantinePage(frame, all == 0
                ? "The quarantine is empty: all received records were accepted."
                : Numbers.count(all, "received record")
                        + " could not be accepted. Each is kept as received, and leaves "
                        + "quarantine when the record can be accepted.",
                links.of(id, "replay"), entries.stream().limit(ROWS).map(entry -> row(id, entry)).toList(),
                entries.size() > ROWS ? links.of(id, "quarantine?page=" + (Math.max(1, number) + 1)) : null);
    }

    private QuarantinePage.Row row(String id, QuarantineEntry entry) {
        return new QuarantinePage.Row(name(entry), links.of(id, "quarantine/" + entry.key()), format(entry), entry.reason(),
                Numbers.count(entry.size(), "byte"), Phrases.number(entry.run()), links.of(id, "runs/" + entry.run()));
    }

    private static String name(QuarantineEntry entry) {
        return entry.identifier() == null ? "without identifier" : entry.identifier();
    }

    private static String format(QuarantineEntry entry) {
        return entry.prefix() == null ? "not known" : entry.prefix().value();
    }

    /** Returns one entry of the quarantine; empty if there is none with the key. */
    Optional<QuarantinedPage> quarantined(AdminFrame frame, SourceStatus status, String key) {
        String id = status.source().id();
        return repairs.quarantine(id, key).flatMap(entry -> repairs.raw(id, key).map(raw -> {
            List<Fact> facts = new ArrayList<>();
            facts.add(Fact.of("Record", name(entry)));
            facts.add(Fact.of("Format", format(entry)));
            facts.add(Fact.of("Fault", entry.reason()));
            facts.add(new Fact("Received in run", Phrases.number(entry.run()), links.of(id, "runs/" + entry.run())));
            facts.add(Fact.of("Stored size", Numbers.count(raw.length, "byte")));
            String text = new String(raw, StandardCharsets.UTF_8);
            return new QuarantinedPage(frame, facts,
                    text.length() > XmlListing.LONGEST ? text.substring(0, XmlListing.LONGEST) + "\n…" : text,
                    links.of(id, "quarantine/" + key + "/raw"), links.of(id, "replay"), key);
        }));
    }

    RepairsPage repairs(AdminFrame frame, SourceStatus status) {
        String id = status.source().id();
        List<RepairsPage.Row> harvested = faults.ofHarvests(id, REPAIRS).stream().map(FaultViews::row).toList();
        List<RepairsPage.Row> proxied = faults.ofProxy(id, REPAIRS).stream().map(FaultViews::row).toList();
        String byProxy = proxied(faults.proxied(id));
        String byHarvests = harvested.isEmpty()
                ? byProxy.isEmpty() ? "Nothing had to be repaired." : "Harvests had nothing to repair."
                : Numbers.count(repairs.tally(id).repaired(), "record") + " had to be repaired to be readable"
                        + (harvested.size() == REPAIRS ? "; the first " + REPAIRS + " repairs are listed." : ".");
        return new RepairsPage(
                frame, byHarvests + (byProxy.isEmpty()
                        ? ""
                        : " The proxy found faults in responses: " + byProxy
                                + (proxied.size() == REPAIRS ? "; " + REPAIRS + " are listed." : ".")),
                links.of(id, "report?format="), harvested,
                proxied);
    }

    /** Returns the numbers of faults that the proxy repaired and left out; empty if it found none. */
    static String proxied(NotedFaults.ProxyCount count) {
        return count.repaired() + count.dropped() == 0
                ? ""
                : Numbers.count(count.repaired(), "fault") + " repaired, " + Phrases.number(count.dropped()) + " left out";
    }

    private static RepairsPage.Row row(NotedFault fault) {
        return new RepairsPage.Row(fault.identifier() == null ? "a response" : fault.identifier(), fault.prefix(), fault.kind(),
                fault.what(), fault.since() == null ? "" : String.valueOf(Times.format(fault.since())),
                Phrases.number(Math.max(1, fault.times())));
    }
}
