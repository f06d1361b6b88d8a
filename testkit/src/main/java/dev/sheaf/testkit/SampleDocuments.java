package dev.sheaf.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small documents of many kinds, made when they are needed. Stateless. */
public final class SampleDocuments {

    /** First object of a page: catalog, pages, font and information come before. */
    private static final int FIRST_PAGE = 5;
    /** Keys of the standard security handler, which fit no password. */
    private static final String LOCK = "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + "4f".repeat(32) + "> /U <"
            + "55".repeat(32) + "> >> /ID [<" + "1d".repeat(16) + "> <" + "1d".repeat(16) + ">]";

    private SampleDocuments() {}

    /**
     * Returns a PDF with title and author.
     *
     * @param pages text of each page, in Latin-1; a line feed begins a line
     */
    public static byte[] pdf(String title, String author, String... pages) {
        return pdf(title, author, "", List.of(pages));
    }

    /** Returns a PDF that no password opens. */
    public static byte[] lockedPdf() {
        return pdf("Locked", "Nobody", LOCK, List.of("nothing to see"));
    }

    private static byte[] pdf(String title, String author, String lock, List<String> pages) {
        List<byte[]> objects = new ArrayList<>();
        StringBuilder kids = new StringBuilder();
        for (int i = 0; i < pages.size(); i++) {
            kids.append(FIRST_PAGE + 2 * i).append(" 0 R ");
        }
        objects.add(latin("<< /Type /Catalog /Pages 2 0 R >>"));
        objects.add(latin("<< /Type /Pages /Count " + pages.size() + " /Kids [" + kids + "] >>"));
        objects.add(latin("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"));
        objects.add(latin("<< /Title " + literal(title) + " /Author " + literal(author) + " >>"));
        for (int i = 0; i < pages.size(); i++) {
            objects.add(latin("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
                    + " /Contents " + (FIRST_PAGE + 2 * i + 1) + " 0 R >>"));
            objects.add(pdfStream(content(pages.get(i))));
        }
        return pdf(objects, "/Root 1 0 R /Info 4 0 R " + lock);
    }

    /**
     * Returns a PDF of any objects, sound or not.
     *
     * @param objects numbered from 1
     * @param trailer entries of the trailer, without its size
     */
    public static byte[] pdf(List<byte[]> objects, String trailer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(latin("%PDF-1.4\n"));
        StringBuilder places = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.size(); i++) {
            places.append("%010d 00000 n \n".formatted(out.size()));
            out.writeBytes(latin((i + 1) + " 0 obj\n"));
            out.writeBytes(objects.get(i));
            out.writeBytes(latin("\nendobj\n"));
        }
        int table = out.size();
        out.writeBytes(latin("xref\n0 " + (objects.size() + 1) + "\n" + places + "trailer\n<< /Size " + (objects.size() + 1)
                + " " + trailer + " >>\nstartxref\n" + table + "\n%%EOF\n"));
        return out.toByteArray();
    }

    private static byte[] content(String text) {
        StringBuilder commands = new StringBuilder("BT /F1 10 Tf 12 TL 50 740 Td\n");
        text.lines().forEach(line -> commands.append(literal(line)).append(" Tj T*\n"));
        return latin(commands.append("ET").toString());
    }

    /** Returns a packed stream as an object of a PDF. */
    public static byte[] pdfStream(byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        object.writeBytes(latin("<< /Filter /FlateDecode /Length " + packed.size() + " >>\nstream\n"));
        object.writeBytes(packed.toByteArray());
        object.writeBytes(latin("\nendstream"));
        return object.toByteArray();
    }

    private static String literal(String text) {
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")";
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns a zip archive of texts; a part named {@code mimetype} is stored unpacked, as EPUB and OpenDocument want it. */
    public static byte[] zip(Map<String, String> parts) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        parts.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return zipOfFiles(files);
    }

    /** Returns a zip archive like {@link #zip}, of any files. */
    public static byte[] zipOfFiles(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                byte[] content = file.getValue();
                ZipEntry entry = new ZipEntry(file.getKey());
                if (file.getKey().equals("mimetype")) {
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
