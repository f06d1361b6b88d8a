package dev.sheaf.publish.extract.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Judgement on titles and authors that files state. Programs write names of files, of themselves and of accounts into these fields, and templates
 * leave their own. Stateless.
 */
final class StatedNames {

    private static final int SHORTEST_TITLE = 3;
    private static final int LONGEST_TITLE = 500;
    private static final int LONGEST_NAME = 120;

    private static final Pattern FILE_NAME = Pattern
            .compile("(?i).*\\.(?:docx?|dotx?|pdf|dvi|tex|ltx|qxd|qxp|indd|inx|eps|ps|rtf|odt|odp|ods|fm|book|xlsx?"
                    + "|pptx?|pmd|p65|cdr|pub|wpd|html?|txt|md|rmd|rnw|lwp|3d|ai|psd|tiff?|jpe?g|png|xps)(?:\\s*\\(.*\\))?\\s*");
    private static final Pattern PATH = Pattern.compile("(?i).*(?:[a-z]:\\\\|\\\\\\\\|file:/|/home/|/users/|/tmp/).*");
    /** A word processor's window title: its name, a hyphen, the name of the file. */
    private static final Pattern PROGRAM_PREFIX = Pattern
            .compile("(?i)(?:microsoft|ms)\\s+(?:office\\s+)?(?:word|powerpoint|excel|publisher|visio)\\s*[-\u2013:].*");
    private static final Pattern PROGRAM = Pattern
            .compile("(?i)(?:(?:microsoft|ms|adobe|corel|apache|aldus)[\u00ae\u2122]?\\s+)?(?:office\\s+)?"
                    + "(?:word|powerpoint|excel|publisher|indesign|acrobat(?:\\s+distiller)?|pagemaker|framemaker|illustrator|photoshop|quarkxpress"
                    + "|quark\\s*xpress|openoffice(?:\\.org)?|libreoffice|writer|impress|wordperfect|pdf\\s*creator|pdftex|(?:pdf|xe|lua)?latex|tex|dvips"
                    + "|ghostscript|pscript\\d*(?:\\.dll)?|pages|keynote|textedit|scribus|canva|google docs|overleaf|arbortext.*|3b2.*)(?:\\s+[\\d.]+)?");
    /** Title of a page of the web that its author has not given one, in the words of programs that make such pages. */
    private static final Pattern UNTITLED_PAGE = Pattern
            .compile(
                    "(?i)\\W*(?:untitled|unbenannt|ohne titel|sans titre|sin t[i\u00ed]tulo|senza titolo|no title|new page|new document"
                            + "|neue seite|neues dokument)(?:\\s+(?:document|page))?[\\s_-]*\\(?\\d*\\)?\\W*");
    private static final Pattern EMPTY_TITLE = Pattern
            .compile("(?i)\\W*(?:untitled|unbenannt|ohne titel|sans titre|sin t[i\u00ed]tulo|senza titolo|no title|title"
                    + "|document|dokument|documento?|presentation|pr[\u00e4\u00e9]sentation|presentaci[o\u00f3]n|presentazione|slide|folie|diapositive|diapositiva|book|mappe|classeur"
                    + "|layout|page|seite|sheet|drawing|zeichnung|publication|manuscript|manuskript|article|paper|main|print|blank|none|null|unknown|n/?a|new document"
                    + "|neues dokument|cover|text|file|scan|scanned document|image|fax|default|(?:slide|powerpoint|powerpoint-)\\s*pr[\u00e4\u00e9e]sentation)"
                    + "(?:\\s+(?:document|page|title|slide|presentation))?[\\s_-]*\\(?\\d*\\)?\\W*");
    private static final Pattern TEMPLATE = Pattern.compile(
            "(?i).*(?:(?:insert|type|enter|add|put|write|your|paste)\\s+(?:the\\s+|your\\s+|a\\s+|paper\\s+|article\\s+)*title"
                    + "|title\\s+(?:of\\s+(?:the\\s+|your\\s+)?(?:paper|article|manuscript|document|work|thesis)|goes here|here\\b)|(?:paper|article|manuscript|document|thesis|report)\\s+title\\s*(?:\\(.*)?$"
                    + "|use style:|lorem ipsum|(?:word|latex|tex|paper|article|manuscript|thesis|document|conference|journal)\\s+template|template\\s+for\\s"
                    + "|(?:instructions?|guidelines?|guide)\\s+(?:for|to)\\s+(?:the\\s+)?(?:authors?|contributors?)|formatting\\s+instructions"
                    + "|preparation\\s+of\\s+(?:papers|manuscripts|camera)|author\\s+guidelines|(?:sample|example|dummy|bare)\\s+(?:article|paper|title|manuscript)\\b"
                    + "|bare\\s+demo|\\\\[a-z]+\\{).*");
    private static final Pattern NUMBER_OF_WORK = Pattern.compile(
            "(?i)\\W*(?:https?:\\S+|www\\.\\S+|(?:doi[:\\s]*|https?://(?:dx\\.)?doi\\.org/)?10\\.\\d{4,9}/\\S+|arxiv:?\\s*\\S+.*"
                    + "|(?:pii|issn|isbn|pmid|pmc|urn|hdl|handle|id|ms|manuscript|no|nr|proof)[\\s:.#-]*[\\dX-]{3,}.*|\\S*\\d\\S*\\s+\\d+\\s*\\.\\.\\s*\\d+.*|[0-9a-f]{8}-[0-9a-f-]{20,}"
                    + "|vol(?:ume)?\\.?\\s*\\d+.*|\\d[\\d\\s./:-]*)\\W*");
    private static final Pattern ONE_WORD = Pattern.compile("\\S+");
    private static final Pattern LIKE_AN_IDENTIFIER = Pattern
            .compile("(?=.*[\\d_])\\S+|\\p{Ll}[\\p{Ll}]*(?:[._-]\\p{Ll}+)+|[\\p{Lu}]{1,4}\\d.*");
    private static final Pattern BROKEN = Pattern.compile(".*[\\p{Cntrl}\\ufffd\\p{Co}\\p{Cn}].*", Pattern.DOTALL);

    private static final Set<String> NOBODY = Set.of("administrator", "admin", "user", "owner", "author", "authors", "anonymous",
            "unknown", "default", "root",
            "guest", "customer", "nobody", "none", "null", "pc", "home", "office", "windows", "windows user", "windows-benutzer",
            "utente windows", "valued customer",
            "valued gateway customer", "utilisateur windows", "usuario de windows", "microsoft", "microsoft office user",
            "microsoft account", "dell", "hp", "lenovo",
            "acer", "asus", "toshiba", "sony", "mac", "apple", "ibm", "compaq", "typesetter", "typesetting", "production",
            "prepress", "dtp", "layout", "operator",
            "scanner", "test", "temp", "student", "user name", "username", "your name", "author name", "authorname", "name",
            "first last", "first author", "john doe",
            "a. author", "benutzer", "utente", "utilisateur", "usuario", "ocr", "python-docx", "pdf-author", "system",
            "localuser", "setup", "login", "template");
    private static final Pattern ACCOUNT = Pattern
            .compile("(?=.*[\\d_@\\\\])\\S+|\\p{Ll}+(?:[.-]\\p{Ll}+)*|\\p{Lu}{1,4}|\\S*(?:user|admin)\\S*", Pattern.UNICODE_CASE);
    private static final Pattern ACCOUNT_NAME = Pattern.compile(
            "(?i)(?:user|owner|pc|admin|administrator|typesett(?:er|ing)|workstation|desktop|station|operator|account|setter)[\\s_-]*\\d*|"
                    + ".*\\b(?:typesett(?:er|ing)|workstation|user account|prepress)\\b.*|\\S+\\\\\\S+");
    private static final Pattern AND = Pattern.compile("(?i)\\s*(?:,\\s*)?(?:\\band\\b|\\bund\\b|\\bet\\b|&)\\s*");

    private StatedNames() {}

    /**
     * Returns whether a text may be the title of a work.
     *
     * @param fileName name of the file with its extension
     */
    static boolean isTitle(String text, String fileName) {
        String title = text.strip();
        if (title.length() < SHORTEST_TITLE || title.length() > LONGEST_TITLE || BROKEN.matcher(title).matches()
                || title.codePoints().filter(Character::isLetter).count() < SHORTEST_TITLE
                || 4 * title.codePoints().filter(StatedNames::isSymbol).count() > title.length()) {
            return false;
        }
        boolean oneWord = ONE_WORD.matcher(title).matches();
        return !FILE_NAME.matcher(title).matches() && !PATH.matcher(title).matches() && !PROGRAM_PREFIX.matcher(title).matches()
                && !PROGRAM.matcher(title).matches() && !EMPTY_TITLE.matcher(title).matches()
                && !TEMPLATE.matcher(title).matches()
                && !NUMBER_OF_WORK.matcher(title).matches() && !(oneWord && LIKE_AN_IDENTIFIER.matcher(title).matches())
                && !(oneWord && title.equalsIgnoreCase(withoutExtension(fileName)));
    }

    /** Returns whether a text may be the title of a page of the web, which its author wrote for readers, however short it is. */
    static boolean isTitleOfPage(String text) {
        return !UNTITLED_PAGE.matcher(text.strip()).matches();
    }

    /** Fonts that do not say what their glyphs mean turn words into symbols. */
    private static boolean isSymbol(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.MATH_SYMBOL || type == Character.MODIFIER_SYMBOL;
    }

    /** Returns the name of a file without its extension, to stand for a title. */
    static String withoutExtension(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot > 0 ? fileName.substring(0, dot) : fileName;
    }

    /** Returns whether a text may name the author of a work: a person or a body, no account and no program. */
    static boolean isAuthor(String text) {
        String name = text.strip();
        return name.length() > 1 && name.length() <= LONGEST_NAME && !BROKEN.matcher(name).matches()
                && name.codePoints().anyMatch(Character::isLetter)
                && !NOBODY.contains(name.toLowerCase(Locale.ROOT)) && !PROGRAM.matcher(name).matches()
                && !FILE_NAME.matcher(name).matches()
                && !PATH.matcher(name).matches() && !PROGRAM_PREFIX.matcher(name).matches() && !ACCOUNT.matcher(name).matches()
                && !ACCOUNT_NAME.matcher(name).matches() && !NUMBER_OF_WORK.matcher(name).matches();
    }

    /** Returns the authors that one value names: several stand between semicolons, or between commas when each has more than one word. */
    static List<String> authors(String value) {
        List<String> names = new ArrayList<>();
        for (String part : value.split(";|\\R")) {
            String[] joined = AND.split(part);
            String[] commas = part.split(",");
            boolean between = joined.length > 1 || commas.length > 1 && Arrays.stream(commas).allMatch(StatedNames::hasTwoWords);
            for (String one : between ? joined : new String[]{part}) {
                names.addAll(between && Arrays.stream(one.split(",")).allMatch(StatedNames::hasTwoWords)
                        ? Arrays.asList(one.split(","))
                        : List.of(one));
            }
        }
        return names.stream().map(String::strip).filter(StatedNames::isAuthor).toList();
    }

    private static boolean hasTwoWords(String text) {
        return text.strip().indexOf(' ') > 0;
    }
}
