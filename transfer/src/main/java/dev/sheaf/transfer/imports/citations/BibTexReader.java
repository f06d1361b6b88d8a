package dev.sheaf.transfer.imports.citations;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jbibtex.BibTeXDatabase;
import org.jbibtex.BibTeXEntry;
import org.jbibtex.BibTeXParser;
import org.jbibtex.BibTeXString;
import org.jbibtex.Key;
import org.jbibtex.ParseException;
import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.RowReceiver;

/**
 * Reader of BibTeX. Entries are separated by their braces and parsed one by one: a damaged entry ends at the beginning of the next one and
 * does not affect it. Abbreviations ({@code @string}) apply to all later entries. For one file.
 */
final class BibTexReader {

    private static final Pattern START = Pattern.compile("@\\s*([A-Za-z]+)\\s*[{(]");
    private static final int MAX_ENTRY = 1 << 20;
    private static final int MAX_MACROS = 1 << 16;
    /** Largest depth of braces, because the parser calls itself for every brace. */
    private static final int MAX_DEPTH = 50;
    private static final Map<String, String> TYPES = Map.ofEntries(Map.entry("inproceedings", "conference paper"),
            Map.entry("conference", "conference paper"), Map.entry("incollection", "book part"), Map.entry("inbook", "book part"),
            Map.entry("phdthesis", "doctoral thesis"), Map.entry("mastersthesis", "master thesis"),
            Map.entry("techreport", "report"),
            Map.entry("misc", ""), Map.entry("online", "web page"));
    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
            "nov",
            "dec");

    private final String name;
    private final RowReceiver receiver;
    private final StringBuilder macros = new StringBuilder();
    private final StringBuilder text = new StringBuilder();
    private long begins;
    private int depth;
    /** True within quotes, where a parenthesis is text, but braces count. */
    private boolean inQuotes;
    private int deepest;
    private boolean within;
    private boolean keptFormula;
    private char closing = '}';

    BibTexReader(String name, RowReceiver receiver) {
        this.name = name;
        this.receiver = receiver;
    }

    void read(LineReader lines) throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            int at = 0;
            Matcher start = START.matcher(line);
            if (within && start.lookingAt()) {
                damaged("a brace is missing: the next entry begins at line " + lines.number());
                within = false;
            }
            while (at < line.length()) {
                if (!within) {
                    if (!start.find(at)) {
                        break;
                    }
                    begin(lines.number(), line.charAt(start.end() - 1));
                    text.append(line, start.start(), start.end());
                    at = start.end();
                } else {
                    at = go(line, at);
                }
            }
            if (within) {
                text.append('\n');
                if (text.length() > MAX_ENTRY) {
                    damaged("it is longer than a million characters; perhaps a brace is missing");
                    within = false;
                }
            }
        }
        if (within) {
            damaged("the file ends within it; a brace is missing");
        }
    }

    private void begin(long line, char opening) {
        within = true;
        begins = line;
        text.setLength(0);
        closing = opening == '{' ? '}' : ')';
        depth = 1;
        deepest = 1;
        inQuotes = false;
    }

    private int go(String line, int from) {
        for (int at = from; at < line.length(); at++) {
            char c = line.charAt(at);
            text.append(c);
            if (c == '{') {
                depth++;
                deepest = Math.max(deepest, depth);
            } else if (c == '"' && depth == 1) {
                inQuotes = !inQuotes;
            } else if (c == closing && depth == 1 && !(closing == ')' && inQuotes)) {
                within = false;
                entry(text.toString());
                return at + 1;
            } else if (c == '}') {
                depth--;
            }
        }
        return line.length();
    }

    private void damaged(String reason) {
        receiver.refused(new Place(name, "line", begins), "not readable as BibTeX: " + reason, text.toString());
    }

    private void entry(String written) {
        Matcher start = START.matcher(written);
        String kind = start.lookingAt() ? start.group(1).toLowerCase(Locale.ROOT) : "";
        if (kind.equals("comment") || kind.equals("preamble")) {
            return;
        }
        if (deepest > MAX_DEPTH) {
            damaged("braces are nested more than " + MAX_DEPTH + " deep");
            return;
        }
        // The parser only supports braces.
        String braced = written.substring(0, start.end() - 1) + '{' + written.substring(start.end(), written.length() - 1) + '}';
        if (kind.equals("string")) {
            macro(braced);
            return;
        }
        try {
            BibTeXDatabase parsed = new Lenient().parse(new StringReader(macros + braced));
            if (parsed.getEntries().isEmpty()) {
                damaged("the file has no entry");
            }
            for (BibTeXEntry found : parsed.getEntries().values()) {
                row(found);
            }
            repeatedFields(braced.substring(start.end())).forEach(field -> receiver.warning(new Place(name, "line", begins),
                    "the field '" + field + "' stands in this entry more than once; only the last one is read"));
        } catch (ParseException | RuntimeException failure) {
            damaged(String.valueOf(failure.getMessage()).lines().findFirst().orElse("").strip());
        }
    }

    /** Returns the names of fields that stand more than once in an entry. The parser keeps the last of them without a word. */
    private static Set<String> repeatedFields(String fields) {
        Set<String> seen = new HashSet<>();
        Set<String> repeated = new LinkedHashSet<>();
        int depth = 0;
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < fields.length(); i++) {
            char c = fields.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            quoted ^= c == '"' && depth == 0;
            if (depth == 0 && !quoted && (c == ',' || c == '=')) {
                String field = fields.substring(from, i).strip().toLowerCase(Locale.ROOT);
                if (c == '=' && !seen.add(field)) {
                    repeated.add(field);
                }
                from = i + 1;
            }
        }
        return repeated;
    }

    /** Adds an abbreviation. A damaged one is left out, because it is parsed before each entry and would spoil them all. */
    private void macro(String braced) {
        if (macros.length() + braced.length() >= MAX_MACROS) {
            return;
        }
        try {
            new Lenient().parse(new StringReader(macros + braced));
            macros.append(braced).append('\n');
        } catch (ParseException | RuntimeException _) {
            receiver.note(name + ", line " + begins + ": an abbreviation (@string) is not readable and left out");
        }
    }

    /** Parser that keeps undefined abbreviations as text. */
    private static final class Lenient extends BibTeXParser {

        Lenient() throws ParseException {
            // Declared for the exception of the parser's own constructor.
        }

        @Override
        public void checkStringResolution(@Nullable Key key, @Nullable BibTeXString string) {
            // This is not an error.
        }

        @Override
        public void checkCrossReferenceResolution(@Nullable Key key, @Nullable BibTeXEntry entry) {
            // A referenced entry may be anywhere in the file.
        }
    }

    private void row(BibTeXEntry found) {
        Entry entry = new Entry();
        String type = found.getType().getValue().toLowerCase(Locale.ROOT);
        entry.add("type", type);
        entry.add(Entry.KEY, found.getKey() == null ? null : found.getKey().getValue());
        found.getFields().forEach((key, value) -> {
            String field = key.getValue().toLowerCase(Locale.ROOT);
            String raw = value == null ? "" : value.toUserString();
            if (field.equals("author") || field.equals("editor")) {
                names(raw).forEach(person -> entry.add(field, plain(TexText.of(person))));
            } else if (!field.equals(Entry.KEY) && !field.equals("type")) {
                entry.add(field, plain(field.equals("url") || field.equals("doi") ? TexText.ofAddress(raw) : TexText.of(raw)));
            }
        });
        String subtitle = entry.first("subtitle");
        String title = entry.first("title", "booktitle");
        entry.dc("title", title == null || subtitle == null ? title : title + ": " + subtitle);
        entry.dcOf("creator", "author");
        entry.dcOf("contributor", "editor");
        entry.dcSplit("subject", "keywords", "[,;]");
        entry.dcOf("description", "abstract", "note", "annote");
        entry.dcOf("publisher", "publisher", "school", "institution", "organization");
        entry.dc("date", date(entry));
        entry.dc("type", TYPES.getOrDefault(type, type));
        entry.source(
                title != null && title.equals(entry.first("booktitle"))
                        ? entry.first("journal", "journaltitle")
                        : entry.first("journal", "journaltitle", "booktitle"),
                entry.first("volume"), entry.first("number"), entry.first("pages"), null);
        entry.dcOfFirst("language", "language", "langid");
        entry.doi(entry.first("doi"));
        entry.dcOf("identifier", "url");
        entry.values("isbn").forEach(isbn -> entry.dc("identifier", "ISBN " + isbn));
        entry.values("issn").forEach(issn -> entry.dc("identifier", "ISSN " + issn));
        if ("arxiv".equalsIgnoreCase(entry.first("archiveprefix", "eprinttype"))) {
            entry.values("eprint").forEach(number -> entry.dc("identifier", "arXiv:" + number));
        }
        entry.dcOf("rights", "rights", "copyright");
        receiver.row(entry.row(new Place(name, "line", begins)));
    }

    /** Returns the names of persons. They are separated by {@code and}; within braces the word belongs to a name. */
    private static List<String> names(String raw) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 0 && Character.isWhitespace(c) && raw.regionMatches(true, i + 1, "and", 0, 3) && i + 4 < raw.length()
                    && Character.isWhitespace(raw.charAt(i + 4))) {
                names.add(raw.substring(start, i).strip());
                start = i + 5;
                i += 3;
            }
        }
        names.add(raw.substring(start).strip());
        names.removeIf(person -> person.isEmpty() || person.equals("others"));
        return names;
    }

    /** Returns the text without TeX, and reports what of it is kept. */
    private String plain(TexText read) {
        read.unknown().forEach(command -> receiver.warning(new Place(name, "line", lineOf(command)),
                command + " is not a command of TeX that Sheaf knows; it is kept as it is"));
        if (read.keepsFormula() && !keptFormula) {
            keptFormula = true;
            receiver.note(
                    name + ": formulas that cannot be written as plain text are kept in TeX, the first in the entry at line "
                            + begins);
        }
        return read.text();
    }

    /** Returns the line of a command in the entry that is read; its first line if the command comes from an abbreviation. */
    private long lineOf(String command) {
        int found = text.indexOf(command);
        return begins + text.chars().limit(Math.max(0, found)).filter(c -> c == '\n').count();
    }

    private static @Nullable String date(Entry entry) {
        String date = entry.first("date", "year");
        String month = entry.first("month");
        if (date == null || month == null || date.length() != 4) {
            return date;
        }
        int number = MONTHS.indexOf(month.toLowerCase(Locale.ROOT).substring(0, Math.min(3, month.length()))) + 1;
        if (number == 0 && month.matches("0?[1-9]|1[0-2]")) {
            number = Integer.parseInt(month);
        }
        return number == 0 ? date : "%s-%02d".formatted(date, number);
    }
}
