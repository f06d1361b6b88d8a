package dev.sheaf.search.lucene;

import java.lang.Character.UnicodeScript;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.ext.CatalanStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.RomanianStemmer;

/**
 * A language whose inflected words are found by each other. Its frequent words identify it in texts that do not name their language; they are
 * never taken out of a text.
 */
// The place of a language is a bit of the table of frequent words, and a letter of terms in the index: a change of order changes the index format.
@SuppressWarnings("EnumOrdinal")
public enum StemLanguage {
    ENGLISH("en", "a the of and in to is for on with by from at an as are that this we which its", UnicodeScript.LATIN,
            stream -> new PorterStemFilter(new EnglishPossessiveFilter(stream))),
    GERMAN("de",
            "der die das und des den dem ein eine einer im von zu zur zum mit fur auf nach uber aus bei ist nicht",
            UnicodeScript.LATIN, GermanLightStemFilter::new),
    FRENCH("fr",
            "le la les des du de et un une dans sur pour par au aux avec est en chez son ses",
            UnicodeScript.LATIN,
            FrenchLightStemFilter::new),
    SPANISH("es",
            "el la los las del de y en un una por para con al su sus como sobre entre es",
            UnicodeScript.LATIN,
            SpanishLightStemFilter::new),
    ITALIAN("it",
            "il lo la gli di del della dei delle e ed in nel nella per con sul sulla da dal un una",
            UnicodeScript.LATIN,
            ItalianLightStemFilter::new),
    /** The stemmer knows the plural of words in -ão by its accent, which folding has taken away. */
    PORTUGUESE("pt", "o a os as do da dos das de e em no na nos nas um uma para por com ao sobre", UnicodeScript.LATIN,
            stream -> new PortugueseLightStemFilter(
                    new PatternReplaceFilter(stream, Pattern.compile("oes$"), "ao", false))),
    DUTCH("nl",
            "de het een van en in op voor met aan uit door bij naar te tot der den zijn", UnicodeScript.LATIN,
            stream -> new SnowballFilter(stream, new DutchStemmer())),
    SWEDISH("sv",
            "och i att det en ett av som pa for med till den fran om vid", UnicodeScript.LATIN,
            SwedishLightStemFilter::new),
    NORWEGIAN("no",
            "og i det en et av som pa for med til den fra om ved", UnicodeScript.LATIN,
            NorwegianLightStemFilter::new),
    DANISH("da",
            "og i det en et af som pa for med til den fra om ved", UnicodeScript.LATIN,
            stream -> new SnowballFilter(stream, new DanishStemmer())),
    FINNISH("fi",
            "ja on ei se etta joka kuin seka tai ovat", UnicodeScript.LATIN,
            FinnishLightStemFilter::new),
    HUNGARIAN("hu",
            "a az es egy hogy nem is meg vagy", UnicodeScript.LATIN,
            HungarianLightStemFilter::new),
    CATALAN("ca",
            "el la els les del dels de i en un una per amb al als",
            UnicodeScript.LATIN,
            stream -> new SnowballFilter(stream,
                    new CatalanStemmer())),
    ROMANIAN("ro",
            "si in de la cu pe din pentru un o al ale lui",
            UnicodeScript.LATIN,
            stream -> new SnowballFilter(stream,
                    new RomanianStemmer())),
    RUSSIAN(
            "ru", "",
            UnicodeScript.CYRILLIC,
            RussianLightStemFilter::new),
    ARABIC(
            "ar", "",
            UnicodeScript.ARABIC,
            ArabicStemFilter::new),
    /** Languages of which no stemmer is at hand: each word is its own stem. */
    OTHER("", "", UnicodeScript.COMMON, UnaryOperator.identity());

    private static final Map<String, StemLanguage> BY_CODE = byCode();
    private static final Map<String, Integer> FREQUENT = frequent();
    /** Characters that are examined; the beginning of a longer text is enough. */
    private static final int LONGEST_SAMPLE = 400;
    /** One frequent word may be a name or a borrowed phrase. */
    private static final int FEWEST_WORDS = 2;

    private final String code;
    private final String frequentWords;
    private final UnicodeScript script;
    // Method references without state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final UnaryOperator<TokenStream> stemmer;

    StemLanguage(String code, String frequentWords, UnicodeScript script, UnaryOperator<TokenStream> stemmer) {
        this.code = code;
        this.frequentWords = frequentWords;
        this.script = script;
        this.stemmer = stemmer;
    }

    private static Map<String, StemLanguage> byCode() {
        Map<String, StemLanguage> languages = new HashMap<>();
        for (StemLanguage language : values()) {
            languages.put(language.code, language);
        }
        languages.put("nb", NORWEGIAN);
        languages.put("nn", NORWEGIAN);
        return Map.copyOf(languages);
    }

    /** Frequent words, each with a bit for every language that has it. */
    private static Map<String, Integer> frequent() {
        Map<String, Integer> words = new HashMap<>();
        for (StemLanguage language : values()) {
            for (String word : language.frequentWords.split(" ", -1)) {
                words.merge(word, 1 << language.ordinal(), (a, b) -> a | b);
            }
        }
        return Map.copyOf(words);
    }

    /** Returns the language of a code of ISO 639-1; {@link #OTHER} when it has no stemmer or there is no code. */
    public static StemLanguage ofCode(@Nullable String code) {
        return code == null ? OTHER : BY_CODE.getOrDefault(code, OTHER);
    }

    /**
     * Returns the language that a text seems to have: by script and frequent words. Latin letters without any are taken for English, which
     * costs no hits in another language: questions ask for the stems of all languages.
     *
     * @param folded in lower case without accents
     */
    public static StemLanguage detect(String folded) {
        int[] counts = new int[values().length];
        int length = Math.min(folded.length(), LONGEST_SAMPLE);
        int start = -1;
        for (int i = 0; i <= length; i++) {
            boolean letter = i < length && Character.isLetter(folded.charAt(i));
            if (letter && start < 0) {
                start = i;
                StemLanguage scripted = ofScript(folded.charAt(i));
                counts[scripted.ordinal()] += scripted == ENGLISH ? 0 : 1;
            } else if (!letter && start >= 0) {
                int languages = FREQUENT.getOrDefault(folded.substring(start, i), 0);
                for (; languages != 0; languages &= languages - 1) {
                    counts[Integer.numberOfTrailingZeros(languages)]++;
                }
                start = -1;
            }
        }
        int best = ENGLISH.ordinal();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > counts[best] && counts[i] >= FEWEST_WORDS) {
                best = i;
            }
        }
        return values()[best];
    }

    /** Returns the code of ISO 639-1; empty for {@link #OTHER}. */
    public String code() {
        return code;
    }

    private static StemLanguage ofScript(char letter) {
        if (letter < 0x250) {
            return ENGLISH;
        }
        return switch (UnicodeScript.of(letter)) {
            case LATIN -> ENGLISH;
            case CYRILLIC -> RUSSIAN;
            case ARABIC -> ARABIC;
            default -> OTHER;
        };
    }

    /** Returns whether words of this language begin with such a letter. */
    boolean writes(char letter) {
        return letter < 0x80 ? script == UnicodeScript.LATIN : UnicodeScript.of(letter) == script;
    }

    /** Returns a stream that replaces each word by its stem. */
    TokenStream stemmer(TokenStream words) {
        return stemmer.apply(words);
    }
}
