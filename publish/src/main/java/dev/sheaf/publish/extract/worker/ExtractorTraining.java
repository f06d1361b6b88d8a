package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.RefusedDocumentException;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Main class of a process that reads one small document of each usual kind and ends. The launcher runs it after a build, while Java records the
 * classes of the extractor, so that later processes start sooner.
 */
public final class ExtractorTraining {

    /** Text of each sample. */
    static final String TEXT = "Sheaf reads documents";

    private static final int CHARACTERS = 1 << 20;
    private static final int EMBEDDED = 10;

    private ExtractorTraining() {}

    /**
     * Reads the samples.
     *
     * @throws IOException if a sample cannot be written
     * @throws RefusedDocumentException if a sample cannot be read
     */
    public static void main(String[] arguments) throws IOException, RefusedDocumentException {
        ExtractorMain.LOGGING.forEach(System::setProperty);
        NoNetwork.install();
        BundledFont.install();
        Path folder = Files.createTempDirectory("sheaf-training-");
        try {
            read(folder);
        } finally {
            for (String name : samples().keySet()) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder);
        }
    }

    /** Writes the samples into an existing folder and returns what is read of them. */
    static List<ExtractedText> read(Path folder) throws IOException, RefusedDocumentException {
        TikaExtractor extractor = new TikaExtractor(CHARACTERS, EMBEDDED);
        List<ExtractedText> texts = new ArrayList<>();
        for (Map.Entry<String, Sample> sample : samples().entrySet()) {
            Path file = folder.resolve(sample.getKey());
            try (OutputStream out = Files.newOutputStream(file)) {
                sample.getValue().write(out);
            }
            texts.add(extractor.extract(new Document(file, sample.getKey())));
        }
        return texts;
    }

    /** Writer of a document. */
    @FunctionalInterface
    private interface Sample {
        void write(OutputStream out) throws IOException;
    }

    private static Map<String, Sample> samples() {
        Map<String, Sample> samples = new LinkedHashMap<>();
        samples.put("sample.txt", plain(TEXT));
        samples.put("sample.html",
                plain("<!DOCTYPE html><html><head><title>" + TEXT + "</title></head><body><p>" + TEXT + "</p></body></html>"));
        samples.put("sample.xml", plain("<?xml version=\"1.0\"?><text><p>" + TEXT + "</p></text>"));
        samples.put("sample.rtf", plain("{\\rtf1\\ansi " + TEXT + "\\par}"));
        samples.put("sample.pdf", ExtractorTraining::pdf);
        samples.put("sample.docx", ExtractorTraining::docx);
        samples.put("sample.odt", ExtractorTraining::odt);
        samples.put("sample.epub", ExtractorTraining::epub);
        return samples;
    }

    private static Sample plain(String content) {
        return out -> out.write(content.getBytes(UTF_8));
    }

    private static void pdf(OutputStream out) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            document.getDocumentInformation().setTitle(TEXT);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                content.newLineAtOffset(72, 720);
                content.showText(TEXT);
                content.endText();
            }
            document.save(out);
        }
    }

    private static void docx(OutputStream out) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                + "<Override PartName=\"/word/document.xml\" ContentType="
                + "\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>");
        parts.put("_rels/.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\""
                        + " Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\""
                        + " Target=\"word/document.xml\"/></Relationships>");
        parts.put("word/document.xml",
                "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>"
                        + TEXT + "</w:t></w:r></w:p></w:body></w:document>");
        zip(out, parts);
    }

    private static void odt(OutputStream out) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("mimetype", "application/vnd.oasis.opendocument.text");
        parts.put("content.xml", "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
                + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text><text:p>" + TEXT
                + "</text:p></office:text></office:body></office:document-content>");
        zip(out, parts);
    }

    private static void epub(OutputStream out) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("mimetype", "application/epub+zip");
        parts.put("META-INF/container.xml",
                "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>"
                        + "<rootfile full-path=\"content.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>");
        parts.put("content.opf", "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"2.0\" unique-identifier=\"id\">"
                + "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>" + TEXT + "</dc:title></metadata>"
                + "<manifest><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>"
                + "<spine><itemref idref=\"a\"/></spine></package>");
        parts.put("a.xhtml", "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>" + TEXT + "</p></body></html>");
        zip(out, parts);
    }

    /** Writes a zip; a part {@code mimetype} is not compressed, as OpenDocument and EPUB ask for. */
    private static void zip(OutputStream out, Map<String, String> parts) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        for (Map.Entry<String, String> part : parts.entrySet()) {
            byte[] bytes = part.getValue().getBytes(UTF_8);
            ZipEntry entry = new ZipEntry(part.getKey());
            if (part.getKey().equals("mimetype")) {
                CRC32 sum = new CRC32();
                sum.update(bytes);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(bytes.length);
                entry.setCrc(sum.getValue());
            }
            zip.putNextEntry(entry);
            zip.write(bytes);
            zip.closeEntry();
        }
        zip.finish();
    }
}
