package dev.sheaf.platform.sync;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.xml.ProvenanceWriter;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class LongChainsTest {

    private static XmlFragment chain(int hops) {
        Provenance chain = null;
        for (int i = 0; i < hops; i++) {
            chain = new Provenance("https://a.example.org/oai", "x:1", Datestamp.parse("2024-01-01"), "urn:x",
                    Datestamp.parse("2024-01-02"), false, chain);
        }
        return ProvenanceWriter.write(Objects.requireNonNull(chain));
    }

    private static LongChains after(int hops) {
        OaiRecord record = SampleRecords.live(1);
        LongChains chains = new LongChains();
        chains.look(new Batch("a", 1, MetadataFormat.OAI_DC,
                List.of(SampleRecords.live(2), new OaiRecord(record.header(), record.metadata(), List.of(chain(hops))))));
        return chains;
    }

    @Test
    void tooLongChainOfProvenance_isReported() {
        assertThat(after(Provenance.MAX_HOPS + 1).message()).hasValueSatisfying(
                message -> assertThat(message)
                        .startsWith("the provenance of 1 record (such as oai:example.org:1) has more than "));
    }

    @Test
    void longestReadableChain_isNotReported() {
        assertThat(after(Provenance.MAX_HOPS).message()).isEmpty();
    }
}
