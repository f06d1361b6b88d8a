package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.sheaf.platform.watch.WatchPlan.Due;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.KeptValidation.Rules;
import dev.sheaf.store.conformance.Validations.NewestResults;

import static org.assertj.core.api.Assertions.assertThat;

class WatchPlanTest {

    private static final Instant START = Instant.parse("2025-03-01T12:00:00Z");
    private static final WatchTerms USUAL = WatchTerms.defaults();

    private static WatchTerms terms(int interval, int afterHarvest) {
        return new WatchTerms(Duration.ofDays(interval), Duration.ofDays(afterHarvest), Duration.ofDays(90), List.of(), 0,
                Duration.ZERO);
    }

    private static NewestResults judged(Instant began) {
        KeptValidation one = validation(began, Outcome.FAILED, 0);
        return new NewestResults(one, Optional.of(one), Optional.empty());
    }

    private static NewestResults unjudged(Instant began, int inARow) {
        return new NewestResults(validation(began, Outcome.NOT_JUDGED, inARow), Optional.empty(), Optional.empty());
    }

    private static KeptValidation validation(Instant began, Outcome outcome, int unjudgedInARow) {
        return new KeptValidation(1, "https://a.example.org/oai", began, Duration.ofMinutes(5), Cause.SCHEDULE, outcome, "", "",
                1,
                1, new Rules(0, 0, 0, 0, 0, 0), List.of(), unjudgedInARow);
    }

    private static Instant day(int day) {
        return START.plus(Duration.ofDays(day));
    }

    @Test
    void repositoryThatWasNeverHarvested_isNotAsked() {
        assertThat(WatchPlan.ofSource(USUAL, null, null)).isEmpty();
    }

    @Test
    void firstHarvest_isFollowedByAValidationAfterARest() {
        assertThat(WatchPlan.ofSource(USUAL, START, null)).contains(new Due(START.plus(WatchPlan.REST), Cause.HARVEST));
    }

    @Test
    void dailyHarvests_leadToOneValidationAWeek() {
        assertThat(WatchPlan.ofSource(USUAL, day(1), judged(day(0)))).contains(new Due(day(7), Cause.HARVEST));
        assertThat(WatchPlan.ofSource(USUAL, day(7), judged(day(0))))
                .contains(new Due(day(7).plus(WatchPlan.REST), Cause.HARVEST));
    }

    @Test
    void repositoryWithoutNewHarvests_isValidatedByTheInterval() {
        assertThat(WatchPlan.ofSource(USUAL, day(-1), judged(day(0)))).contains(new Due(day(30), Cause.SCHEDULE));
        assertThat(WatchPlan.ofSource(terms(30, 0), day(1), judged(day(0)))).contains(new Due(day(30), Cause.SCHEDULE));
        assertThat(WatchPlan.ofSource(terms(0, 7), day(-1), judged(day(0)))).isEmpty();
        assertThat(WatchPlan.ofSource(terms(0, 0), day(1), null)).isEmpty();
    }

    @Test
    void attemptsWithoutAVerdict_becomeRarer() {
        Instant ended = day(0).plus(Duration.ofMinutes(5));
        assertThat(WatchPlan.ofSource(USUAL, day(-1), unjudged(day(0), 1)))
                .contains(new Due(ended.plus(Duration.ofDays(1)), Cause.SCHEDULE));
        assertThat(WatchPlan.ofSource(USUAL, day(-1), unjudged(day(0), 3)))
                .contains(new Due(ended.plus(Duration.ofDays(4)), Cause.SCHEDULE));
        assertThat(WatchPlan.ofSource(USUAL, day(-1), unjudged(day(0), 1_000)))
                .contains(new Due(ended.plus(Duration.ofDays(30)), Cause.SCHEDULE));
    }

    @Test
    void entryOfTheRegistry_isValidatedByTheInterval() {
        assertThat(WatchPlan.ofEntry(USUAL, day(0), null)).contains(new Due(day(0), Cause.SCHEDULE));
        assertThat(WatchPlan.ofEntry(USUAL, day(0), judged(day(1)))).contains(new Due(day(31), Cause.SCHEDULE));
        assertThat(WatchPlan.ofEntry(terms(0, 7), day(0), judged(day(1)))).isEmpty();
    }
}
