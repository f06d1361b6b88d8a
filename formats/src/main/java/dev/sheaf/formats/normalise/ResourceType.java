package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Type of the work that a record describes.
 *
 * @param label name for people, in English
 * @param dcmi term of the DCMI type vocabulary; null if none fits
 * @param coar address of the COAR resource type; null if none fits
 */
public record ResourceType(String label, @Nullable String dcmi, @Nullable String coar) {

    private static final int LONGEST = 200;
    private static final String COAR = "http://purl.org/coar/resource_type/";
    private static final Map<String, ResourceType> BY_WORD = byWord();
    private static final Recent<Optional<ResourceType>> RECENT = new Recent<>(ResourceType::readNew);

    private static Map<String, ResourceType> byWord() {
        Map<String, ResourceType> types = new HashMap<>();
        List<String[]> lines = Tables.lines("types.txt").stream().map(line -> line.split("\\|", -1)).toList();
        for (String[] cells : lines) {
            ResourceType type = new ResourceType(cells[0], cells[1].isEmpty() ? null : cells[1],
                    cells[2].isEmpty() ? null : COAR + cells[2]);
            List<String> words = new ArrayList<>(List.of(cells[4].split(",", -1)));
            words.add(cells[0]);
            words.add(cells[2]);
            words.add(cells[3]);
            words.stream().map(ResourceType::plain).filter(word -> !word.isEmpty())
                    .forEach(word -> types.putIfAbsent(word, type));
        }
        // Words of DCMI stand for the most general type of their kind.
        Map.of("Text", "text", "Image", "image", "StillImage", "stillimage", "MovingImage", "movingimage", "Sound", "sound")
                .forEach((word, known) -> types.put(plain(word), types.get(plain(known))));
        types.put("physicalobject", types.get("object"));
        types.put("interactiveresource", types.get("interactive"));
        return Map.copyOf(types);
    }

    /** Reads a type: a term of a vocabulary, with or without its address, or a common word in one of several languages. */
    public static Optional<ResourceType> read(String text) {
        return RECENT.read(text);
    }

    private static Optional<ResourceType> readNew(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        return known(text).or(() -> {
            int end = Math.max(Math.max(text.lastIndexOf('/'), text.lastIndexOf('#')), text.lastIndexOf(':'));
            // The text may be an address, a prefixed word, or two types such as "Text / Article".
            return end < 0 || text.strip().indexOf(' ') >= 0 ? Optional.empty() : known(text.substring(end + 1));
        }).or(() -> {
            // "Article (peer-reviewed)", "Thesis, Doctoral"
            int end = text.indexOf('(');
            return end <= 0 ? Optional.empty() : known(text.substring(0, end));
        }).or(() -> {
            String plain = plain(text);
            return plain.endsWith("s")
                    ? Optional.ofNullable(BY_WORD.get(plain.substring(0, plain.length() - 1)))
                    : Optional.empty();
        });
    }

    private static Optional<ResourceType> known(String word) {
        return Optional.ofNullable(BY_WORD.get(plain(word)));
    }

    /** Returns letters without accents, and digits; {@code _} stays because COAR uses it. */
    private static String plain(String word) {
        StringBuilder plain = new StringBuilder();
        for (char c : Normalizer.normalize(word, Normalizer.Form.NFD).toLowerCase(Locale.ROOT).toCharArray()) {
            if (Character.isLetterOrDigit(c)) {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
