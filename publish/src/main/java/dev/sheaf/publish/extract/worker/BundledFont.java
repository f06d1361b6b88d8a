package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.InputStream;

import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;

/**
 * The font of PDFBox, in place of every font that a PDF does not hold. PDFBox would read all fonts of the machine instead, and leave a list of them
 * in the home of the user; and the text of a document, whose spaces depend on the widths of letters, would differ from machine to machine.
 */
final class BundledFont implements FontMapper {

    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

    private final TrueTypeFont font;

    private BundledFont(TrueTypeFont font) {
        this.font = font;
    }

    /** Makes it the only one of this process. */
    static void install() throws IOException {
        try (InputStream file = PDFont.class.getResourceAsStream(FONT)) {
            if (file == null) {
                throw new IOException("the program lacks the font " + FONT);
            }
            FontMappers.set(new BundledFont(new TTFParser().parse(new RandomAccessReadBuffer(file))));
        }
    }

    @Override
    public FontMapping<TrueTypeFont> getTrueTypeFont(String baseFont, PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    public FontMapping<FontBoxFont> getFontBoxFont(String baseFont, PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    public CIDFontMapping getCIDFont(String baseFont, PDFontDescriptor descriptor, PDCIDSystemInfo system) {
        return new CIDFontMapping(null, font, true);
    }
}
