package dev.sheaf.schedule;

/** Formulas for random changes with a constant rate and harvests at a fixed interval. Rate and interval have the same unit of time. */
public final class Poisson {

    private static final int STEPS = 200;

    private Poisson() {}

    /** Returns the share of time in which the copy is fresh. */
    public static double freshness(double rate, double interval) {
        return WeekValues.meanSurvival(rate * interval);
    }

    /** Returns the mean time since the oldest unseen change; 0 while the copy is fresh. */
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

    /** Returns the interval at which a source with a weight repays a price; infinite if no interval does. */
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
     * Returns the price at which all sources together are harvested as often as the budget permits.
     *
     * @param requests requests per unit of time, for all sources together
     * @param longest longest interval between harvests of a source
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
