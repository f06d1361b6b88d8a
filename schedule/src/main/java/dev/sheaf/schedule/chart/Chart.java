package dev.sheaf.schedule.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Chart of few values over labelled places, as bars or as lines. All text is escaped. The chart has its own colours for use in files, and
 * classes (paper, scale, series-0, line-0 …) by which the style sheet of a page can change them. Immutable; a picture is created at each
 * call.
 *
 * @param title title of the chart
 * @param description description in a sentence or two, for readers who cannot see it
 * @param labels labels of the places from left to right
 * @param series one or more series
 * @param most upper end of the scale, greater than 0
 */
public record Chart(String title, String description, List<String> labels, List<Series> series, double most) {

    /** Values of one thing, one for each label. */
    public record Series(String name, List<Double> values) {

        public Series {
            values = List.copyOf(values);
        }
    }

    private static final int WIDTH = 720;
    private static final int HEIGHT = 320;
    private static final int LEFT = 56;
    private static final int RIGHT = 16;
    private static final int TOP = 44;
    private static final int BOTTOM = 56;
    private static final int LINES = 4;
    private static final int MOST_LABELS = 12;
    /** Colours that people with red-green colour blindness can distinguish, also in print. */
    private static final List<String> COLOURS = List.of("#0b5fa5", "#c45500", "#2e7d32", "#6a1b9a");
    private static final List<String> DASHES = List.of("none", "7 4", "2 3", "9 3 2 3");

    /** Checks that there is something to show. */
    public Chart {
        labels = List.copyOf(labels);
        series = List.copyOf(series);
        if (series.isEmpty() || !(most > 0)) {
            throw new IllegalArgumentException("a chart needs a series and a scale greater than 0");
        }
        for (Series one : series) {
            if (one.values().size() != labels.size()) {
                throw new IllegalArgumentException(
                        "each label needs a value: " + one.name() + " has " + one.values().size() + " for "
                                + labels.size());
            }
        }
    }

    private interface Marks {
        void draw(StringBuilder svg, int place, Series series);
    }

    /** Returns a picture with bars side by side. */
    public String bars() {
        double slot = plotWidth() / (double) Math.max(1, labels.size());
        double bar = slot * 0.8 / series.size();
        return picture((svg, place, one) -> {
            for (int i = 0; i < labels.size(); i++) {
                double y = y(one.values().get(i));
                svg.append(String.format(Locale.ROOT,
                        "<rect class=\"series-%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                        place % COLOURS.size(),
                        LEFT + i * slot + slot * 0.1 + place * bar, y, bar, Math.max(0, HEIGHT - BOTTOM - y), colour(place)));
            }
        });
    }

    /** Returns a picture with lines. */
    public String lines() {
        return picture((svg, place, one) -> {
            List<String> points = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) {
                points.add(String.format(Locale.ROOT, "%.1f,%.1f", x(i), y(one.values().get(i))));
            }
            svg.append("<polyline class=\"line-").append(place % COLOURS.size()).append("\" fill=\"none\" stroke=\"")
                    .append(colour(place))
                    .append("\" stroke-width=\"2\" stroke-dasharray=\"")
                    .append(DASHES.get(place % DASHES.size())).append("\" points=\"").append(String.join(" ", points))
                    .append("\"/>\n");
        });
    }

    private static String colour(int place) {
        return COLOURS.get(place % COLOURS.size());
    }

    private static int plotWidth() {
        return WIDTH - LEFT - RIGHT;
    }

    private double x(int label) {
        return LEFT + plotWidth() * (label + 0.5) / Math.max(1, labels.size());
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * Math.clamp(value / most, 0, 1);
    }

    private String picture(Marks marks) {
        StringBuilder svg = new StringBuilder();
        open(svg, WIDTH, HEIGHT, title, description);
        text(svg, LEFT, 18, "start", "14", title);
        for (int i = 0; i <= LINES; i++) {
            double value = most * i / LINES;
            double y = y(value);
            svg.append(String.format(Locale.ROOT,
                    "<line class=\"scale\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#767676\" stroke-width=\"%s\"/>\n",
                    LEFT, WIDTH - RIGHT, y, y, i == 0 ? "1" : "0.3"));
            text(svg, LEFT - 6, y + 4, "end", "12", number(value));
        }
        int step = Math.max(1, (labels.size() + MOST_LABELS - 1) / MOST_LABELS);
        for (int i = 0; i < labels.size(); i += step) {
            text(svg, x(i), HEIGHT - BOTTOM + 18, "middle", "11", labels.get(i));
        }
        for (int place = 0; place < series.size(); place++) {
            marks.draw(svg, place, series.get(place));
            int x = LEFT + place * plotWidth() / series.size();
            svg.append("<rect class=\"series-").append(place % COLOURS.size()).append("\" x=\"").append(x).append("\" y=\"")
                    .append(HEIGHT - 18)
                    .append("\" width=\"12\" height=\"12\" fill=\"")
                    .append(colour(place)).append("\"/>\n");
            text(svg, x + 18, HEIGHT - 8, "start", "12", series.get(place).name());
        }
        return svg.append("</svg>\n").toString();
    }

    private static String number(double value) {
        return value >= 10 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Writes the beginning of a picture: its size, its texts and its background. */
    static void open(StringBuilder svg, int width, int height, String title, String description) {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ").append(width).append(' ').append(height)
                .append("\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n<title>").append(escape(title))
                .append("</title>\n<desc>").append(escape(description)).append("</desc>\n<rect class=\"paper\" width=\"")
                .append(width)
                .append("\" height=\"").append(height).append("\" fill=\"#ffffff\"/>\n");
    }

    /** Writes a text. */
    static void text(StringBuilder svg, double x, double y, String anchor, String size, String words) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%s\" fill=\"#1a1a1a\">",
                x, y, anchor, size))
                .append(escape(words)).append("</text>\n");
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                // XML forbids all other control characters.
                default -> escaped.appendCodePoint(c < ' ' || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF ? ' ' : c);
            }
        });
        return escaped.toString();
    }
}
