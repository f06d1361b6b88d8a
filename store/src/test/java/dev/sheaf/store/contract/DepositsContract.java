package dev.sheaf.store.contract;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposit.State;
import dev.sheaf.store.crawls.Deposits;
import dev.sheaf.store.crawls.Deposits.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Deposits}. */
public abstract class DepositsContract extends FacetContract {

    private static final Instant LATER = START.plusMillis(1_001);
    private static final Map<String, List<String>> TITLE = Map.of("title", List.of("Übung\n1", ""), "date", List.of());
    private static final Map<String, List<String>> CORRECTION = Map.of("title", List.of("Corrected"), "creator", List.of());

    private Deposits deposits() {
        return store().deposits();
    }

    @Test
    void newResources_becomeDepositsInTheGivenState() {
        deposits().found("a", Map.of("x/thesis", TITLE), State.SUBMITTED, START);
        deposits().add("a", List.of("x/thesis", "old"), State.APPROVED, LATER);
        reopen();
        assertThat(deposits().page("a", null, null, 10)).containsExactly(
                new Deposit("old", State.APPROVED, Map.of(), null, LATER),
                new Deposit("x/thesis", State.SUBMITTED, Map.of(), TITLE, START));
        assertThat(deposits().tally("a")).isEqualTo(new Tally(1, 1));
        assertThat(deposits().tally(UNKNOWN)).isEqualTo(new Tally(0, 0));
        assertThat(deposits().find(UNKNOWN, "old")).isEmpty();
    }

    @Test
    void crawl_changesNeitherStateNorCorrection() {
        deposits().found("a", Map.of("thesis", TITLE), State.SUBMITTED, START);
        assertThat(deposits().change("a", "thesis", State.APPROVED, CORRECTION, LATER)).isTrue();
        deposits().found("a", Map.of("thesis", Map.of()), State.SUBMITTED, LATER.plusSeconds(9));
        reopen();
        assertThat(deposits().find("a", "thesis"))
                .contains(new Deposit("thesis", State.APPROVED, CORRECTION, Map.of(), LATER));
        deposits().change("a", "thesis", State.SUBMITTED, Map.of(), LATER);
        assertThat(deposits().find("a", "thesis").orElseThrow().correction()).isEmpty();
    }

    @Test
    void correction_winsOverWhatWasExtracted() {
        Deposit deposit = new Deposit("thesis", State.APPROVED, CORRECTION,
                Map.of("title", List.of("Extracted"), "creator", List.of("scanner"), "date", List.of("2020")), START);
        assertThat(deposit.description()).containsOnly(Map.entry("title", List.of("Corrected")),
                Map.entry("date", List.of("2020")));
        assertThat(new Deposit("thesis", State.APPROVED, Map.of(), null, START).description()).isEmpty();
    }

    @Test
    void pages_areInTheOrderOfTheirBytes() {
        // The second letter comes first among characters of UTF-16 and last among bytes of UTF-8.
        deposits().add("a", List.of("\ud835\udc9c", "\uffee", "b"), State.SUBMITTED, START);
        deposits().change("a", "b", State.APPROVED, Map.of(), START);
        assertThat(deposits().page("a", null, null, 2)).extracting(Deposit::resource).containsExactly("b", "\uffee");
        assertThat(deposits().page("a", null, "\uffee", 2)).extracting(Deposit::resource).containsExactly("\ud835\udc9c");
        assertThat(deposits().page("a", State.SUBMITTED, null, 1)).extracting(Deposit::resource).containsExactly("\uffee");
        assertThat(deposits().page("a", State.APPROVED, "b", 2)).isEmpty();
        assertThat(deposits().page(UNKNOWN, null, null, 2)).isEmpty();
    }

    @Test
    void forgottenDeposit_isGone_andAnUnknownOneIsNotChanged() {
        deposits().add("a", List.of("thesis"), State.APPROVED, START);
        deposits().forget("a", "thesis");
        deposits().forget("a", "thesis");
        assertThat(deposits().find("a", "thesis")).isEmpty();
        assertThat(deposits().change("a", "thesis", State.APPROVED, Map.of(), START)).isFalse();
        assertThatThrownBy(() -> deposits().add(UNKNOWN, List.of("x"), State.APPROVED, START)).isInstanceOf(StoreException.class);
    }

    @Test
    void moreDepositsThanACallTakes_areRefused() {
        Map<String, Map<String, List<String>>> many = new HashMap<>();
        IntStream.rangeClosed(0, Deposits.MAX_BATCH).forEach(number -> many.put("r" + number, Map.of()));
        assertThatThrownBy(() -> deposits().found("a", many, State.SUBMITTED, START))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> deposits().add("a", List.copyOf(many.keySet()), State.SUBMITTED, START))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void removedSource_losesItsDeposits() {
        deposits().add("a", List.of("thesis"), State.APPROVED, START);
        store().remove("a", false);
        store().put(Source.harvested("a", "https://a.example.org/oai"));
        assertThat(deposits().page("a", null, null, 10)).isEmpty();
    }
}
