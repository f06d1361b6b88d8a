package dev.sheaf.core.store;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.RecordHash;

import static org.assertj.core.api.Assertions.assertThat;

class BatchTest {

    private static OaiRecord record(int number) {
        return new OaiRecord(new Header("x:" + number, Datestamp.parse("2020-01-01"), List.of(), false),
                XmlFragment.of("<a>" + number + "</a>"));
    }

    private final Batch.Part part = new Batch.Part(MetadataFormat.OAI_DC,
            IntStream.range(0, 4).mapToObj(BatchTest::record).toList(),
            false);

    @Test
    void hashes_areThoseOfRecordHash() {
        assertThat(part.hashes().get(2)).isEqualTo(RecordHash.of(record(2)));
    }

    @Test
    void subsetsOfAPart_reuseItsHashes() {
        byte[] third = part.only(record -> !record.identifier().equals("x:1")).hashes().get(1);

        assertThat(part.hashes().get(2)).isSameAs(third);
        assertThat(part.range(2, 4).hashes().getFirst()).isSameAs(third);
        assertThat(part.with(MetadataFormat.OAI_DC, record -> record.identifier().equals("x:0") ? null : record).hashes().get(1))
                .isSameAs(third);
    }

    @Test
    void changedRecord_getsANewHash() {
        Batch.Part changed = part.with(MetadataFormat.OAI_DC, record -> record.identifier().equals("x:0") ? record(7) : record);

        assertThat(changed.records()).extracting(OaiRecord::identifier).containsExactly("x:7", "x:1", "x:2", "x:3");
        assertThat(changed.hashes().getFirst()).isNotEqualTo(part.hashes().getFirst());
        assertThat(changed.hashes().get(1)).isSameAs(part.hashes().get(1));
    }

    @Test
    void filterThatRemovesNothing_returnsTheSamePart() {
        assertThat(part.only(_ -> true)).isSameAs(part);
        assertThat(part.with(MetadataFormat.OAI_DC, record -> record)).isSameAs(part);
    }
}
