package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words that distinguish the names of corporate bodies from those of people. */
final class BodyWords {

    private static final int LONGEST = 200;
    private static final Pattern LIST = Pattern.compile(";|@|https?:");
    /** Words before a body's name that describe its contribution. */
    private static final Pattern DOING = Pattern
            .compile(
                    "(?i)(?:hrsg\\.?|hg\\.|herausgegeben|edited|ed\\.|compiled|published|éd\\.|publié|editado) (?:v\\.|vom|von|by|par|por)\\b.*");
    /** Braces of BibTeX, and the contribution of the body after its name. */
    private static final Pattern ROLE = Pattern.compile("^\\{|\\}$|\\s*\\((?i:hrsg|hg|ed|eds|éd)\\.?\\)(?=\\}?$)");
    /** Titles of works that look like bodies, such as "Brief survey of the Tay". */
    private static final Pattern WORK = Pattern.compile(
            "(?i)(?:an? )?(?:brief|short|preliminary|first|some|further) (?:survey|report|notes?|study|account|history|introduction|description)\\b.*");
    private static final Pattern PERSON_LAST = Pattern.compile(".* .* \\p{Lu}[\\p{L}'-]+, (\\p{Lu}[\\p{L}'-]+)");
    private static final Pattern PERSON_FIRST = Pattern
            .compile("(\\p{Lu}[\\p{L}'-]+), (\\p{Lu}[\\p{L}'-]*\\.?)(?: (\\p{Lu}\\.))?(?: .*)?");
    private static final Pattern FIRM = Pattern.compile(
            ".*\\p{L}(?:,? & (?:Co|Cie|Sons?|Bros|Brothers|Company|Söhne|Fils)\\b\\.?.*| and (?:Co\\.|Company|Sons)| et Cie\\.?|,? (?:Co\\.|Inc|Ltd|LLC|Corp|GmbH|A/S|Oy|Oyj|ApS|Kft|S\\.A\\.|S\\.p\\.A\\.|S\\.r\\.l\\.|B\\.V\\.|N\\.V\\.|AG|KG|PLC|Pty)\\.?)");
    /** Last words of names that the pattern for firms matches. */
    private static final Set<String> FIRM_ENDS = Set.of("Co.", "Inc", "Ltd", "LLC", "Corp", "GmbH", "A/S", "Oy", "Oyj", "ApS",
            "Kft",
            "S.A.", "S.p.A.", "S.r.l.", "B.V.", "N.V.", "AG", "KG", "PLC", "Pty");
    /** Words that never occur in names of people. */
    private static final Set<String> CERTAIN = Set.of("university", "universität", "universitaet", "universitat", "université",
            "universidad", "universidade", "università", "universiteit", "uniwersytet", "universitas", "universitet",
            "hochschule",
            "fachhochschule", "college", "école", "ecole", "escuela", "institute", "institut", "instituto", "istituto",
            "institution", "museum", "musée", "museo", "library", "bibliothek", "bibliothèque", "biblioteca", "archive",
            "archives", "archiv", "department", "dept", "departamento", "faculty", "fakultät", "faculté", "center", "centre",
            "centro", "zentrum", "laboratory", "laboratoire", "laboratories", "gmbh", "inc", "ltd", "llc", "corp", "corporation",
            "company", "society", "gesellschaft", "société", "sociedad", "association", "verein", "verlag", "publishing",
            "publishers", "studio", "studios", "ministry", "ministerium", "ministère", "ministerio", "committee", "commission",
            "kommission", "council", "bureau", "agency", "agence", "foundation", "stiftung", "fondation", "fundación", "groupe",
            "gruppe", "consortium", "collaboration", "network", "academy", "akademie", "académie", "academia", "parliament",
            "conference", "congress", "symposium", "workshop", "workshops", "hospital", "klinik", "manufactory", "factory",
            "orchestra", "ensemble", "choir", "survey", "services", "organization", "organisation", "manufacture", "industries",
            "federation", "secretariat", "directorate", "authority", "pottery", "potteries", "porcelain", "glassworks", "works",
            "mills", "associates", "productions", "records", "brothers", "registry", "consulate", "embassy", "regiment",
            "seminary", "monastery", "department store", "limited", "incorporated", "editions", "consultants", "porcelains",
            "porcelanas", "silversmiths", "artworks", "industrie", "designers", "glasbruk", "galerie", "gallery", "soeurs",
            "seminar",
            "atelier", "maison", "lighting", "designmill", "møbler", "printers", "publications", "éditions", "tichelaar",
            "lembaga", "badan", "biro", "departemen", "kementerian", "yayasan", "perpustakaan", "direktorat", "panitia",
            "proyek", "pusat", "ministério", "secretaría", "secretaria", "comisión", "comissão", "comité", "comitê", "fundação",
            "associação", "asociación", "associazione", "fondazione", "imprimerie", "imprenta", "tipografia", "stichting",
            "vereniging", "genootschap", "rijksmuseum", "universitetet", "högskola", "högskolan", "föreningen", "sällskapet",
            "selskab", "selskapet", "yliopisto", "instytut", "towarzystwo", "akademia", "biblioteka", "muzeum", "institutet",
            "ústav", "univerzita", "společnost", "egyetem", "intézet", "üniversitesi", "enstitüsü", "bakanlığı", "derneği",
            "kurumu", "университет", "институт", "академия", "общество", "издательство", "библиотека", "музей", "музеум",
            "foundry", "ironworks", "ceramiche", "vetreria", "vetraria", "edizioni", "editore", "editori", "ediciones",
            "wydawnictwo", "förlag", "forlag", "forlaget", "kiadó", "yayınları",
            "nakladatelství", "seminário", "seminario", "congreso", "congresso", "congrès", "colloque", "simposio");
    /** Words of bodies that are also family names, or have another meaning next to a person's name. */
    private static final Set<String> DOUBTFUL = Set.of("school", "lab", "ag", "co", "press", "ministers", "board", "office",
            "bank", "church", "kirche", "group", "team", "project", "projekt", "national", "international", "federal", "united",
            "government", "state", "city", "stadt", "county", "party", "union", "club", "service", "staff", "couture", "china",
            "girls", "boys", "sisters", "sons", "söhne", "fashions", "furniture", "textiles",
            "fabrics", "ceramics", "jewelry", "jewellery", "jewelers", "jewellers", "carpets", "wallpapers", "toys",
            "electronics",
            "collective", "fathers", "mothers", "friends", "children", "students", "kids", "equipe", "équipe", "portal", "presse",
            "druckerei", "edition", "produzione", "libri", "livres");
    /** Words that make a value neither a person nor a body. */
    private static final Set<String> NOBODY = Set.of("unknown", "anonymous", "anon", "anonym", "various", "et", "al", "the",
            "and",
            "with", "by", "of", "für", "for", "authors", "author", "scholia", "anonymi", "anonymus", "editor", "contributors",
            "members", "artikel", "epistula", "epistulae", "epist", "adespota", "carmina", "hymni", "vitae", "corpus", "periplus",
            "marmor", "appendix", "chronographiae", "anonyma", "anonymae", "bucolica", "canticum", "epitaphium", "septem",
            "societas",
            "poetarum", "incertorum", "margites", "aegritudo", "iliu", "unidentified", "unbekannt", "avenue", "palace",
            "catalogue", "usa", "language", "languages", "linguistics", "linguistik", "linguistic", "sciences", "studies",
            "journal",
            "review", "research", "dictionary", "imp", "parva", "hommage", "impr", "lith", "mfg", "hrsg", "speakers", "teachers",
            "teacher", "literacy", "archaeology", "anthropology",
            "folklore",
            "community", "bahasa", "bangsa", "nasional", "masyarakat", "oriental", "aboriginal", "news", "books", "magazine",
            "framework",
            "mission", "relations", "kitchen", "minzu", "speech", "inquiry", "kamus", "lexicon", "trans", "design", "when");

    private BodyWords() {}

    /** Returns the name of a body; empty if no word shows that it is one. */
    static Optional<String> read(String text) {
        String name = ROLE.matcher(Normalizer.normalize(text.strip(), Normalizer.Form.NFC)).replaceAll("").strip();
        if (name.length() > LONGEST || name.length() < 4 || LIST.matcher(name).find()) {
            return Optional.empty();
        }
        boolean certain = isFirm(name) || isCompound(name) || has(name, CERTAIN);
        return certain && !DOING.matcher(name).matches() && !WORK.matcher(name).matches() && !beginsWithPerson(name)
                && !endsWithPerson(name) && !name.toLowerCase(Locale.ROOT).matches(".*\\b(?:unknown|anonymous|various)\\b.*")
                        ? Optional.of(name)
                        : Optional.empty();
    }

    /** Returns true for a person followed by the person's institution, such as "Rankine, Nellie A. David Unaipon College". */
    private static boolean beginsWithPerson(String name) {
        Matcher person = PERSON_FIRST.matcher(name);
        return person.matches() && !isFirm(name) && !isNoPerson(person.group(1) + " " + person.group(2))
                && (person.group(3) != null || person.group(2).endsWith(".") || GivenNames.has(person.group(2)));
    }

    /** Returns true for an institution followed by a person, such as "Pilbara Aboriginal Language Centre Jones, Barbara". */
    private static boolean endsWithPerson(String name) {
        Matcher person = PERSON_LAST.matcher(name);
        return person.matches() && GivenNames.has(person.group(1));
    }

    /** German compounds that end with a word for a body, such as Majolikafabrik. */
    private static final Pattern COMPOUND = Pattern.compile(
            "(?i).*\\p{L}{3}(?:fabrik|gemeinschaft|gesellschaft|institut|verlag|verein|werke|manufaktur|universität|museum|anstalt|akademie|bibliothek|archiv|hochschule|verband|werkstätte|werkstätten)(?:en)?\\b.*");

    private static final List<String> COMPOUND_PARTS = List.of("fabrik", "gemeinschaft", "gesellschaft", "institut", "verlag",
            "verein",
            "werk", "manufaktur", "universit", "museum", "anstalt", "akademie", "bibliothek", "archiv", "hochschule", "verband");

    /** Returns whether a word shows that this is certainly or possibly no person. */
    static boolean isNoPerson(String name) {
        List<String> words = words(name);
        for (String word : words) {
            if (CERTAIN.contains(word) || NOBODY.contains(word)) {
                return true;
            }
        }
        if (isFirm(name) || isCompound(name)) {
            return true;
        }
        // Before a comma such a word is a family name: "Church, Frederic Edwin".
        int comma = name.indexOf(',');
        return has(comma > 0 && name.indexOf(' ') > comma ? name.substring(comma) : name, DOUBTFUL);
    }

    private static boolean has(String name, Set<String> words) {
        for (String word : words(name)) {
            if (words.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the words in lower case: letters, digits, apostrophes and ampersands. */
    private static List<String> words(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<String> words = new ArrayList<>();
        int start = -1;
        int at = 0;
        while (at < lower.length()) {
            int c = lower.codePointAt(at);
            if (isOfWord(c)) {
                start = start < 0 ? at : start;
            } else if (start >= 0) {
                words.add(lower.substring(start, at));
                start = -1;
            }
            at += Character.charCount(c);
        }
        if (start >= 0) {
            words.add(lower.substring(start));
        }
        return words;
    }

    private static boolean isOfWord(int c) {
        return switch (Character.getType(c)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isLetter(c) || c == '\'' || c == '&';
        };
    }

    /** Looks for the characters that each firm's name contains. The pattern is slow and is tried only if they are found. */
    private static boolean isFirm(String name) {
        String last = name.substring(name.lastIndexOf(' ') + 1);
        boolean possible = name.indexOf('&') >= 0 || name.contains(" and ") || name.contains(" et Cie")
                || FIRM_ENDS.contains(last)
                || last.endsWith(".") && FIRM_ENDS.contains(last.substring(0, last.length() - 1));
        return possible && FIRM.matcher(name).matches();
    }

    /** Looks for the endings that each compound contains, before the slow pattern is tried. */
    private static boolean isCompound(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String part : COMPOUND_PARTS) {
            if (lower.contains(part)) {
                return COMPOUND.matcher(name).matches();
            }
        }
        return false;
    }
}
