package dev.sheaf.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class HarvestScheduleTest {

    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    /** A Monday, midnight. */
    private static final long START = 20_089 * DAY;

    /** Every night shortly after two, for a hundred days. */
    private static final Changes NIGHTLY = nightly(START - 100 * DAY, 100);

    private static Changes nightly(long from, int days) {
        long[] times = new long[days];
        for (int i = 0; i < days; i++) {
            times[i] = from + i * DAY + 2 * HOUR + 600;
        }
        return Changes.at(times);
    }

    private static void add(HarvestSchedule schedule, String id, SourceTerms terms, Changes past) {
        schedule.add(id, terms, past, START - 100 * DAY, START);
    }

    /** Lets days pass in which nothing is new, and tells who was asked when. */
    private static Map<String, List<Long>> askedIn(HarvestSchedule schedule, double days) {
        Map<String, List<Long>> asked = new HashMap<>();
        schedule.sources().forEach(id -> asked.put(id, new ArrayList<>()));
        long time = Math.max(START + 1, schedule.wake());
        while (time < START + days * DAY) {
            Optional<String> due = schedule.next(time);
            if (due.isPresent()) {
                asked.computeIfAbsent(due.get(), _ -> new ArrayList<>()).add(time);
                schedule.harvested(due.get(), time, Changes.NONE);
            }
            time = Math.max(time, schedule.wake());
        }
        return asked;
    }

    @Test
    void nightlyExport_isHarvestedShortlyAfterwards() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        add(schedule, "nightly", SourceTerms.of(PolicyName.NET_RATE, "a"), NIGHTLY);
        add(schedule, "rare", SourceTerms.of(PolicyName.NET_RATE, "b"), Changes.NONE);

        long first = schedule.wake();
        assertThat(schedule.next(first)).contains("nightly");

        // Its changes come ten minutes past the hour: its hours begin a quarter past.
        assertThat((first - START) % DAY).isEqualTo(2 * HOUR + 900);
    }

    @Test
    void everySource_isAskedWithinFourTurnsAndTwoDays() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(0.5), START);
        add(schedule, "nightly", SourceTerms.of(PolicyName.NET_RATE, "a"), NIGHTLY);
        for (int i = 0; i < 9; i++) {
            add(schedule, "never" + i, SourceTerms.of(PolicyName.NET_RATE, "b" + i), Changes.NONE);
        }

        Map<String, List<Long>> asked = askedIn(schedule, 60);

        asked.forEach((id, times) -> {
            long last = START;
            for (long time : times) {
                assertThat(time - last).as(id).isLessThanOrEqualTo(10 * DAY);
                last = time;
            }
            assertThat(times).as(id).isNotEmpty();
        });
    }

    /**
     * A hub that is restarted more often than a turn comes, as by an update every night. After a restart it knows when each source was
     * asked, the balance of its budget, and its plan.
     */
    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void restartsOfTheHubDoNotPostponeSources(PolicyName policy) {
        Map<String, Long> last = new LinkedHashMap<>();
        Map<String, Long> due = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            last.put("s" + i, START);
        }
        double balance = 0;
        long longest = 0;
        int asked = 0;
        for (long time = START; time < START + 120 * DAY; time += DAY) {
            HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(0.1), time);
            for (String id : last.keySet()) {
                schedule.add(id, SourceTerms.of(policy, id), Changes.NONE, START - 100 * DAY, last.get(id));
                if (due.containsKey(id)) {
                    schedule.resume(id, due.get(id));
                }
            }
            schedule.balance(Math.min(0, balance));
            for (long now = Math.max(time + 1, schedule.wake()); now < time + DAY; now = Math.max(now, schedule.wake())) {
                Optional<String> next = schedule.next(now);
                if (next.isPresent()) {
                    longest = Math.max(longest, now - Objects.requireNonNull(last.get(next.get())));
                    last.put(next.get(), now);
                    schedule.harvested(next.get(), now, Changes.NONE);
                    asked++;
                }
            }
            last.keySet().forEach(id -> due.put(id, schedule.due(id)));
            schedule.next(time + DAY - 1);
            balance = schedule.balance();
        }
        for (long then : last.values()) {
            longest = Math.max(longest, START + 120 * DAY - then);
        }

        assertThat(longest).isLessThanOrEqualTo((policy == PolicyName.UNIFORM ? 12 : 45) * DAY);
        assertThat(asked).isLessThanOrEqualTo(122);
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void changesOfSettingsDoNotPostponeASource(PolicyName policy) {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(0.5).withHostBudget(0.5), START);
        Map<String, Long> last = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            add(schedule, "s" + i, SourceTerms.of(policy, "h" + i), NIGHTLY);
            last.put("s" + i, START);
        }
        long longest = 0;
        int asked = 0;
        for (long now = START + HOUR; now < START + 60 * DAY; now += HOUR) {
            Long latency = now / HOUR % 2 == 0 ? null : 100 * DAY;
            schedule.sources().forEach(id -> schedule.change(id, schedule.terms(id).withLatency(latency)));
            for (Optional<String> next = schedule.next(now); next.isPresent(); next = schedule.next(now)) {
                longest = Math.max(longest, now - Objects.requireNonNull(last.get(next.get())));
                last.put(next.get(), now);
                schedule.harvested(next.get(), now, Changes.NONE);
                asked++;
            }
        }
        for (long then : last.values()) {
            longest = Math.max(longest, START + 60 * DAY - then);
        }

        assertThat(longest).isLessThanOrEqualTo((policy == PolicyName.UNIFORM ? 3 : 9) * DAY);
        assertThat(asked).isLessThanOrEqualTo(152);
    }

    /** Under uniform the sources take the whole budget, so that with latencies there is never a request to spare. */
    @Test
    void sourceThatWaitedLongest_isNextWhenLatenciesTakeMostRequests() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        for (int i = 0; i < 8; i++) {
            add(schedule, "s" + i, SourceTerms.of(PolicyName.UNIFORM, "h" + i), NIGHTLY);
            if (i < 4) {
                schedule.change("s" + i, schedule.terms("s" + i).withLatency(13 * HOUR));
            }
        }

        askedIn(schedule, 40).forEach((id, times) -> {
            long before = START;
            for (long time : times) {
                assertThat(time - before).as(id).isLessThanOrEqualTo(5 * DAY);
                before = time;
            }
            assertThat(before).as(id).isGreaterThan(START + 35 * DAY);
        });
    }

    @Test
    void acceptableLatency_isKept_andOthersShareTheRemainingBudget() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(0.5), START);
        add(schedule, "wanted", SourceTerms.of(PolicyName.NET_RATE, "a").withLatency(DAY), Changes.NONE);
        for (int i = 0; i < 9; i++) {
            add(schedule, "other" + i, SourceTerms.of(PolicyName.NET_RATE, "b" + i), NIGHTLY);
        }

        Map<String, List<Long>> asked = askedIn(schedule, 20);

        assertThat(asked.get("wanted")).hasSizeBetween(19, 20);
        assertThat(asked.values().stream().mapToInt(List::size).sum()).isLessThanOrEqualTo(101);
    }

    @Test
    void sourceWithAPinnedInterval_isAskedAtThatInterval() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(4), START);
        add(schedule, "pinned", SourceTerms.of(PolicyName.NET_RATE, "a").withPinned(6 * HOUR), Changes.NONE);
        add(schedule, "other", SourceTerms.of(PolicyName.NET_RATE, "b"), Changes.NONE);

        assertThat(askedIn(schedule, 5).get("pinned")).hasSizeBetween(18, 20);
    }

    @Test
    void shortestInterval_isObserved() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(50), START);
        add(schedule, "busy", SourceTerms.of(PolicyName.NET_RATE, "a").withLeast(5 * HOUR), NIGHTLY);

        List<Long> asked = Objects.requireNonNull(askedIn(schedule, 5).get("busy"));

        for (int i = 1; i < asked.size(); i++) {
            assertThat(asked.get(i) - asked.get(i - 1)).isGreaterThanOrEqualTo(5 * HOUR);
        }
    }

    @Test
    void sendsNoRequestsInQuietHours() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(4).withQuiet(new QuietHours(22, 6)), START);
        add(schedule, "a", SourceTerms.of(PolicyName.UNIFORM, "a"), NIGHTLY);
        add(schedule, "b", SourceTerms.of(PolicyName.NET_RATE, "b"), NIGHTLY);

        Map<String, List<Long>> asked = askedIn(schedule, 10);

        assertThat(asked.get("a")).isNotEmpty();
        assertThat(asked.values().stream().flatMap(List::stream).map(time -> (time - START) % DAY / HOUR))
                .allMatch(hour -> hour >= 6 && hour < 22);
    }

    @Test
    void budgetOfAHost_isNotExceeded() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(4).withHostBudget(2.0), START);
        for (int i = 0; i < 4; i++) {
            add(schedule, "s" + i, SourceTerms.of(PolicyName.UNIFORM, "one.example.org"), NIGHTLY);
        }

        assertThat(askedIn(schedule, 20).values().stream().mapToInt(List::size).sum()).isBetween(30, 41);
    }

    @Test
    void failures_areRetriedLaterEachTime_andDoNotChangeTheModel() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(200), START);
        add(schedule, "broken", SourceTerms.of(PolicyName.NET_RATE, "a"), NIGHTLY);
        List<Long> waits = new ArrayList<>();

        long time = schedule.wake();
        for (int i = 0; i < 5; i++) {
            assertThat(schedule.next(time)).contains("broken");
            schedule.failed("broken", time, null);
            waits.add(schedule.wake() - time);
            time = schedule.wake();
        }

        assertThat(waits).containsExactly(900L, 1_800L, 3_600L, 7_200L, 14_400L);
    }

    @Test
    void retryAfter_isObserved() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(24), START);
        add(schedule, "broken", SourceTerms.of(PolicyName.NET_RATE, "a"), NIGHTLY);
        long time = schedule.wake();
        schedule.next(time);

        schedule.failed("broken", time, time + 3 * DAY);

        assertThat(schedule.wake()).isEqualTo(time + 3 * DAY);
    }

    @Test
    void repeatedNotifications_bringOneHarvestForward() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        add(schedule, "rare", SourceTerms.of(PolicyName.NET_RATE, "a"), Changes.at(START - 50 * DAY, START - 20 * DAY));
        assertThat(schedule.wake()).isGreaterThan(START + 5 * HOUR);

        for (int i = 0; i < 10; i++) {
            schedule.notified("rare", START + 2 * HOUR + 60 + i);
        }
        long due = schedule.wake();
        assertThat(due).isEqualTo(START + 2 * HOUR + 360);
        // The budget has earned no request yet but the one that may be borrowed.
        assertThat(schedule.next(due)).contains("rare");
        schedule.harvested("rare", due, Changes.at(START + 2 * HOUR));

        assertThat(schedule.wake()).isGreaterThan(due + HOUR);
    }

    /** The cost of reporting plans depends on the number of sources planned again, not on the number of all sources. */
    @Test
    void replanningOneOfThousands_reportsOnlyThatSource() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        for (int i = 0; i < 10_000; i++) {
            add(schedule, "s" + i, SourceTerms.of(PolicyName.UNIFORM, "h" + i), Changes.NONE);
        }
        long time = schedule.wake();
        assertThat(schedule.replanned()).hasSize(10_000);
        assertThat(schedule.replanned()).isEmpty();

        String asked = schedule.next(time).orElseThrow();
        schedule.harvested(asked, time, Changes.NONE);
        schedule.notified("s77", time);

        assertThat(schedule.replanned()).containsExactly(asked);
    }

    /** A notification every minute: how often that leads to a harvest in some days. */
    private static int obeyed(ScheduleTerms terms, int days) {
        HarvestSchedule schedule = new HarvestSchedule(terms.withCoalesce(5).withNotifiedGap(60L), START);
        add(schedule, "restless", SourceTerms.of(PolicyName.NET_RATE, "a"), Changes.NONE);
        int asked = 0;
        long last = START;
        for (long time = START + 60; time < START + days * DAY; time += 60) {
            schedule.notified("restless", time);
            while (schedule.wake() < time + 60) {
                last = Math.max(time, schedule.wake());
                if (schedule.next(last).isPresent()) {
                    schedule.harvested("restless", last, Changes.NONE);
                    asked++;
                }
            }
        }
        assertThat(last).as("the last is not lost").isGreaterThan(START + days * DAY - 2 * HOUR);
        return asked;
    }

    @Test
    void someChangesInARow_areEachHarvestedSoon_andFurtherOnesOnceInTheGap() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(0.1).withCoalesce(2).withNotifiedGap(60L), START);
        add(schedule, "edited", SourceTerms.of(PolicyName.NET_RATE, "a"), Changes.NONE);
        List<Long> waits = new ArrayList<>();
        long time = START + 10;
        for (int change = 0; change < 8; change++) {
            schedule.notified("edited", time);
            long due = schedule.wake();
            assertThat(schedule.next(due)).contains("edited");
            schedule.harvested("edited", due, Changes.at(time));
            waits.add(due - time);
            time = due + 1;
        }

        // Allowances of five, which grow by one in sixty seconds: the sixth change comes 15 seconds after the first harvest.
        assertThat(waits).startsWith(2L, 2L, 2L, 2L, 2L).endsWith(59L, 59L);
        assertThat(waits.get(5)).isBetween(40L, 50L);
    }

    @Test
    void constantlyChangingSource_causesABoundedNumberOfHarvests() {
        assertThat(obeyed(ScheduleTerms.of(0.1), 2)).isGreaterThan(1_000);
        assertThat(obeyed(ScheduleTerms.of(0.1).withNotifiedBudget(96.0), 2)).isBetween(192, 218);
    }

    /** With one harvest a day because of notifications, and a notification every ten minutes. */
    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void tooFrequentNotifications_areIgnored(PolicyName policy) {
        ScheduleTerms terms = ScheduleTerms.of(12).withNotifiedGap(60L).withNotifiedBudget(1.0);
        int[] asked = new int[2];
        for (int notifies = 0; notifies < 2; notifies++) {
            HarvestSchedule schedule = new HarvestSchedule(terms, START);
            add(schedule, "restless", SourceTerms.of(policy, "a"), NIGHTLY);
            for (long time = START + 600; time < START + 10 * DAY; time += 600) {
                if (notifies == 1) {
                    schedule.notified("restless", time);
                }
                while (schedule.wake() < time + 600) {
                    long now = Math.max(time, schedule.wake());
                    if (schedule.next(now).isPresent()) {
                        schedule.harvested("restless", now, Changes.NONE);
                        asked[notifies]++;
                    }
                }
            }
        }

        assertThat(asked[1]).isGreaterThanOrEqualTo(asked[0] - 1);
    }

    @Test
    void acceptableLatency_isKeptForASourceWithTooManyNotifications() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(12).withNotifiedGap(60L).withNotifiedBudget(1.0), START);
        add(schedule, "restless", SourceTerms.of(PolicyName.NET_RATE, "a").withLatency(3 * HOUR), Changes.NONE);
        long last = START;
        long longest = 0;
        for (long time = START + 600; time < START + 10 * DAY; time += 600) {
            schedule.notified("restless", time);
            while (schedule.wake() < time + 600) {
                long now = Math.max(time, schedule.wake());
                if (schedule.next(now).isPresent()) {
                    longest = Math.max(longest, now - last);
                    last = now;
                    schedule.harvested("restless", now, Changes.NONE);
                }
            }
        }

        assertThat(longest).isLessThanOrEqualTo(3 * HOUR + 600);
    }

    @Test
    void harvestsThatNotificationsCauseAreCountedInTheBudgetOfTheHost() {
        assertThat(obeyed(ScheduleTerms.of(0.1).withHostBudget(24.0).withNotifiedBudget(96.0), 10)).isBetween(230, 243);
    }

    @Test
    void sourcesThatAnnounceTheirChangesAreAskedLessOften() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        long[] irregular = new long[30];
        for (int i = 0; i < irregular.length; i++) {
            irregular[i] = START - 90 * DAY + i * 3L * DAY + i * 7L % 24 * HOUR;
        }
        for (String id : List.of("silent", "talking")) {
            add(schedule, id, SourceTerms.of(PolicyName.NET_RATE, id), Changes.at(irregular));
        }
        int silent = 0;
        int talking = 0;
        long time = START + 1;
        for (int day = 1; day <= 120; day++) {
            long change = START + day * DAY;
            if (day % 3 == 0) {
                schedule.notified("talking", change);
            }
            while (schedule.wake() < change + DAY) {
                time = Math.max(time, schedule.wake());
                Optional<String> due = schedule.next(time);
                if (due.isPresent()) {
                    boolean found = day % 3 == 0;
                    schedule.harvested(due.get(), time, found ? Changes.at(Math.min(time, change)) : Changes.NONE);
                    silent += due.get().equals("silent") ? 1 : 0;
                    talking += due.get().equals("talking") ? 1 : 0;
                }
            }
        }

        assertThat(talking).isLessThan(silent);
    }

    /** Such datestamps exist. Hour by hour from there on takes a second, for each source and each start. */
    @Test
    void recordOfTheYear1_isLeftOutOfTheHistory() {
        long yearOne = -62_135_596_800L;
        long[] times = {yearOne, START - 3 * DAY, START - DAY};

        ChangeModel of = ChangeModel.of(Changes.at(times), yearOne, START, false, null);

        ChangeModel without = ChangeModel.of(Changes.at(times[1], times[2]), START - 20 * 365 * DAY, START, false, null);
        assertThat(of.meanRate()).isEqualTo(without.meanRate());
        assertThat(of.logRecords(1)).isEqualTo(without.logRecords(1));
    }

    @Test
    void statedFrequency_isUsedUntilTheHistoryContradictsIt() {
        Hint daily = new Hint(DAY, null);

        ChangeModel unknown = ChangeModel.of(Changes.NONE, START, START, false, daily);
        ChangeModel contradicted = ChangeModel.of(Changes.NONE, START - 100 * DAY, START, false, daily);

        assertThat(unknown.meanRate() * 24).isBetween(0.9, 1.1);
        assertThat(contradicted.meanRate() * 24).isLessThan(0.05);
    }

    @Test
    void additionalRequest_movesOneWaitingSource() {
        HarvestSchedule schedule = new HarvestSchedule(ScheduleTerms.of(1), START);
        for (int i = 0; i < 500; i++) {
            schedule.add("s" + i, SourceTerms.of(PolicyName.ADAPTIVE, "h" + i).withPinned(HOUR), Changes.NONE, START - DAY,
                    START);
        }
        int decisions = 0;
        int moved = 0;
        for (long now = Math.max(START + 1, schedule.wake()); decisions < 1_000; now = Math.max(now + 1, schedule.wake())) {
            Optional<String> next = schedule.next(now);
            if (next.isPresent()) {
                schedule.harvested(next.get(), now, Changes.NONE);
                decisions++;
            }
            moved += schedule.replanned().size();
        }
        assertThat(moved / (double) decisions).isLessThan(4);
    }
}
