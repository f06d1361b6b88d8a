package dev.sheaf.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values of one kind over time, of which the second half has to be flat. Used by one thread. */
final class Trend {

    private static final double HOUR = 3_600;

    private final String name;
    private final double noise;
    private final double hourly;
    private final List<double[]> points = new ArrayList<>();

    /**
     * A trend without values.
     *
     * @param name with its unit
     * @param noise by how much the values may rise in any time
     * @param hourly by how much they may rise beyond that in an hour
     */
    Trend(String name, double noise, double hourly) {
        this.name = name;
        this.noise = noise;
        this.hourly = hourly;
    }

    /** Adds a value at a time in seconds; times grow. */
    void add(double seconds, double value) {
        points.add(new double[]{seconds, value});
    }

    private List<double[]> secondHalf() {
        return points.subList(points.size() / 2, points.size());
    }

    private static double span(List<double[]> half) {
        return half.size() < 2 ? 0 : half.getLast()[0] - half.getFirst()[0];
    }

    /** Returns the rise of the straight line through the second half from its beginning to its end; least squares. */
    double rise() {
        List<double[]> half = secondHalf();
        double time = half.stream().mapToDouble(point -> point[0]).average().orElse(0);
        double mean = half.stream().mapToDouble(point -> point[1]).average().orElse(0);
        double above = half.stream().mapToDouble(point -> (point[0] - time) * (point[1] - mean)).sum();
        double below = half.stream().mapToDouble(point -> (point[0] - time) * (point[0] - time)).sum();
        return below == 0 ? 0 : above / below * span(half);
    }

    /** Returns the largest rise allowed. */
    double bound() {
        return noise + hourly * span(secondHalf()) / HOUR;
    }

    /** Returns whether the second half does not rise beyond the bound. */
    boolean isFlat() {
        return rise() <= bound();
    }

    /** Returns the largest value. */
    double most() {
        return points.stream().mapToDouble(point -> point[1]).max().orElse(0);
    }

    /** Returns the heading of {@link #line}. */
    static String heading() {
        return String.format(Locale.ROOT, "%-36s %10s %10s %10s %10s %10s", "", "first", "middle", "last", "rise", "bound");
    }

    /** The values of the beginning, the middle and the end, the rise of the second half, and the bound. */
    String line() {
        return String.format(Locale.ROOT, "%-36s %10.2f %10.2f %10.2f %10.2f %10.2f%s", name, points.getFirst()[1],
                points.get(points.size() / 2)[1], points.getLast()[1], rise(), bound(), isFlat() ? "" : "  RISES");
    }
}
