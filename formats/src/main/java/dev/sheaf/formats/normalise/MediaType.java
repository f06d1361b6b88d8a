package dev.sheaf.formats.normalise;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Format of a resource as a media type without parameters.
 *
 * @param text {@code application/pdf}
 */
public record MediaType(String text) {

    private static final int LONGEST = 200;
    private static final Pattern MEDIA_TYPE = Pattern
            .compile(
                    "((?:application|audio|font|image|message|model|multipart|text|video|chemical)/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})(?:\\s?;.*)?");
    private static final Pattern WORD = Pattern
            .compile("\\.?([a-z][a-z0-9 /-]{0,30}?)(?:[ -](?:file|document|format|datei|image))?");
    private static final Map<String, String> BY_WORD = byWord();

    private static Map<String, String> byWord() {
        Map<String, String> types = new HashMap<>();
        for (String line : Tables.lines("formats.txt")) {
            String[] cells = line.split("\\|", -1);
            for (String word : cells[1].split(",", -1)) {
                types.putIfAbsent(word, cells[0]);
            }
        }
        return Map.copyOf(types);
    }

    /** Reads a media type, a file name extension, or a common word. Sizes and page counts are ignored. */
    public static Optional<MediaType> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = text.strip().toLowerCase(Locale.ROOT);
        Matcher type = MEDIA_TYPE.matcher(plain);
        if (type.matches()) {
            String name = type.group(1);
            return Optional.of(new MediaType(BY_WORD.getOrDefault(name, name)));
        }
        return word(plain).or(() -> {
            // "PDF, 3 pages"; "PDF (2 MB)"
            int end = firstOf(plain);
            return end <= 0 ? Optional.empty() : word(plain.substring(0, end).strip());
        });
    }

    private static int firstOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (",;(".indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static Optional<MediaType> word(String plain) {
        Matcher word = WORD.matcher(plain);
        if (!word.matches()) {
            return Optional.empty();
        }
        String known = BY_WORD.get(word.group(1).strip());
        return known == null ? Optional.empty() : Optional.of(new MediaType(known));
    }
}
