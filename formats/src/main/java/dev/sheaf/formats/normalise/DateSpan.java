package dev.sheaf.formats.normalise;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Date as the span of years in which it lies.
 *
 * @param from first year, astronomical (1 BC is 0); null if open
 * @param until last year; null if open
 * @param iso ISO 8601: a date, or a span such as {@code 1801/1900}; {@code ..} for an open end
 * @param approximate true if the text says so (circa, probably), or if only a year in it could be read
 */
public record DateSpan(@Nullable Integer from, @Nullable Integer until, String iso, boolean approximate) {

    /** Latest year accepted; 9999 means that the year is unknown. */
    static final int LATEST = 2100;
    /** Latest first year accepted. A later year is one of another calendar. */
    private static final int LATEST_FIRST = 2060;
    private static final int LONGEST = 200;
    private static final Pattern NO_YEAR = Pattern.compile("\\d{3}|0000");
    private static final Recent<Optional<DateSpan>> RECENT = new Recent<>(DateSpan::readNew);
    private static final Set<String> NO_DATE = Set.of("sd", "nd", "sa", "sine anno", "no date", "not dated", "undated",
            "date not known",
            "date unknown", "unknown", "oj", "ohne jahr", "ohne datum", "od", "undatiert", "zj", "zonder jaar", "uå", "ua",
            "udat",
            "sans date", "sin fecha", "sf", "senza data", "sem data", "bez daty", "br", "vl", "bg", "forthcoming", "in press",
            "to appear", "in preparation", "submitted", "under review", "unpublished");

    /**
     * Reads a date, a span, a decade or a century as catalogues write them.
     *
     * @return empty if the text has no year, or says that there is no date
     */
    public static Optional<DateSpan> read(String text) {
        return RECENT.read(text);
    }

    private static Optional<DateSpan> readNew(String text) {
        String given = text.strip();
        if (given.isEmpty() || NO_YEAR.matcher(given).matches()) {
            // Three digits alone may also be a page or a volume.
            return Optional.empty();
        }
        if (isYear(given)) {
            int year = Integer.parseInt(given);
            return ofYears(year, year, false);
        }
        String cut = given.substring(0, Math.min(LONGEST, given.length()));
        Optional<DateSpan> certain = cut.length() == 7 && cut.charAt(4) == '/'
                ? Optional.empty()
                : WrittenDate.read(cut).flatMap(iso -> ofIso(iso, false));
        return certain.or(() -> new DateReader(plain(cut)).read());
    }

    /** Returns whether the text is a plain year, as most dates are. */
    private static boolean isYear(String text) {
        return text.length() == 4 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns true for texts that say that there is no date: {@code s.d.}, {@code [n.d.]}, {@code o. J.}, {@code forthcoming}. */
    public static boolean saysNone(String text) {
        if (text.length() > LONGEST) {
            return false;
        }
        StringBuilder letters = new StringBuilder();
        for (char c : plain(text).toCharArray()) {
            if (Character.isLetter(c) || c == ' ' && !letters.isEmpty()) {
                letters.append(c);
            } else if (Character.isDigit(c)) {
                return false;
            }
        }
        String words = letters.toString().strip();
        return NO_DATE.contains(words) || NO_DATE.contains(words.replace(" ", ""));
    }

    /** Returns the text in lower case, composed, with one kind of hyphen and single blanks. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (char c : Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT).toCharArray()) {
            boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
            if (!blank) {
                plain.append(c >= '\u2010' && c <= '\u2015' || c == '\u2212'
                        ? '-'
                        : c == '\u2019' || c == '\u2018' || c == '`' ? '\'' : c);
            } else if (!plain.isEmpty() && plain.charAt(plain.length() - 1) != ' ') {
                plain.append(' ');
            }
        }
        return plain.toString().strip();
    }

    /** Returns the span of a date or span in ISO 8601. */
    static Optional<DateSpan> ofIso(String iso, boolean approximate) {
        int slash = iso.indexOf('/');
        int from = Integer.parseInt(iso.substring(0, 4));
        int until = slash < 0 ? from : Integer.parseInt(iso.substring(slash + 1, slash + 5));
        return isPlausible(from) && from <= LATEST_FIRST && isPlausible(until)
                ? Optional.of(new DateSpan(from, until, iso, approximate))
                : Optional.empty();
    }

    /** Returns a span of whole years. */
    static Optional<DateSpan> ofYears(int from, int until, boolean approximate) {
        if (from > until || from > LATEST_FIRST || !isPlausible(from) || !isPlausible(until)) {
            return Optional.empty();
        }
        return Optional.of(new DateSpan(from, until, from == until ? year(from) : year(from) + "/" + year(until), approximate));
    }

    /** Returns the span from a year on. */
    static Optional<DateSpan> since(int from, boolean approximate) {
        return isPlausible(from) ? Optional.of(new DateSpan(from, null, year(from) + "/..", approximate)) : Optional.empty();
    }

    /** Returns the span up to a year. */
    static Optional<DateSpan> before(int until, boolean approximate) {
        return isPlausible(until) ? Optional.of(new DateSpan(null, until, "../" + year(until), approximate)) : Optional.empty();
    }

    private static boolean isPlausible(int year) {
        return year <= LATEST && year >= -9_999;
    }

    /** Returns a year with four digits, as ISO 8601 requires. */
    private static String year(int year) {
        return (year < 0 ? "-" : "") + String.format(Locale.ROOT, "%04d", Math.abs(year));
    }

    /** Returns the year for sorting and counting: the first, or the last if the first is open. */
    public int sortYear() {
        return from != null ? from : until != null ? until : 0;
    }
}
