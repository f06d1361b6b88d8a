package dev.sheaf.formats.normalise;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.Set;

/**
 * Forms of languages. Languages are read as people write them: by name in several languages or in their own, by the codes of ISO 639-1, -2
 * (both) and -3, or as a tag.
 */
public enum Languages {
    /** Codes of BCP 47, which Dublin Core recommends: {@code de}, {@code grc}, {@code pt-BR}. */
    BCP47,
    /** Codes of ISO 639-3 with three letters, which several aggregators require: {@code deu}, {@code grc}, {@code por}. */
    ISO639_3;

    /** Codes of ISO 639-2/B that differ from ISO 639-2/T; only libraries use them. */
    private static final Map<String, String> BIBLIOGRAPHIC = Map.ofEntries(Map.entry("alb", "sq"), Map.entry("arm", "hy"),
            Map.entry("baq", "eu"), Map.entry("bur", "my"), Map.entry("chi", "zh"), Map.entry("cze", "cs"),
            Map.entry("dut", "nl"),
            Map.entry("fre", "fr"), Map.entry("geo", "ka"), Map.entry("ger", "de"), Map.entry("gre", "el"),
            Map.entry("ice", "is"),
            Map.entry("mac", "mk"), Map.entry("mao", "mi"), Map.entry("may", "ms"), Map.entry("per", "fa"),
            Map.entry("rum", "ro"),
            Map.entry("slo", "sk"), Map.entry("tib", "bo"), Map.entry("wel", "cy"), Map.entry("scr", "hr"),
            Map.entry("scc", "sr"));
    private static final List<String> SPOKEN = List.of("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb");

    /** Table of a few thousand names, built when the first name is read. */
    private static final class Names {
        static final Map<String, String> CODES = codes();

        private static Map<String, String> codes() {
            Map<String, String> codes = new HashMap<>();
            Set<String> ambiguous = new HashSet<>();
            for (String code : Locale.getISOLanguages()) {
                add(code, codes, ambiguous);
            }
            Codes.NAMED.stream().sorted().forEach(code -> add(code, codes, ambiguous));
            codes.keySet().removeAll(ambiguous);
            codes.put("greek, ancient", "grc");
            codes.put("ancient greek", "grc");
            codes.put("norwegian", "no");
            return Map.copyOf(codes);
        }

        private static void add(String code, Map<String, String> codes, Set<String> ambiguous) {
            Locale language = Locale.forLanguageTag(code);
            String tag = language.toLanguageTag();
            add(language.getDisplayLanguage(language), tag, codes, ambiguous);
            SPOKEN.forEach(spoken -> add(language.getDisplayLanguage(Locale.forLanguageTag(spoken)), tag, codes, ambiguous));
        }

        private static void add(String name, String tag, Map<String, String> codes, Set<String> ambiguous) {
            String plain = name.toLowerCase(Locale.ROOT);
            String other = codes.putIfAbsent(plain, tag);
            if (other != null && !other.equals(tag)) {
                ambiguous.add(plain);
            }
        }
    }

    /** Returns a language in this form. An unknown one is returned unchanged and reported. */
    public String read(String text, List<String> warnings) {
        Optional<String> read = read(text);
        if (read.isEmpty()) {
            warnings.add("its language '" + text + "' is not known; it is served unchanged");
        }
        return read.orElse(text);
    }

    /** Returns a language in this form; empty if it is unknown. */
    public Optional<String> read(String text) {
        return tag(text.strip()).flatMap(this::written);
    }

    private Optional<String> written(Locale language) {
        if (this == BCP47) {
            return Optional.of(language.toLanguageTag());
        }
        try {
            String code = language.getISO3Language();
            return code.isEmpty() ? Optional.empty() : Optional.of(code);
        } catch (MissingResourceException _) {
            return Optional.empty();
        }
    }

    private static Optional<Locale> tag(String text) {
        String bare = text.toLowerCase(Locale.ROOT);
        String two = Codes.TWO_LETTERS.get(bare);
        if (two != null) {
            return Optional.of(Locale.forLanguageTag(two));
        }
        if (Codes.THREE_LETTERS.contains(bare)) {
            return Optional.of(Locale.forLanguageTag(bare));
        }
        int end = text.replace('_', '-').indexOf('-');
        if (end == 2 || end == 3) {
            // A tag with a region or script, such as pt-BR or zh_Hant.
            String language = Codes.TWO_LETTERS.get(bare.substring(0, end));
            String rest = text.substring(end + 1).replace('_', '-');
            if (language != null) {
                try {
                    return Optional.of(new Locale.Builder().setLanguageTag(language + "-" + rest).build());
                } catch (IllformedLocaleException _) {
                    return Optional.empty();
                }
            }
        }
        String named = Names.CODES.get(bare);
        return named == null ? Optional.empty() : Optional.of(Locale.forLanguageTag(named));
    }

    /** Codes of all languages. */
    private static final class Codes {
        static final Map<String, String> TWO_LETTERS = codes();
        /** Codes of ISO 639-3, and those of ISO 639-2 for groups of languages. */
        static final Set<String> THREE_LETTERS = Set.of(Tables.words("iso-639-3.txt"));
        /** Codes for which the JDK may have names. */
        static final List<String> NAMED = List.of(Tables.words("iso-639-named.txt"));

        private static Map<String, String> codes() {
            Map<String, String> codes = new HashMap<>(BIBLIOGRAPHIC);
            for (String code : Locale.getISOLanguages()) {
                Locale language = Locale.forLanguageTag(code);
                codes.put(code, language.toLanguageTag());
                try {
                    codes.put(language.getISO3Language(), language.toLanguageTag());
                } catch (MissingResourceException _) {
                    // The language has no code of three letters; its code of two letters is in the map already.
                }
            }
            return Map.copyOf(codes);
        }
    }
}
