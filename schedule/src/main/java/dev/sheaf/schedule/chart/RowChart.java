package dev.sheaf.schedule.chart;

import java.util.List;
import java.util.Locale;

/**
 * Chart with a row for each of a few things, whose names stand at the left, for values that do not fit one scale. Text and classes as in
 * {@link Chart}. Immutable; a picture is created at each call.
 *
 * @param title title of the chart
 * @param description description in a sentence or two, for readers who cannot see it
 */
public record RowChart(String title, String description) {

    /**
     * Values over time, drawn on a separate scale.
     *
     * @param name name of the row
     * @param values not negative, one for each place
     */
    public record Bars(String name, List<Double> values) {

        public Bars {
            values = List.copyOf(values);
        }
    }

    /**
     * Mean and standard deviation of values.
     *
     * @param name name of the row
     * @param mean greater than 0; infinite if there is none
     * @param deviation not negative
     * @param label text of the mean, for people
     */
    public record Spread(String name, double mean, double deviation, String label) {}

    private static final int WIDTH = 720;
    private static final int LEFT = 190;
    private static final int RIGHT = 96;
    private static final int TOP = 36;
    private static final int BOTTOM = 30;
    private static final int ROW = 40;
    private static final int SPREAD_ROW = 28;
    private static final int GAP = 10;
    private static final int MOST_NAME = 25;
    private static final String COLOUR = "#0b5fa5";

    /**
     * Returns a row of bars for each thing, with the value of the highest bar at its right.
     *
     * @param labels labels of the places, from left to right; only the first and the last are shown
     */
    public String bars(List<String> labels, List<Bars> rows) {
        int height = TOP + rows.size() * ROW + BOTTOM;
        StringBuilder svg = open(height);
        double slot = (WIDTH - LEFT - RIGHT) / (double) Math.max(1, labels.size());
        for (int i = 0; i < rows.size(); i++) {
            Bars row = rows.get(i);
            double foot = TOP + (i + 1) * ROW;
            double most = row.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
            name(svg, row.name(), foot - 4);
            for (int place = 0; place < row.values().size(); place++) {
                double tall = most == 0 ? 0 : row.values().get(place) / most * (ROW - GAP);
                svg.append(String.format(Locale.ROOT,
                        "<rect class=\"series-0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                        LEFT + (place + 0.1) * slot, foot - tall, slot * 0.8, tall, COLOUR));
            }
            line(svg, "scale", LEFT, WIDTH - RIGHT, foot, 0.6);
            Chart.text(svg, WIDTH - RIGHT + 8, foot - 4, "start", "11", String.format(Locale.ROOT, "most %,.0f", most));
        }
        if (!labels.isEmpty()) {
            Chart.text(svg, LEFT, height - 10, "start", "11", labels.getFirst());
            Chart.text(svg, WIDTH - RIGHT, height - 10, "end", "11", labels.getLast());
        }
        return svg.append("</svg>\n").toString();
    }

    /**
     * Returns a point with its deviation for each thing, on one logarithmic scale.
     *
     * @param unit unit of the scale, for people
     */
    public String spreads(List<Spread> rows, String unit) {
        int height = TOP + rows.size() * SPREAD_ROW + BOTTOM;
        StringBuilder svg = open(height);
        double least = Math.floor(Math.log10(rows.stream().mapToDouble(Spread::mean).filter(RowChart::isShown).min().orElse(1)));
        double most = Math
                .ceil(Math.log10(rows.stream().filter(row -> isShown(row.mean())).mapToDouble(row -> row.mean() + row.deviation())
                        .max().orElse(10)));
        Scale scale = new Scale(least, Math.max(least + 1, most));
        for (double power = scale.least(); power <= scale.most(); power++) {
            double x = scale.x(Math.pow(10, power));
            svg.append(String.format(Locale.ROOT,
                    "<line class=\"scale\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#767676\" stroke-width=\"0.3\"/>\n",
                    x, x,
                    TOP, height - BOTTOM));
            Chart.text(svg, x, height - 10, "middle", "11",
                    (power < 0
                            ? Double.toString(Math.pow(10, power))
                            : String.format(Locale.ROOT, "%,.0f",
                                    Math.pow(10, power)))
                            + (power == scale.most() ? " " + unit : ""));
        }
        for (int i = 0; i < rows.size(); i++) {
            Spread row = rows.get(i);
            double y = TOP + (i + 0.5) * SPREAD_ROW;
            name(svg, row.name(), y + 4);
            if (isShown(row.mean())) {
                svg.append(String.format(Locale.ROOT,
                        "<line class=\"line-0\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                        scale.x(row.mean() - row.deviation()), scale.x(row.mean() + row.deviation()), y, y, COLOUR));
                svg.append(
                        String.format(Locale.ROOT, "<circle class=\"series-0\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n",
                                scale.x(row.mean()), y, COLOUR));
            }
            Chart.text(svg, WIDTH - RIGHT + 12, y + 4, "start", "11", row.label());
        }
        return svg.append("</svg>\n").toString();
    }

    /** Scale from one power of ten to another; values outside are drawn at the edge. */
    private record Scale(double least, double most) {
        double x(double value) {
            double power = value <= 0 ? least : Math.clamp(Math.log10(value), least, most);
            return LEFT + (WIDTH - LEFT - RIGHT) * (power - least) / (most - least);
        }
    }

    private static boolean isShown(double mean) {
        return mean > 0 && Double.isFinite(mean);
    }

    private StringBuilder open(int height) {
        StringBuilder svg = new StringBuilder();
        Chart.open(svg, WIDTH, height, title, description);
        Chart.text(svg, 16, 18, "start", "14", title);
        return svg;
    }

    private static void name(StringBuilder svg, String name, double y) {
        String shown = name.codePointCount(0, name.length()) <= MOST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, MOST_NAME - 1)) + "…";
        Chart.text(svg, LEFT - 10, y, "end", "12", shown);
    }

    private static void line(StringBuilder svg, String kind, double from, double to, double y, double width) {
        svg.append(String.format(Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#767676\" stroke-width=\"%.1f\"/>\n",
                kind, from, to,
                y, y, width));
    }
}
