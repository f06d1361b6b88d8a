package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Finder of the order of Chinese, Korean, Vietnamese and Japanese names in Latin letters, which are written with the family name first or
 * last.
 */
final class EastAsianOrder {

    private static final Set<String> CHINESE = words(
            "wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao lu jiang cui zhong tan wang liao fan jin lu shi xia jia fu fang zou xiong bai meng qin qiu hou yin xue yan duan lei long tao he mao hao gong shao wan qian dai mo kong xiang chang mao zedong");
    /** Rare family names: one next to a frequent family name makes the order uncertain. */
    private static final Set<String> RARE_CHINESE = words(
            "bao bi bian cen chai chu diao fei gan ge geng gu guan hua huo ji jiao ju kang ke kuang lang leng ling luan miao mu ni nie niu ning ou pang pei pu qi qiao qu ruan sha sheng si teng tong weng xing you zha zhai zhan zhuang zhuo zuo");
    /** Further family names, and Chinese ones in older spellings: in front of another word they make the order uncertain. */
    private static final Set<String> FURTHER = words(
            "tseng hsu hsieh hsiao hsiung hsia tsai tsao tsui tsou chou chuang kuo lo ho shih tung yeh chiu chiang chien le ly do truong trinh luong vuong doan");
    /** Number of letters from which a word counts as two syllables, and therefore as a given name. */
    private static final int TWO_SYLLABLES = 5;
    private static final Set<String> KOREAN = words(
            "kim lee park choi jung jeong kang cho yoon yun jang lim han shin seo kwon hwang ahn song yoo hong ko moon yang bae baek heo nam noh jeon ryu ha kwak bang");
    private static final Set<String> VIETNAMESE = words(
            "nguyen tran pham huynh hoang phan vu vo dang bui ngo duong dinh");
    private static final Set<String> JAPANESE = words(
            "sato suzuki takahashi tanaka watanabe ito itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi saito saitō matsumoto inoue kimura hayashi shimizu yamazaki mori abe ikeda hashimoto ishikawa ogawa goto gotō okada hasegawa fujita murakami kondo kondō ishii sakamoto endo endō aoki fujii nishimura fukuda ota miura fujiwara okamoto matsuda nakagawa nakano harada ono tamura takeuchi kaneko wada nakayama ishida ueda morita hara shibata sakai kudo yokoyama miyazaki miyamoto uchida takagi ando taniguchi ohno maruyama imai kono fujimoto murata takeda ueno sugiyama masuda sugawara hirano kojima otsuka chiba kubo matsui iwasaki noguchi matsuo kikuchi nomura arai utagawa torii tanabe kasamatsu tawara kawase katsushika tsukioka kano mishima kawabata natsume akutagawa tanizaki kurosawa ozu");
    /** Further family names, mainly of artists and scholars. */
    private static final Set<String> MORE_JAPANESE = words(
            "hine kishi noro shima soga sora takaku tani tosa hattori ohta tamai aoyagi aoyama amano araki azuma azechi ejiri fukushima hanabusa hatano hiramoto hori hosoda hosokawa ibata iijima ikegami imao inaba inui iseya ishihama isayama isoda iwata izui kamada kaneta kawanabe kawashima kishimoto kitano kitamura kubozono kumashiro kuno kuroda kusama mashima miyake miyazawa mizuno mochizuki momokawa morizumi nagano nagai nakahara nakazawa natori nishida nishi noda nozawa obata oda ogata ohara ohba osada otomo ozawa sakaguchi sekiguchi takano tamagawa tanemura toriyama tokuriki tomita totoya tsuda tsuji tsuruoka uemura unkoku uragami yabu yagi yamanaka yamaoka yasuda yasugi yoneda yosa yoshimoto yoshimura yoshikawa yazawa");
    private static final Pattern SYLLABLES = Pattern.compile(
            "(?:(?:k|s|t|n|h|m|y|r|w|g|z|d|b|p|j|f|ky|sh|ch|ts|ny|hy|my|ry|gy|by|py|kk|pp|tt|ss)?[aeiouāēīōū]|n|m(?=[bmp]))+");
    private static final Pattern JAPANESE_SOUND = Pattern.compile("k|w|sh|ts|chi|hi|ji|yo|yu|[āīōū]");
    private static final Pattern JAPANESE_FAMILY_ENDING = Pattern.compile(
            ".{2,}(?:moto|hara|yama|mura|[kg]awa|[sj]h?ima|guchi|bayashi|shita|[sz]awa|matsu)");
    private static final Pattern PINYIN = Pattern.compile(
            "(?:(?:zh|ch|sh|ts|tz|hs|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ian|iao|ing|ong|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiouü])){1,2}");

    private static final Pattern ONE_SYLLABLE = Pattern.compile("(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?[aeiouü]{1,3}(?:ng|n)?");
    /** Letter combinations that few other languages have. */
    private static final Pattern CHINESE_SOUND = Pattern.compile("x|q|zh|iang|uang|iao|ong$|uan$|ian$");
    /** Korean syllables; some are Vietnamese too. */
    private static final Pattern KOREAN_SYLLABLES = Pattern.compile(
            "(?:(?:kk|tt|pp|ss|jj|ch|ph|th|tr|kh|nh|ng|gi|[bcdghjklmnprstvwxy])?(?:yeo|yae|wae|eui|[wy]?(?:ae|eo|eu|oo|ee|ou|[aeiou])|[iu]e)(?:ng|ch|nh|[cgklmnprt])?){1,2}");

    /** Endings of Vietnamese and Cantonese syllables that Korean does not have. */
    private static final Pattern NOT_KOREAN = Pattern.compile(".*(?:[crt]|ch|nh)");
    private static final Pattern TONES = Pattern.compile("[ǎěǐǒǔǚǜǘǖ]");
    private static final Pattern ACUTE_OR_GRAVE = Pattern.compile("[áàéèíìóòúù]");
    private static final Pattern HYPHENATED_GIVEN = Pattern.compile("\\p{Lu}\\p{Ll}+-\\p{Ll}+");
    private static final Pattern TWO_SHORT = Pattern.compile("[a-zü]{1,6}-[a-zü]{1,6}");
    private static final Pattern WESTERN = Pattern.compile("mar.*|ann.*|.*(?:ie|ry|ta|na|la|ra)");
    private static final Pattern VIETNAMESE_MARKS = Pattern.compile("[ăâđêôơư\u1ea0-\u1ef9]");

    private EastAsianOrder() {}

    private static Set<String> words(String list) {
        return Arrays.stream(list.split(" ", -1)).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns true for a frequent Chinese, Korean or Vietnamese family name, given in lower case. */
    static boolean isFamily(String name) {
        String word = VIETNAMESE_MARKS.matcher(name).find() ? withoutMarks(name) : name;
        return CHINESE.contains(word) || KOREAN.contains(word) || VIETNAMESE.contains(word);
    }

    private static String withoutMarks(String word) {
        return Normalizer.normalize(word, Normalizer.Form.NFD).replaceAll("\\p{M}", "").replace('đ', 'd');
    }

    /**
     * Returns the order of the words.
     *
     * @param words words of the name
     * @param first first word, in lower case
     * @param last last word, in lower case
     * @return null if nothing shows that the name is East Asian
     */
    static NameOrder.@Nullable Order of(List<String> words, String first, String last) {
        if (isToned(words)) {
            List<String> plain = words.stream().map(word -> withoutMarks(NameOrder.plain(word))).toList();
            return ordered(plain, plain.getFirst(), plain.getLast());
        }
        return ordered(words, first, last);
    }

    /** Returns true for pinyin with tone marks: "Bǎi Yíng". */
    private static boolean isToned(List<String> words) {
        return words.stream().anyMatch(word -> TONES.matcher(word.toLowerCase(Locale.ROOT)).find())
                || words.stream().anyMatch(word -> ACUTE_OR_GRAVE.matcher(word.toLowerCase(Locale.ROOT)).find())
                        && !GivenNames.has(words.getFirst())
                        && words.stream().allMatch(word -> isPinyin(withoutMarks(NameOrder.plain(word))));
    }

    private static NameOrder.@Nullable Order ordered(List<String> words, String first, String last) {
        boolean firstChinese = isFamily(first);
        boolean lastChinese = isFamily(last);
        boolean western = GivenNames.has(first);
        // "Vy Thi Be", "Le Trung Vu", "Arnold Tan Junhan", "Ni Yun", "Hua Yan".
        if (words.size() > 2 && !lastChinese && words.subList(1, words.size() - 1).stream().anyMatch(EastAsianOrder::isThi)
                || words.size() > 2 && lastChinese && FURTHER.contains(first)
                || words.size() == 3 && isFamily(NameOrder.plain(words.get(1))) && !firstChinese && !lastChinese && isPinyin(last)
                || words.size() == 2 && RARE_CHINESE.contains(first) && lastChinese
                || words.size() == 2 && !firstChinese && HYPHENATED_GIVEN.matcher(words.getLast()).matches()) {
            return NameOrder.Order.UNKNOWN;
        }
        if (words.size() <= 3 && (firstChinese || lastChinese) && firstChinese != lastChinese) {
            // Names such as "Li Bin", "Kim Jong-il" or "Lee Marvin": a Western given name may look like a family name.
            return lastChinese
                    ? NameOrder.Order.GIVEN_FIRST
                    : words.size() == 2 && isSyllables(last) && !RARE_CHINESE.contains(last)
                            && !(NOT_KOREAN.matcher(last).matches() && isKoreanOnly(first) && !isPinyin(last))
                                    ? NameOrder.Order.FAMILY_FIRST
                                    : NameOrder.Order.UNKNOWN;
        }
        if (words.size() <= 3 && firstChinese) {
            return NameOrder.Order.UNKNOWN;
        }
        boolean firstJapanese = JAPANESE.contains(first)
                || MORE_JAPANESE.contains(first) && SYLLABLES.matcher(last).matches()
                || words.size() == 2 && isJapaneseFamily(first, last);
        boolean lastJapanese = isJapanese(last) || words.size() == 2 && isJapaneseFamily(last, first);
        if (firstJapanese != lastJapanese) {
            return firstJapanese ? NameOrder.Order.FAMILY_FIRST : NameOrder.Order.GIVEN_FIRST;
        }
        if (western) {
            return null;
        }
        if (FURTHER.contains(first) && words.size() <= 3) {
            return NameOrder.Order.UNKNOWN;
        }
        if (words.size() == 2 && isOneSyllable(first) != isOneSyllable(last)) {
            String given = isOneSyllable(first) ? last : first;
            if (isPinyin(first) && isPinyin(last) && CHINESE_SOUND.matcher(given).find()) {
                return isOneSyllable(first) ? NameOrder.Order.FAMILY_FIRST : NameOrder.Order.GIVEN_FIRST;
            }
        }
        boolean firstRare = RARE_CHINESE.contains(first);
        boolean lastRare = RARE_CHINESE.contains(last);
        if ((firstRare || lastRare) && isPinyin(words)) {
            return firstRare != lastRare && words.size() == 2 && (firstRare ? last : first).length() >= TWO_SYLLABLES
                    ? firstRare ? NameOrder.Order.FAMILY_FIRST : NameOrder.Order.GIVEN_FIRST
                    : NameOrder.Order.UNKNOWN;
        }
        if (isPinyin(words)) {
            return NameOrder.Order.UNKNOWN;
        }
        if (words.stream().anyMatch(word -> VIETNAMESE_MARKS.matcher(word.toLowerCase(Locale.ROOT)).find())
                && words.stream().allMatch(word -> KOREAN_SYLLABLES.matcher(withoutMarks(NameOrder.plain(word))).matches())) {
            return NameOrder.Order.UNKNOWN;
        }
        boolean sounds = words.stream().map(NameOrder::plain)
                .allMatch(word -> SYLLABLES.matcher(word.replace("-", "").replace("'", "")).matches()
                        && JAPANESE_SOUND.matcher(word).find());
        return sounds ? NameOrder.Order.UNKNOWN : null;
    }

    /** Returns true for a word that stands between the family name and the given name of Vietnamese people. */
    private static boolean isThi(String word) {
        return word.equals("Thi") || word.equals("Thị") || word.equals("Văn");
    }

    private static boolean isKoreanOnly(String family) {
        return KOREAN.contains(family) && !CHINESE.contains(family) && !VIETNAMESE.contains(family);
    }

    private static boolean isJapanese(String word) {
        return JAPANESE.contains(word) || MORE_JAPANESE.contains(word);
    }

    private static boolean isOneSyllable(String word) {
        return ONE_SYLLABLE.matcher(word).matches();
    }

    /** Returns true when each word is made of one or two syllables of Chinese. */
    static boolean isPinyin(List<String> words) {
        return words.stream().map(NameOrder::plain).allMatch(EastAsianOrder::isPinyin);
    }

    private static boolean isPinyin(String word) {
        return PINYIN.matcher(word).matches();
    }

    /** Returns true for an ending of Japanese family names, such as Morimoto, next to a word that sounds Japanese. */
    private static boolean isJapaneseFamily(String word, String beside) {
        return word.length() > 5 && JAPANESE_FAMILY_ENDING.matcher(word).matches() && SYLLABLES.matcher(word).matches()
                && SYLLABLES.matcher(beside).matches();
    }

    /** Returns true for one or two syllables of pinyin or of Korean. */
    private static boolean isSyllables(String word) {
        String plain = word.replaceFirst("-", "");
        return (isPinyin(plain) || KOREAN_SYLLABLES.matcher(plain).matches() || TWO_SHORT.matcher(word).matches())
                && !WESTERN.matcher(word).matches();
    }
}
