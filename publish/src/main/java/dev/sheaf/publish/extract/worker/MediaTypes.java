package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import org.apache.tika.detect.DefaultDetector;
import org.apache.tika.detect.Detector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeTypes;

import dev.sheaf.publish.extract.RefusedDocumentException;

/** Media types by content and by name. Not thread-safe. */
final class MediaTypes {

    private static final MediaType PDF = MediaType.application("pdf");
    private static final MediaType RTF = MediaType.application("rtf");
    private static final MediaType SGML = MediaType.text("sgml");
    /** Texts for machines, which nobody looks for by their words. */
    private static final Set<String> PROGRAMS = Set.of("text/css", "text/javascript", "application/javascript",
            "application/x-javascript");
    /** Families of types whose content is recognised by its first bytes: text under such a name is something else. */
    private static final Set<String> RECOGNISABLE = Set.of("image", "audio", "video");

    /** Readers look for the beginning of a PDF in its first bytes (ISO 32000-1, appendix H). */
    private static final int PDF_HEADER = 1 << 10;
    /** A web page names its document type or its outermost element within so many bytes. */
    private static final int HTML_HEADER = 1 << 10;

    private static final int READABLE = 4 << 20;
    private static final Pattern PDF_END = Pattern.compile("startxref\\s+\\d+\\s+%%EOF\\s*$");

    private final MimeTypes known = MimeTypes.getDefaultMimeTypes();
    private final Detector detector = new DefaultDetector(known);

    MediaTypeRegistry registry() {
        return known.getMediaTypeRegistry();
    }

    /**
     * Returns the type of a content.
     *
     * @throws RefusedDocumentException when the name promises something else
     */
    MediaType of(TikaInputStream in, String name) throws IOException, RefusedDocumentException {
        Metadata named = new Metadata();
        named.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        MediaType byName = known.detect(null, named).getBaseType();
        MediaType byContent = detector.detect(in, new Metadata()).getBaseType();
        if (isPdf(byName) && !isPdf(byContent) && beginsLikePdf(in)) {
            // Some printers send lines of their own before the document.
            return PDF;
        }
        if (byName.equals(SGML) && byContent.equals(MediaType.TEXT_HTML) && !beginsLikeHtml(in)) {
            // An element named title at the beginning is enough for the detector to take any markup for HTML.
            return SGML;
        }
        if (isText(byName) && (!isText(byContent) || byContent.equals(RTF)) && !byContent.equals(MediaType.OCTET_STREAM)
                && isReadable(in) && !isDocumentInText(in)) {
            // The first bytes of a text may look like those of anything, such as "ID3 and C4.5 are decision tree learners".
            return byName;
        }
        if (contradict(byName, byContent)) {
            throw new RefusedDocumentException("it is mislabelled: its name promises " + byName + ", but its content is "
                    + (byContent.equals(MediaType.OCTET_STREAM) ? "something else" : byContent.toString()));
        }
        return detector.detect(in, named);
    }

    /** Returns whether the content has no bytes that texts do not have, as far as it is looked at. */
    private static boolean isReadable(TikaInputStream in) throws IOException {
        byte[] start = new byte[READABLE];
        int count = in.peek(start);
        boolean wide = count > 1
                && (start[0] == (byte) 0xff && start[1] == (byte) 0xfe || start[0] == (byte) 0xfe && start[1] == (byte) 0xff);
        for (int i = 0; i < count && !wide; i++) {
            int b = start[i];
            // Tabulators, ends of lines and pages, the escape of ISO 2022, and the end of a file of DOS.
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != 0x0b && b != '\f' && b != '\r' && b != 0x1b && b != 0x1a
                    || b == 0x7f) {
                return false;
            }
        }
        return count > 0;
    }

    /** Returns whether the content is a document of a format that is written in text: whole, not only by its first words. */
    private static boolean isDocumentInText(TikaInputStream in) throws IOException {
        String text = start(in, READABLE);
        return text.startsWith("{\\rtf1") && text.stripTrailing().endsWith("}")
                || beginsLikePdf(in) && PDF_END.matcher(text).find();
    }

    private static boolean beginsLikePdf(TikaInputStream in) throws IOException {
        return start(in, PDF_HEADER).contains("%PDF-");
    }

    private static boolean beginsLikeHtml(TikaInputStream in) throws IOException {
        String start = start(in, HTML_HEADER).toLowerCase(Locale.ROOT);
        return start.contains("<html") || start.contains("<!doctype html");
    }

    private static String start(TikaInputStream in, int most) throws IOException {
        byte[] start = new byte[most];
        int count = in.peek(start);
        return count > 0 ? new String(start, 0, count, StandardCharsets.ISO_8859_1) : "";
    }

    private boolean contradict(MediaType byName, MediaType byContent) {
        if (byName.equals(MediaType.OCTET_STREAM)) {
            return false;
        }
        // Every type is a kind of octet stream, so this has to come before the relations of types.
        if (byContent.equals(MediaType.OCTET_STREAM)) {
            return isRecognisable(byName);
        }
        if (isA(byContent, byName) || isA(byName, byContent) || family(byName).equals(family(byContent))) {
            return false;
        }
        boolean textByName = isText(byName);
        boolean textByContent = isText(byContent);
        return textByName ? !textByContent : !textByContent || isRecognisable(byName);
    }

    private boolean isRecognisable(MediaType type) {
        return !isText(type) && (RECOGNISABLE.contains(type.getType()) || isPdf(type) || isZip(type)
                || type.toString().startsWith("application/vnd.ms-") || type.toString().equals("application/msword")
                || isA(type, MediaType.application("x-tika-msoffice")));
    }

    /** Containers of one kind hold documents of many types. */
    private String family(MediaType type) {
        if (isZip(type)) {
            return "zip";
        }
        return isA(type, MediaType.application("x-tika-msoffice")) ? "ole" : type.toString();
    }

    boolean isPdf(MediaType type) {
        return isA(type, PDF);
    }

    /** Returns whether a type is a page of the web, whose author writes the title for readers. */
    boolean isWebPage(MediaType type) {
        return isA(type, MediaType.TEXT_HTML) || isA(type, MediaType.application("xhtml+xml"));
    }

    boolean isZip(MediaType type) {
        return isA(type, MediaType.APPLICATION_ZIP);
    }

    boolean isProgram(MediaType type) {
        return PROGRAMS.contains(type.toString());
    }

    private boolean isText(MediaType type) {
        return type.getType().equals("text") || isA(type, MediaType.TEXT_PLAIN) || isA(type, MediaType.APPLICATION_XML)
                || isA(type, MediaType.application("xhtml+xml"));
    }

    private boolean isA(MediaType type, MediaType other) {
        return type.equals(other) || registry().isSpecializationOf(type, other);
    }
}
