package dev.sheaf.transfer.imports.citations;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.RowReceiver;

/** Reader of entries whose lines begin with a tag: RIS and refer. For one file. */
final class TaggedReader {

    private static final Pattern RIS_LINE = Pattern.compile("\\s*([A-Z][A-Z0-9])  ?-(?: (.*)|$)");
    private static final Pattern REFER_LINE = Pattern.compile("%([0-9A-Z@!#$&\\]]) (.*)");
    /** Largest number of lines of an entry. Real entries have some dozens. */
    private static final int MOST_LINES = 20_000;
    private static final Map<String, String> RIS_TYPES = Map.ofEntries(Map.entry("JOUR", "article"), Map.entry("BOOK", "book"),
            Map.entry("CHAP", "book part"), Map.entry("CONF", "conference paper"), Map.entry("CPAPER", "conference paper"),
            Map.entry("THES", "thesis"), Map.entry("RPRT", "report"), Map.entry("MGZN", "magazine article"),
            Map.entry("NEWS", "newspaper article"), Map.entry("DATA", "dataset"), Map.entry("MAP", "map"),
            Map.entry("VIDEO", "video"),
            Map.entry("SOUND", "sound"), Map.entry("PAT", "patent"), Map.entry("ELEC", "web page"), Map.entry("COMP", "software"),
            Map.entry("GEN", ""));
    private static final Pattern SPLIT_DATE = Pattern.compile("(\\d{4})/(\\d{1,2})?/?(\\d{1,2})?/?.*");

    private final String name;
    private final RowReceiver receiver;
    private Entry entry = new Entry();
    private long begins;
    private long lines;
    private StringBuilder raw = new StringBuilder();

    TaggedReader(String name, RowReceiver receiver) {
        this.name = name;
        this.receiver = receiver;
    }

    void readRis(LineReader text) throws IOException {
        boolean within = false;
        String tag = null;
        StringBuilder value = new StringBuilder();
        long outside = 0;
        for (String line = text.next(); line != null; line = text.next()) {
            Matcher matcher = RIS_LINE.matcher(line);
            if (!matcher.matches()) {
                if (!line.isBlank() && tag != null) {
                    // Long values continue on the next line.
                    value.append(' ').append(line.strip());
                    count(line);
                } else if (!line.isBlank() && outside == 0) {
                    // Many providers write their name and a date above the first entry.
                    outside = text.number();
                    receiver.note(name + ": text outside of entries is left out, the first in line " + outside);
                }
                continue;
            }
            if (!within && tag == null && !matcher.group(1).equals("TY") && !matcher.group(1).equals("ER")) {
                begin(text.number());
            }
            if (tag != null) {
                entry.add(tag, value.toString());
            }
            tag = matcher.group(1);
            value = new StringBuilder(matcher.group(2) == null ? "" : matcher.group(2));
            if (tag.equals("TY") || tag.equals("ER")) {
                if (!within && raw.length() > 0) {
                    receiver.refused(new Place(name, "line", begins),
                            "the entry has no beginning (a line such as 'TY  - JOUR')", raw.toString());
                } else if (within && tag.equals("TY")) {
                    receiver.refused(new Place(name, "line", begins),
                            "the entry has no end (a line 'ER  -'); the next one begins at line "
                                    + text.number(),
                            raw.toString());
                    begin(text.number());
                } else if (within) {
                    endRis();
                }
                within = tag.equals("TY");
                begin(text.number());
                if (within) {
                    entry.add(tag, value.toString());
                }
                tag = null;
            }
            if (within || tag != null) {
                count(line);
            }
        }
        if (!within && raw.length() > 0) {
            receiver.refused(new Place(name, "line", begins),
                    "the entry has no beginning (a line such as 'TY  - JOUR')", raw.toString());
        }
        if (within) {
            receiver.refused(new Place(name, "line", begins), "the file ends within the entry: a line 'ER  -' is missing",
                    raw.toString());
        }
    }

    private void begin(long line) {
        entry = new Entry();
        raw = new StringBuilder();
        lines = 0;
        begins = line;
    }

    private void count(String line) throws IOException {
        lines++;
        if (lines > MOST_LINES) {
            throw new IOException("the entry at line " + begins + " never ends");
        }
        if (raw.length() < 1 << 16) {
            raw.append(line).append('\n');
        }
    }

    private void endRis() {
        String type = String.valueOf(entry.first("TY")).strip();
        entry.dcOfFirst("title", "TI", "T1", "CT", "BT");
        entry.dcOf("creator", "AU", "A1");
        entry.dcOf("contributor", "A2", "A3", "A4", "ED");
        entry.dcOf("subject", "KW");
        entry.dcOf("description", "AB", "N2", "N1");
        entry.dcOf("publisher", "PB");
        entry.dc("date", date(entry.first("DA", "PY", "Y1")));
        entry.dc("type", RIS_TYPES.getOrDefault(type, type.toLowerCase(java.util.Locale.ROOT)));
        entry.source(entry.first("JO", "JF", "T2", "JA", "J2"), entry.first("VL"), entry.first("IS"), entry.first("SP"),
                entry.first("EP"));
        entry.dcOf("language", "LA");
        entry.doi(entry.first("DO"));
        entry.dcOf("identifier", "UR");
        number(entry.first("SN"));
        entry.add(Entry.KEY, entry.first("ID", "AN", "DO"));
        finish("it has no title and no other field that can be mapped to Dublin Core");
    }

    /**
     * Reads entries between blank lines. In entries of EndNote, which begin with {@code %0}, an abstract may continue after a blank line.
     */
    void readRefer(LineReader text) throws IOException {
        String tag = null;
        StringBuilder value = new StringBuilder();
        long lineOfTag = 0;
        boolean within = false;
        boolean afterBlank = false;
        for (String line = text.next();; line = text.next()) {
            Matcher matcher = REFER_LINE.matcher(line == null ? "" : line);
            boolean tagged = matcher.matches();
            boolean blank = line != null && line.isBlank();
            boolean waits = blank && within && raw.indexOf("%0 ") == 0;
            boolean ends = line == null || blank && !waits || tagged && (matcher.group(1).equals("0") || afterBlank) && within;
            if (ends || tagged) {
                if (tag != null) {
                    TroffText read = TroffText.of(value.toString());
                    long at = lineOfTag;
                    read.unknown().forEach(escape -> receiver.warning(new Place(name, "line", at),
                            escape + " is not a special character of refer that Sheaf knows; it is kept as it is"));
                    entry.add(tag, read.text());
                    tag = null;
                }
                if (ends && within) {
                    endRefer();
                    within = false;
                }
            }
            afterBlank = waits;
            if (line == null) {
                return;
            }
            if (tagged) {
                if (!within) {
                    begin(text.number());
                    within = true;
                }
                tag = matcher.group(1);
                lineOfTag = text.number();
                value = new StringBuilder(matcher.group(2));
                count(line);
            } else if (!blank && tag != null) {
                value.append(' ').append(line.strip());
                count(line);
            } else if (!blank) {
                receiver.refused(new Place(name, "line", text.number()), "it does not begin with a tag such as '%T '", line);
            }
        }
    }

    private void endRefer() {
        entry.dcOf("title", "T");
        entry.dcOf("creator", "A", "Q");
        entry.dcOf("contributor", "E", "Y", "?");
        entry.dcSplit("subject", "K", "[;,]");
        entry.dcOf("description", "X", "O");
        entry.dcOf("publisher", "I");
        entry.dc("date", entry.first("D", "8"));
        String type = entry.first("0");
        entry.dc("type", type == null ? null : type.toLowerCase(java.util.Locale.ROOT));
        entry.source(entry.first("J", "B", "S"), entry.first("V"), entry.first("N"), entry.first("P"), null);
        entry.dcOf("language", "G");
        entry.doi(entry.first("R"));
        entry.dcOf("identifier", "U");
        number(entry.first("@"));
        entry.add(Entry.KEY, entry.first("F", "M", "L", "R"));
        finish("it has no title (%T)");
    }

    private void number(@Nullable String number) {
        if (number != null) {
            long digits = number.chars().filter(Character::isDigit).count();
            entry.dc("identifier", (digits > 8 ? "ISBN " : "ISSN ") + number.strip());
        }
    }

    private void finish(String otherwise) {
        Place where = new Place(name, "line", begins);
        if (entry.first("dc:title") == null) {
            receiver.refused(where, otherwise, raw.toString());
        } else {
            receiver.row(entry.row(where));
        }
    }

    /** Returns a date such as {@code 2001/05/12/spring} as {@code 2001-05-12}. */
    private static @Nullable String date(@Nullable String text) {
        Matcher parts = SPLIT_DATE.matcher(text == null ? "" : text.strip());
        if (!parts.matches()) {
            return text;
        }
        StringBuilder date = new StringBuilder(parts.group(1));
        for (int i = 2; i <= 3 && parts.group(i) != null; i++) {
            date.append(parts.group(i).length() == 1 ? "-0" : "-").append(parts.group(i));
        }
        return date.toString();
    }
}
