package dev.sheaf.store.contract;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.store.enrichments.ItemKey;
import dev.sheaf.store.usage.UsageLog;
import dev.sheaf.store.usage.UsageLog.Day;
import dev.sheaf.store.usage.UsageLog.DayOfItem;
import dev.sheaf.store.usage.UsageLog.ItemOfAgent;
import dev.sheaf.store.usage.UsageLog.Neighbour;
import dev.sheaf.store.usage.Use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link UsageLog}. */
public abstract class UsageLogContract extends FacetContract {

    private static final LocalDate MONDAY = LocalDate.parse("2025-03-03");
    private static final LocalDate TUESDAY = LocalDate.parse("2025-03-04");
    private static final int MOST = 50;

    private UsageLog usage() {
        return store().usage();
    }

    private static ItemKey item(int number) {
        return new ItemKey("a", identifier(number));
    }

    private static String agent(int number) {
        return "agent%04d".formatted(number);
    }

    private void use(LocalDate day, int agent, int... items) {
        usage().add(Arrays.stream(items).mapToObj(item -> new Use(day, agent(agent), item(item), 1)).toList());
    }

    @Test
    void uses_areAddedUp_andShownWhenTheirDayIsClosed() {
        save(1, upTo(2));
        use(MONDAY, 1, 1, 2);
        use(MONDAY, 2, 1);
        assertThat(usage().add(List.of(new Use(MONDAY, agent(1), item(1), 3)))).isEqualTo(3);
        assertThat(usage().days()).containsExactly(new Day(MONDAY, false));
        assertThat(usage().items(null, 10)).isEmpty();
        assertThat(usage().days(item(1))).isEmpty();
        assertThat(usage().agents(MONDAY, null, 10)).isEmpty();
        assertThat(usage().items(MONDAY, agent(1))).isEmpty();

        assertThat(usage().close(MONDAY, MOST)).isZero();
        reopen();
        assertThat(usage().days()).containsExactly(new Day(MONDAY, true));
        assertThat(usage().items(null, 10)).containsExactly(item(1), item(2));
        assertThat(usage().days(item(1))).containsExactly(new DayOfItem(MONDAY, 5, 2));
        assertThat(usage().agents(MONDAY, null, 10)).containsExactly(agent(1), agent(2));
        assertThat(usage().agentsOf(item(2), MONDAY, 10)).containsExactly(agent(1));
        assertThat(usage().items(MONDAY, agent(1))).containsExactly(new ItemOfAgent(item(1), 4, 2),
                new ItemOfAgent(item(2), 1, 1));
    }

    @Test
    void closedDay_takesNoMoreUses() {
        save(1, upTo(1));
        use(MONDAY, 1, 1);
        usage().close(MONDAY, MOST);
        assertThat(usage().add(List.of(new Use(MONDAY, agent(2), item(1), 1), new Use(TUESDAY, agent(2), item(1), 1))))
                .isEqualTo(1);
        assertThat(usage().agents(MONDAY, null, 10)).containsExactly(agent(1));
        assertThat(usage().days()).containsExactly(new Day(MONDAY, true), new Day(TUESDAY, false));
    }

    @Test
    void itemsWithoutALiveRecord_areNotCounted() {
        save(1, upTo(1));
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(identifier(2), Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), true), null))));
        assertThat(usage().add(List.of(new Use(MONDAY, agent(1), item(2), 1), new Use(MONDAY, agent(1), item(3), 1),
                new Use(MONDAY, agent(1), new ItemKey(UNKNOWN, "x"), 1)))).isZero();
        assertThat(usage().days()).isEmpty();
    }

    @Test
    void agentsWithTooManyItems_areRemovedWhenTheDayIsClosed() {
        save(1, upTo(4));
        use(MONDAY, 1, 1, 2, 3, 4);
        use(MONDAY, 2, 1, 2, 3);
        use(TUESDAY, 1, 1, 2, 3, 4);
        assertThat(usage().close(MONDAY, 3)).isEqualTo(1);
        assertThat(usage().agents(MONDAY, null, 10)).containsExactly(agent(2));
        usage().close(TUESDAY, 4);
        assertThat(usage().agents(TUESDAY, null, 10)).as("other days").containsExactly(agent(1));
        assertThat(usage().close(TUESDAY, 1)).as("closed already").isZero();
        assertThat(usage().agents(TUESDAY, null, 10)).containsExactly(agent(1));
    }

    @Test
    void removedDay_isGone() {
        save(1, upTo(2));
        for (int agent = 1; agent <= 600; agent++) {
            use(MONDAY, agent, 1);
        }
        use(TUESDAY, 1, 1, 2);
        usage().close(MONDAY, MOST);
        usage().close(TUESDAY, MOST);
        usage().remove(MONDAY);
        assertThat(usage().days()).containsExactly(new Day(TUESDAY, true));
        assertThat(usage().days(item(1))).containsExactly(new DayOfItem(TUESDAY, 1, 1));
        usage().remove(MONDAY);
    }

    @Test
    void itemsAndAgents_areReadInPages() {
        save(1, upTo(12));
        for (int agent = 1; agent <= 12; agent++) {
            use(MONDAY, agent, agent, 1);
            use(TUESDAY, agent, agent);
        }
        usage().close(MONDAY, MOST);
        usage().close(TUESDAY, MOST);
        List<ItemKey> items = new ArrayList<>();
        @Nullable
        ItemKey after = null;
        List<ItemKey> page = usage().items(after, 5);
        while (!page.isEmpty()) {
            items.addAll(page);
            after = page.getLast();
            page = usage().items(after, 5);
        }
        assertThat(items).hasSize(12).doesNotHaveDuplicates();
        assertThat(usage().agents(MONDAY, agent(5), 3)).containsExactly(agent(6), agent(7), agent(8));
        assertThat(usage().agentsOf(item(1), MONDAY, 4)).hasSize(4);
    }

    @Test
    void neighbours_areItemsOfTheSameAgents() {
        save(1, upTo(4));
        use(MONDAY, 1, 1, 2, 3);
        use(MONDAY, 2, 1, 2);
        use(MONDAY, 3, 3, 4);
        // The same name on another day is another agent.
        use(TUESDAY, 1, 1, 4);
        use(TUESDAY, 2, 1, 2);
        usage().close(MONDAY, MOST);
        assertThat(usage().neighbours(item(1), 1, 10)).containsExactly(new Neighbour(item(2), 2, 2),
                new Neighbour(item(3), 1, 2));
        usage().close(TUESDAY, MOST);
        assertThat(usage().neighbours(item(1), 1, 10)).containsExactly(new Neighbour(item(2), 3, 3),
                new Neighbour(item(3), 1, 2), new Neighbour(item(4), 1, 2));
        assertThat(usage().neighbours(item(1), 2, 10)).containsExactly(new Neighbour(item(2), 3, 3));
        assertThat(usage().neighbours(item(1), 1, 1)).hasSize(1);
        assertThat(usage().neighbours(new ItemKey(UNKNOWN, "x"), 1, 10)).isEmpty();
    }

    @Test
    void removalOfASource_removesTheUsesOfItsItems() {
        save(1, upTo(2));
        use(MONDAY, 1, 1, 2);
        usage().close(MONDAY, MOST);
        store().remove("a", false);
        assertThat(usage().items(null, 10)).isEmpty();
        assertThat(usage().agents(MONDAY, null, 10)).isEmpty();
    }

    @Test
    void addresses_areNoNamesOfAgents() {
        for (String name : List.of("192.0.2.17", "2001:db8::17", "short", "Mozilla/5.0 (X11)", "x".repeat(65))) {
            assertThatThrownBy(() -> new Use(MONDAY, name, item(1), 1)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining(name);
        }
        assertThatThrownBy(() -> new Use(MONDAY, agent(1), item(1), 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
