package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Registry.Change;
import dev.sheaf.store.conformance.Registry.ComparedList;
import dev.sheaf.store.conformance.Registry.Entry;
import dev.sheaf.store.conformance.Registry.Listed;
import dev.sheaf.store.conformance.Registry.ListedName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Registry}. */
public abstract class RegistryContract extends FacetContract {

    private static final String A = "https://a.example.org/oai";
    private static final String B = "https://b.example.org/oai";
    private static final String LIST = "https://lists.example.org/ListFriends";

    private Registry registry() {
        return store().registry();
    }

    private static Instant day(int day) {
        return START.plus(Duration.ofDays(day));
    }

    @Test
    void changesOfTheRegistry_areNotedWithTheirReasons() {
        Entry b = new Entry(B, "", day(0), LIST);
        Entry a = new Entry(A, "Ä", day(1), null);
        assertThat(registry().add(b, "passed")).isTrue();
        assertThat(registry().add(a, "passed")).isTrue();
        assertThat(registry().add(new Entry(A, "again", day(2), null), "passed again")).isFalse();
        reopen();
        assertThat(registry().all()).containsExactly(a, b);
        assertThat(registry().find(B)).contains(b);
        assertThat(registry().remove(B, day(3), "on request")).isTrue();
        assertThat(registry().remove(B, day(3), "on request")).isFalse();
        assertThat(registry().find(B)).isEmpty();
        assertThat(registry().changes(10)).containsExactly(new Change(day(3), B, false, "on request"),
                new Change(day(1), A, true, "passed"), new Change(day(0), B, true, "passed"));
    }

    @Test
    void changes_areBounded() {
        for (int i = 0; i <= Registry.MOST_CHANGES / 2; i++) {
            registry().add(new Entry(A, "", day(i), null), "in " + i);
            registry().remove(A, day(i), "out " + i);
        }
        assertThat(registry().changes(10_000)).hasSize(Registry.MOST_CHANGES);
        assertThat(registry().changes(1).getFirst().reason()).isEqualTo("out " + Registry.MOST_CHANGES / 2);
    }

    @Test
    void entriesOfAList_stayWithTheTimeSinceWhichTheyAreMissing() {
        registry().compared(LIST, day(0), List.of(new ListedName(A, "one"), new ListedName(B, "")));
        registry().compared(LIST, day(1), List.of(new ListedName(B, "two")));
        registry().compared(LIST, day(2), List.of(new ListedName(B, "two")));
        reopen();
        assertThat(registry().listed(LIST)).containsExactly(new Listed(A, "one", day(0), day(1), 2),
                new Listed(B, "two", day(0), null, 0));
        assertThat(registry().lists()).containsExactly(new ComparedList(LIST, day(2), 1, day(2), null));
        registry().compared(LIST, day(3), List.of(new ListedName(A, "one")));
        assertThat(registry().listed(LIST)).containsExactly(new Listed(A, "one", day(0), null, 0),
                new Listed(B, "two", day(0), day(3), 1));
    }

    @Test
    void failedAttempt_changesNoEntry() {
        registry().notCompared(LIST, day(0), "not reachable");
        assertThat(registry().list(LIST)).contains(new ComparedList(LIST, null, 0, day(0), "not reachable"));
        registry().compared(LIST, day(1), List.of(new ListedName(A, "")));
        registry().notCompared(LIST, day(2), "empty");
        assertThat(registry().list(LIST)).contains(new ComparedList(LIST, day(1), 1, day(2), "empty"));
        assertThat(registry().listed(LIST)).containsExactly(new Listed(A, "", day(1), null, 0));
    }

    @Test
    void listThatIsNoLongerCompared_isForgotten() {
        registry().compared(LIST, day(0), List.of(new ListedName(A, "")));
        registry().compared("https://other.example.org/", day(0), List.of());
        registry().keepLists(List.of("https://other.example.org/"));
        assertThat(registry().lists()).extracting(ComparedList::address).containsExactly("https://other.example.org/");
        assertThat(registry().listed(LIST)).isEmpty();
    }

    @Test
    void tooLongList_isRefused() {
        List<ListedName> many = IntStream.rangeClosed(0, Registry.MOST_LISTED)
                .mapToObj(i -> new ListedName("https://x.example.org/" + i, "")).toList();
        assertThatThrownBy(() -> registry().compared(LIST, day(0), many)).isInstanceOf(IllegalArgumentException.class);
    }
}
