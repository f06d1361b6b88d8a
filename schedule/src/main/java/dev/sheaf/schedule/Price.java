package dev.sheaf.schedule;

/** Price of a request, in hours of freshness. It changes so that all requests together meet the budget. Not thread-safe. */
final class Price {

    private static final double PROPORTIONAL = 0.5;
    private static final double INTEGRAL = 0.08;
    private static final double MOST_DEBT = 2;

    private double start;
    private double integral;
    private double debt;

    Price(double start) {
        this.start = start;
    }

    void start(double price) {
        start = price;
        integral = 0;
    }

    double now() {
        return start * Math.exp(PROPORTIONAL * debt + integral);
    }

    /**
     * Adapts the price after an hour.
     *
     * @param days overspent budget in days; negative if too little was spent
     */
    void hour(double days) {
        debt = Math.clamp(days, -MOST_DEBT, MOST_DEBT);
        integral += INTEGRAL * debt / HourOfWeek.PER_DAY;
    }
}
