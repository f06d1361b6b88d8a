package dev.sheaf.schedule;

/**
 * Values of a harvest of a source with rhythm, by the hour of the week: the fresh time after the harvest until the survival of the copy has
 * fallen to the net rate g, less the value of that time at average. In hours; immutable.
 */
final class WeekValues {

    private static final int WEEK = HourOfWeek.PER_WEEK;

    /** Expected changes before each hour of the week, counted from its start; the last entry is the sum of a week. */
    private final double[] sum = new double[WEEK + 1];
    /** Mean time to the next change, from the beginning of each hour. */
    private final double[] untilChange = new double[WEEK];

    private WeekValues(ChangeModel model, double unannounced) {
        for (int k = 0; k < WEEK; k++) {
            sum[k + 1] = sum[k] + unannounced * model.weeklyHazard(k);
        }
        double decay = Math.exp(-sum[WEEK]);
        double lap = 0;
        for (int k = WEEK - 1; k >= 0; k--) {
            double z = sum[k + 1] - sum[k];
            lap = meanSurvival(z) + Math.exp(-z) * lap;
        }
        double next = lap / Math.max(1e-12, 1 - decay);
        for (int k = WEEK - 1; k >= 0; k--) {
            double z = sum[k + 1] - sum[k];
            next = meanSurvival(z) + Math.exp(-z) * next;
            untilChange[k] = next;
        }
    }

    /** Returns the mean time, in hours, from the beginning of an hour of the week to the next change. */
    double untilChange(int hourOfWeek) {
        return untilChange[hourOfWeek];
    }

    /** @param unannounced share of changes without a notification */
    static WeekValues of(ChangeModel model, double unannounced) {
        return new WeekValues(model, unannounced);
    }

    /** Returns the mean of exp(-zs) over s from 0 to 1. */
    static double meanSurvival(double z) {
        return z < 1e-6 ? 1 - z / 2 : -Math.expm1(-z) / z;
    }

    /**
     * Returns the value of a harvest at the beginning of an hour of the week.
     *
     * @param g net rate of the source, from 0 to 1
     */
    double[] values(double g) {
        double[] values = new double[WEEK];
        double wanted = -Math.log(Math.max(g, 1e-9));
        double week = sum[WEEK];
        if (week < 1e-12) {
            return values;
        }
        for (int k = 0; k < WEEK; k++) {
            double target = sum[k] + wanted;
            long laps = (long) Math.floor(target / week);
            double rest = target - laps * week;
            int at = hourReaching(rest);
            double z = sum[at + 1] - sum[at];
            double part = z <= 0 ? 0 : (rest - sum[at]) / z;
            double length = laps * (double) WEEK + at + part - k;
            // First the fraction of the hour in which survival falls to g, then whole hours.
            double remaining = (1 - part) * meanSurvival((1 - part) * z)
                    + Math.exp(-(1 - part) * z) * untilChange[(at + 1) % WEEK];
            values[k] = untilChange[k] - g * remaining - g * length;
        }
        return values;
    }

    private int hourReaching(double rest) {
        int low = 0;
        int high = WEEK - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sum[middle + 1] < rest) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the best net rate of harvests every day, week or fortnight at the same hour. */
    double bestClocked(double price) {
        double best = 0;
        for (int k = 0; k < WEEK; k++) {
            for (int weeks = 1; weeks <= 4; weeks *= 2) {
                double kept = Math.exp(-sum[WEEK] * weeks);
                best = Math.max(best, (untilChange[k] * (1 - kept) - price) / (weeks * WEEK));
            }
        }
        for (int h = 0; h < HourOfWeek.PER_DAY; h++) {
            double fresh = 0;
            for (int day = 0; day < 7; day++) {
                int k = day * HourOfWeek.PER_DAY + h;
                int next = (k + HourOfWeek.PER_DAY) % WEEK;
                double z = next > k ? sum[next] - sum[k] : sum[next] + sum[WEEK] - sum[k];
                fresh += untilChange[k] - Math.exp(-z) * untilChange[next];
            }
            best = Math.max(best, (fresh - 7 * price) / WEEK);
        }
        return best;
    }
}
