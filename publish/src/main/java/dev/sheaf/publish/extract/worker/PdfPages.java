package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;

/** The text of a PDF of which some pages are damaged: what can be read of each page. Used once. */
final class PdfPages extends PDFTextStripper {

    private static final int MOST_NAMED = 20;

    private final int mostCharacters;
    private final List<Integer> damaged = new ArrayList<>();
    private int number;
    private int pages;
    private boolean cut;

    private PdfPages(int mostCharacters) {
        this.mostCharacters = mostCharacters;
    }

    /**
     * The readable part of a document.
     *
     * @param text of all pages
     * @param remark sentence on what could not be read
     */
    record Partly(String text, String remark) {}

    /**
     * Reads a document page by page.
     *
     * @param reason why it could not be read as a whole
     * @throws IOException when none of it can be read
     */
    static Partly read(Path file, int mostCharacters, String reason) throws IOException {
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            PdfPages stripper = new PdfPages(mostCharacters);
            StringBuilder text = new StringBuilder();
            stripper.pages = document.getNumberOfPages();
            for (stripper.number = 1; stripper.number <= stripper.pages && text.length() < mostCharacters; stripper.number++) {
                stripper.setStartPage(stripper.number);
                stripper.setEndPage(stripper.number);
                try {
                    text.append(stripper.getText(document));
                } catch (IOException | RuntimeException _) {
                    stripper.note();
                }
            }
            if (text.toString().isBlank()) {
                throw new IOException(reason);
            }
            stripper.cut = text.length() >= mostCharacters;
            return new Partly(text.substring(0, Math.min(text.length(), mostCharacters)), stripper.remark(reason));
        }
    }

    private void note() {
        if (damaged.isEmpty() || damaged.getLast() != number) {
            damaged.add(number);
        }
    }

    private String remark(String reason) {
        String which = damaged.isEmpty()
                ? "the text of its pages"
                : (damaged.size() == 1 ? "page " : "pages ")
                        + damaged.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "))
                        + (damaged.size() > MOST_NAMED ? " and others" : "") + " of " + pages;
        return "partly read: " + (damaged.isEmpty() ? which + " alone" : which + " cannot be read whole") + " (" + reason + ")"
                + (cut ? "; " + TikaExtractor.cut(mostCharacters) : "");
    }

    /** Keeps what a page says before the place at which it is damaged. */
    @Override
    public void processPage(PDPage page) throws IOException {
        try {
            super.processPage(page);
        } catch (IOException | RuntimeException _) {
            note();
            writePage();
            endPage(page);
        }
    }
}
