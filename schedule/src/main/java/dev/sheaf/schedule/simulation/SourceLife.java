package dev.sheaf.schedule.simulation;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.sheaf.schedule.Changes;

/** Generated changes of one source. Not thread-safe. */
final class SourceLife {

    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    private static final int FRIDAY = 4;

    private final SplittableRandom random;
    private final long begin;
    private final long end;
    /** Number of changed records by second. */
    private final TreeMap<Long, Long> changes = new TreeMap<>();
    private final double usualRecords;

    SourceLife(SplittableRandom random, long begin, long end) {
        this.random = random;
        this.begin = begin;
        this.end = end;
        this.usualRecords = Math.exp(1.1 * normal());
    }

    Changes changes() {
        return Changes.of(changes.keySet().stream().mapToLong(Long::longValue).toArray(),
                changes.values().stream().mapToLong(Long::longValue).toArray());
    }

    /** Returns a random number whose logarithm is uniformly distributed between those of two others. */
    double between(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private void change(long time, double factor) {
        if (time >= begin && time < end) {
            changes.merge(time, Math.max(1, Math.round(factor * usualRecords * Math.exp(0.8 * normal()))), Long::sum);
        }
    }

    /** Adds random changes with a mean interval in days. */
    void atRandom(double days) {
        double time = begin + exponential(days * DAY);
        while (time < end) {
            change((long) time, 3);
            time += exponential(days * DAY);
        }
    }

    /** Adds an export near one time of the day, give or take minutes. */
    private void export(long day, long secondOfDay, double factor) {
        change(day + secondOfDay + Math.round(600 * normal()), factor);
    }

    private long exportTime() {
        return random.nextInt(24) * HOUR + random.nextInt(10, 51) * 60L;
    }

    private static int weekday(long day) {
        return (int) Math.floorMod(Math.floorDiv(day, DAY) + 3, 7L);
    }

    void everyNight() {
        long at = exportTime();
        for (long day = begin; day < end; day += DAY) {
            if (random.nextDouble() < 0.9) {
                export(day, at, 8);
            }
        }
    }

    void everyWeek() {
        long at = exportTime();
        int weekday = random.nextInt(7);
        for (long day = begin; day < end; day += DAY) {
            if (weekday(day) == weekday && random.nextDouble() < 0.9) {
                export(day, at, 20);
            }
        }
    }

    void everyMonth() {
        long at = exportTime();
        int date = random.nextInt(1, 29);
        LocalDate month = Instant.ofEpochSecond(begin).atZone(ZoneOffset.UTC).toLocalDate().withDayOfMonth(date);
        while (month.toEpochDay() * DAY < end) {
            export(month.toEpochDay() * DAY, at, 30);
            month = month.plusMonths(1);
        }
    }

    /** Adds many new records at once, from Sunday to Thursday evening. */
    void weekdayBatches() {
        long at = exportTime();
        for (long day = begin; day < end; day += DAY) {
            if (weekday(day) < FRIDAY || weekday(day) == 6) {
                export(day, at, 100);
            }
        }
    }

    /** Adds changes by people at work in some time zone: few at night and at weekends. */
    void officeHours(double perDay) {
        int zone = random.nextInt(24);
        for (long hour = begin; hour < end; hour += HOUR) {
            int local = (int) Math.floorMod(Math.floorDiv(hour, HOUR) + zone, 24L);
            int weekday = weekday(hour + zone * HOUR);
            double share = (local >= 8 && local < 18 ? 0.095 : 0.0035) * (weekday > FRIDAY ? 0.1 : 1.36);
            while (random.nextDouble() < 1 - Math.exp(-perDay * share)) {
                change(hour + random.nextInt((int) HOUR), 3);
                share /= 2;
            }
        }
    }

    /** Adds campaigns: days with many deposits after long pauses. */
    void campaigns() {
        double time = begin + exponential(50 * DAY);
        while (time < end) {
            double last = time + between(2, 14) * DAY;
            double gap = between(1, 8) * HOUR;
            while (time < last) {
                change((long) time, 4);
                time += exponential(gap);
            }
            time += exponential(70 * DAY);
        }
    }

    /** Adds random changes, fewer at night and at weekends. */
    void dayAndNight(double perDay) {
        int zone = random.nextInt(24);
        double weekend = random.nextDouble() < 0.5 ? 0.4 : 1;
        for (long hour = begin; hour < end; hour += HOUR) {
            int local = (int) Math.floorMod(Math.floorDiv(hour, HOUR) + zone, 24L);
            double factor = (local >= 7 && local < 20 ? 1.5 : 0.4) * (weekday(hour + zone * HOUR) > FRIDAY ? weekend : 1);
            double time = hour + exponential(DAY / (perDay * factor));
            while (time < hour + HOUR) {
                change((long) time, 1);
                time += exponential(DAY / (perDay * factor));
            }
        }
    }

    /** Adds changes in most hours, always at the same minute. */
    void onTheHour() {
        long minute = random.nextInt(60) * 60L;
        for (long hour = begin; hour < end; hour += HOUR) {
            if (random.nextDouble() < 0.7) {
                change(hour + minute + random.nextInt(60), 1);
            }
        }
    }

    /** Adds a change in every hour, always at the same second. */
    void hourly() {
        int second = random.nextInt((int) HOUR);
        for (long hour = begin; hour < end; hour += HOUR) {
            change(hour + second, 1);
        }
    }

    /** Stops, slows down or accelerates the changes of the source from a time on. */
    void turn(long time, int way) {
        Map<Long, Long> later = changes.tailMap(time);
        switch (way) {
            case 0 -> later.clear();
            case 1 -> later.keySet().removeIf(_ -> random.nextDouble() < 0.7);
            default -> {
                for (Map.Entry<Long, Long> change : new TreeMap<>(later).entrySet()) {
                    // Twice as many changes, at other times of the same days.
                    change(change.getKey() + random.nextInt((int) (8 * HOUR)), 1);
                    change(change.getKey() + DAY + random.nextInt((int) (8 * HOUR)), 1);
                }
            }
        }
    }

    void restamp(long time, long records) {
        changes.merge(time, records, Long::sum);
    }
}
