package dev.sheaf.formats.normalise;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finder of the family name in a name without comma, for names in which Western order is not certain. */
final class NameOrder {

    /** Order of the words in a name. */
    enum Order {
        /** Given names first, as in Western names. */
        GIVEN_FIRST,
        /** Family name first, as in East Asian names. */
        FAMILY_FIRST,
        /** Two family names at the end, as in Spanish names. */
        TWO_FAMILIES,
        /** Order unknown. */
        UNKNOWN
    }

    private static final Pattern HISPANIC_ENDING = Pattern.compile(".{2,}(?:ez|éz|iz|íz|oz|az)");
    /** Letters that occur in Spanish family names: Patiño, Rincón. */
    private static final Pattern SPANISH_SPELLING = Pattern.compile(".*ñ.*|.{2,}(?:ón|án|ín)");
    private static final Set<String> HISPANIC = words(
            "garcía garcia martínez lópez sánchez pérez gómez jiménez ruiz hernández díaz diaz moreno álvarez muñoz romero alonso gutiérrez navarro torres domínguez vázquez ramos ramírez serrano blanco molina morales suárez ortega delgado castro ortiz rubio marín sanz núñez iglesias medina garrido cortés castillo santos lozano guerrero cano miranda prieto méndez cruz calvo gallego vidal león herrera márquez peña flores cabrera campos vega fuentes carrasco reyes caballero aguilar mendoza silva pereira ferreira oliveira machado costa rodrigues almeida carvalho gomes ribeiro martins sousa paredes salazar rojas vargas rivera guzmán guzman acosta espinoza espinosa");
    private static final Set<String> GIVEN = words(
            "josé jose luis carlos juan antonio maría maria manuel miguel ángel angel jesús javier francisco fernando jorge alberto eduardo enrique rafael pedro pablo ana isabel carmen rosa elena teresa cristina marta laura alejandro andrés ricardo roberto rené víctor victor daniel david gabriel paulo joão joao luiz ernesto ignacio alfonso felipe augusto césar armando arturo");
    /** Given names that nearly always precede two Spanish or Portuguese family names. */
    private static final Set<String> SPANISH_GIVEN = words(
            "josé luis juan miguel javier francisco fernando jorge eduardo enrique rafael pedro pablo alejandro andrés ricardo joão joao luiz ernesto ignacio felipe augusto césar armando oscar óscar hernán hernando rodrigo gonzalo diego santiago sebastián alfonso alberto julio mario marcos raúl sergio guillermo gerardo gustavo hugo lourdes pilar mercedes dolores beatriz consuelo");
    /** Italian family names: Loli Piccolomini. */
    private static final Pattern ITALIAN = Pattern.compile("\\p{L}{2,}[^aeiou]i");
    /** Last words of Persian family names with two words: Ahmadi Nejad. */
    private static final Set<String> PERSIAN_ENDS = words(
            "nejad nezhad nejhad zadeh zade pour poor nia far fard abad abadi rad khah doost dust mehr tabar manesh");
    /** Titles that stand after a name: Sogyal Rinpoche. */
    private static final Set<String> TITLES_BEHIND = words("rinpoche rimpoche maharaj sahib saheb pasha effendi efendi hanim");
    /** Names of Burmese and Tibetan people, who have no family names. */
    private static final Set<String> WITHOUT_FAMILY = words(
            "aung thu tin maung lwin win htun tun kyaw kyi khin myint mya naing oo phyo soe swe thein thant zaw htet hlaing hla myo nyunt nyein sein shwe wai zeya lobsang tenzin thubten jigme norbu dorje dorjee tashi nima nyima tsering pema sonam dawa phuntsok gyatso ngawang rinchen wangchuk dolma lhamo kunga sangye yeshe");
    private static final Pattern INITIAL = Pattern.compile("\\p{L}{1,2}\\.|\\p{L}");
    private static final Pattern CYRILLIC_PATRONYMIC = Pattern.compile(".+(?:ович|евич|ьич|овна|евна|ична)");
    private static final Pattern LATIN_PATRONYMIC = Pattern.compile(".{2,}(?:ovich|evich|ovič|evič|ovna|evna|yevich|ievich)");
    private static final Set<String> ARTICLES = Set.of("le", "la", "el", "los", "las", "les", "lord", "lady", "saint", "st",
            "ibn", "abu",
            "abū", "master", "unidentified");
    private static final Set<String> DUTCH_ARTICLES = Set.of("het", "der", "den");
    private static final Set<String> PORTUGUESE_PARTICLES = Set.of("de", "do", "dos");
    private static final Pattern TWO_SHORT = Pattern.compile("\\p{L}{1,4}-\\p{L}{1,4}");
    private static final Set<String> CHAINED = Set.of("b.", "ibn", "bin", "bint", "binti", "bt", "bt.", "bte", "abū", "abu",
            "ould");
    private static final Set<String> CHAINED_IN_CAPITALS = Set.of("Ibn", "Bin", "Bint", "Binti", "Bte", "Ould");

    private NameOrder() {}

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(" ", -1)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the order of the words.
     *
     * @param words at least two, without titles and suffixes
     */
    static Order of(List<String> words) {
        String first = plain(words.getFirst());
        String last = plain(words.getLast());
        String middle = words.size() == 3 ? words.get(1) : "";
        // Leonardo da Vinci comes from Vinci, and Giovanni di Pietro is Pietro's son: neither word is certainly a family name.
        int and = words.indexOf("y");
        if (and > 2 && words.get(and - 2).equals("de")) {
            // Francisco José de Goya y Lucientes.
            return Order.GIVEN_FIRST;
        }
        if (and >= 0 || words.subList(1, words.size()).contains("Ben")
                || words.size() > 2 && words.get(1).equals("in") && !words.get(2).equals("'t")
                        && !DUTCH_ARTICLES.contains(words.get(2))
                || words.size() == 3 && PORTUGUESE_PARTICLES.contains(middle) && HISPANIC.contains(first)
                || (middle.equals("da") || middle.equals("di")) && !HISPANIC.contains(last)
                || words.size() == 2 && last.indexOf('-') > 0 && TWO_SHORT.matcher(last).matches()
                        && !EastAsianOrder.isFamily(first)) {
            return Order.UNKNOWN;
        }
        if (!isAlphabetic(words.getFirst()) || words.stream().anyMatch(CHAINED::contains)
                || last.endsWith("dóttir")) {
            return Order.UNKNOWN;
        }
        if (words.stream().map(NameOrder::plain).allMatch(WITHOUT_FAMILY::contains) || first.equals(last)
                || TITLES_BEHIND.contains(last) || words.size() > 2 && PERSIAN_ENDS.contains(last) || isGivenBehindFamily(words)
                || hasInitialsBeforeTwoWords(words)
                || words.subList(1, words.size() - 1).stream().anyMatch(CHAINED_IN_CAPITALS::contains)) {
            return Order.UNKNOWN;
        }
        if (words.stream().anyMatch(word -> word.endsWith(".") || word.length() == 1)) {
            return hispanic(words, last);
        }
        if (words.size() == 3 && isPatronymic(last) && !isPatronymic(plain(words.get(1)))) {
            return CYRILLIC_PATRONYMIC.matcher(last).matches() ? Order.FAMILY_FIRST : Order.UNKNOWN;
        }
        Order asian = EastAsianOrder.of(words, first, last);
        if (asian != null) {
            return asian;
        }
        // The last word of "Bauer Karl Ludwig" or "Heine Bernd" is a given name; "Le Corbusier" and "El Último Grito" have none.
        if (!GivenNames.has(first) && GivenNames.has(last)
                && words.subList(1, words.size() - 1).stream().allMatch(GivenNames::has)
                || isArticle(first)) {
            return Order.UNKNOWN;
        }
        return hispanic(words, last);
    }

    /** Returns true for a word that begins names of groups, peers and saints, and is no given name. */
    static boolean isArticle(String word) {
        return ARTICLES.contains(word.toLowerCase(Locale.ROOT));
    }

    private static boolean isInitial(String word) {
        return INITIAL.matcher(word).matches();
    }

    /** Returns true for initials between the family name and the given name, as in "Solntseva V. Nina". */
    private static boolean isGivenBehindFamily(List<String> words) {
        return words.size() > 2 && !isInitial(words.getFirst()) && !GivenNames.has(words.getFirst())
                && GivenNames.isNeverFamily(words.getLast())
                && words.subList(1, words.size() - 1).stream().allMatch(NameOrder::isInitial);
    }

    /**
     * Returns true for several initials before two words, as in "D. F. Jackson Kimball". The two words are more likely a double family name
     * than another given name.
     */
    private static boolean hasInitialsBeforeTwoWords(List<String> words) {
        int initials = 0;
        while (initials < words.size() && isInitial(words.get(initials))) {
            initials++;
        }
        return initials > 1 && words.size() == initials + 2 && !GivenNames.has(words.get(initials))
                && Character.isUpperCase(words.get(initials).charAt(0))
                && !NameReader.CAPITAL_PARTICLES.contains(words.get(initials));
    }

    private static Order hispanic(List<String> words, String last) {
        if (words.size() < 3) {
            return Order.GIVEN_FIRST;
        }
        String second = plain(words.get(words.size() - 2));
        boolean given = GIVEN.contains(second) || GivenNames.has(second);
        if (!GIVEN.contains(second) && HISPANIC.contains(second) || !given && SPANISH_SPELLING.matcher(second).matches()) {
            return HISPANIC.contains(last) || HISPANIC_ENDING.matcher(last).matches() ? Order.TWO_FAMILIES : Order.UNKNOWN;
        }
        if (words.size() == 3 && !given && ITALIAN.matcher(second).matches() && ITALIAN.matcher(last).matches()
                || !given && HISPANIC_ENDING.matcher(second).matches() && !isHispanic(last)) {
            return Order.UNKNOWN;
        }
        if (!isHispanic(last)) {
            return SPANISH_GIVEN.contains(plain(words.getFirst())) && !given && !isInitial(second)
                    && Character.isUpperCase(words.get(words.size() - 2).charAt(0))
                    && !NameReader.CAPITAL_PARTICLES.contains(words.get(words.size() - 2)) ? Order.UNKNOWN : Order.GIVEN_FIRST;
        }
        if (GIVEN.contains(second) || second.length() == 1 || second.endsWith(".")
                || Character.isLowerCase(words.get(words.size() - 2).charAt(0))) {
            return Order.GIVEN_FIRST;
        }
        return HISPANIC_ENDING.matcher(second).matches() ? Order.TWO_FAMILIES : Order.UNKNOWN;
    }

    private static boolean isHispanic(String family) {
        return HISPANIC.contains(family) || HISPANIC_ENDING.matcher(family).matches()
                || SPANISH_SPELLING.matcher(family).matches();
    }

    private static boolean isPatronymic(String word) {
        return CYRILLIC_PATRONYMIC.matcher(word).matches() || LATIN_PATRONYMIC.matcher(word).matches();
    }

    /** Returns false for Chinese, Japanese, Korean and Arabic script, in which the order is not certain. */
    private static boolean isAlphabetic(String word) {
        UnicodeScript script = UnicodeScript.of(word.codePointAt(0));
        return script != UnicodeScript.HAN && script != UnicodeScript.HANGUL && script != UnicodeScript.ARABIC
                && script != UnicodeScript.HIRAGANA && script != UnicodeScript.KATAKANA && script != UnicodeScript.THAI;
    }

    /** Returns the word in lower case. {@code ^o} stands for ō in the catalogue of a museum. */
    static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace("^o", "ō").replace("^u", "ū");
    }
}
