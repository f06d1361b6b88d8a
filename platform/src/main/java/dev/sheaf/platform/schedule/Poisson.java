package dev.sheaf.platform.schedule;

/** Closed forms for changes at random with a constant rate, asked for at a fixed interval. Rate and interval in the same unit of time. */
public final class Poisson {

    private static final int STEPS = 200;

    private Poisson() {}

    /** Share of time in which the copy is fresh. */
    public static double freshness(double rate, double interval) {
        return WeekValues.meanSurvival(rate * interval);
    }

    /** Mean time since the oldest unseen change, 0 while fresh. */
    public static double age(double rate, double interval) {
        double x = rate * interval;
        return x < 1e-4 ? interval * x / 6 : interval * (0.5 - 1 / x - Math.expm1(-x) / (x * x));
    }

    /**
     * Returns the gain of a request after an interval: V of Cho and Garcia-Molina's Lagrange condition. It grows with the interval up to
     * 1/rate.
     */
    public static double gain(double rate, double interval) {
        double x = rate * interval;
        return x < 1e-5 ? rate * interval * interval / 2 : (1 - (1 + x) * Math.exp(-x)) / rate;
    }

    /** Returns the interval at which a source of a given weight repays a price; infinite when none does. */
    public static double interval(double rate, double weight, double price) {
        if (weight / rate <= price) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = 1 / rate;
        while (weight * gain(rate, high) < price) {
            low = high;
            high *= 2;
            if (high > 1e12) {
                return Double.POSITIVE_INFINITY;
            }
        }
        for (int i = 0; i < STEPS && high - low > 1e-7 * high; i++) {
            double middle = (low + high) / 2;
            if (weight * gain(rate, middle) < price) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /**
     * The price at which sources together are asked as often as the budget allows.
     *
     * @param requests per unit of time, for all together
     * @param longest interval at which everything is asked at least
     */
    public static double price(double[] rates, double[] weights, double requests, double longest) {
        double low = 1e-9;
        double high = 1e9;
        for (int i = 0; i < STEPS && high / low > 1 + 1e-6; i++) {
            double price = Math.sqrt(low * high);
            double wanted = 0;
            for (int s = 0; s < rates.length; s++) {
                wanted += 1 / Math.min(longest, interval(rates[s], weights[s], price));
            }
            if (wanted > requests) {
                low = price;
            } else {
                high = price;
            }
        }
        return Math.sqrt(low * high);
    }
}
