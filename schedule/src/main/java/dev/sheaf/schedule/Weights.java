package dev.sheaf.schedule;

import java.util.Collection;

/**
 * Weight of each source: its records per change, raised to a power, with a mean of 1 over all sources. If a few sources would dominate, the
 * power is reduced: the logarithms of the weights have a spread of at most {@link #MOST_SPREAD}. Not thread-safe.
 */
final class Weights {

    /**
     * Largest spread. Without it, real histories with 1 to 80,000 records per change were less fresh than under the uniform policy at small
     * budgets.
     */
    static final double MOST_SPREAD = 0.3;
    private static final double USUAL_LOG = Math.log(3);

    private final double wanted;
    private double exponent;
    private double sum;
    private int sources;

    Weights(double exponent) {
        this.wanted = exponent;
        this.exponent = exponent;
    }

    void join(ScheduledSource source) {
        sources++;
        source.rawWeight = raw(source);
        sum += source.rawWeight;
    }

    void leave(ScheduledSource source) {
        sources--;
        sum -= source.rawWeight;
    }

    /** Adds the changes of a source. */
    void learn(ScheduledSource source) {
        sum -= source.rawWeight;
        source.rawWeight = raw(source);
        sum += source.rawWeight;
    }

    /** Computes the power again, once a day. */
    void balance(Collection<ScheduledSource> all) {
        double mean = 0;
        double squares = 0;
        int known = 0;
        for (ScheduledSource source : all) {
            if (source.model.active() > 0.5) {
                double log = source.model.logRecords(USUAL_LOG);
                mean += log;
                squares += log * log;
                known++;
            }
        }
        if (known > 1) {
            mean /= known;
            double spread = Math.sqrt(Math.max(0, squares / known - mean * mean));
            exponent = spread * wanted <= MOST_SPREAD ? wanted : MOST_SPREAD / spread;
        }
        sum = 0;
        for (ScheduledSource source : all) {
            source.rawWeight = raw(source);
            sum += source.rawWeight;
        }
    }

    private double raw(ScheduledSource source) {
        return Math.exp(exponent * source.model.logRecords(USUAL_LOG));
    }

    double of(ScheduledSource source) {
        return source.rawWeight * sources / sum;
    }
}
