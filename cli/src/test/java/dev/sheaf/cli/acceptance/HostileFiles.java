package dev.sheaf.cli.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import dev.sheaf.testkit.SampleDocuments;

/**
 * A collection of hostile files, and of good files with hostile names, made from a seed. Belongs to one thread.
 *
 * <p>Files of the extension {@code txt} that begin with {@code #} are orders to {@link HostileIndlet}.
 */
final class HostileFiles {

    /** Expected result of a file. */
    enum Expected {
        /** It has a record. */
        PUBLISHED,
        /** It has no record, and is named with the reason. */
        REFUSED,
        /** A reader may tolerate the damage: it has a record, or is named. */
        EITHER
    }

    /**
     * A file of the collection.
     *
     * @param path below the collection, with slashes
     */
    record Hostile(String path, Expected expected) {}

    /** Characters of text that a document may have; more are refused. */
    static final int MOST_CHARACTERS = 2_000_000;
    /** Bytes that a file may have; more are refused. */
    static final int MOST_BYTES = 8 << 20;

    private static final int BOMB = 32 << 20;
    private static final int DAMAGED = 15;
    private static final int CUT = 10;
    private static final int DIFFERENT_WORDS = 180_000;
    private static final int LOCAL_FLAGS = 6;
    private static final int CENTRAL_FLAGS = 8;

    private final Path root;
    private final Random random;
    private final String secret;
    private final String address;
    private final List<Hostile> files = new ArrayList<>();

    /**
     * Prepares a collection.
     *
     * @param root exists, and is empty
     * @param secret address of a file that nobody may read through a document
     * @param address of a web server that nobody may ask because of a document
     */
    HostileFiles(Path root, long seed, Path secret, String address) {
        this.root = root;
        this.random = new Random(seed);
        this.secret = secret.toUri().toString();
        this.address = address;
    }

    /** Writes all files, and returns what is expected of them. */
    List<Hostile> write() throws IOException {
        good();
        damaged();
        garbage();
        mislabelled();
        entities();
        nested();
        brokenPdfs();
        bombs();
        longLines();
        orders();
        names();
        return List.copyOf(files);
    }

    private void put(String path, byte[] content, Expected expected) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        files.add(new Hostile(path, expected));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String words(int number) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < number; i++) {
            words.append(Integer.toString(random.nextInt(1 << 20), 36)).append(i % 12 == 11 ? '\n' : ' ');
        }
        return words.toString();
    }

    /** Sound documents of each kind, by extension. */
    private Map<String, byte[]> sound(String word) {
        Map<String, byte[]> documents = new LinkedHashMap<>();
        documents.put("pdf", SampleDocuments.pdf("On " + word, "Ann Author", word + " " + words(200), words(200)));
        documents.put("docx", SampleDocuments.docx("On " + word, "Ann Author", word + " " + words(400)));
        documents.put("odt", SampleDocuments.odt("On " + word, "Ann Author", word + " " + words(400)));
        documents.put("epub", SampleDocuments.epub("On " + word, "Ann Author", word + " " + words(400)));
        return documents;
    }

    private void good() throws IOException {
        for (int i = 0; i < 8; i++) {
            for (Map.Entry<String, byte[]> document : sound("soundword" + i).entrySet()) {
                put("good/" + document.getKey() + i + "." + document.getKey(), document.getValue(), Expected.PUBLISHED);
            }
        }
    }

    private void damaged() throws IOException {
        for (Map.Entry<String, byte[]> document : sound("damaged").entrySet()) {
            String extension = document.getKey();
            byte[] whole = document.getValue();
            for (int i = 0; i < DAMAGED; i++) {
                byte[] flipped = whole.clone();
                for (int bit = 0; bit < 1 + i * i; bit++) {
                    flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
                }
                put("flipped/" + extension + i + "." + extension, flipped, Expected.EITHER);
            }
            for (int i = 0; i < CUT; i++) {
                put("cut/" + extension + i + "." + extension, Arrays.copyOf(whole, 64 + random.nextInt(whole.length - 100)),
                        Expected.REFUSED);
            }
            put("empty/" + extension + "." + extension, new byte[0], Expected.REFUSED);
        }
        byte[] zip = SampleDocuments.zip(Map.of("a.txt", words(500), "b.txt", words(500)));
        for (int i = 0; i < CUT; i++) {
            put("cut/zip" + i + ".zip", Arrays.copyOf(zip, 64 + random.nextInt(zip.length - 100)), Expected.REFUSED);
        }
        put("empty/text.txt", new byte[0], Expected.REFUSED);
        put("empty/page.html", new byte[0], Expected.REFUSED);
        put("locked/pdf.pdf", SampleDocuments.lockedPdf(), Expected.REFUSED);
        put("locked/docx.docx", locked(SampleDocuments.docx("Locked", "Nobody", words(50))), Expected.REFUSED);
    }

    /** Marks all entries of a zip archive as encrypted. */
    private static byte[] locked(byte[] zip) {
        byte[] marked = zip.clone();
        for (int i = 0; i < zip.length - 4; i++) {
            if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 3 && zip[i + 3] == 4) {
                marked[i + LOCAL_FLAGS] |= 1;
            } else if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 1 && zip[i + 3] == 2) {
                marked[i + CENTRAL_FLAGS] |= 1;
            }
        }
        return marked;
    }

    private void garbage() throws IOException {
        for (String extension : List.of("pdf", "docx", "odt", "epub", "xlsx", "pptx", "doc", "xls", "ppt", "rtf", "png", "html",
                "xml", "fb2", "sgml", "txt", "md", "zip", "unknown")) {
            byte[] noise = new byte[1 + random.nextInt(20_000)];
            random.nextBytes(noise);
            put("garbage/" + extension + "." + extension, noise, Expected.EITHER);
        }
    }

    private void mislabelled() throws IOException {
        byte[] page = utf8("<!DOCTYPE html><html><head><title>Log in</title></head><body>Please log in</body></html>");
        byte[] pdf = SampleDocuments.pdf("A", "B", words(20));
        put("mislabelled/page.pdf", page, Expected.REFUSED);
        put("mislabelled/page.docx", page, Expected.REFUSED);
        put("mislabelled/paper.docx", pdf, Expected.REFUSED);
        put("mislabelled/paper2.txt", pdf, Expected.REFUSED);
        put("mislabelled/paper3.png", pdf, Expected.REFUSED);
        put("mislabelled/text.png", utf8(words(20)), Expected.REFUSED);
        put("mislabelled/program.pdf", utf8("MZ\u0000\u0001" + words(200)), Expected.REFUSED);
        put("mislabelled/book.odt", SampleDocuments.epub("A", "B", words(20)), Expected.EITHER);
    }

    private static byte[] replaced(byte[] zip, String part, byte[] content) {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                parts.put(entry.getName(), in.readAllBytes());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        parts.put(part, content);
        return SampleDocuments.zipOfFiles(parts);
    }

    private static String laughs() {
        StringBuilder text = new StringBuilder("<?xml version='1.0'?><!DOCTYPE l [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 40; i++) {
            text.append("<!ENTITY a").append(i).append(" '").append(("&a" + (i - 1) + ";").repeat(10)).append("'>");
        }
        return text.append("]><l>&a39;</l>").toString();
    }

    private void entities() throws IOException {
        Map<String, String> documents = new LinkedHashMap<>();
        documents.put("laughs", laughs());
        documents.put("file", "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY x SYSTEM '" + secret + "'>]><l>&x;</l>");
        documents.put("web", "<?xml version='1.0'?><!DOCTYPE l SYSTEM '" + address + "/l.dtd' [<!ENTITY x SYSTEM '" + address
                + "/x'>]><l>&x;</l>");
        documents.put("parameter", "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY % p SYSTEM '" + address + "/p.dtd'> %p; "
                + "<!ENTITY % q SYSTEM '" + secret + "'> %q;]><l>text</l>");
        documents.put("included", "<?xml version='1.0'?><?xml-stylesheet href='" + address + "/x.xsl' type='text/xsl'?>"
                + "<l xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='" + secret + "' parse='text'/></l>");
        for (Map.Entry<String, String> document : documents.entrySet()) {
            byte[] content = utf8(document.getValue());
            for (String extension : List.of("xml", "svg", "fb2", "xhtml")) {
                put("entities/" + document.getKey() + "-" + extension + "." + extension, content, Expected.EITHER);
            }
            put("entities/" + document.getKey() + "-docx.docx",
                    replaced(SampleDocuments.docx("A", "B", "c"), "word/document.xml", content), Expected.EITHER);
            put("entities/" + document.getKey() + "-odt.odt",
                    replaced(SampleDocuments.odt("A", "B", "c"), "content.xml", content),
                    Expected.EITHER);
            put("entities/" + document.getKey() + "-epub.epub",
                    replaced(SampleDocuments.epub("A", "B", "c"), "book.opf", content),
                    Expected.EITHER);
        }
        put("entities/links.html", utf8("<html><head><base href='" + address + "/'><link rel='stylesheet' href='a.css'></head>"
                + "<body><img src='" + secret + "'><iframe src='" + address + "/frame'></iframe>words</body></html>"),
                Expected.PUBLISHED);
    }

    private void nested() throws IOException {
        put("nested/xml.xml", utf8("<a>".repeat(200_000) + "</a>".repeat(200_000)), Expected.EITHER);
        put("nested/html.html", utf8("<html><body>" + "<div><b>".repeat(100_000) + "words"), Expected.EITHER);
        put("nested/rtf.rtf", utf8("{\\rtf1 " + "{".repeat(200_000) + "words" + "}".repeat(200_000) + "}"), Expected.EITHER);
        byte[] archive = utf8("words");
        byte[] document = SampleDocuments.docx("Innermost", "A", "words");
        for (int i = 0; i < 60; i++) {
            archive = SampleDocuments.zipOfFiles(Map.of(i == 0 ? "a.txt" : "a.zip", archive));
            document = replaced(
                    replaced(SampleDocuments.docx("Level " + i, "A", "words"), "word/embeddings/inner.docx", document),
                    "word/_rels/document.xml.rels", utf8("<?xml version='1.0'?><Relationships "
                            + "xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='e1' "
                            + "Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/package' "
                            + "Target='embeddings/inner.docx'/></Relationships>"));
        }
        put("nested/zip.zip", archive, Expected.EITHER);
        put("nested/docx.docx", document, Expected.EITHER);
        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i < 20_000; i++) {
            many.put("../".repeat(i % 3) + i + ".txt", "");
        }
        put("nested/many.zip", SampleDocuments.zip(many), Expected.EITHER);
    }

    private static byte[] pdf(String trailer, Object... objects) {
        return SampleDocuments.pdf(Arrays.stream(objects)
                .map(object -> object instanceof byte[] bytes ? bytes : utf8(String.valueOf(object))).toList(), trailer);
    }

    private void brokenPdfs() throws IOException {
        String root1 = "/Root 1 0 R";
        String catalog = "<< /Type /Catalog /Pages 2 0 R >>";
        String pages = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";
        String page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> "
                + "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>";
        put("pdf/pages-in-a-circle.pdf", pdf(root1, catalog, "<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R 2 0 R] >>"),
                Expected.EITHER);
        put("pdf/untrue-count.pdf", pdf(root1, catalog, "<< /Type /Pages /Count 2147483647 /Kids [] >>"), Expected.EITHER);
        put("pdf/no-root.pdf", pdf("/Root 99 0 R", catalog, pages), Expected.EITHER);
        put("pdf/root-is-a-number.pdf", pdf(root1, "42", pages), Expected.EITHER);
        put("pdf/former-table-is-this-one.pdf", pdf(root1 + " /Prev 9", catalog, pages), Expected.EITHER);
        put("pdf/form-draws-itself.pdf", pdf(root1, catalog, pages, page, SampleDocuments.pdfStream(utf8("/X Do")),
                "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length 6 >>\n"
                        + "stream\n/X Do \nendstream"),
                Expected.EITHER);
        put("pdf/deep-arrays.pdf", pdf(root1, catalog, "<< /Type /Pages /Count 1 /Kids " + "[".repeat(100_000)
                + "]".repeat(100_000) + " >>"), Expected.EITHER);
        put("pdf/packed-zeros.pdf", pdf(root1, catalog, pages, page, SampleDocuments.pdfStream(new byte[BOMB])), Expected.EITHER);
        put("pdf/endless-text.pdf", pdf(root1, catalog, pages, page,
                SampleDocuments.pdfStream(utf8("BT /F 1 Tf " + "(words and words) Tj ".repeat(200_000) + "ET"))),
                Expected.EITHER);
        put("pdf/untrue-length.pdf", pdf(root1, catalog, pages, page, "<< /Length 2000000000 >>\nstream\nBT ET\nendstream"),
                Expected.EITHER);
        put("pdf/attachment-of-itself.pdf", pdf(root1,
                "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Kids [6 0 R] >> >> >>", pages, page,
                SampleDocuments.pdfStream(utf8("BT ET")), "null", "<< /Kids [6 0 R] >>"), Expected.EITHER);
    }

    /** Returns a large document of one element that has nothing but one character. */
    private static byte[] bomb(char filling, String start, String end) {
        byte[] bomb = new byte[BOMB];
        Arrays.fill(bomb, (byte) filling);
        System.arraycopy(utf8(start), 0, bomb, 0, start.length());
        System.arraycopy(utf8(end), 0, bomb, BOMB - end.length(), end.length());
        return bomb;
    }

    private void bombs() throws IOException {
        byte[] plain = bomb('a', "<a>", "</a>");
        put("bombs/docx.docx",
                replaced(SampleDocuments.docx("A", "B", "c"), "word/document.xml", bomb(' ', "<a>", "</a>")), Expected.EITHER);
        put("bombs/odt.odt", replaced(SampleDocuments.odt("A", "B", "c"), "content.xml", plain), Expected.EITHER);
        put("bombs/epub.epub", replaced(SampleDocuments.epub("A", "B", "c"), "c1.xhtml",
                bomb('a', "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>", "</p></body></html>")), Expected.REFUSED);
        put("bombs/zip.zip", SampleDocuments.zipOfFiles(Map.of("a.xml", plain)), Expected.EITHER);
        put("bombs/large.txt", Arrays.copyOf(plain, MOST_BYTES + 1), Expected.REFUSED);
    }

    private void longLines() throws IOException {
        // Published up to the bound; the records say so.
        put("lines/text.txt", utf8("word ".repeat(MOST_CHARACTERS / 4)), Expected.PUBLISHED);
        put("lines/page.html", utf8("<html><body>" + "word ".repeat(MOST_CHARACTERS / 4)), Expected.PUBLISHED);
        put("lines/one-word.txt", utf8("w".repeat(MOST_CHARACTERS - 1_000)), Expected.PUBLISHED);
        // Its description is published; its index is larger than a record may be with a small heap, which is named.
        put("lines/different-words.txt", utf8(IntStream.range(0, DIFFERENT_WORDS).mapToObj(i -> "w" + Integer.toString(i, 36))
                .collect(Collectors.joining(" "))), Expected.PUBLISHED);
        put("lines/attribute.html", utf8("<html><body title='" + "x".repeat(3_000_000) + "'>words"), Expected.EITHER);
        put("lines/metadata.html", utf8("<html><head><title>" + "t".repeat(1_000_000) + "</title>"
                + "<meta name='DC.Creator' content='c'>".repeat(20_000) + "</head><body>words"), Expected.PUBLISHED);
        put("lines/controls.txt", utf8("words\u0000\u0001\u001b[31mred\ufffe\ud800 more\u202e words"), Expected.EITHER);
    }

    private void orders() throws IOException {
        for (String order : HostileIndlet.ORDERS) {
            for (int i = 0; i < 2; i++) {
                put("orders/" + order + i + ".txt", utf8("#" + order + "\n" + words(10)), Expected.REFUSED);
            }
        }
    }

    private void names() throws IOException {
        List<String> names = List.of("line\nbreak", "tab\there", "\u001b[31mred\u0007", "quote\"'`", "<script>alert(1)</script>",
                "\u202etxt.exe", "e\u0301\u0302", "\ud83d\ude00", "-rf", " blank ", "%00%2e%2e%2f", "a..b", "q?x=1#y",
                "$(reboot)",
                ";ls", "back\\slash", "l".repeat(240), "a&amp;b", "c:colon", "star*", "{brace}", "~tilde", "ä".repeat(100));
        int number = 0;
        for (String name : names) {
            number++;
            try {
                put("names/" + number + name + ".txt", utf8("good words in a file with a name"), Expected.PUBLISHED);
            } catch (InvalidPathException _) {
                // The file system of this machine has no such names.
            }
        }
        StringBuilder deep = new StringBuilder("names/");
        for (int i = 0; i < 60; i++) {
            deep.append('d').append(i).append('/');
        }
        put(deep + "deep.txt", utf8("good words"), Expected.PUBLISHED);
        put("names/" + ("ü".repeat(110) + "/").repeat(7) + "long.txt", utf8("good words"), Expected.REFUSED);
    }
}
