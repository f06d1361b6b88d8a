package dev.sheaf.platform.normalise;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of antiquity, which have no family name: one word, a word and a place, Roman names, epithets. */
final class AncientNames {

    private static final Set<String> KNOWN = Tables.lines("single-names.txt").stream()
            .flatMap(line -> Pattern.compile(" ").splitAsStream(line)).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> FORENAMES = Set.of("Aulus", "Decimus", "Gaius", "Gnaeus", "Lucius", "Marcus", "Publius",
            "Quintus", "Servius", "Sextus", "Spurius", "Tiberius", "Titus", "Aelius", "Aurelius", "Claudius", "Flavius",
            "Julius");
    private static final Pattern OF_A_PLACE = Pattern.compile("(\\p{Lu}\\p{L}+) of (?:the )?\\p{Lu}\\p{L}+(?=$|[ ,(])(.*)");
    private static final Pattern EPITHET = Pattern
            .compile("\\p{Lu}\\p{L}+(?:ensis|itanus|icus|aeus)|Calactinus|Milesius|Rhodius|Bithynius|Syracusanus");
    private static final Set<String> PROFESSIONS = Set.of("Orator", "Rhetor", "Rhet.", "Epigr.", "Poeta", "Sophista", "Arvales");
    private static final Pattern LATIN = Pattern.compile("\\p{Lu}\\p{L}+us");

    private AncientNames() {}

    /** Returns true for a name that is complete with one word: Homer, Voltaire. */
    static boolean isKnown(String word) {
        String plain = word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
        return KNOWN.contains(plain.toLowerCase(Locale.ROOT));
    }

    /** Returns "Lucian of Samosata" as "Lucian", and any other text as it is. */
    static String withoutPlace(String text) {
        Matcher found = OF_A_PLACE.matcher(text);
        return found.matches() && isKnown(found.group(1)) ? found.group(1) + found.group(2) : text;
    }

    /** Returns true for "Zoilus, Amphipolitanus", where the comma inverts nothing. */
    static boolean hasEpithet(String name, String behind) {
        return name.indexOf(' ') < 0 && EPITHET.matcher(behind).matches();
    }

    /** Returns true for what may stand behind the comma of an inverted Roman name. */
    static boolean isForename(String word) {
        return FORENAMES.contains(word);
    }

    /** Returns true for Roman names without dates of life: nobody is called by the last of their words for certain. */
    static boolean isRoman(List<String> words) {
        return words.size() == 2 && (EPITHET.matcher(words.get(1)).matches() || PROFESSIONS.contains(words.get(1)))
                || words.size() == 2 && words.stream().allMatch(word -> LATIN.matcher(word).matches())
                || words.size() > 2 && FORENAMES.contains(words.getFirst()) && LATIN.matcher(words.get(1)).matches();
    }
}
