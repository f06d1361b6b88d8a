package dev.sheaf.validator.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The texts of all rules of this project, from a resource. Immutable; safe for many threads. */
public final class RuleTexts {

    private static final String FILE = "rules.txt";
    private static final String PLATFORM = "mend ";

    private static final Map<String, RuleText> ALL = read();

    private RuleTexts() {}

    /** Returns the texts of a rule; empty when there is no such rule. */
    public static Optional<RuleText> of(String rule) {
        return Optional.ofNullable(ALL.get(rule));
    }

    /** Returns all of them in the order of reports. */
    public static List<RuleText> all() {
        return List.copyOf(ALL.values());
    }

    private static Map<String, RuleText> read() {
        Map<String, RuleText> texts = new LinkedHashMap<>();
        try (InputStream file = RuleTexts.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("this program lacks " + FILE);
            }
            for (StanzaFile.Stanza stanza : StanzaFile.read(new InputStreamReader(file, StandardCharsets.UTF_8), FILE)) {
                if (!stanza.name().isEmpty()) {
                    texts.put(stanza.name(), text(stanza));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the texts of the rules of this program are broken", failure);
        }
        return texts;
    }

    /** Returns the texts that a stanza holds. */
    public static RuleText text(StanzaFile.Stanza stanza) {
        Map<String, String> platforms = new LinkedHashMap<>();
        stanza.values().forEach((key, values) -> {
            if (key.startsWith(PLATFORM)) {
                platforms.put(key.substring(PLATFORM.length()), values.getFirst());
            }
        });
        String level = stanza.value("level");
        return new RuleText(stanza.name(), level.isEmpty() ? RequirementLevel.MUST : RequirementLevel.valueOf(level),
                stanza.value("clause"), stanza.value("title"), stanza.value("why"), stanza.value("mend"), platforms);
    }
}
