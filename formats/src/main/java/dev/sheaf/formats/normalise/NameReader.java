package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Reader of one personal name. */
final class NameReader {

    private static final int LONGEST = 150;
    private static final Pattern ADDRESS = Pattern.compile(
            "(?i)[\\[(]?(?:https?://(?:www\\.)?orcid\\.org/|orcid(?:\\.org)?[:/]?\\s?)?\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dx][\\])]?");
    private static final String LIFE_WORDS = "(?:born|died|active|geb\\.|gest\\.|ca\\.|circa|um|approximately|(?-i:b\\.|d\\.|fl\\.|c\\.|n\\.|m\\.)|\\*|†)";
    private static final String ERA = "(?:A\\.? ?D\\b\\.?|B\\.? ?C\\b\\.?(?:E\\b\\.?)?|BCE\\b|C\\.?E\\b\\.?|[vn]\\. ?Chr\\.?)";
    private static final Pattern LIFE = Pattern.compile("(?i)[\\s,(\\[]+(?:" + LIFE_WORDS
            + "\\s?){0,2}(?:\\d{3,4}\\??|\\d{1,2}\\.?(?=\\s?" + ERA
            + ")|\\d{2}(?=-(?:ca\\. ?)?\\d{2,3})|(?<=\\bd\\. )\\d{2})(?:\\s?" + ERA
            + ")?(?:\\s?[-–/]\\s?(?:(?:" + LIFE_WORDS
            + "\\s?){0,2}\\d{1,4}\\??(?:(?: or |/)\\d{1,4})?)?)?(?:\\s?" + ERA + ")?[\\s.)\\]]*$");
    private static final Pattern ROLE = Pattern.compile(
            "(?i)[\\s,]*[\\[(](?:author|aut|editor|ed|eds|edt|hrsg|hg|illustrator|ill|translator|trl|trans|übers|contributor|ctb|creator|advisor|ths|supervisor|photographer|pht|artist|composer|cmp|director|publisher|pbl|auteur|éd|dir|coord|compiler|com)\\.?[\\])]\\s*$"
                    + "|,\\s(?:author|editor|eds?\\.|hrsg\\.|translator|illustrator|advisor|supervisor)\\s*$");
    /** Fuller form of initials in brackets, as in headings of the Library of Congress. */
    private static final Pattern FULLER = Pattern.compile("\\s\\((?<=,.{1,60}\\s\\()(?:\\p{Lu}[\\p{L}.'-]*\\s?){1,5}\\)$");
    private static final Pattern TITLE = Pattern
            .compile(
                    "^(?:(?:Dr|Prof|Professor|Sir|Dame|Mr|Mrs|Ms|dr|prof)\\.?\\s|(?:Mr|Mrs|Ms)\\.(?=\\p{Lu})|(?:Dott|Ing|Dipl|Mag|Rev|PhD)\\.(?:-Ing\\.)?\\s|Dipl\\.-Ing\\.\\s)+");
    /** Titles after a comma instead of a given name: "Millington, Professor". */
    private static final Pattern TITLE_ALONE = Pattern.compile(
            "(?:Professor|Prof|Doctor|Dr|Mr|Mrs|Ms|Miss|Mme|Mlle|Monsieur|Madame|Herr|Frau|Sir|Dame|Lady|Lord|Count|Countess|Baron|Baroness|Captain|Capt|Major|Colonel|Col|General|Gen|Lieutenant|Lieut|Rev|Reverend|Father|Brother|Sister)\\.?");
    /** Degrees that may also be initials: "Thomson, Alexander M.D". */
    private static final Pattern DEGREE_OR_INITIALS = Pattern.compile("\\p{L}{2} M\\. ?D\\.?$");
    private static final Pattern TRAILING_TITLE = Pattern
            .compile(
                    "(?:,\\s(?:Ph\\.? ?[Dd]|Dr|Prof|Sir|M\\.?Sc|B\\.?Sc)\\.?|(?<=\\d)\\s(?:Sir|Saint)|,(?<=,.{1,60},)\\s(?:MD|M\\.D|MA|M\\.A|DR)\\.?)$");
    private static final Pattern SUFFIX = Pattern
            .compile(
                    "(?i)(?:jr|sr|ii|iii|iv)\\.?|junior|senior|(?:the |der |le )(?:elder|younger|jüngere|ältere|jeune|père|fils|vieux)");
    /** Bynames after the comma, in which "the" is no sign of a corporate body. */
    private static final Pattern BYNAME = Pattern.compile("(?i),(?<=,.{1,60},)\\sthe (?:elder|younger)$");
    private static final Pattern BYNAME_IN_ORDER = Pattern
            .compile("(?i)(.{2,60}) ((?:the|der|le) (?:elder|younger|jüngere|ältere|jeune|père|fils|vieux))");
    private static final Pattern AFTER_PARTICLE = Pattern.compile("(?<= (?:van|von|de|zu|di|da|du|der|den|af|av))\\.$");
    private static final Pattern INITIALS = Pattern.compile("(?:\\p{Lu}\\.?[\\s-]?){1,4}");
    private static final Pattern CLOSE_INITIALS = Pattern.compile("(?<=\\b\\p{Lu}\\.)(?=\\p{Lu})");
    /** Characters that occur in no personal name. A shop may have its owner's name: Marshall Field's. */
    private static final Pattern NOT_OF_A_NAME = Pattern.compile("[\\d@/:;&#?!\"+=<>{}|\\[\\]()*]|(?<=\\p{Ll})['\u2019]s$");
    /** Words that connect two family names, of which only the second stands before the comma: "Silva, Ana de Souza e". */
    private static final Set<String> CONNECTING = Set.of("y", "e", "und");
    private static final Set<String> PARTICLES = Set.of("van", "der", "den", "de", "von", "zu", "zur", "zum", "vom", "da", "das",
            "do", "dos", "di", "du",
            "la", "le", "del", "della", "degli", "dei", "ten", "ter", "te", "af", "av", "el", "al", "bin", "ibn", "ben", "y", "e",
            "'t", "d'",
            "op", "in", "het", "los", "las", "st.", "und");
    /** Particles that are also written with a capital letter if they belong to the family name: Clelia De Felice. */
    static final Set<String> CAPITAL_PARTICLES = Set.of("De", "Van", "Von", "Di", "Da", "Del", "Della", "Dalla", "Le",
            "La",
            "Du", "Des", "Dos", "Den", "Vande", "Vanden", "Vander", "Der", "Ter", "Ten", "St.", "El", "Al");
    /** Dates of antiquity: people then had a name and an epithet, but no family name. */
    private static final Pattern ANCIENT = Pattern.compile(
            "(?i)\\d\\W*(?:st|nd|rd|th|\\.)?\\s?(?:Jhs?\\.?|Jh|cent(?:ury|\\.)?|c\\.)?\\s?(?:B\\. ?C|BCE?\\b|v\\.? ?Chr)|\\b[1-6](?:st|nd|rd|th|\\.)\\s?(?:Jh|cent)|[1-6]\\. ?Jh|Person der Antike");
    private static final Pattern CENTURY_OF_LIFE = Pattern.compile(
            "(?i)[\\s,(]+(?:(?:ca?|um|fl|active|v|n|d|b|gest|geb)\\.?\\s?)*(?:\\d{1,2}\\. bzw\\. )?\\d{1,3}(?:st|nd|rd|th|\\.)?(?:\\s?[/-]\\s?\\d{1,3}(?:st|nd|rd|th|\\.)?)?\\s?(?:Jhs?\\.?|cent(?:ury|\\.)?|c\\.)?(?:\\s?(?:B\\.? ?C\\.?E?\\.?|A\\.? ?D\\.?|v\\.?\\s?Chr\\.?|n\\.?\\s?Chr\\.?))?[\\s.)\\u200f]*$|\\s?Person der Antike$");
    private static final Pattern HONOUR = Pattern.compile(
            "(?:,\\s(?:OM|CBE|OBE|MBE|KBE|DBE|CH|RA|PRA|ARA|RSA|RWS|KCB|FRS|S\\.J\\.|SJ|O\\.P\\.|Bt)|,\\s(?:\\w+ )?(?:Earl|Duke|Marquess|Marchioness|Viscount|Baron|Countess|Duchess|Lord) of(?: \\p{Lu}\\p{L}+)?|,(?<=,.{1,60},)\\s(?:\\w+ )?(?:Earl|Duke|Marquess|Marchioness|Viscount|Baron|Countess|Duchess|Lord|Saint)|\\sof (?<=,.{1,60}\\sof )(?<!(?i:bishop|patriarch|king|queen|emperor|empress|pope|abbot|abbess|prince|princess|monk|nun|master|saint|count|elector|grave|gravine|tyrant|priest|deacon|prior|presbyter|disciple|daughter|wife)\\sof )\\p{Lu}\\p{L}+|,\\sof \\p{Lu}\\p{L}+)$");
    /** Parts after a name, in the order in which they are removed. */
    private static final List<Pattern> TAILS = List.of(ROLE, LIFE, CENTURY_OF_LIFE, HONOUR, TRAILING_TITLE, FULLER);
    private static final List<Pattern> UNDATED_TAILS = List.of(ROLE, HONOUR, TRAILING_TITLE, FULLER);
    private static final Pattern OF_A_PLACE = Pattern.compile("\\p{Lu}\\p{L}+, of \\p{Lu}\\p{L}+(?:, Saint)?");
    /** Number after a second comma; after the first comma it is an initial. */
    private static final Pattern NUMBERED = Pattern.compile("[IV]");
    private static final Pattern GIVEN_TITLE = Pattern
            .compile(
                    "(?<=,\\s)(?:(?:Sir|Dame|Lady|Count|Countess|Baron|Baroness|The Hon\\.|Rev\\.?|Prof\\.?|Dr\\.?|Saint|OBE|CBE)\\s)+");
    private static final Pattern NICKNAME = Pattern
            .compile("(?<=\\p{L}\\.?)\\s[\"\u201c\u201e]\\p{L}[\\p{L}' -]{0,20}[\"\u201d\u201c](?=\\s|$)");
    private static final Pattern CJK_COPY = Pattern
            .compile("(?<=\\p{IsLatin})\\s*[(\\[]?[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\u30fb]+[)\\]]?$");

    private static final Pattern ABBREVIATED = Pattern.compile("\\p{Lu}\\p{Ll}{0,2}\\.");
    private static final Pattern NUMERAL = Pattern.compile("I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XI?V");
    private static final Pattern FIRST_YEAR = Pattern.compile("\\d{2,4}");
    private static final int LAST_WITHOUT_FAMILY = 1300;

    private static final Pattern COMMA = Pattern.compile(",\\s*");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private String text;
    private @Nullable String orcid;
    private boolean ancient;
    private boolean dated;
    /** True for people who were born or died before families had names in most countries, and whose name is no given name of today. */
    private boolean medieval;
    /** True for people who were born or died later. */
    private boolean modern;

    NameReader(String text) {
        // Some collections write accents as separate characters.
        this.text = Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
    }

    Optional<PersonName> read() {
        if (text.isEmpty() || text.length() > LONGEST) {
            return Optional.empty();
        }
        boolean dates = mayHaveDates(text);
        if (dates) {
            takeOrcid();
        }
        text = text.replace("\u060c", ",").replace("\u200f", "").replace("\u00ad", "").strip();
        // Most patterns require a character that most names do not have. Searching that character first is much faster.
        if (!isOfLatin(text)) {
            text = CJK_COPY.matcher(text).replaceFirst("");
        }
        if (hasAny(text, "\"\u201c\u201e")) {
            text = NICKNAME.matcher(text).replaceAll("");
        }
        ancient = dates && ANCIENT.matcher(text).find();
        text = AncientNames.withoutPlace(text);
        int year = dates ? firstYear(text) : Integer.MAX_VALUE;
        medieval = year < LAST_WITHOUT_FAMILY && !GivenNames.has(words(text).getFirst());
        modern = year >= LAST_WITHOUT_FAMILY && year < Integer.MAX_VALUE;
        dated = ancient || text.contains(", of ") && OF_A_PLACE.matcher(text).matches()
                || dates && (LIFE.matcher(text).find() || CENTURY_OF_LIFE.matcher(text).find());
        strip();
        if (text.isEmpty() || NOT_OF_A_NAME.matcher(text).find()
                || BodyWords.isNoPerson(text.indexOf(',') < 0 ? text : BYNAME.matcher(text).replaceFirst(""))) {
            return Optional.empty();
        }
        if (text.indexOf('.') >= 0) {
            text = CLOSE_INITIALS.matcher(text).replaceAll(" ");
        }
        List<String> parts = List.of(COMMA.split(text, -1)).stream().map(String::strip).filter(part -> !part.isEmpty())
                .toList();
        return switch (parts.size()) {
            case 1 -> text.contains(",") ? Optional.empty() : inOrder(words(parts.getFirst()));
            case 2 -> AncientNames.isProfession(parts.get(1)) || !modern && AncientNames.isEpithet(parts.get(1))
                    ? dated ? person(parts.get(0) + " " + parts.get(1), "", "") : Optional.empty()
                    : (ancient || medieval && !GivenNames.has(parts.get(1))) && !parts.get(1).contains(" ")
                            && !parts.get(1).endsWith(".")
                            && !AncientNames.isForename(parts.get(1))
                                    ? Optional.empty()
                                    : SUFFIX.matcher(parts.get(1)).matches()
                                            ? inOrder(words(parts.getFirst()))
                                            : inverted(parts.get(0), parts.get(1), "");
            case 3 -> SUFFIX.matcher(parts.get(2)).matches() || NUMBERED.matcher(parts.get(2)).matches()
                    ? inverted(parts.get(0), parts.get(1), parts.get(2))
                    : SUFFIX.matcher(parts.get(1)).matches()
                            ? inverted(parts.get(0), parts.get(2), parts.get(1))
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Returns false for most names: without a digit there are no dates of life, and their costly patterns need not be tried. */
    private static boolean mayHaveDates(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
                return true;
            }
        }
        return text.toLowerCase(Locale.ROOT).contains("antike");
    }

    /** Returns the first year of the dates of life; the largest number when there are none. */
    private static int firstYear(String text) {
        Matcher life = LIFE.matcher(text);
        if (!life.find()) {
            return Integer.MAX_VALUE;
        }
        Matcher year = FIRST_YEAR.matcher(life.group());
        return year.find() ? Integer.parseInt(year.group()) : Integer.MAX_VALUE;
    }

    private void takeOrcid() {
        Matcher match = ADDRESS.matcher(text);
        if (match.find()) {
            orcid = WorkIdentifier.in(match.group()).stream().filter(id -> id.scheme() == IdentifierScheme.ORCID)
                    .map(WorkIdentifier::value).findFirst().orElse(null);
            text = (text.substring(0, match.start()) + " " + text.substring(match.end())).strip();
        }
    }

    private void strip() {
        String before;
        boolean dates = mayHaveDates(text);
        List<Pattern> tails = dates ? TAILS : UNDATED_TAILS;
        do {
            before = text;
            // Without dates, a removable part begins with a bracket, a comma or "of".
            if (dates || hasAny(text, ",([") || text.contains("of")) {
                for (Pattern tail : tails) {
                    text = tail.matcher(text).replaceFirst("");
                }
            }
            if (text.indexOf(',') >= 0) {
                text = GIVEN_TITLE.matcher(text).replaceFirst("");
            }
            text = TITLE.matcher(text).replaceFirst("").strip();
            while (text.endsWith(",") || text.endsWith(";") || text.endsWith(":")) {
                text = text.substring(0, text.length() - 1).strip();
            }
        } while (!before.equals(text));
        // Removes the full stop of a sentence, but not that of an initial.
        if (text.endsWith(".") && text.length() > 4
                && text.substring(text.length() - 4, text.length() - 1).chars().allMatch(Character::isLowerCase)) {
            text = text.substring(0, text.length() - 1);
        }
        if (text.endsWith(".")) {
            text = AFTER_PARTICLE.matcher(text).replaceFirst("");
        }
    }

    /** Returns whether a text consists of letters, signs and blanks of the first blocks of Unicode. */
    private static boolean isOfLatin(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x1100) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasAny(String text, String signs) {
        for (int i = 0; i < signs.length(); i++) {
            if (text.indexOf(signs.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static List<String> words(String text) {
        return List.of(BLANKS.split(text, -1));
    }

    /** Reads an inverted name such as "Berg, Jan van der". Particles at the end of the given name belong to the family name. */
    private Optional<PersonName> inverted(String family, String given, String suffix) {
        List<String> names = new ArrayList<>(words(given));
        List<String> particles = new ArrayList<>();
        while (names.size() > 1 && isParticle(names.getLast()) && !CONNECTING.contains(names.getLast())) {
            particles.addFirst(names.removeLast());
        }
        if (TITLE_ALONE.matcher(given).matches() || DEGREE_OR_INITIALS.matcher(given).find() || isInOrder(words(family), names)
                || words(family).size() > 5 || names.size() > 6 || !isName(names.getFirst())
                || names.getFirst().startsWith("d'")) {
            return Optional.empty();
        }
        particles.add(family);
        return person(String.join(" ", particles).replace("d' ", "d'"), String.join(" ", names), suffix);
    }

    /**
     * Returns true if the name is complete before the comma, and a place or another name follows: "Ja. Irwin, Philadelphia", "Anna Braun,
     * Karl Wolf".
     */
    private static boolean isInOrder(List<String> family, List<String> behind) {
        return family.size() > 1 && (ABBREVIATED.matcher(family.getFirst()).matches() && !family.getFirst().equals("St.")
                || family.size() == 2 && behind.size() > 1 && EastAsianOrder.isPinyin(family) && EastAsianOrder.isPinyin(behind)
                || behind.size() == 1 && GivenNames.isNeverFamily(family.getFirst()) && !GivenNames.has(behind.getFirst())
                        && !behind.getFirst().endsWith(".")
                || behind.size() > 1 && GivenNames.has(family.getFirst())
                        && !GivenNames.has(behind.getLast()) && !isParticle(behind.getLast())
                        && !INITIALS.matcher(behind.getLast()).matches());
    }

    /** Reads a name without a comma, such as "Jan van der Berg" or "Domberger K G", or a single name. */
    private Optional<PersonName> inOrder(List<String> words) {
        int last = words.size() - 1;
        // "von Schneider" has no given name, "St. Louis" may be a place, and in "Anna Smit-van Dam" the family name begins before the
        // particle.
        if (words.size() > 6 || !words.stream().allMatch(word -> isName(word) || isParticle(word))
                || last > 0 && (isParticle(words.getFirst()) || words.getFirst().equals("St."))
                || words.stream()
                        .anyMatch(word -> word.indexOf('-') > 0 && isParticle(word.substring(word.lastIndexOf('-') + 1)))) {
            return Optional.empty();
        }
        if (last == 0) {
            // A single word may be an artist, a firm, a place or an acronym. Only dates of life show that it is a person.
            boolean person = dated || words.getFirst().startsWith("Pseudo-") || AncientNames.isKnown(words.getFirst());
            return !person || words.getFirst().equals(words.getFirst().toUpperCase(Locale.ROOT))
                    ? Optional.empty()
                    : person(words.getFirst(), "", "");
        }
        String suffix = last > 1 && SUFFIX.matcher(words.get(last)).matches() ? words.get(last) : "";
        int end = suffix.isEmpty() ? words.size() : last;
        if (words.size() == 2 && NUMERAL.matcher(words.get(1)).matches()) {
            // In names such as "Hiroshige IV", IV is a number and no initials.
            return Optional.empty();
        }
        if (end > 1 && words.getFirst().length() > 2 && !words.getFirst().endsWith(".") && !NameOrder.isArticle(words.getFirst())
                && !(words.size() == 2 && GivenNames.isNeverFamily(words.getFirst()))
                && words.subList(1, end).stream().allMatch(word -> INITIALS.matcher(word).matches() && word.length() <= 3)) {
            return person(words.getFirst(), String.join(" ", words.subList(1, end)), suffix);
        }
        if ((ancient || medieval || AncientNames.isWhole(words)) && end == words.size()) {
            return person(String.join(" ", words), "", "");
        }
        if (AncientNames.isRoman(words.subList(0, end))) {
            return Optional.empty();
        }
        switch (end > 1 ? NameOrder.of(words.subList(0, end)) : NameOrder.Order.GIVEN_FIRST) {
            case FAMILY_FIRST -> {
                return person(words.getFirst(), String.join(" ", words.subList(1, end)), suffix);
            }
            case TWO_FAMILIES -> {
                if (isParticle(words.get(end - 3))) {
                    // Catalogues differ in where the family name of "Ricardo da Silva Torres" begins.
                    return Optional.empty();
                }
                return person(String.join(" ", words.subList(end - 2, end)), String.join(" ", words.subList(0, end - 2)), suffix);
            }
            case UNKNOWN -> {
                return Optional.empty();
            }
            case GIVEN_FIRST -> {
                // Particles may still belong to the family name.
            }
        }
        Matcher byname = BYNAME_IN_ORDER.matcher(String.join(" ", words));
        if (suffix.isEmpty() && byname.matches()) {
            return byname.group(1).contains(" ")
                    ? inOrder(words(byname.group(1))).filter(name -> !name.given().isEmpty())
                            .map(name -> new PersonName(name.family(), name.given() + ", " + byname.group(2), orcid))
                    : Optional.empty();
        }
        int start = end - 1;
        for (int i = 1; i < end - 1; i++) {
            // Van also occurs inside Vietnamese given names.
            if (isParticle(words.get(i)) || CAPITAL_PARTICLES.contains(words.get(i))
                    && !(words.get(i).equals("Van") && EastAsianOrder.isFamily(words.get(end - 1).toLowerCase(Locale.ROOT)))) {
                start = i;
                break;
            }
        }
        // In "Alexander Teixeira de Mattos" and "Jean-Jacques Orban de Xivry" the family name may begin before the particle.
        if (start > 1 && start < end - 1 && !words.get(start - 1).endsWith(".") && words.get(start - 1).length() > 1
                && !GivenNames.has(words.get(start - 1))) {
            return Optional.empty();
        }
        if (INITIALS.matcher(words.get(end - 1)).matches()) {
            return Optional.empty();
        }
        return person(String.join(" ", words.subList(start, end)), String.join(" ", words.subList(0, start)), suffix);
    }

    private static boolean isParticle(String word) {
        return PARTICLES.contains(word);
    }

    private static boolean isName(String word) {
        int first = word.isEmpty() ? 0 : word.codePointAt(0);
        return Character.isUpperCase(first) || Character.isLetter(first) && !Character.isLowerCase(first)
                || word.startsWith("d'") || word.startsWith("al-") || word.startsWith("el-") || word.startsWith("\u02bf");
    }

    private Optional<PersonName> person(String family, String given, String suffix) {
        String all = given + (suffix.isEmpty() ? "" : (given.isEmpty() ? "" : ", ") + suffix);
        return family.chars().anyMatch(Character::isLetter)
                ? Optional.of(new PersonName(cased(family), cased(all), orcid))
                : Optional.empty();
    }

    /** Returns SMITH as Smith. Shorter words may be initials and stay unchanged. */
    private static String cased(String name) {
        boolean shouted = name.length() > 3 && name.chars().filter(Character::isLetter).count() > 3
                && name.equals(name.toUpperCase(Locale.ROOT)) && !name.equals(name.toLowerCase(Locale.ROOT))
                && !name.contains(".");
        if (!shouted) {
            return name;
        }
        return words(name).stream().map(NameReader::capitalised).collect(Collectors.joining(" "));
    }

    private static String capitalised(String word) {
        StringBuilder out = new StringBuilder();
        boolean start = true;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            out.append(start ? c : Character.toLowerCase(c));
            start = !Character.isLetter(c);
        }
        return out.toString();
    }
}
