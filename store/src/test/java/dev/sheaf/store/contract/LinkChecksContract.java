package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.CheckedLink.Outcome;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.LinkChecks.Round;
import dev.sheaf.store.conformance.LinkChecks.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link LinkChecks}. */
public abstract class LinkChecksContract extends FacetContract {

    private static final CheckedLink ONE = CheckedLink.unchecked("https://a.example.org/1", "oai_dc", "oai:a:1");
    private static final CheckedLink TWO = CheckedLink.unchecked("https://a.example.org/2", "oai_dc", "oai:a:2");
    private static final CheckedLink THREE = CheckedLink.unchecked("https://a.example.org/3", "oai_dc", "oai:a:3");

    private LinkChecks links() {
        return store().linkChecks();
    }

    private static Instant day(int day) {
        return START.plus(Duration.ofDays(day));
    }

    @Test
    void interruptedRound_continuesWithTheUncheckedLinks() {
        links().begin("a", day(0), List.of(THREE, TWO, ONE));
        assertThat(links().unchecked("a", 2)).containsExactly(ONE, TWO);
        links().checked("a", ONE.url(), day(0), Outcome.WORKS, 200, "");
        reopen();
        assertThat(links().round("a")).contains(new Round(day(0), 2));
        assertThat(links().unchecked("a", 10)).containsExactly(TWO, THREE);
        links().checked("a", TWO.url(), day(1), Outcome.BROKEN, 404, "not found");
        links().checked("a", THREE.url(), day(1), Outcome.UNREACHABLE, 0, "no such host");
        assertThat(links().unchecked("a", 10)).isEmpty();
        assertThat(links().tally("a")).contains(new Tally(1, 1, 1, 0));
        assertThat(links().broken("a", 10)).containsExactly(new CheckedLink(TWO.url(), "oai_dc", "oai:a:2", day(1),
                Outcome.BROKEN, 404, "not found", 1, day(1)));
    }

    @Test
    void linkThatIsDrawnAgain_keepsItsHistory() {
        links().begin("a", day(0), List.of(ONE, TWO));
        links().checked("a", ONE.url(), day(1), Outcome.BROKEN, 404, "not found");
        links().checked("a", TWO.url(), day(1), Outcome.BROKEN, 410, "gone");
        links().begin("a", day(30), List.of(ONE, THREE));
        assertThat(links().unchecked("a", 10)).extracting(CheckedLink::url).containsExactly(ONE.url(), THREE.url());
        links().checked("a", ONE.url(), day(31), Outcome.UNREACHABLE, 503, "busy");
        links().checked("a", ONE.url(), day(32), Outcome.BROKEN, 404, "not found");
        assertThat(links().broken("a", 10)).containsExactly(new CheckedLink(ONE.url(), "oai_dc", "oai:a:1", day(32),
                Outcome.BROKEN, 404, "not found", 2, day(1)));
        links().checked("a", ONE.url(), day(33), Outcome.WORKS, 200, "");
        assertThat(links().broken("a", 10)).isEmpty();
        links().checked("a", ONE.url(), day(34), Outcome.BROKEN, 404, "");
        assertThat(links().broken("a", 10).getFirst().failures()).isEqualTo(1);
        assertThat(links().broken("a", 10).getFirst().brokenSince()).isEqualTo(day(34));
    }

    @Test
    void resultOfALinkOutsideTheSample_isDropped() {
        links().begin("a", day(0), List.of(ONE));
        links().checked("a", TWO.url(), day(1), Outcome.BROKEN, 404, "");
        assertThat(links().broken("a", 10)).isEmpty();
        assertThat(links().tally("a")).contains(new Tally(0, 0, 0, 1));
    }

    @Test
    void unknownSource_hasNoLinks() {
        assertThat(links().round(UNKNOWN)).isEmpty();
        assertThat(links().tally(UNKNOWN)).isEmpty();
        assertThat(links().unchecked(UNKNOWN, 10)).isEmpty();
        assertThat(links().broken(UNKNOWN, 10)).isEmpty();
        assertThatThrownBy(() -> links().begin(UNKNOWN, day(0), List.of())).isInstanceOf(StoreException.class);
    }

    @Test
    void tooLargeSample_isRefused() {
        List<CheckedLink> many = IntStream.rangeClosed(0, LinkChecks.MOST)
                .mapToObj(i -> CheckedLink.unchecked("https://a.example.org/" + i, "oai_dc", "oai:a:" + i)).toList();
        assertThatThrownBy(() -> links().begin("a", day(0), many)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void removedSource_takesItsLinksAlong() {
        links().begin("a", day(0), List.of(ONE));
        store().remove("a", true);
        assertThat(links().round("a")).isEmpty();
        assertThat(links().tally("a")).isEmpty();
    }
}
