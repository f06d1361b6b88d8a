package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Every letter that a format of libraries or reference managers can write arrives, or a warning names its place. */
class LettersImportTest {

    /** Letters with a name in the encodings OT1, T1, TS1 and T2A. */
    private static final String NAMED = """
            l ł L Ł o ø O Ø aa å AA Å ae æ AE Æ oe œ OE Œ ss ß SS ẞ i ı j ȷ dh ð DH Ð dj đ DJ Đ th þ TH Þ ng ŋ NG Ŋ ij ĳ IJ Ĳ
            quotedblbase „ quotesinglbase ‚ guillemotleft « guillemotright » guillemetleft « guillemetright » guilsinglleft ‹
            guilsinglright › textquotedblleft “ textquotedblright ” textquoteleft ‘ textquoteright ’ textendash – textemdash —
            textexclamdown ¡ textquestiondown ¿ textsterling £ pounds £ textsection § S § textparagraph ¶ P ¶ copyright ©
            textcopyright © textregistered ® texttrademark ™ textellipsis … dots … ldots … dag † ddag ‡ textdagger † textdaggerdbl ‡
            textdegree ° textcelsius ℃ textmu µ textohm Ω textnumero № texteuro € textcent ¢ textyen ¥ textcurrency ¤ textwon ₩
            textlira ₤ textbrokenbar ¦ textordfeminine ª textordmasculine º textonehalf ½ textonequarter ¼ textthreequarters ¾
            textonesuperior ¹ texttwosuperior ² textthreesuperior ³ textpm ± texttimes × textdiv ÷ textlnot ¬ textperiodcentered ·
            textbullet • textperthousand ‰ textestimated ℮ textmusicalnote ♪ textflorin ƒ textleftarrow ← textrightarrow →
            textbackslash \\ textunderscore _ textasciitilde ~ textasciicircum ^ textbar |
            CYRA А CYRB Б CYRV В CYRG Г CYRD Д CYRE Е CYRYO Ё CYRZH Ж CYRZ З CYRI И CYRISHRT Й CYRK К CYRL Л CYRM М CYRN Н CYRO О
            CYRP П CYRR Р CYRS С CYRT Т CYRU У CYRF Ф CYRH Х CYRC Ц CYRCH Ч CYRSH Ш CYRSHCH Щ CYRHRDSN Ъ CYRERY Ы CYRSFTSN Ь
            CYREREV Э CYRYU Ю CYRYA Я CYRDJE Ђ CYRIE Є CYRDZE Ѕ CYRII І CYRYI Ї CYRJE Ј CYRLJE Љ CYRNJE Њ CYRTSHE Ћ CYRUSHRT Ў
            CYRDZHE Џ CYRGUP Ґ CYRGHCRS Ғ CYRZHDSC Җ CYRZDSC Ҙ CYRKDSC Қ CYRKVCRS Ҝ CYRKBEAK Ҡ CYRNDSC Ң CYRNG Ҥ CYRSDSC Ҫ CYRY Ү
            CYRYHCRS Ұ CYRHDSC Ҳ CYRCHRDSC Ҷ CYRCHVCRS Ҹ CYRSHHA Һ CYRAE Ӕ CYRSCHWA Ә CYROTLD Ө
            cyra а cyrb б cyrv в cyrg г cyrd д cyre е cyryo ё cyrzh ж cyrz з cyri и cyrishrt й cyrk к cyrl л cyrm м cyrn н cyro о
            cyrp п cyrr р cyrs с cyrt т cyru у cyrf ф cyrh х cyrc ц cyrch ч cyrsh ш cyrshch щ cyrhrdsn ъ cyrery ы cyrsftsn ь
            cyrerev э cyryu ю cyrya я cyrdje ђ cyrie є cyrdze ѕ cyrii і cyryi ї cyrje ј cyrlje љ cyrnje њ cyrtshe ћ cyrushrt ў
            cyrdzhe џ cyrgup ґ cyrghcrs ғ cyrzhdsc җ cyrzdsc ҙ cyrkdsc қ cyrkvcrs ҝ cyrkbeak ҡ cyrndsc ң cyrng ҥ cyrsdsc ҫ cyry ү
            cyryhcrs ұ cyrhdsc ҳ cyrchrdsc ҷ cyrchvcrs ҹ cyrshha һ cyrae ӕ cyrschwa ә cyrotld ө
            """;
    private static final Map<String, String> ACCENTS = Map.ofEntries(Map.entry("\u0300", "`"), Map.entry("\u0301", "'"),
            Map.entry("\u0302", "^"), Map.entry("\u0303", "~"), Map.entry("\u0304", "="), Map.entry("\u0306", "u"),
            Map.entry("\u0307", "."), Map.entry("\u0308", "\""), Map.entry("\u030a", "r"), Map.entry("\u030b", "H"),
            Map.entry("\u030c", "v"), Map.entry("\u0323", "d"), Map.entry("\u0327", "c"), Map.entry("\u0328", "k"),
            Map.entry("\u0331", "b"), Map.entry("\u0326", "textcommabelow"));

    @TempDir
    private Path folder;

    private static String letters(int from, int to) {
        StringBuilder letters = new StringBuilder();
        for (int c = from; c <= to; c++) {
            String parts = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFD);
            if (parts.length() == 2 && ACCENTS.containsKey(parts.substring(1))) {
                letters.append((char) c);
            }
        }
        return letters.toString();
    }

    private Typed imported(String file, Map<String, String> titles, String entry, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (String title : titles.keySet()) {
            text.append(entry.formatted(++number)).append(title).append(end);
        }
        Files.writeString(folder.resolve(file), text);
        return Typed.in(folder, "import", "letters", file);
    }

    /** Titles of the served records, by the name of the item. */
    private Map<String, String> titles() {
        return Typed.in(folder, "export", "--format", "jsonl").out().lines().map(JsonMapper.shared()::readTree)
                .collect(Collectors.toMap(
                        record -> record.path("identifier").asString()
                                .substring(record.path("identifier").asString().indexOf('/') + 1),
                        record -> record.path("metadata").asString().replaceAll("(?s).*<dc:title>(.*)</dc:title>.*", "$1")
                                .replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")));
    }

    private void arrive(Map<String, String> titles) {
        Map<String, String> served = titles();
        Map<String, String> wrong = new LinkedHashMap<>();
        int number = 0;
        for (Map.Entry<String, String> title : titles.entrySet()) {
            String arrived = served.getOrDefault("k" + ++number, "no record");
            if (!arrived.equals(title.getValue())) {
                wrong.put(title.getKey(), arrived + " instead of " + title.getValue());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(served).hasSameSizeAs(titles);
    }

    @Test
    void everyNamedLetterOfTex_arrivesInEverySpelling() throws IOException {
        Map<String, String> titles = new LinkedHashMap<>();
        String[] words = NAMED.strip().split("\\s+");
        for (int i = 0; i < words.length; i += 2) {
            String command = "\\" + words[i];
            String letter = words[i + 1];
            titles.put("xA{" + command + "}b", "xA" + letter + "b");
            titles.put("xA" + command + "{}b", "xA" + letter + "b");
            titles.put("xA" + command + " b", "xA" + letter + "b");
            titles.put("xA{" + command + "} b", "xA" + letter + " b");
            titles.put("xA" + command + "\\ b", "xA" + letter + " b");
            titles.put("xA b" + command, "xA b" + letter);
        }
        assertThat(imported("named.bib", titles, "@article{k%d, title={", "}}\n").err())
                .contains("%,d new".formatted(titles.size()))
                .doesNotContain("warning");
        arrive(titles);
    }

    @Test
    void everyAccentedLetterOfTex_arrivesInEverySpelling() throws IOException {
        Map<String, String> titles = new LinkedHashMap<>();
        String letters = letters(0xc0, 0x17f) + letters(0x1cd, 0x1f5) + letters(0x218, 0x21b) + letters(0x1e00, 0x1ef9)
                + letters(0x400, 0x4f9);
        assertThat(letters).hasSizeGreaterThan(300).contains("ę", "ş", "İ", "ǧ", "ț", "ḍ", "ẽ", "Й");
        for (int c : letters.chars().toArray()) {
            String letter = Character.toString(c);
            String parts = Normalizer.normalize(letter, Normalizer.Form.NFD);
            String accent = "\\" + ACCENTS.get(parts.substring(1));
            String base = parts.substring(0, 1);
            titles.put("xA" + accent + "{" + base + "}b", "xA" + letter + "b");
            titles.put("xA{" + accent + "{" + base + "}}b", "xA" + letter + "b");
            titles.put("xA{" + accent + " " + base + "}b", "xA" + letter + "b");
            titles.put("xA" + accent + " {" + base + "}b", "xA" + letter + "b");
            if (accent.length() == 2 && !Character.isLetter(accent.charAt(1))) {
                titles.put("xA" + accent + base + "b", "xA" + letter + "b");
            }
            if ((base.equals("i") || base.equals("j")) && !accent.equals("\\d") && !accent.equals("\\k")) {
                titles.put("xA" + accent + "{\\" + base + "}b", "xA" + letter + "b");
                titles.put("xA" + accent + "\\" + base + " b", "xA" + letter + "b");
                titles.put("xA{" + accent + "\\" + base + "}b", "xA" + letter + "b");
            }
        }
        titles.put("xA\\'{\\cyrk}\\U\\cyri\\\"{\\CYRE}\\'{\\ae}\\'{\\^e}b", "xAќйЁǽếb");
        titles.put("xA\\t{oo}\\a'e\\a`a", "xAo\u0361oéà");
        assertThat(imported("accents.bib", titles, "@article{k%d, title={", "}}\n").err())
                .contains("%,d new".formatted(titles.size()))
                .doesNotContain("warning");
        arrive(titles);
    }

    @Test
    void dollarsAndFormulasOfTex_doNotStopTheReadingOfTheRest() throws IOException {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("Cost \\$100", "Cost $100");
        titles.put("H$_2$O \\& caf\\'e", "H₂O & café");
        titles.put("Title with \\$100 \\& 50\\% \\ss\\ and $\\alpha$", "Title with $100 & 50% ß and α");
        titles.put("The $\\alpha$ decay", "The α decay");
        titles.put("From $5 to $10 \\& {\\o}l", "From $5 to $10 & øl");
        titles.put("Root $\\sqrt{s}$ \\& caf\\'e", "Root $\\sqrt{s}$ & café");
        titles.put("The $10^{th}$ at $10^{-5}$\\,m, $x<y$ \\#1 a\\_b \\{c\\}", "The 10th at 10⁻⁵ m, x<y #1 a_b {c}");
        titles.put("``Quoted'' text~-- it's \\emph{here} \\textbf{caf\\'e}", "“Quoted” text – it's here café");
        assertThat(imported("maths.bib", titles, "@article{k%d, title={", "}}\n").err())
                .contains(
                        "maths.bib: formulas that cannot be written as plain text are kept in TeX, the first in the entry at line 6")
                .doesNotContain("warning");
        arrive(titles);
    }

    @Test
    void unknownCommandOfTex_staysAndIsReportedWithItsLine() throws IOException {
        Files.writeString(folder.resolve("u.bib"), """
                @article{k1,
                  title = {A \\foo{caf\\'e} b},
                  author = {\\L\\k{e}cki, J. and \\'{\\bar{x}} Y},
                  url = {http://a.example/\\~{}u/a\\_b--c$1},
                  year = 2001}
                @article{k2, title={T}, author={A}, author={B}}
                """);
        assertThat(Typed.in(folder, "import", "letters", "u.bib").err()).contains(
                "u.bib, line 2: \\foo is not a command of TeX that Sheaf knows; it is kept as it is",
                "u.bib, line 3: \\bar is not a command of TeX",
                "u.bib, line 6: the field 'author' stands in this entry more than once", "2 new");
        assertThat(Typed.in(folder, "export", "--format", "jsonl").out()).contains("A \\\\foo{café} b", "Łęcki, J.",
                "{\\\\bar{x}} Y",
                "http://a.example/~u/a_b--c$1");
    }
}
