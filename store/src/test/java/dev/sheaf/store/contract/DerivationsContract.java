package dev.sheaf.store.contract;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.records.Derivation;
import dev.sheaf.store.records.Derivations;
import dev.sheaf.store.records.ItemCopy;
import dev.sheaf.store.records.ListedItem;
import dev.sheaf.store.records.Withheld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Contract of {@link Derivations}. */
public abstract class DerivationsContract extends FacetContract {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc"), "https://example.org/m.xsd",
            "urn:m");

    private Derivations derivations() {
        return store().derivations();
    }

    private void saveDerived(int number) {
        OaiRecord record = new OaiRecord(
                new Header(identifier(number), Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<m xmlns=\"urn:m\"/>"));
        store().save(new Batch("a", 1, List.of(new Batch.Part(MARC, List.of(record), true)), List.of(), null, null));
    }

    @Test
    void derivedFormats_areKeptByPrefix() {
        Derivation marc = new Derivation(MARC.prefix(), 3, 17, true);
        Derivation gone = new Derivation(new MetadataPrefix("old"), 1, 0, false);
        derivations().put("a", List.of(gone, marc));
        reopen();
        assertThat(derivations().of("a")).containsExactly(marc, gone);
        derivations().put("a", List.of(marc));
        assertThat(derivations().of("a")).containsExactly(marc);
        assertThat(derivations().of(UNKNOWN)).isEmpty();
        assertThatThrownBy(() -> derivations().put(UNKNOWN, List.of())).isInstanceOf(StoreException.class);
    }

    @Test
    void progress_isKeptUntilTheFormatsChange() {
        Position start = derivations().walked("a", MetadataPrefix.OAI_DC);
        Position reached = new Position(1_700_000_000, 42);
        derivations().setWalked("a", MetadataPrefix.OAI_DC, reached);
        assertThat(derivations().walked("a", MetadataPrefix.OAI_DC)).isEqualTo(reached).isNotEqualTo(start);
        derivations().put("a", List.of(new Derivation(MARC.prefix(), 1, 0, true)));
        assertThat(derivations().walked("a", MetadataPrefix.OAI_DC)).as("every record is examined again").isEqualTo(start);
        derivations().setWalked(UNKNOWN, MetadataPrefix.OAI_DC, reached);
        assertThat(derivations().walked(UNKNOWN, MetadataPrefix.OAI_DC)).isEqualTo(start);
    }

    @Test
    void list_continuesAfterAPosition_andEndsWhereTheWalkEnded() {
        save(1, 1, 2, 3);
        Position start = derivations().walked("a", MetadataPrefix.OAI_DC);
        List<ListedItem> first = derivations().list("a", MetadataPrefix.OAI_DC, start, 2);
        assertThat(first).extracting(ListedItem::identifier).containsExactly(identifier(1), identifier(2));
        assertThat(first).noneMatch(ListedItem::deleted).noneMatch(ListedItem::derived);
        assertThat(derivations().list("a", MetadataPrefix.OAI_DC, first.getLast().position(), 2))
                .extracting(ListedItem::identifier).containsExactly(identifier(3));

        derivations().setWalkedToEnd("a", MetadataPrefix.OAI_DC);
        Position end = derivations().walked("a", MetadataPrefix.OAI_DC);
        assertThat(derivations().list("a", MetadataPrefix.OAI_DC, end, 2)).isEmpty();
        save(1, 4);
        assertThat(derivations().list("a", MetadataPrefix.OAI_DC, end, 2)).extracting(ListedItem::identifier)
                .containsExactly(identifier(4));
    }

    @Test
    void copies_distinguishDerivedFromDeliveredRecords() {
        save(1, 1, 2);
        saveDerived(1);
        assertThat(derivations().prefixes("a")).containsExactly(MARC.prefix(), MetadataPrefix.OAI_DC);
        Map<String, List<ItemCopy>> copies = derivations().copies("a", List.of(identifier(1), identifier(2), identifier(9)));
        assertThat(copies).containsOnlyKeys(identifier(1), identifier(2));
        assertThat(copies.get(identifier(1))).extracting(ItemCopy::prefix, ItemCopy::derived)
                .containsExactlyInAnyOrder(tuple(MetadataPrefix.OAI_DC, false),
                        tuple(MARC.prefix(), true));
        assertThat(derivations().copies(UNKNOWN, List.of(identifier(1)))).isEmpty();
    }

    @Test
    void withheldRecord_isReplacedByALaterNote_andForgottenOnceDerived() {
        Withheld one = new Withheld(MARC.prefix(), identifier(1), "no title");
        Withheld two = new Withheld(MARC.prefix(), identifier(2), "no title");
        derivations().noteWithheld("a", List.of(two, one), Map.of());
        Withheld again = new Withheld(MARC.prefix(), identifier(1), "two titles");
        derivations().noteWithheld("a", List.of(again), Map.of());
        assertThat(derivations().withheld("a", 10)).containsExactly(again, two);
        assertThat(derivations().withheld("a", 1)).containsExactly(again);
        derivations().noteWithheld("a", List.of(), Map.of(MARC.prefix(), List.of(identifier(1)),
                MetadataPrefix.OAI_DC, List.of(identifier(2))));
        assertThat(derivations().withheld("a", 10)).as("another format was made of the second").containsExactly(two);
        assertThat(derivations().withheld("a")).isEqualTo(1);
        assertThat(derivations().withheld(UNKNOWN)).isZero();
    }
}
