package dev.sheaf.publish;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.jspecify.annotations.Nullable;

/** Small documents of many kinds, made when they are needed. */
public final class SampleFiles {

    private SampleFiles() {}

    /** Returns a PDF of one page for each text, with title and author. */
    public static byte[] pdf(String title, String author, String... pages) {
        return protectedPdf(title, author, null, pages);
    }

    private static byte[] protectedPdf(String title, String author, @Nullable String password, String... pages) {
        try (PDDocument document = new PDDocument(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.getDocumentInformation().setTitle(title);
            document.getDocumentInformation().setAuthor(author);
            for (String text : pages) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(50, 700);
                    content.showText(text);
                    content.endText();
                }
            }
            if (password != null) {
                document.protect(new StandardProtectionPolicy("owner", password, new AccessPermission()));
            }
            document.save(out);
            return out.toByteArray();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns a PDF that opens with a password only. */
    public static byte[] lockedPdf() {
        return protectedPdf("Locked", "Nobody", "open sesame", "nothing to see");
    }

    /** Returns a file archive; a part named {@code mimetype} is stored unpacked, as EPUB and OpenDocument want it. */
    public static byte[] zip(Map<String, String> parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                byte[] content = part.getValue().getBytes(StandardCharsets.UTF_8);
                ZipEntry entry = new ZipEntry(part.getKey());
                if (part.getKey().equals("mimetype")) {
                    CRC32 sum = new CRC32();
                    sum.update(content);
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(content.length);
                    entry.setCrc(sum.getValue());
                }
                out.putNextEntry(entry);
                out.write(content);
                out.closeEntry();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /** Returns a document of Word. */
    public static byte[] docx(String title, String author, String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", """
                <?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
                <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
                <Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml"
                ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
                <Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
                </Types>""");
        parts.put("_rels/.rels",
                """
                        <?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
                        <Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
                        Target="word/document.xml"/><Relationship Id="r2"
                        Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
                        Target="docProps/core.xml"/></Relationships>""");
        parts.put("docProps/core.xml",
                """
                        <?xml version="1.0" encoding="UTF-8"?><cp:coreProperties
                        xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
                        xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>%s</dc:title><dc:creator>%s</dc:creator></cp:coreProperties>"""
                        .formatted(title, author));
        parts.put("word/document.xml", """
                <?xml version="1.0" encoding="UTF-8"?><w:document
                xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p>
                </w:body></w:document>""".formatted(text));
        return zip(parts);
    }

    /** Returns a text document of OpenDocument. */
    public static byte[] odt(String title, String author, String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("mimetype", "application/vnd.oasis.opendocument.text");
        parts.put("META-INF/manifest.xml", """
                <?xml version="1.0" encoding="UTF-8"?><manifest:manifest
                xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/"
                manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>""");
        parts.put("meta.xml", """
                <?xml version="1.0" encoding="UTF-8"?><office:document-meta
                xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
                <office:meta><dc:title>%s</dc:title><dc:creator>%s</dc:creator><dc:language>de-AT</dc:language></office:meta>
                </office:document-meta>""".formatted(title, author));
        parts.put("content.xml", """
                <?xml version="1.0" encoding="UTF-8"?><office:document-content
                xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
                xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>%s</text:p>
                </office:text></office:body></office:document-content>""".formatted(text));
        return zip(parts);
    }

    /** Returns an electronic book. */
    public static byte[] epub(String title, String author, String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("mimetype", "application/epub+zip");
        parts.put("META-INF/container.xml", """
                <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
                <rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>""");
        parts.put("book.opf", """
                <?xml version="1.0"?><package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="id"><metadata
                xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>%s</dc:title><dc:creator>%s</dc:creator>
                <dc:language>en</dc:language><dc:identifier id="id">urn:isbn:9780000000002</dc:identifier></metadata><manifest>
                <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/></spine>
                </package>""".formatted(title, author));
        parts.put("c1.xhtml", """
                <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter</title></head><body><p>%s</p>
                </body></html>""".formatted(text));
        return zip(parts);
    }

    /** Returns bytes of a text. */
    public static byte[] text(String... lines) {
        return String.join("\n", List.of(lines)).getBytes(StandardCharsets.UTF_8);
    }
}
