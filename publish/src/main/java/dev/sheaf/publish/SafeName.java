package dev.sheaf.publish;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

import dev.sheaf.publish.files.CrawlBounds;

/**
 * Names under which deposited files are kept. A name from outside may hold folders, control characters, the names of devices, or be too long; the
 * result is a plain name on every file system, which a crawl does not pass over. Stateless.
 */
public final class SafeName {

    /** File systems take 255 bytes; a number and the name of a temporary file have to fit as well. */
    private static final int MOST_BYTES = 180;
    private static final int MOST_EXTENSION = 16;
    private static final String NAMELESS = "document";
    private static final String FORBIDDEN = "<>:\"/\\|?*";
    /** Names of devices in Windows, with any extension. */
    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6",
            "com7", "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9");

    private SafeName() {}

    /**
     * Returns a name that can be kept.
     *
     * @param given as a browser has sent it; may hold a path of another system
     */
    public static String of(String given) {
        String last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        StringBuilder plain = new StringBuilder();
        Normalizer.normalize(last, Normalizer.Form.NFC).codePoints().forEach(c -> {
            if (isPlain(c)) {
                plain.appendCodePoint(c);
            } else if (Character.isWhitespace(c)) {
                plain.append(' ');
            }
        });
        String name = plain.toString().strip().replaceAll(" {2,}", " ");
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1).replaceAll("[^\\p{L}\\p{N}]", "");
        String stem = trimmed(dot < 0 ? name : name.substring(0, dot));
        if (extension.length() > MOST_EXTENSION) {
            stem = stem + "." + extension;
            extension = "";
        }
        stem = cut(stem);
        if (stem.isEmpty()) {
            stem = NAMELESS;
        }
        if (DEVICES.contains(stem.toLowerCase(Locale.ROOT).split("\\.", 2)[0])) {
            stem = "_" + stem;
        }
        String whole = extension.isEmpty() ? stem : stem + "." + extension;
        return CrawlBounds.isHidden(whole) ? NAMELESS + "-" + trimmed(whole.replace("~", "").replace("$", "")) : whole;
    }

    /** Control characters and those that turn the direction of writing could make a name look like another one. */
    private static boolean isPlain(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE
                && type != Character.PRIVATE_USE && type != Character.UNASSIGNED && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR && c != 0xfffd && FORBIDDEN.indexOf(c) < 0;
    }

    /** Without dots and blanks at the ends: hidden files begin with a dot, and some systems drop one at the end. */
    private static String trimmed(String stem) {
        return stem.replaceAll("^[. ]+|[. ]+$", "");
    }

    private static String cut(String stem) {
        String cut = stem;
        while (cut.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            cut = trimmed(cut.substring(0, cut.offsetByCodePoints(cut.length(), -1)));
        }
        return cut;
    }
}
