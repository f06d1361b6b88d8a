package dev.sheaf.store.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.KeptValidation.Rules;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.store.conformance.Validations.NewestResults;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Validations}. */
public abstract class ValidationsContract extends FacetContract {

    private static final String ADDRESS = "https://a.example.org/oai";
    private static final String OTHER = "https://b.example.org/oai?key=1";

    private Validations validations() {
        return store().validations();
    }

    private static KeptValidation validation(String address, int day, Outcome outcome) {
        return new KeptValidation(0, address, START.plus(Duration.ofDays(day)), Duration.ofSeconds(70), Cause.SCHEDULE, outcome,
                "Ünï", outcome == Outcome.NOT_JUDGED ? "no route to host" : "", 42, 1_000,
                new Rules(90, outcome == Outcome.FAILED ? 2 : 0, 3, 1, 0, 4),
                outcome == Outcome.FAILED ? List.of("http.status", "dates.granularity") : List.of(), 0);
    }

    private long put(String address, int day, Outcome outcome) {
        return validations().put(validation(address, day, outcome), ("report of day " + day).getBytes(StandardCharsets.UTF_8));
    }

    private NewestResults newest() {
        return validations().newest(ADDRESS).orElseThrow();
    }

    @Test
    void validation_isReadAsItWasStored() {
        long number = put(ADDRESS, 1, Outcome.FAILED);
        reopen();
        KeptValidation expected = validation(ADDRESS, 1, Outcome.FAILED);
        assertThat(validations().history(ADDRESS, 10)).containsExactly(new KeptValidation(number, ADDRESS, expected.began(),
                expected.took(), expected.cause(), expected.outcome(), expected.name(), expected.unjudged(), expected.requests(),
                expected.records(), expected.rules(), expected.broken(), 0));
        assertThat(validations().report(number).map(bytes -> new String(bytes, StandardCharsets.UTF_8)))
                .contains("report of day 1");
        assertThat(validations().history(OTHER, 10)).isEmpty();
        assertThat(validations().newest(OTHER)).isEmpty();
        assertThat(validations().report(number + 1)).isEmpty();
    }

    @Test
    void unreachableRepository_keepsItsLastVerdict() {
        put(ADDRESS, 1, Outcome.PASSED);
        long failed = put(ADDRESS, 2, Outcome.FAILED);
        put(ADDRESS, 3, Outcome.NOT_JUDGED);
        long last = put(ADDRESS, 4, Outcome.NOT_JUDGED);
        assertThat(newest().last().number()).isEqualTo(last);
        assertThat(newest().last().unjudgedInARow()).isEqualTo(2);
        assertThat(newest().judged().map(KeptValidation::number)).contains(failed);
        assertThat(newest().passed()).contains(START.plus(Duration.ofDays(1)));
        assertThat(validations().newestOfAll()).containsOnlyKeys(ADDRESS).containsEntry(ADDRESS, newest());
        put(ADDRESS, 5, Outcome.PASSED);
        assertThat(newest().last().unjudgedInARow()).isZero();
        assertThat(newest().passed()).contains(START.plus(Duration.ofDays(5)));
    }

    @Test
    void resultsOfARepository_areBounded() {
        long passed = put(ADDRESS, 0, Outcome.PASSED);
        long failed = put(ADDRESS, 1, Outcome.FAILED);
        long other = put(OTHER, 1, Outcome.FAILED);
        for (int day = 2; day < Validations.MOST + 4; day++) {
            put(ADDRESS, day, Outcome.NOT_JUDGED);
        }
        List<KeptValidation> history = validations().history(ADDRESS, 1_000);
        assertThat(history).hasSize(Validations.MOST + 2);
        assertThat(history.getLast().number()).isEqualTo(passed);
        assertThat(history).extracting(KeptValidation::number).contains(failed);
        assertThat(history.stream().filter(one -> validations().report(one.number()).isPresent()).map(KeptValidation::number))
                .hasSize(Validations.MOST_REPORTS + 1).contains(failed);
        assertThat(validations().report(other)).isPresent();
        put(ADDRESS, 500, Outcome.PASSED);
        assertThat(validations().history(ADDRESS, 1_000)).hasSize(Validations.MOST).extracting(KeptValidation::number)
                .doesNotContain(passed, failed);
    }

    @Test
    void claim_isHeldByOneProcessUntilItEnds() {
        Instant end = START.plusSeconds(600);
        assertThat(validations().claim(ADDRESS, START, end)).isTrue();
        try (HubStore second = open(dataDir, clock)) {
            assertThat(second.validations().claim(ADDRESS, START.plusSeconds(599), end.plusSeconds(600))).isFalse();
            assertThat(second.validations().claim(OTHER, START, end)).isTrue();
            assertThat(second.validations().claim(ADDRESS, end, end.plusSeconds(600))).as("its process has died").isTrue();
        }
        validations().release(ADDRESS);
        assertThat(validations().claim(ADDRESS, end, end.plusSeconds(1))).isTrue();
        put(ADDRESS, 1, Outcome.PASSED);
        assertThat(validations().claim(ADDRESS, end, end.plusSeconds(1))).as("a result ends the claim").isTrue();
    }

    @Test
    void repositoriesThatNobodyKnows_areForgotten() {
        long number = put(ADDRESS, 1, Outcome.PASSED);
        put(OTHER, 1, Outcome.PASSED);
        validations().keepOnly(List.of(OTHER, "https://c.example.org/oai"), START.plus(Duration.ofDays(2)));
        assertThat(validations().newestOfAll()).containsOnlyKeys(OTHER);
        assertThat(validations().report(number)).isEmpty();
    }

    @Test
    void repositoryThatIsNotKnownYet_keepsAFreshResult() {
        put(ADDRESS, 1, Outcome.PASSED);
        put(ADDRESS, 3, Outcome.PASSED);
        put(OTHER, 1, Outcome.PASSED);
        assertThat(validations().claim(ADDRESS, START, START.plus(Duration.ofDays(3)))).isTrue();
        validations().keepOnly(List.of(), START.plus(Duration.ofDays(2)));
        assertThat(validations().newestOfAll()).containsOnlyKeys(ADDRESS);
        assertThat(validations().claim(ADDRESS, START, START.plusSeconds(1))).as("the claim stays").isFalse();
    }
}
