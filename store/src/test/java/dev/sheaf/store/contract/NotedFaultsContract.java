package dev.sheaf.store.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.store.sources.NotedFault.Met;
import dev.sheaf.store.sources.NotedFaults;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link NotedFaults}. */
public abstract class NotedFaultsContract extends FacetContract {

    private static final Instant MAY = Instant.parse("2024-05-10T09:00:00Z");
    private static final Instant JUNE = Instant.parse("2024-06-10T09:00:00Z");

    private static ProxiedFault fault(int number, String kind) {
        return new ProxiedFault("oai:a:" + number, kind, "oai_dc", 4711, "an ampersand was escaped", "a & b", "a &amp; b");
    }

    private void save(long run, String title, List<Quarantined> quarantined) {
        OaiRecord record = new OaiRecord(new Header("oai:a:1", Datestamp.received("2024-01-01"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">" + title + "</t>"));
        Repair repair = new Repair("oai:a:1", MetadataPrefix.OAI_DC, Repair.Kind.UNESCAPED, "escaped");
        store().save(
                new Batch("a", run, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(record), false)), quarantined, null,
                        null, List.of(repair)));
    }

    @Test
    void faultThatOccursAgain_keepsItsFirstTime() {
        store().faults().save("a", MAY, new ProxiedTally(1, 0, 10, 1, 0), List.of(fault(1, "unescaped")));
        store().faults().save("a", JUNE, new ProxiedTally(1, 0, 10, 1, 1), List.of(fault(1, "unescaped"), fault(2, "dropped")));

        assertThat(store().faults().of("a", 10)).containsExactly(
                new NotedFault(Met.PROXY_DROPPED, "oai:a:2", "oai_dc", "dropped", "an ampersand was escaped", "a & b",
                        "a &amp; b", JUNE, JUNE, 1),
                new NotedFault(Met.PROXY_REPAIRED, "oai:a:1", "oai_dc", "unescaped", "an ampersand was escaped", "a & b",
                        "a &amp; b", MAY, JUNE, 2));
        assertThat(store().faults().proxied("a", MAY)).isEqualTo(new ProxiedTally(2, 0, 20, 2, 1));
        assertThat(store().faults().proxied("a", JUNE)).isEqualTo(new ProxiedTally(1, 0, 10, 1, 1));
    }

    @Test
    void repairOfAChangedRecord_keepsTheTimeOfItsFirstFault() {
        long first = store().begin("a", MAY);
        save(first, "one", List.of());
        long second = store().begin("a", JUNE);
        save(second, "changed", List.of());

        assertThat(store().faults().of("a", 10)).singleElement()
                .returns(Met.REPAIRED, NotedFault::met).returns(MAY, NotedFault::since).returns(JUNE, NotedFault::last);
    }

    @Test
    void quarantinedRecord_isShownWithItsBeginning() {
        byte[] raw = "<record>…".getBytes(StandardCharsets.UTF_8);
        save(store().begin("a", MAY), "one", List.of(new Quarantined("oai:a:9", "not well-formed", raw)));
        save(store().begin("a", JUNE), "one", List.of(new Quarantined("oai:a:9", "not well-formed", raw)));

        assertThat(store().faults().of("a", 10)).first()
                .isEqualTo(new NotedFault(Met.QUARANTINED, "oai:a:9", "oai_dc", "quarantined", "not well-formed", "<record>…", "",
                        MAY, JUNE, 0));
    }

    @Test
    void faultsOfOneSource_areLimitedInNumber() {
        List<ProxiedFault> many = IntStream.range(0, NotedFaults.MOST + 5).mapToObj(i -> fault(i, "unescaped")).toList();
        store().faults().save("a", MAY, ProxiedTally.NONE, many);
        store().faults().save("a", MAY.plus(Duration.ofDays(1)), ProxiedTally.NONE, List.of(fault(-1, "cut")));

        assertThat(store().faults().of("a", 2 * NotedFaults.MOST)).hasSize(NotedFaults.MOST);
    }

    @Test
    void removedSource_losesItsFaults() {
        store().faults().save("a", MAY, new ProxiedTally(1, 0, 1, 1, 0), List.of(fault(1, "unescaped")));
        store().remove("a", false);
        store().faults().save("a", MAY, new ProxiedTally(1, 0, 1, 1, 0), List.of(fault(1, "unescaped")));

        assertThat(store().faults().of("a", 10)).isEmpty();
        assertThat(store().faults().proxied("a", MAY)).isEqualTo(ProxiedTally.NONE);
    }
}
