package dev.sheaf.platform.normalise;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tells which of the words of a name without comma is the family's, where Western order would be a guess. */
final class NameOrder {

    /** Order of the words in a name. */
    enum Order {
        /** Given names first, as in the West. */
        GIVEN_FIRST,
        /** The family first, as in East Asia. */
        FAMILY_FIRST,
        /** The family has the last two words, as in Spanish. */
        TWO_FAMILIES,
        /** Cannot be told. */
        UNKNOWN
    }

    private static final Pattern HISPANIC_ENDING = Pattern.compile(".{2,}(?:ez|éz|iz|íz|oz|az)");
    private static final Set<String> HISPANIC = words(
            "garcía garcia martínez lópez sánchez pérez gómez jiménez ruiz hernández díaz diaz moreno álvarez muñoz romero alonso gutiérrez navarro torres domínguez vázquez ramos ramírez serrano blanco molina morales suárez ortega delgado castro ortiz rubio marín sanz núñez iglesias medina garrido cortés castillo santos lozano guerrero cano miranda prieto méndez cruz calvo gallego vidal león herrera márquez peña flores cabrera campos vega fuentes carrasco reyes caballero aguilar mendoza silva pereira ferreira oliveira machado costa rodrigues almeida carvalho gomes ribeiro martins sousa");
    private static final Set<String> GIVEN = words(
            "josé jose luis carlos juan antonio maría maria manuel miguel ángel angel jesús javier francisco fernando jorge alberto eduardo enrique rafael pedro pablo ana isabel carmen rosa elena teresa cristina marta laura alejandro andrés ricardo roberto rené víctor victor daniel david gabriel paulo joão joao luiz ernesto ignacio alfonso felipe augusto césar armando arturo");
    private static final Pattern CYRILLIC_PATRONYMIC = Pattern.compile(".+(?:ович|евич|ьич|овна|евна|ична)");
    private static final Pattern LATIN_PATRONYMIC = Pattern.compile(".{2,}(?:ovich|evich|ovič|evič|ovna|evna|yevich|ievich)");
    private static final Set<String> ARTICLES = Set.of("le", "la", "el", "los", "las", "les", "lord", "lady", "saint", "st",
            "ibn", "abu",
            "abū", "master", "unidentified");
    private static final Set<String> CHAINED = Set.of("b.", "ibn", "bin", "bint", "binti", "bt", "bt.", "bte", "abū", "abu",
            "ould");

    private NameOrder() {}

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(" ", -1)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Tells the order.
     *
     * @param words two at least, without titles and suffixes
     */
    static Order of(List<String> words) {
        String first = plain(words.getFirst());
        String last = plain(words.getLast());
        String middle = words.size() == 3 ? words.get(1) : "";
        // Leonardo da Vinci comes from Vinci, Giovanni di Pietro is Pietro's son: neither is for certain a family's name.
        int and = words.indexOf("y");
        if (and > 2 && words.get(and - 2).equals("de")) {
            // Francisco José de Goya y Lucientes.
            return Order.GIVEN_FIRST;
        }
        if (and >= 0 || words.subList(1, words.size()).contains("Ben")
                || words.size() > 2 && words.get(1).equals("in") && !words.get(2).equals("'t")
                        && !words.get(2).matches("het|der|den")
                || words.size() == 3 && middle.matches("de|do|dos") && HISPANIC.contains(first)
                || (middle.equals("da") || middle.equals("di")) && !HISPANIC.contains(last)
                || words.size() == 2 && last.matches("\\p{L}{1,4}-\\p{L}{1,4}") && !EastAsianOrder.isFamily(first)) {
            return Order.UNKNOWN;
        }
        if (!isAlphabetic(words.getFirst()) || words.stream().anyMatch(CHAINED::contains)
                || last.endsWith("dóttir")) {
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
        // "Bauer Karl Ludwig", "Aoyagi Seizo": the last word is a given name. "Le Corbusier", "Los Carpinteros": nobody's given name.
        if (!GivenNames.has(first) && GivenNames.isNeverFamily(last)
                && words.subList(1, words.size() - 1).stream().allMatch(GivenNames::has)
                || words.size() == 3 && !GivenNames.has(first) && GivenNames.has(words.get(1)) && GivenNames.has(last)
                || words.size() == 2 && ARTICLES.contains(first)) {
            return Order.UNKNOWN;
        }
        return hispanic(words, last);
    }

    private static Order hispanic(List<String> words, String last) {
        if (words.size() < 3) {
            return Order.GIVEN_FIRST;
        }
        String second = plain(words.get(words.size() - 2));
        if (!GIVEN.contains(second) && HISPANIC.contains(second)) {
            return HISPANIC.contains(last) || HISPANIC_ENDING.matcher(last).matches() ? Order.TWO_FAMILIES : Order.UNKNOWN;
        }
        if (!(HISPANIC.contains(last) || HISPANIC_ENDING.matcher(last).matches())) {
            return Order.GIVEN_FIRST;
        }
        if (GIVEN.contains(second) || second.length() == 1 || second.endsWith(".")
                || Character.isLowerCase(words.get(words.size() - 2).charAt(0))) {
            return Order.GIVEN_FIRST;
        }
        return HISPANIC_ENDING.matcher(second).matches() ? Order.TWO_FAMILIES : Order.UNKNOWN;
    }

    private static boolean isPatronymic(String word) {
        return CYRILLIC_PATRONYMIC.matcher(word).matches() || LATIN_PATRONYMIC.matcher(word).matches();
    }

    /** Chinese, Japanese, Korean and Arabic writing has no order that holds for all. */
    private static boolean isAlphabetic(String word) {
        UnicodeScript script = UnicodeScript.of(word.codePointAt(0));
        return script != UnicodeScript.HAN && script != UnicodeScript.HANGUL && script != UnicodeScript.ARABIC
                && script != UnicodeScript.HIRAGANA && script != UnicodeScript.KATAKANA && script != UnicodeScript.THAI;
    }

    /** Returns the word in lower case; {@code ^o} is how the catalogue of a museum writes ō. */
    static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace("^o", "ō").replace("^u", "ū");
    }
}
