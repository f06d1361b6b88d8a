package dev.sheaf.store.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;
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
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.enrichments.Relation;
import dev.sheaf.store.enrichments.Relations;
import dev.sheaf.store.enrichments.Relations.Change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Relations}. */
public abstract class RelationsContract extends FacetContract {

    private static final String CITES = "cites";

    private Relations relations() {
        return store().relations();
    }

    private static ItemKey item(int number) {
        return new ItemKey("a", identifier(number));
    }

    private static Relation cites(int from, int to, String evidence) {
        return new Relation(item(from), item(to), CITES, evidence.getBytes(UTF_8));
    }

    private int replace(int from, Relation... relations) {
        return relations().replace(CITES, List.of(item(from)), List.of(relations));
    }

    private List<Relation> from(int item) {
        return relations().from(item(item), CITES, null, 100);
    }

    private List<Relation> to(int item) {
        return relations().to(item(item), CITES, null, 100);
    }

    private static List<Change> follow(HubStore store, long after) {
        List<Change> all = new ArrayList<>();
        long reached = after;
        while (true) {
            List<Change> changes = store.relations().changes(reached, 3);
            if (changes.isEmpty()) {
                return all;
            }
            all.addAll(changes);
            reached = changes.getLast().seq();
        }
    }

    @Test
    void relationsAreFoundFromBothEnds_withTheirEvidence() {
        save(1, upTo(3));
        assertThat(replace(1, cites(1, 2, "page 7"), cites(1, 3, ""))).isEqualTo(2);
        assertThat(replace(2, cites(2, 3, "note"))).isOne();
        Relation similar = new Relation(item(3), item(1), "similar", new byte[]{0, -1});
        relations().replace("similar", List.of(item(3)), List.of(similar));
        reopen();
        assertThat(from(1)).containsExactly(cites(1, 2, "page 7"), cites(1, 3, ""));
        assertThat(to(3)).containsExactly(cites(1, 3, ""), cites(2, 3, "note"));
        assertThat(relations().from(item(3), "similar", null, 10)).containsExactly(similar);
        assertThat(from(3)).isEmpty();
        assertThat(relations().to(new ItemKey(UNKNOWN, "x"), CITES, null, 10)).isEmpty();
    }

    @Test
    void manyRelations_areReadInPages() {
        save(1, upTo(12));
        for (int from = 2; from <= 12; from++) {
            replace(from, cites(from, 1, ""));
        }
        relations().replace(CITES, List.of(item(1)),
                Arrays.stream(upTo(12)).filter(to -> to > 1).mapToObj(to -> cites(1, to, "")).toList());
        for (boolean isFrom : new boolean[]{true, false}) {
            List<Relation> all = new ArrayList<>();
            @Nullable
            ItemKey after = null;
            List<Relation> page = List.of();
            do {
                page = isFrom ? relations().from(item(1), CITES, after, 5) : relations().to(item(1), CITES, after, 5);
                all.addAll(page);
                after = page.isEmpty() ? null : isFrom ? page.getLast().to() : page.getLast().from();
            } while (!page.isEmpty());
            assertThat(all).hasSize(11).doesNotHaveDuplicates();
        }
    }

    @Test
    void replacedRelations_leaveNoOthersOfTheirKind() {
        save(1, upTo(4));
        replace(1, cites(1, 2, "x"), cites(1, 3, "y"));
        replace(2, cites(2, 3, "z"));
        long before = store().lastSeq();
        assertThat(replace(1, cites(1, 2, "x"), cites(1, 4, "new"))).isEqualTo(2);
        assertThat(from(1)).containsExactly(cites(1, 2, "x"), cites(1, 4, "new"));
        assertThat(to(3)).containsExactly(cites(2, 3, "z"));
        List<Change> changes = follow(store(), before);
        assertThat(changes).extracting(Change::relation).containsExactlyInAnyOrder(cites(1, 4, "new"), cites(1, 3, ""));
        assertThat(changes).filteredOn(Change::removed).extracting(Change::relation).containsExactly(cites(1, 3, ""));
        assertThat(changes).extracting(Change::seq).isSorted().doesNotHaveDuplicates().allMatch(seq -> seq > before);

        assertThat(replace(1, cites(1, 2, "other"), cites(1, 3, ""))).as("evidence, a return, a removal").isEqualTo(3);
        assertThat(from(1)).containsExactly(cites(1, 2, "other"), cites(1, 3, ""));
        assertThat(replace(1)).isEqualTo(2);
        assertThat(from(1)).isEmpty();
    }

    @Test
    void unchangedRelations_getNoSequenceNumber_andChangeNoRecord() {
        save(1, upTo(2));
        long seq = store().lastSeq();
        replace(1, cites(1, 2, "x"));
        long before = store().lastSeq();
        assertThat(replace(1, cites(1, 2, "x"))).isZero();
        assertThat(store().lastSeq()).isEqualTo(before);
        assertThat(store().changes(MetadataPrefix.OAI_DC, seq, 10)).isEmpty();
    }

    @Test
    void endsWithoutALiveRecord_areSkipped() {
        save(1, upTo(2));
        assertThat(replace(1, cites(1, 2, ""), cites(1, 9, ""))).isOne();
        assertThat(replace(9, cites(9, 1, ""))).isZero();
        Header deleted = new Header(identifier(2), Datestamp.parse("2024-02-01T00:00:00Z"), List.of(), true);
        store().save(new Batch("a", 2, MetadataFormat.OAI_DC, List.of(new OaiRecord(deleted, null))));
        assertThat(from(1)).as("the record may return").containsExactly(cites(1, 2, ""));
        assertThat(replace(1, cites(1, 2, "again"))).isOne();
        assertThat(from(1)).isEmpty();
    }

    @Test
    void removedSource_losesRelationsFromAndToItsItems() {
        save(1, upTo(2));
        store().put(Source.harvested("b", "https://b.example.org/oai"));
        store().save(new Batch("b", 1, MetadataFormat.OAI_DC, List.of(recordOf("oai:b:1"), recordOf("oai:b:2"))));
        ItemKey one = new ItemKey("b", "oai:b:1");
        ItemKey two = new ItemKey("b", "oai:b:2");
        Relation within = new Relation(one, two, CITES, new byte[0]);
        relations().replace(CITES, List.of(one), List.of(within, new Relation(one, item(1), CITES, new byte[0])));
        relations().replace(CITES, List.of(item(1)), List.of(new Relation(item(1), one, CITES, new byte[0]), cites(1, 2, "")));
        long before = store().lastSeq();
        store().remove("a", false);
        assertThat(from(1)).isEmpty();
        assertThat(to(1)).isEmpty();
        assertThat(relations().from(one, CITES, null, 10)).containsExactly(within);
        assertThat(follow(store(), before)).hasSize(3).allMatch(Change::removed);
    }

    private static OaiRecord recordOf(String identifier) {
        return new OaiRecord(new Header(identifier, Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">x</t>"));
    }

    @Test
    void relationsOfOtherItemsOrKinds_orTooManyOrTooLargeOnes_areRefused() {
        save(1, upTo(2));
        assertThatThrownBy(() -> relations().replace(CITES, List.of(item(2)), List.of(cites(1, 2, ""))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cites from a oai:a:1 to a oai:a:2");
        assertThatThrownBy(() -> relations().replace("similar", List.of(item(1)), List.of(cites(1, 2, ""))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Relation(item(1), item(2), CITES, new byte[Relation.MAX_EVIDENCE + 1]))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("65536");
        assertThatThrownBy(
                () -> relations().replace(CITES, List.of(item(1)), Collections.nCopies(Relations.MAX_BATCH + 1, cites(1, 2, ""))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at most 1000 relations");
        assertThat(follow(store(), 0)).isEmpty();
    }

    @Test
    void otherStoreOnTheSameData_seesRelationsAtOnce() {
        save(1, upTo(2));
        try (HubStore other = open(dataDir, clock)) {
            replace(1, cites(1, 2, "x"));
            assertThat(other.relations().to(item(2), CITES, null, 10)).containsExactly(cites(1, 2, "x"));
            other.relations().replace(CITES, List.of(item(1)), List.of());
            assertThat(from(1)).isEmpty();
        }
    }
}
