package dev.sheaf.store.contract;

import org.junit.jupiter.api.Test;

import dev.sheaf.store.gateways.Mediation;
import dev.sheaf.store.gateways.Mediations;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Mediations}. */
public abstract class MediationsContract extends FacetContract {

    private static final Mediation GARDEN = Mediation.begun("garden.example.org/r.xml", "http://garden.example.org/r.xml",
            "192.0.2.1", START);
    private static final Mediation ATTIC = Mediation.begun("attic.example.org:8080/x/r.xml",
            "https://attic.example.org:8080/x/r.xml", "2001:db8::1", START.plusSeconds(1));

    private Mediations mediations() {
        return store().mediations();
    }

    private Mediation find(Mediation mediation) {
        return mediations().find(mediation.address()).orElseThrow();
    }

    @Test
    void mediations_areKept_andListedByAddress() {
        assertThat(mediations().begin(GARDEN, 2)).isTrue();
        assertThat(mediations().begin(ATTIC, 2)).isTrue();
        reopen();
        assertThat(mediations().active(null, 10)).containsExactly(ATTIC, GARDEN);
        assertThat(mediations().active(null, 1)).containsExactly(ATTIC);
        assertThat(mediations().active(ATTIC.address(), 10)).containsExactly(GARDEN);
        assertThat(mediations().count()).isEqualTo(2);
        assertThat(mediations().find(UNKNOWN)).isEmpty();
    }

    @Test
    void beyondTheLargestNumber_onlyActiveOnesCount() {
        assertThat(mediations().begin(GARDEN, 1)).isTrue();
        assertThat(mediations().begin(ATTIC, 1)).isFalse();
        assertThat(mediations().begin(GARDEN, 1)).as("it is active already").isTrue();
        assertThat(mediations().find(ATTIC.address())).isEmpty();
        mediations().end(GARDEN.address(), START.plusSeconds(5), "the file names another gateway");
        assertThat(mediations().begin(ATTIC, 1)).isTrue();
        assertThat(mediations().begin(GARDEN, 1)).isFalse();
        assertThat(find(GARDEN).reason()).isEqualTo("the file names another gateway");
    }

    @Test
    void activeMediation_isNotReplaced_andAnEndedOneBeginsAgain() {
        mediations().begin(GARDEN, 9);
        Mediation other = Mediation.begun(GARDEN.address(), "https://garden.example.org/r.xml", "198.51.100.7",
                START.plusSeconds(9));
        mediations().begin(other, 9);
        assertThat(find(GARDEN)).isEqualTo(GARDEN);
        mediations().end(GARDEN.address(), START.plusSeconds(20), "gone");
        mediations().begin(other, 9);
        reopen();
        assertThat(find(GARDEN)).isEqualTo(other);
    }

    @Test
    void failures_keepTheTimeOfTheFirst_untilAFileIsFound() {
        mediations().begin(GARDEN, 9);
        mediations().failing(GARDEN.address(), START.plusSeconds(10), "no answer");
        mediations().failing(GARDEN.address(), START.plusSeconds(20), "status 500");
        reopen();
        assertThat(find(GARDEN).failing()).isEqualTo(START.plusSeconds(10));
        assertThat(find(GARDEN).reason()).isEqualTo("status 500");
        assertThat(find(GARDEN).isActive()).isTrue();
        mediations().available(GARDEN.address());
        assertThat(find(GARDEN)).isEqualTo(GARDEN);
        mediations().failing(UNKNOWN, START, "nothing");
        mediations().available(UNKNOWN);
        mediations().end(UNKNOWN, START, "nothing");
        assertThat(mediations().find(UNKNOWN)).isEmpty();
    }

    @Test
    void endedMediation_staysAsItEnded_andTheOldestAreForgotten() {
        for (int i = 0; i <= Mediations.MOST_ENDED; i++) {
            Mediation one = Mediation.begun("h/" + i, "http://h/" + i, "192.0.2.1", START);
            mediations().begin(one, 9);
            mediations().end(one.address(), START.plusSeconds(i), "end " + i);
        }
        mediations().end("h/7", START.plusSeconds(99_999), "again");
        mediations().failing("h/7", START.plusSeconds(99_999), "again");
        assertThat(mediations().find("h/0")).isEmpty();
        assertThat(mediations().find("h/7").orElseThrow().reason()).isEqualTo("end 7");
        assertThat(mediations().find("h/7").orElseThrow().state()).isEqualTo(Mediation.State.ENDED);
        assertThat(mediations().count()).isZero();
    }
}
