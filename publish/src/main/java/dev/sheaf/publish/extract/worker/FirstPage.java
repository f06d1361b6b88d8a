package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** The lines of the first page of a PDF with the sizes of their type. Used once. */
final class FirstPage extends PDFTextStripper {

    /** Type that is smaller by this factor than that of its line is raised or lowered: a mark of a footnote or an affiliation. */
    private static final float MARK = 0.78f;
    /** A gap of so many times the size of the type divides columns, such as names of authors side by side. */
    private static final float COLUMN_GAP = 1.1f;
    private static final int MOST_LINES = 400;

    /**
     * A line.
     *
     * @param columns its parts, from left to right
     * @param size of most of its type, in points
     * @param top distance from the upper edge of the page, as a share of the height
     * @param y distance from the upper edge, in points
     */
    record Line(List<String> columns, float size, float top, float y) {

        String text() {
            return String.join(" ", columns);
        }
    }

    /** Ligatures of TeX's fonts, which are control characters in PDFs that do not say what their glyphs mean. */
    private static final Map<Character, String> LIGATURES = Map.of('\u000b', "ff", '\u000c', "fi", '\r', "fl", '\u000e', "ffi",
            '\u000f',
            "ffl", '\u001b', "ff", '\u001c', "fi", '\u001d', "fl", '\u001e', "ffi", '\u001f', "ffl");

    private final List<Line> lines = new ArrayList<>();
    private final List<TextPosition> glyphs = new ArrayList<>();
    private final List<Integer> wordStarts = new ArrayList<>();

    private FirstPage() {
        setSortByPosition(true);
        setStartPage(1);
        setEndPage(1);
    }

    /** Returns the lines, from top to bottom. Turned text, such as a stamp at the edge, is left out. */
    static List<Line> of(PDDocument document) throws IOException {
        FirstPage page = new FirstPage();
        try {
            page.getText(document);
        } catch (IOException | RuntimeException failure) {
            if (page.lines.isEmpty()) {
                throw failure;
            }
        }
        page.endLine();
        return page.lines;
    }

    @Override
    protected void processTextPosition(TextPosition text) {
        if (text.getDir() == 0) {
            super.processTextPosition(text);
        }
    }

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
        wordStarts.add(glyphs.size());
        glyphs.addAll(positions);
    }

    @Override
    protected void writeLineSeparator() {
        endLine();
    }

    @Override
    protected void writeParagraphEnd() {
        endLine();
    }

    private void endLine() {
        if (!glyphs.isEmpty() && lines.size() < MOST_LINES) {
            float size = usualSize();
            List<String> columns = columns(size);
            if (!columns.isEmpty()) {
                TextPosition first = glyphs.getFirst();
                lines.add(new Line(columns, size, first.getYDirAdj() / Math.max(1, first.getPageHeight()), first.getYDirAdj()));
            }
        }
        glyphs.clear();
        wordStarts.clear();
    }

    private static float size(TextPosition glyph) {
        float size = glyph.getFontSizeInPt();
        // Type 3 fonts have a size of their own unit.
        return size > 2 ? size : Math.max(size, glyph.getYScale());
    }

    private float usualSize() {
        Map<Float, Integer> sizes = new HashMap<>();
        for (TextPosition glyph : glyphs) {
            if (!glyph.getUnicode().isBlank()) {
                sizes.merge(Math.round(size(glyph) * 2) / 2f, 1, Integer::sum);
            }
        }
        return sizes.entrySet().stream()
                .max(Map.Entry.<Float, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).orElse(0f);
    }

    private List<String> columns(float size) {
        List<String> columns = new ArrayList<>();
        StringBuilder column = new StringBuilder();
        float end = Float.NaN;
        for (int i = 0; i < glyphs.size(); i++) {
            TextPosition glyph = glyphs.get(i);
            boolean beginsWord = wordStarts.contains(i);
            if (beginsWord && !column.isEmpty()) {
                if (glyph.getXDirAdj() - end > COLUMN_GAP * size) {
                    add(columns, column);
                } else {
                    column.append(' ');
                }
            }
            end = glyph.getXDirAdj() + glyph.getWidthDirAdj();
            if (size(glyph) >= MARK * size) {
                String text = glyph.getUnicode();
                column.append(text.length() == 1 ? LIGATURES.getOrDefault(text.charAt(0), text) : text);
            } else if (!column.isEmpty()) {
                // A mark ends a word.
                column.append(' ');
            }
        }
        add(columns, column);
        return columns;
    }

    private void add(List<String> columns, StringBuilder column) {
        String text = java.text.Normalizer.normalize(column, java.text.Normalizer.Form.NFKC).replaceAll("\\s+", " ").strip();
        if (!text.isEmpty()) {
            columns.add(text);
        }
        column.setLength(0);
    }
}
