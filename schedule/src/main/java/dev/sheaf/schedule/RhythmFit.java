package dev.sheaf.schedule;

/**
 * Hours of the past by hour of the week and age of the last change, for fitting the factors of a {@link ChangeModel} one after the other.
 * If all factors were fitted at once, each would explain the same changes: a nightly export has a regular hour and a regular age. For one
 * fit; not thread-safe.
 */
final class RhythmFit {

    private final int ages;
    private final double[] watched;

    RhythmFit(int ages) {
        this.ages = ages;
        this.watched = new double[HourOfWeek.PER_WEEK * ages];
    }

    /** Adds an observed hour; older hours have less weight. */
    void add(int weekday, int hour, int age, double weight) {
        watched[(weekday * HourOfWeek.PER_DAY + hour) * ages + age] += weight;
    }

    /** Adds to each value of a factor the changes that the rate and the other two factors predict. */
    void expect(double rate, double[] hours, double[] weekdays, double[] ageFactors, double[] byHour, double[] byWeekday,
            double[] byAge) {
        for (int day = 0; day < weekdays.length; day++) {
            for (int hour = 0; hour < hours.length; hour++) {
                int row = (day * HourOfWeek.PER_DAY + hour) * ages;
                double sum = 0;
                for (int age = 0; age < ages; age++) {
                    double weight = watched[row + age];
                    sum += weight * ageFactors[age];
                    byAge[age] += rate * weight * hours[hour] * weekdays[day];
                }
                byHour[hour] += rate * sum * weekdays[day];
                byWeekday[day] += rate * sum * hours[hour];
            }
        }
    }
}
