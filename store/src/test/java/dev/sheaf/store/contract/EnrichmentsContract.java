package dev.sheaf.store.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.Enrichment;
import dev.sheaf.store.enrichments.Enrichments;
import dev.sheaf.store.enrichments.Enrichments.Change;
import dev.sheaf.store.enrichments.ItemKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Enrichments}. */
public abstract class EnrichmentsContract extends FacetContract {

    private static final String TEXT = "text";

    private Enrichments enrichments() {
        return store().enrichments();
    }

    private static ItemKey item(int number) {
        return new ItemKey("a", identifier(number));
    }

    private static Enrichment text(int number, int... bytes) {
        return new Enrichment(item(number), TEXT, bytes(bytes));
    }

    private static byte[] bytes(int... bytes) {
        byte[] packed = new byte[bytes.length];
        IntStream.range(0, bytes.length).forEach(i -> packed[i] = (byte) bytes[i]);
        return packed;
    }

    /** Reads all changes in pages, the way a follower does. */
    private static List<Change> follow(HubStore store, long after, int page) {
        List<Change> all = new ArrayList<>();
        long reached = after;
        while (true) {
            List<Change> changes = store.enrichments().changes(reached, page);
            if (changes.isEmpty()) {
                return all;
            }
            all.addAll(changes);
            reached = changes.getLast().seq();
        }
    }

    @Test
    void keepsOneEnrichmentOfEachKind() {
        save(1, 1, 2);
        Enrichment other = new Enrichment(item(1), "language", bytes());
        assertThat(enrichments().put(List.of(text(1, 0, 255), other, text(2, 3)))).isEqualTo(3);
        assertThat(enrichments().put(List.of(text(1, 7)))).isOne();
        reopen();
        assertThat(enrichments().of(item(1))).containsExactly(other, text(1, 7));
        assertThat(enrichments().of(TEXT, List.of(item(1), item(2), item(3)))).isEqualTo(
                Map.of(item(1), text(1, 7), item(2), text(2, 3)));
        assertThat(enrichments().of("unknown", List.of(item(1)))).isEmpty();
        assertThat(enrichments().of(new ItemKey(UNKNOWN, "x"))).isEmpty();
    }

    @Test
    void changesAreReadInTheirOrder_eachEnrichmentOnce() {
        save(1, upTo(5));
        for (int number : upTo(5)) {
            enrichments().put(List.of(text(number, number)));
        }
        enrichments().put(List.of(text(2, 20)));
        List<Change> changes = follow(store(), 0, 2);
        assertThat(changes).extracting(Change::enrichment).containsExactly(text(1, 1), text(3, 3), text(4, 4), text(5, 5),
                text(2, 20));
        assertThat(changes).extracting(Change::seq).isSorted().doesNotHaveDuplicates().allMatch(seq -> seq > 0);
        assertThat(follow(store(), changes.get(3).seq(), 100)).extracting(Change::enrichment).containsExactly(text(2, 20));
        assertThat(store().lastSeq()).as("one order with the records").isEqualTo(changes.getLast().seq());
    }

    @Test
    void unchangedEnrichment_staysAsItIs() {
        save(1, 1);
        enrichments().put(List.of(text(1, 1)));
        long before = store().lastSeq();
        assertThat(enrichments().put(List.of(text(1, 1)))).isZero();
        assertThat(store().lastSeq()).isEqualTo(before);
    }

    @Test
    void enrichments_changeNoRecord() {
        save(1, 1);
        long seq = store().lastSeq();
        enrichments().put(List.of(text(1, 1)));
        assertThat(store().changes(MetadataPrefix.OAI_DC, seq, 10)).isEmpty();
        save(2, 1);
        assertThat(store().changes(MetadataPrefix.OAI_DC, seq, 10)).as("its hash is the same").isEmpty();
    }

    @Test
    void removal_isAChange() {
        save(1, 1, 2);
        enrichments().put(List.of(text(1, 1), text(2, 2)));
        long before = store().lastSeq();
        assertThat(enrichments().remove(TEXT, List.of(item(1), item(3), new ItemKey(UNKNOWN, "x")))).isOne();
        assertThat(enrichments().remove(TEXT, List.of(item(1)))).as("a second time").isZero();
        assertThat(enrichments().of(item(1))).isEmpty();
        assertThat(enrichments().of(TEXT, List.of(item(1)))).isEmpty();
        assertThat(follow(store(), before, 10)).singleElement().satisfies(change -> {
            assertThat(change.removed()).isTrue();
            assertThat(change.enrichment()).isEqualTo(text(1));
        });
        assertThat(enrichments().put(List.of(text(1)))).as("no bytes are not the same as no enrichment").isOne();
        assertThat(follow(store(), before, 10)).singleElement().satisfies(change -> assertThat(change.removed()).isFalse());
    }

    @Test
    void itemsWithoutALiveRecord_areSkipped() {
        save(1, 1);
        assertThat(enrichments()
                .put(List.of(text(1, 1), text(2, 2), new Enrichment(new ItemKey(UNKNOWN, identifier(1)), TEXT, bytes()))))
                .isOne();
        assertThat(follow(store(), 0, 10)).hasSize(1);
    }

    @Test
    void deletedRecord_keepsItsEnrichment() {
        save(1, 1);
        enrichments().put(List.of(text(1, 1)));
        Header deleted = new Header(identifier(1), Datestamp.parse("2024-02-01T00:00:00Z"), List.of(), true);
        store().save(new Batch("a", 2, MetadataFormat.OAI_DC, List.of(new OaiRecord(deleted, null))));
        assertThat(enrichments().of(item(1))).containsExactly(text(1, 1));
        assertThat(enrichments().put(List.of(text(1, 2)))).as("it has no live record").isZero();
        save(3, 1);
        assertThat(enrichments().put(List.of(text(1, 2)))).isOne();
    }

    @Test
    void removedSource_losesItsEnrichments() {
        int[] numbers = upTo(700);
        save(1, numbers);
        enrichments().put(Arrays.stream(numbers).mapToObj(number -> text(number, 1)).toList());
        long before = store().lastSeq();
        store().remove("a", false);
        assertThat(enrichments().of(item(1))).isEmpty();
        assertThat(follow(store(), before, 1_000)).hasSize(numbers.length).allMatch(Change::removed);

        store().put(Source.harvested("a", "https://a.example.org/oai"));
        assertThat(enrichments().put(List.of(text(1, 1)))).as("its records are deleted").isZero();
    }

    @Test
    void sourceThatIsRemovedWithoutItsRecords_keepsItsEnrichments() {
        save(1, 1);
        enrichments().put(List.of(text(1, 1)));
        store().remove("a", true);
        assertThat(enrichments().of(item(1))).containsExactly(text(1, 1));
    }

    @Test
    void tooLargeEnrichment_isRefusedWithTheLimit_andNothingIsStored() {
        save(1, 1);
        assertThatThrownBy(() -> new Enrichment(item(1), TEXT, new byte[Enrichment.MAX_BYTES + 1]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a oai:a:1").hasMessageContaining("4194304");
        assertThatThrownBy(() -> new Enrichment(item(1), "Full Text", bytes())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Full Text' is not a kind");
        Enrichment largest = new Enrichment(item(1), TEXT, new byte[Enrichment.MAX_BYTES]);
        List<Enrichment> nine = IntStream.rangeClosed(1, 9).mapToObj(i -> new Enrichment(item(1), "kind" + i, largest.bytes()))
                .toList();
        assertThatThrownBy(() -> enrichments().put(nine)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(Enrichments.MAX_BATCH_BYTES));
        assertThatThrownBy(() -> enrichments().put(Collections.nCopies(Enrichments.MAX_BATCH + 1, text(1, 1))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at most 1000");
        assertThat(follow(store(), 0, 10)).isEmpty();
        assertThat(enrichments().put(List.of(largest))).isOne();
        assertThat(enrichments().of(item(1))).containsExactly(largest);
    }

    @Test
    void pageOfChanges_endsWhenItIsLarge() {
        save(1, 1);
        for (int i = 0; i < 10; i++) {
            enrichments().put(List.of(new Enrichment(item(1), "kind" + i, new byte[Enrichment.MAX_BYTES])));
        }
        assertThat(enrichments().changes(0, 100)).hasSize(8);
        assertThat(follow(store(), 0, 100)).hasSize(10);
    }

    /** A follower that reads while two stores write sees the last change of every enrichment. */
    @Test
    void followerMissesNoChange_whileTwoStoresWrite() throws Exception {
        int[] numbers = upTo(20);
        save(1, numbers);
        try (HubStore other = open(dataDir, clock); ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            List<HubStore> stores = List.of(store(), other);
            for (int writer = 0; writer < stores.size(); writer++) {
                int own = writer;
                writers.add(threads.submit(() -> {
                    for (int round = 1; round <= 10; round++) {
                        for (int number : numbers) {
                            stores.get(own).enrichments().put(List.of(text(number, round, own)));
                        }
                    }
                }));
            }
            long reached = 0;
            Map<ItemKey, Enrichment> followed = new HashMap<>();
            boolean writing = true;
            while (writing) {
                writing = writers.stream().anyMatch(writer -> !writer.isDone());
                for (Change change : follow(store(), reached, 7)) {
                    assertThat(change.seq()).isGreaterThan(reached);
                    reached = change.seq();
                    followed.put(change.enrichment().item(), change.enrichment());
                }
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(followed)
                    .isEqualTo(enrichments().of(TEXT, Arrays.stream(numbers).mapToObj(EnrichmentsContract::item).toList()));
        }
    }

    @Test
    void renamedDomain_renamesTheItemsOfEnrichments() {
        String domain = store().identifierDomain().current();
        store().put(Source.imported("local", null));
        String identifier = "oai:" + domain + ":local/1";
        store().save(new Batch("local", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(identifier, Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">1</t>")))));
        enrichments().put(List.of(new Enrichment(new ItemKey("local", identifier), TEXT, bytes(1))));
        store().identifierDomain().rename("new.example.org", true);
        assertThat(enrichments().of(new ItemKey("local", "oai:new.example.org:local/1"))).hasSize(1);
    }
}
