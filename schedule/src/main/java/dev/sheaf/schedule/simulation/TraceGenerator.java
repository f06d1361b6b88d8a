package dev.sheaf.schedule.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

import dev.sheaf.schedule.Changes;

/**
 * Generator of traces with changes like those of real sources. The same arguments give the same trace. The first half of a trace is
 * history; the second half is scored.
 */
public final class TraceGenerator {

    /** Kinds of sources in a trace. */
    public enum Mix {
        /** Repositories: regular exports, office hours, deposit campaigns, many that change rarely, some that never change. */
        REPO,
        /** Sources that change once an hour, as in Example 3.2 of the paper. */
        HOURLY,
        /** News: from several changes an hour to one a week, with differences by day, night and weekend. */
        NEWS
    }

    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final double CHANGES_ITS_WAYS = 0.1;
    private static final double RESTAMPS = 0.03;
    private static final int RESTAMPED = 10_000;
    private static final double ANNOUNCING = 0.3;
    private static final double ANNOUNCED = 0.9;
    private static final double FALSE_ALARMS_A_DAY = 0.05;

    private TraceGenerator() {}

    /**
     * Makes a trace.
     *
     * @param days scored days, at least 1; the same number of days of history precedes them
     * @param seed seed of the random numbers
     */
    public static ChangeTrace generate(Mix mix, int sources, int days, long seed) {
        if (sources < 1 || days < 1) {
            throw new IllegalArgumentException("a trace needs at least one source and one day, not " + sources + " and " + days);
        }
        long start = START.getEpochSecond();
        long length = Duration.ofDays(days).toSeconds();
        SplittableRandom random = new SplittableRandom(seed);
        List<ChangeTrace.Source> made = new ArrayList<>();
        for (int i = 0; i < sources; i++) {
            SourceLife life = new SourceLife(random.split(), start - length, start + length);
            switch (mix) {
                case REPO -> repository(life, random.nextDouble());
                case NEWS -> news(life, random.nextDouble());
                case HOURLY -> life.hourly();
            }
            if (mix != Mix.HOURLY && random.nextDouble() < CHANGES_ITS_WAYS) {
                life.turn(start + (long) (random.nextDouble() * length), random.nextInt(3));
            }
            if (mix == Mix.REPO && random.nextDouble() < RESTAMPS) {
                life.restamp(start + (long) (random.nextDouble() * length), RESTAMPED);
            }
            made.add(new ChangeTrace.Source(
                    String.format(Locale.ROOT, "s%0" + Math.max(4, String.valueOf(sources - 1).length()) + "d", i),
                    life.changes()));
        }
        return new ChangeTrace(start, start + length, made);
    }

    /** Adds a source to a mix in which about 6 % change daily and 60 % monthly or less often. */
    private static void repository(SourceLife life, double kind) {
        if (kind < 0.12) {
            return;
        } else if (kind < 0.50) {
            life.atRandom(life.between(30, 300));
        } else if (kind < 0.63) {
            life.everyMonth();
        } else if (kind < 0.71) {
            life.everyWeek();
        } else if (kind < 0.79) {
            life.atRandom(life.between(4, 30));
        } else if (kind < 0.87) {
            life.campaigns();
        } else if (kind < 0.91) {
            life.everyNight();
        } else if (kind < 0.92) {
            life.weekdayBatches();
        } else {
            life.officeHours(life.between(0.4, 4));
        }
    }

    private static void news(SourceLife life, double kind) {
        if (kind < 0.15) {
            life.onTheHour();
        } else {
            life.dayAndNight(life.between(0.15, 60));
        }
    }

    /** Announcements for a trace: 30 % of the sources announce 90 % of their changes within minutes, and sometimes announce none. */
    public static List<Notice> notices(ChangeTrace trace, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5bd1e995L);
        List<Notice> notices = new ArrayList<>();
        for (ChangeTrace.Source source : trace.sources()) {
            if (random.nextDouble() >= ANNOUNCING) {
                continue;
            }
            Changes scored = source.changes().between(trace.start(), trace.end() - 1);
            for (int i = 0; i < scored.size(); i++) {
                if (random.nextDouble() < ANNOUNCED) {
                    notices.add(new Notice(source.name(), Math.min(trace.end() - 1, scored.time(i) + random.nextInt(5, 600))));
                }
            }
            for (int day = 0; day < trace.days(); day++) {
                if (random.nextDouble() < FALSE_ALARMS_A_DAY) {
                    notices.add(new Notice(source.name(), trace.start() + day * 86_400L + random.nextInt(86_400)));
                }
            }
        }
        notices.sort(Comparator.comparingLong(Notice::time).thenComparing(Notice::source));
        return notices;
    }
}
