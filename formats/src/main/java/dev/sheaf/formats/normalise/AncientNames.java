package dev.sheaf.formats.normalise;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of antiquity without a family name: single words, a word and a place, Roman names, epithets. */
final class AncientNames {

    private static final Set<String> KNOWN = Tables.lines("single-names.txt").stream()
            .flatMap(line -> Pattern.compile(" ").splitAsStream(line)).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> GREEK_AND_ROMAN = Set.of(Tables.words("ancient-names.txt"));
    /** Names of several words that are never inverted. */
    private static final Set<String> WHOLE = Set.of("achilles tatius", "aelius aristides", "alexander aetolus",
            "ammianus marcellinus",
            "antonius diogenes", "apollonius dyscolus", "apollonius rhodius", "aristides quintilianus", "aulus gellius",
            "cassius dio",
            "cassius dio cocceianus", "claudius ptolemy", "cornelius nepos", "dares phrygius", "dictys cretensis", "dio cassius",
            "dio chrysostom", "diodorus siculus", "diogenes laertius", "dionysius periegetes", "flavius josephus",
            "hosidius geta",
            "el greco", "julius caesar", "le corbusier", "lord byron", "marcus aurelius", "martianus capella", "maximus tyrius",
            "minucius felix", "petronius arbiter",
            "pseudo-sulpicius severus", "quintus smyrnaeus", "sextus empiricus", "silius italicus", "sulpicius severus",
            "valerius flaccus", "valerius maximus", "velleius paterculus", "vibius sequester", "vitruvius pollio");
    private static final Set<String> FORENAMES = Set.of("Aulus", "Decimus", "Gaius", "Gnaeus", "Lucius", "Marcus", "Publius",
            "Quintus", "Servius", "Sextus", "Spurius", "Tiberius", "Titus", "Aelius", "Aurelius", "Claudius", "Flavius",
            "Julius");
    private static final Pattern OF_A_PLACE = Pattern.compile("(\\p{Lu}\\p{L}+) of (?:the )?\\p{Lu}\\p{L}+(?=$|[ ,(])(.*)");
    private static final Pattern EPITHET = Pattern
            .compile(
                    "(?!(?:Henricus|Heinricus|Fr[ei]dericus|Theodoricus|Udalricus|Ludovicus)$)\\p{Lu}\\p{L}+(?:ensis|itanus|icus|aeus|astikos|atikos)|Calactinus|Milesius|Rhodius|Bithynius|Syracusanus");
    /** Further epithets after a name without comma; after a comma some of these are given names. */
    private static final Pattern FURTHER_EPITHET = Pattern.compile(
            "\\p{Lu}\\p{L}+(?:andrinus|antinus|yrnaeus)|Aetolus|Blemmydes|Byzantinus|Carystius|Cassandreus|Chartophylax|Cnidius|Cous|Eleus"
                    + "|Ephesius|Iunior|Lembus|Macedo|Magnesius|Minor|Olynthius|Phrygius|Romanus|Salaminius|Samius|Sethus");
    private static final Set<String> PROFESSIONS = Set.of("Orator", "Rhetor", "Rhet.", "Epigr.", "Poeta", "Sophista", "Arvales",
            "Pictor", "Presbyter", "Quaestor", "Rhet", "Epigr", "Saint", "Emperor", "Senator", "Beata", "Beatus");
    private static final Pattern LATIN = Pattern.compile("\\p{Lu}\\p{L}+us");

    private AncientNames() {}

    /** Returns true for a name that is complete with one word: Homer, Voltaire. */
    static boolean isKnown(String word) {
        String plain = word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
        String lower = plain.toLowerCase(Locale.ROOT);
        return KNOWN.contains(lower) || GREEK_AND_ROMAN.contains(lower);
    }

    /** Returns true for a name of several words that is never inverted: Diogenes Laertius. */
    static boolean isWhole(List<String> words) {
        return WHOLE.contains(String.join(" ", words).toLowerCase(Locale.ROOT));
    }

    /** Returns "Lucian of Samosata" as "Lucian", and any other text as it is. */
    static String withoutPlace(String text) {
        if (!text.contains(" of ")) {
            return text;
        }
        Matcher found = OF_A_PLACE.matcher(text);
        return found.matches() && isKnown(found.group(1)) ? found.group(1) + found.group(2) : text;
    }

    /** Returns true for "Zoilus, Amphipolitanus", where the comma inverts nothing. */
    static boolean isEpithet(String behind) {
        return !FORENAMES.contains(behind) && EPITHET.matcher(behind).matches();
    }

    /** Returns true for "Regianus, Poeta", where the comma inverts nothing. */
    static boolean isProfession(String behind) {
        return PROFESSIONS.contains(behind);
    }

    /** Returns true for what may stand after the comma of an inverted Roman name. */
    static boolean isForename(String word) {
        return FORENAMES.contains(word);
    }

    /** Returns true for Roman names without dates of life. The last of their words is not certainly a family name. */
    static boolean isRoman(List<String> words) {
        return GREEK_AND_ROMAN.contains(words.getFirst().toLowerCase(Locale.ROOT))
                || words.size() == 2 && (EPITHET.matcher(words.get(1)).matches()
                        || FURTHER_EPITHET.matcher(words.get(1)).matches() || PROFESSIONS.contains(words.get(1)))
                || PROFESSIONS.contains(words.getLast())
                || words.size() == 2 && words.stream().allMatch(word -> LATIN.matcher(word).matches())
                || words.size() > 2 && FORENAMES.contains(words.getFirst()) && LATIN.matcher(words.get(1)).matches();
    }
}
