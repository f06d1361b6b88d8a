package dev.sheaf.platform.web.watch;

import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.watch.VerdictText;

/** A verdict as a picture for the pages of the repository (SVG, 20 pixels high). Stateless. */
final class Badge {

    private static final String LABEL = "OAI-PMH 2.0";
    private static final int HEIGHT = 20;
    /** Width of a letter at font size 11, on average; {@code textLength} makes every font fit. */
    private static final double LETTER = 6.4;
    private static final int PADDING = 7;

    private Badge() {}

    static byte[] of(VerdictText verdict) {
        int left = width(LABEL);
        int right = width(verdict.text());
        ElementWriter svg = new ElementWriter();
        svg.start("svg").attribute("xmlns", "http://www.w3.org/2000/svg").attribute("width", String.valueOf(left + right))
                .attribute("height", String.valueOf(HEIGHT)).attribute("role", "img")
                .attribute("aria-label", LABEL + ": " + verdict.text());
        svg.start("title").text(LABEL + ": " + verdict.text()).end();
        rectangle(svg, 0, left, "#3d3d3d");
        rectangle(svg, left, right, colour(verdict));
        svg.start("g").attribute("fill", "#ffffff").attribute("font-family", "Verdana,Geneva,DejaVu Sans,sans-serif")
                .attribute("font-size", "11");
        text(svg, LABEL, 0, left);
        text(svg, verdict.text(), left, right);
        return svg.end().end().document();
    }

    private static int width(String text) {
        return (int) Math.ceil(text.length() * LETTER) + 2 * PADDING;
    }

    /** Dark enough for white letters (contrast of 4.5 and more). */
    private static String colour(VerdictText verdict) {
        return switch (verdict) {
            case CONFORMANT -> "#2b6a30";
            case NOT_CONFORMANT -> "#a3261f";
            case OUTDATED, NOT_JUDGED -> "#5f6368";
        };
    }

    private static void rectangle(ElementWriter svg, int x, int width, String colour) {
        svg.start("rect").attribute("x", String.valueOf(x)).attribute("width", String.valueOf(width))
                .attribute("height", String.valueOf(HEIGHT)).attribute("fill", colour).end();
    }

    private static void text(ElementWriter svg, String text, int x, int width) {
        svg.start("text").attribute("x", String.valueOf(x + PADDING)).attribute("y", "14")
                .attribute("textLength", String.valueOf(width - 2 * PADDING)).text(text).end();
    }
}
