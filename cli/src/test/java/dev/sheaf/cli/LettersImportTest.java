package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marc4j.MarcStreamWriter;
import org.marc4j.converter.impl.CodeTableGenerated;
import org.marc4j.marc.MarcFactory;
import org.marc4j.marc.Record;
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
                                .replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")));
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

    /** A record of MARC 21 with its title as bytes. */
    private static byte[] marc(int number, String title) {
        MarcFactory factory = MarcFactory.newInstance();
        Record record = factory.newRecord("00000nam  2200000 u 4500");
        record.addVariableField(factory.newControlField("001", "k" + number));
        record.addVariableField(factory.newDataField("245", '0', '0', "a", title));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MarcStreamWriter writer = new MarcStreamWriter(out, "ISO8859_1");
        writer.write(record);
        writer.close();
        return out.toByteArray();
    }

    private Typed imported(Map<String, String> titles) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        int number = 0;
        for (String title : titles.keySet()) {
            file.write(marc(++number, title));
        }
        Files.write(folder.resolve("m.mrc"), file.toByteArray());
        return Typed.in(folder, "import", "letters", "m.mrc");
    }

    /** Titles by themselves: the crosswalk to Dublin Core may cut signs at their end. */
    private void arriveInMarc(Map<String, String> titles) {
        Map<String, String> served = Typed.in(folder, "export", "--format", "jsonl", "--prefix", "marc21").out().lines()
                .map(JsonMapper.shared()::readTree).collect(Collectors.toMap(
                        record -> record.path("identifier").asString().replaceAll(".*/k", ""),
                        record -> record.path("metadata").asString()
                                .replaceAll("(?s).*<subfield code=\"a\">(.*)</subfield>.*", "$1")
                                .replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")));
        int number = 0;
        for (Map.Entry<String, String> title : titles.entrySet()) {
            assertThat(served.get(String.valueOf(++number))).as(title.getKey())
                    .isEqualTo(Normalizer.normalize(title.getValue(), Normalizer.Form.NFC));
        }
    }

    /** Every code of every set, with every escape sequence that chooses it, in each half of the codes. */
    @Test
    void everyLetterOfMarc8_arrives() throws IOException {
        CodeTableGenerated tables = new CodeTableGenerated();
        Map<String, String> titles = new LinkedHashMap<>();
        for (char set : "BE234NQSbgp".toCharArray()) {
            boolean signs = "bgp".indexOf(set) >= 0;
            StringBuilder lower = new StringBuilder();
            StringBuilder upper = new StringBuilder();
            StringBuilder text = new StringBuilder();
            for (char c = 0x21; c < 0x7f; c++) {
                char upperCode = (char) (c + 0x80);
                boolean halves = set == 'E' && (upperCode == 0xec || upperCode == 0xfb);
                char character = tables.getChar(set == 'E' ? upperCode : c, set);
                if (character == 0 || halves) {
                    continue;
                }
                boolean mark = tables.isCombining(set == 'E' ? upperCode : c, set, set);
                String base = signs ? "" : "x";
                lower.append(c).append(signs ? "" : "\u001b(Bx").append(signs ? "" : "\u001b(" + set);
                upper.append(upperCode).append(base);
                text.append(mark ? "x" + character : character + base);
            }
            if (signs) {
                titles.put("A\u001b" + set + lower + "\u001bsb", "A" + text + "b");
                continue;
            }
            if (set != 'E') {
                titles.put("A\u001b(" + set + lower + "\u001b(Bb", "A" + text + "b");
                titles.put("A\u001b," + set + lower.toString().replace("\u001b(", "\u001b,") + "\u001b(Bb", "A" + text + "b");
            } else {
                titles.put("A" + upper + "b", "A" + text + "b");
                titles.put("A\u001b)!E" + upper + "b", "A" + text + "b");
            }
            titles.put("A\u001b)" + set + upper + "\u001b)Eb", "A" + text + "b");
            titles.put("A\u001b-" + set + upper + "\u001b)Eb", "A" + text + "b");
        }
        titles.put("a\u00ebt\u00ecs \u00fam\u00fbn \u00e8\u00e2o &#x4E2D;&#x9332", "at\u0361s m\u0360n o\u0308\u0301 中\u9332");
        assertThat(imported(titles).err()).contains(titles.size() + " new").doesNotContain("warning");
        arriveInMarc(titles);
    }

    @Test
    void everyEastAsianCharacterOfMarc8_arrives() throws IOException {
        CodeTableGenerated tables = new CodeTableGenerated();
        Map<String, String> titles = new LinkedHashMap<>();
        StringBuilder codes = new StringBuilder();
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (int plane = 0x21; plane < 0x7f; plane++) {
            for (int code = plane << 16; code < plane + 1 << 16; code++) {
                char character = (code & 0x8080) == 0 && (code & 0x7f) > 0x20 && (code >> 8 & 0x7f) > 0x20
                        ? tables.getChar(code, '1')
                        : 0;
                if (character != 0) {
                    count++;
                    text.append(character);
                    codes.append((char) plane).append((char) (code >> 8 & 0x7f)).append((char) (code & 0x7f));
                }
                if (text.length() == 300 || code == (plane + 1 << 16) - 1 && !text.isEmpty()) {
                    StringBuilder upper = new StringBuilder();
                    codes.chars().forEach(c -> upper.append((char) (c + 0x80)));
                    titles.put("A\u001b$1" + codes + "\u001b(Bb", "A" + text + "b");
                    titles.put("A\u001b$)1" + upper + "\u001b)Eb", "A" + text + "b");
                    codes.setLength(0);
                    text.setLength(0);
                }
            }
        }
        assertThat(count).isGreaterThan(15_000);
        assertThat(imported(titles).err()).contains(titles.size() + " new").doesNotContain("warning");
        arriveInMarc(titles);
    }

    @Test
    void whatMarc8DoesNotHave_isShownByItsNumberWithAWarning() throws IOException {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("\u00e2e fine", "é fine");
        titles.put("a\u001bqb", "a<U+001B>qb");
        titles.put("\u001b(N\u00c9\u001b(B end", "<U+00C9> end");
        titles.put("\u001b$1!!\u001b(Bx", "<U+0021><U+0021>x");
        titles.put("\u001b(NA\u001b(B mark\u00e2", "а mark\u0301");
        assertThat(imported(titles).err()).contains("5 new", "m.mrc, record 2: it contains bytes that are invalid in MARC-8",
                "record 3: it contains bytes", "record 4: it contains bytes", "record 5: it contains bytes")
                .doesNotContain("record 1:");
        arriveInMarc(titles);
    }

    @Test
    void everyLetterOfIso5426_arrives() throws IOException {
        String letters = "\u00e1Æ\u00e2Đ\u00e6Ĳ\u00e8Ł\u00e9Ø\u00eaŒ\u00ecÞ\u00f1æ\u00f2đ\u00f3ð\u00f5ı\u00f6ĳ\u00f8ł\u00f9ø\u00faœ\u00fbß\u00fcþ"
                + "\u00a1¡\u00a2„\u00a3£\u00a4$\u00a5¥\u00a6†\u00a7§\u00a8′\u00a9‘\u00aa“\u00ab«\u00ac♭\u00ad©\u00ae℗\u00af®\u00b0ʻ\u00b1ʼ\u00b2‚"
                + "\u00b6‡\u00b7·\u00b8″\u00b9’\u00ba”\u00bb»\u00bc♯\u00bdʹ\u00beʺ\u00bf¿";
        String marks = "\u00c0a\u0309\u00c1e\u0300\u00c2e\u0301\u00c3e\u0302\u00c4n\u0303\u00c5a\u0304\u00c6g\u0306\u00c7z\u0307\u00c8u\u0308\u00c9u\u0308"
                + "\u00caa\u030a\u00cbn\u0315\u00ccg\u0312\u00cdo\u030b\u00ceo\u031b\u00cfs\u030c\u00d0c\u0327\u00d1a\u031c\u00d2s\u0326\u00d3e\u0328"
                + "\u00d4a\u0325\u00d5h\u032e\u00d6d\u0323\u00d7u\u0324\u00d8a\u0332\u00d9a\u0333\u00daa\u0329\u00dbt\u032d\u00dfd\u0331";
        Map<String, String> titles = new LinkedHashMap<>();
        for (int i = 0; i < letters.length(); i += 2) {
            titles.put("La th\u00c1ese de po\u00c2esie, l'\u00c2et\u00c2e " + letters.charAt(i) + " M\u00c8uller",
                    "La thèse de poésie, l'été " + letters.charAt(i + 1) + " Müller");
        }
        for (int i = 0; i < marks.length(); i += 3) {
            titles.put("Pr\u00cfilis \u00cfzlut\u00c3y \u00c2et\u00c2e " + marks.substring(i, i + 2) + "b",
                    "Prǐlis žlutŷ été " + marks.substring(i + 1, i + 3) + "b");
        }
        titles.put("\u00ddt\u00des \u00c2et\u00c2e", "t\u0361s été");
        assertThat(imported(titles).err()).contains(titles.size() + " new", "read as ISO 5426").doesNotContain("warning");
        arriveInMarc(titles);
    }

    /** These files have no escapes of their own but refer's, which are troff's. Their encoding is that of the file. */
    @Test
    void lettersOfRisAndRefer_arriveFromEveryEncoding() throws IOException {
        String western = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœŠšŽžŸ„“”‘’«»€ the étude à la carte où";
        String all = western + letters(0x100, 0x17f) + letters(0x400, 0x4f9) + "łŁđĐħŋ日本語עבריתالعربيةΑθήνα 𝔘 \\alpha {x}";
        for (String name : new String[]{"UTF-8", "UTF-16", "windows-1252"}) {
            Charset charset = Charset.forName(name);
            String title = name.equals("windows-1252") ? western : all;
            for (String file : new String[]{name + ".ris", name + ".enw"}) {
                Files.write(folder.resolve(file), (file.endsWith("ris")
                        ? "TY  - JOUR\nID  - k1\nTI  - " + title + "\nER  - \n"
                        : "%0 Journal\n%T " + title + "\n%F k1\n").getBytes(charset));
                assertThat(Typed.in(folder, "--data", file + ".data", "import", "letters", file,
                        "--identifier-domain", "hub.example.org").err()).contains("1 new")
                        .doesNotContain("warning");
                assertThat(Typed.in(folder, "--data", file + ".data", "export", "--format", "jsonl").out()).as(file)
                        .contains("<dc:title>" + title.replace("\\", "\\\\") + "</dc:title>");
            }
        }
    }

    @Test
    void specialCharactersOfRefer_arrive_andUnknownOnesAreReported() throws IOException {
        Files.writeString(folder.resolve("r.enw"), """
                %A M\\(:uller, J\\('er\\(^ome
                %T \\[/L]\\('od\\['z] \\(Fo\\fIx\\fR\\(Fc \\(*a \\*'e\\*:u\\*,c \\[vs]\\[vZ]\\[u0141]\\(ss\\-\\(Tp
                %F k1

                %T A \\(qq b
                 and \\[nosuch]
                %F k2
                """.replace("\\\\", "\\"));
        assertThat(Typed.in(folder, "import", "letters", "r.enw").err()).contains("2 new",
                "r.enw, line 5: \\(qq is not a special character of refer that Sheaf knows; it is kept as it is",
                "r.enw, line 5: \\[nosuch] is not");
        assertThat(Typed.in(folder, "export", "--format", "jsonl").out()).contains("Müller, Jérôme",
                "<dc:title>Łódź «x» α éüç šŽŁß-þ</dc:title>", "A \\\\(qq b and \\\\[nosuch]");
    }
}
