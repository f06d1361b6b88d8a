package dev.sheaf.platform.normalise;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Tells which of the words of a name without comma is the family's, where Western order would be a guess. */
final class NameOrder {

    /** How the words are to be read. */
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

    private static final Set<String> CHINESE = words(
            "wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lu jiang cui zhong tan wang liao fan jin lu shi xia jia fu fang zou xiong bai meng qin qiu hou yin xue yan duan lei long tao he mao hao gong shao wan qian dai mo kong xiang chang mao zedong");
    private static final Set<String> KOREAN = words(
            "kim lee park choi jung jeong kang cho yoon yun jang lim han shin seo kwon hwang ahn song yoo hong ko moon yang bae baek heo nam noh jeon ryu ha kwak bang");
    private static final Set<String> VIETNAMESE = words(
            "nguyen tran pham huynh hoang phan vu vo dang bui ngo duong dinh");
    private static final Set<String> JAPANESE = words(
            "sato suzuki takahashi tanaka watanabe ito itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi saito saitō matsumoto inoue kimura hayashi shimizu yamazaki mori abe ikeda hashimoto ishikawa ogawa goto gotō okada hasegawa fujita murakami kondo kondō ishii sakamoto endo endō aoki fujii nishimura fukuda ota miura fujiwara okamoto matsuda nakagawa nakano harada ono tamura takeuchi kaneko wada nakayama ishida ueda morita hara shibata sakai kudo yokoyama miyazaki miyamoto uchida takagi ando taniguchi ohno maruyama imai kono fujimoto murata takeda ueno sugiyama masuda sugawara hirano kojima otsuka chiba kubo matsui iwasaki noguchi matsuo kikuchi nomura arai utagawa torii tanabe kasamatsu tawara kawase katsushika tsukioka kano mishima kawabata natsume akutagawa tanizaki kurosawa ozu");
    private static final Pattern SYLLABLES = Pattern.compile(
            "(?:(?:k|s|t|n|h|m|y|r|w|g|z|d|b|p|j|f|ky|sh|ch|ts|ny|hy|my|ry|gy|by|py|kk|pp|tt|ss)?[aeiouāēīōū]|n|m(?=[bmp]))+");
    private static final Pattern JAPANESE_SOUND = Pattern.compile("k|w|sh|ts|chi|hi|ji|yo|yu|[āīōū]");
    private static final Pattern JAPANESE_FAMILY_ENDING = Pattern.compile(
            ".{2,}(?:moto|hara|yama|mura|[kg]awa|[sj]h?ima|guchi|bayashi|shita|[sz]awa|matsu)");
    private static final Pattern HISPANIC_ENDING = Pattern.compile(".{2,}(?:ez|éz|iz|íz|oz|az)");
    private static final Set<String> HISPANIC = words(
            "garcía garcia martínez lópez sánchez pérez gómez jiménez ruiz hernández díaz diaz moreno álvarez muñoz romero alonso gutiérrez navarro torres domínguez vázquez ramos ramírez serrano blanco molina morales suárez ortega delgado castro ortiz rubio marín sanz núñez iglesias medina garrido cortés castillo santos lozano guerrero cano miranda prieto méndez cruz calvo gallego vidal león herrera márquez peña flores cabrera campos vega fuentes carrasco reyes caballero aguilar mendoza silva pereira ferreira oliveira machado costa rodrigues almeida carvalho gomes ribeiro martins sousa");
    private static final Set<String> GIVEN = words(
            "josé jose luis carlos juan antonio maría maria manuel miguel ángel angel jesús javier francisco fernando jorge alberto eduardo enrique rafael pedro pablo ana isabel carmen rosa elena teresa cristina marta laura alejandro andrés ricardo roberto rené víctor victor daniel david gabriel paulo joão joao luiz ernesto ignacio alfonso felipe augusto césar armando arturo");
    private static final Pattern CYRILLIC_PATRONYMIC = Pattern.compile(".+(?:ович|евич|ьич|овна|евна|ична)");
    private static final Pattern LATIN_PATRONYMIC = Pattern.compile(".{2,}(?:ovich|evich|ovič|evič|ovna|evna|yevich|ievich)");
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
        if (words.contains("y") || words.subList(1, words.size()).contains("Ben")
                || words.size() > 2 && words.get(1).equals("in") && !words.get(2).equals("'t")
                        && !words.get(2).matches("het|der|den")
                || words.size() == 3 && middle.matches("de|do|dos") && HISPANIC.contains(first)
                || (middle.equals("da") || middle.equals("di")) && !HISPANIC.contains(last)
                || words.size() == 2 && last.matches("\\p{L}{1,4}-\\p{L}{1,4}") && !isFamily(first)) {
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
        Order asian = asian(words, first, last);
        return asian != null ? asian : hispanic(words, last);
    }

    private static boolean isFamily(String word) {
        return CHINESE.contains(word) || KOREAN.contains(word) || VIETNAMESE.contains(word);
    }

    private static @Nullable Order asian(List<String> words, String first, String last) {
        boolean firstChinese = isFamily(first);
        boolean lastChinese = isFamily(last);
        if (words.size() <= 3 && (firstChinese || lastChinese) && firstChinese != lastChinese) {
            // "Li Bin", "Kim Jong-il" or "Lee Marvin": a Western given name may look like a family's.
            return lastChinese ? Order.GIVEN_FIRST : words.size() == 2 && isSyllables(last) ? Order.FAMILY_FIRST : Order.UNKNOWN;
        }
        if (words.size() <= 3 && firstChinese) {
            return Order.UNKNOWN;
        }
        boolean firstJapanese = JAPANESE.contains(first) || words.size() == 2 && isJapaneseFamily(first, last);
        boolean lastJapanese = JAPANESE.contains(last) || words.size() == 2 && isJapaneseFamily(last, first);
        if (firstJapanese != lastJapanese) {
            return firstJapanese ? Order.FAMILY_FIRST : Order.GIVEN_FIRST;
        }
        boolean sounds = words.stream().map(NameOrder::plain)
                .allMatch(word -> SYLLABLES.matcher(word.replace("-", "").replace("'", "")).matches()
                        && JAPANESE_SOUND.matcher(word).find());
        return sounds ? Order.UNKNOWN : null;
    }

    /** An end that families have and given names do not: Morimoto, beside a word that is Japanese by its sound. */
    private static boolean isJapaneseFamily(String word, String beside) {
        return word.length() > 5 && JAPANESE_FAMILY_ENDING.matcher(word).matches() && SYLLABLES.matcher(word).matches()
                && SYLLABLES.matcher(beside).matches();
    }

    /** One or two syllables of pinyin or of Korean: short, of few vowels. */
    private static boolean isSyllables(String word) {
        return word.matches(
                "(?:[a-zü]{1,6}-[a-zü]{1,6}|[bcdfghjklmnpqrstwxyz]{0,2}[aeiouü]{1,3}(?:ng|n|r)?(?:[bcdfghjklmnpqrstwxyz]{0,2}[aeiouü]{1,3}(?:ng|n)?)?)")
                && !word.matches("mar.*|ann.*|.*(?:ie|ry|ta|na|la|ra)");
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

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
