package dev.sheaf.formats.normalise;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of one uncertain date. The text is in lower case, with one kind of hyphen. */
final class DateReader {

    private static final Pattern PERIOD = Pattern
            .compile("(?:name=[^;]*; ?)?start=(\\d{4})[^;]*(?:; ?end=(\\d{4})[^;]*)?(?:;.*)?");
    private static final Pattern ISO_TIME = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[t ]\\d.*");
    private static final Pattern ISO_SPAN = Pattern.compile("(\\d{4}(?:-\\d{2}){0,2})/(\\d{4}(?:-\\d{2}){0,2})");
    private static final Pattern INSTEAD = Pattern.compile(".*\\[? ?(?:i\\. ?e\\.|recte|d\\. ?i\\.|sic)[ :]*(\\d{3,4}).*");
    private static final Pattern SAYS_ABOUT = Pattern.compile(
            "^(?:\\??\\s?(?:about|abt\\.?|around|approx(?:imately|\\.)?|circa|ca?\\.?(?=[\\s\\d])|um|etwa|ungef(?:ä|ae)hr|vers|env(?:\\.|iron)|hacia|verso|cerca de|omkring|ok\\.|około|probably|prob\\.?|possibly|perhaps|vermutlich|wohl)\\s?)+");
    private static final Pattern SAYS_WHAT = Pattern.compile(
            "^(?:copyright|cop\\.?|\\(c\\)|©|p(?=\\d)|℗|publ(?:ished|\\.)?|printed|impr\\.?|pref\\.?|erschienen|exhibited|made|designed|dated|cast|created|written|signed|anno|an|year|jahr|o\\. ?j\\.|s\\. ?a\\.|n\\. ?d\\.|pattern introduced|in progress)[\\s:,]*");
    private static final Pattern OPENING = Pattern
            .compile("^(?:before|by|until|ante|vor|avant|not after|nicht nach|prior to|antes de|pre)[\\s-]");
    private static final Pattern FOLLOWING = Pattern
            .compile("^(?:after|post|nach|après|since|seit|from|not before|nicht vor|despu(?:é|e)s de|von)\\s");
    private static final Pattern ERA = Pattern.compile(
            "(.*?)\\s?(b\\. ?c\\. ?e\\.?|bce|b\\. ?c\\.?|bc|v\\. ?chr\\.?|до н\\. ?э\\.?|p\\. ?n\\. ?e\\.?|př\\. ?n\\. ?l\\.?|before christ|av\\. ?j\\.-?c\\.?|a\\. ?c\\.|a\\. ?d\\.?|ad|c\\. ?e\\.|ce|n\\. ?chr\\.?|ap\\. ?j\\.-?c\\.?|d\\. ?c\\.)(?=$|[\\s,;/)])(.*)");
    private static final Pattern YEAR = Pattern.compile("(\\d{3,4})(?:\\.0)?(?:\\s?[a-rt-z])?");
    private static final Pattern ANNO_DOMINI = Pattern.compile("(?:a\\.? ?d\\.?|anno domini)\\s(\\d{1,4})");
    private static final Pattern NEGATIVE = Pattern.compile("-(\\d{1,4})(?:\\.0)?");
    private static final Pattern SHORT_YEAR = Pattern.compile("(\\d{1,4})");
    private static final Pattern YEARS = Pattern
            .compile("(\\d{1,4})\\s?(?:-|/|to|bis|or|oder|and|und|ou|et|through)\\s?(?:(?:about|circa|ca?\\.?)\\s?)?(\\d{1,4})");
    private static final Pattern OTHER_CALENDAR = Pattern.compile(
            "\\d\\s?(?:a\\.? ?h\\.?|hijri|h\\.|هـ|bp|b\\. ?p\\.|saka|samvat|a\\.? ?m\\.|ma|ka|mya)(?=$|[\\s,;/)\\]])|(?:^|[\\s(])(?:a\\.? ?h\\.?|anno hegirae|hijri|saka|samvat|anno mundi) ?\\d|^1[0-4]\\d\\d ?h$");
    private static final Pattern EAST_ASIAN = Pattern
            .compile("(\\d{4}) ?[年년](?: ?(\\d{1,2}) ?[月월](?: ?(\\d{1,2}) ?[日일])?)?");
    private static final Pattern NAMED = Pattern.compile("[\\p{L}' ,.-]{3,60}?\\s?[(\\[]\\s?([^()\\[\\]]{3,60})[)\\]]");
    private static final Pattern OR_LATER = Pattern.compile(
            "(.{1,40}?),? (?:(or later|and later|or after|onwards?|to present|to date|to the present|und später|et après)|or earlier|or before|and earlier)");
    private static final Pattern SEASON = Pattern.compile(
            "(?:early |late )?(?:spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst|printemps|été|automne|hiver|primavera|verano|otoño|invierno|estate|autunno|inverno|verão|outono|lente|zomer|herfst|весна|лето|осень|зима)(?:\\s?[/-]\\s?(?:spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst))?,? (?:of |de |del )?(\\d{4}(?:\\s?[-/]\\s?\\d{2,4})?)");
    private static final Pattern ERA_FIRST = Pattern.compile("(bce?|b\\. ?c\\.(?: ?e\\.)?)\\s(\\d{1,4}(?:\\s?-\\s?\\d{1,4})?)");
    private static final Pattern NEGATIVES = Pattern.compile("-(\\d{1,4})\\s?(?:/| to )\\s?-(\\d{1,4})");
    private static final Pattern ABOUT_YEARS = Pattern.compile("\\d{2}(\\d{2})-(\\d{2})");
    private static final Pattern YEARS_ALONE = Pattern
            .compile("\\d{4}(?:\\s?[-/]\\s?\\d{1,4})?(?:\\s?[,;]\\s?\\d{4}(?:\\s?[-/]\\s?\\d{1,4})?)+");

    private static final Pattern SAID_BEHIND = Pattern
            .compile("([^,;]{3,40})(?<! (?:or|and)),? (after|before|about|circa|ca\\.?)");
    /** Dates whose open end changes their meaning, such as "1871 or later". */
    private static final Pattern ALSO_OPEN = Pattern.compile(
            ".*\\d\\??,? (?:or|and|und|oder|ou|o|et) (?:later|after|earlier|before|später|früher|après|avant)\\b(?! .?\\d).*");
    private static final Pattern NEXT_YEAR = Pattern.compile("(\\d{4})/(0[1-9]|1[0-2])");
    private static final Pattern UNKNOWN_TO = Pattern.compile("\\?\\s?-\\s?(\\d{3,4})");

    private String text;
    private boolean approximate;
    /** True if the text began with a word such as "after", which applies to all of it. */
    private boolean open;

    DateReader(String text) {
        this.text = text;
    }

    Optional<DateSpan> read() {
        Matcher behind = SAID_BEHIND.matcher(text);
        if (behind.matches()) {
            text = behind.group(2) + " " + behind.group(1);
        }
        Matcher unknown = UNKNOWN_TO.matcher(text);
        if (unknown.matches()) {
            return DateSpan.before(Integer.parseInt(unknown.group(1)), false);
        }
        Matcher next = NEXT_YEAR.matcher(text);
        if (next.matches() && Integer.parseInt(next.group(2)) == Integer.parseInt(next.group(1)) % 100 + 1) {
            // 1910/11 is a winter, or November 1910: a span of both years is right in either case.
            return DateSpan.ofYears(Integer.parseInt(next.group(1)), Integer.parseInt(next.group(1)) + 1, true);
        }
        Matcher period = PERIOD.matcher(text);
        if (period.matches()) {
            int from = Integer.parseInt(period.group(1));
            return period.group(2) == null
                    ? DateSpan.since(from, false)
                    : DateSpan.ofYears(from, Integer.parseInt(period.group(2)), false);
        }
        Matcher machine = ISO_TIME.matcher(text);
        if (machine.matches()) {
            return WrittenDate.read(machine.group(1)).flatMap(iso -> DateSpan.ofIso(iso, false));
        }
        Matcher span = ISO_SPAN.matcher(text);
        if (span.matches() && WrittenDate.read(span.group(1)).isPresent() && WrittenDate.read(span.group(2)).isPresent()
                && span.group(1).compareTo(span.group(2)) <= 0) {
            int from = Integer.parseInt(text.substring(0, 4));
            return Optional.of(new DateSpan(from, Integer.parseInt(span.group(2).substring(0, 4)), text, false));
        }
        Matcher instead = INSTEAD.matcher(text);
        if (instead.matches()) {
            int year = Integer.parseInt(instead.group(1));
            return DateSpan.ofYears(year, year, true);
        }
        if (OTHER_CALENDAR.matcher(text).find()) {
            return Optional.empty();
        }
        approximate |= text.indexOf('?') >= 0;
        Matcher east = EAST_ASIAN.matcher(text);
        if (east.matches()) {
            return eastAsian(east);
        }
        String whole = text;
        if (ALSO_OPEN.matcher(whole).matches()) {
            return stripped();
        }
        return stripped().or(() -> range(whole)).or(() -> bracketed(whole)).or(() -> firstPart(whole))
                .or(() -> open ? Optional.empty() : LoneYear.in(whole));
    }

    /** Returns one date, or one statement about several years; used for the ends of ranges. */
    Optional<DateSpan> one() {
        approximate |= text.indexOf('?') >= 0;
        return OTHER_CALENDAR.matcher(text).find() ? Optional.empty() : stripped();
    }

    private Optional<DateSpan> range(String whole) {
        String plain = text;
        return (open ? Optional.<DateSpan>empty() : DateRange.read(plain)).or(() -> DateRange.read(whole)).map(this::asSure);
    }

    private DateSpan asSure(DateSpan read) {
        return approximate && !read.approximate() ? new DateSpan(read.from(), read.until(), read.iso(), true) : read;
    }

    /** Reads a period without numbers by its years in brackets: "Tang dynasty (618-907 A.D.)". */
    private Optional<DateSpan> bracketed(String whole) {
        Matcher named = NAMED.matcher(whole);
        if (!named.matches()) {
            return Optional.empty();
        }
        DateReader inside = new DateReader(named.group(1).strip());
        inside.approximate = approximate;
        String years = inside.text;
        return inside.stripped().or(() -> inside.range(years)).map(this::asSure);
    }

    private Optional<DateSpan> eastAsian(Matcher date) {
        String month = date.group(2) == null ? "" : "-" + two(date.group(2));
        String day = date.group(3) == null ? "" : "-" + two(date.group(3));
        return WrittenDate.read(date.group(1) + month + day).flatMap(iso -> DateSpan.ofIso(iso, approximate));
    }

    private static String two(String digits) {
        return digits.length() == 1 ? "0" + digits : digits;
    }

    /** Reads the first of several statements (1971, printed 1980), which is the date of the thing itself. */
    private Optional<DateSpan> firstPart(String whole) {
        text = open ? whole : text;
        int end = firstOf(text, ",;[(");
        if (end <= 0) {
            return Optional.empty();
        }
        // Several years with commas, such as "1981, 1984": the first is not certainly the date of the item.
        approximate |= YEARS_ALONE.matcher(text).matches();
        DateReader reader = new DateReader(text.substring(0, end).strip());
        reader.approximate = approximate;
        String part = reader.text;
        Optional<DateSpan> first = reader.stripped().or(() -> reader.range(part));
        boolean about = approximate;
        return first.map(found -> new DateSpan(found.from(), found.until(), found.iso(), found.approximate() || about));
    }

    private static int firstOf(String text, String signs) {
        for (int i = 1; i < text.length(); i++) {
            if (signs.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** Reads the text without brackets, question marks and words for certainty or for the event. */
    private Optional<DateSpan> stripped() {
        unwrap();
        boolean going = true;
        while (going) {
            going = take(SAYS_ABOUT, true) || take(SAYS_WHAT, false);
            unwrap();
        }
        Matcher years = ABOUT_YEARS.matcher(text);
        if (approximate && years.matches() && years.group(1).compareTo(years.group(2)) < 0) {
            // Nobody states a month approximately, so 1910-12 with a question mark is a span of three years.
            return DateSpan.ofYears(Integer.parseInt(text.substring(0, 4)),
                    Integer.parseInt(text.substring(0, 2) + years.group(2)), true);
        }
        Optional<DateSpan> certain = WrittenDate.read(text).flatMap(iso -> DateSpan.ofIso(iso, approximate));
        if (certain.isPresent()) {
            return certain;
        }
        if (take(OPENING, false)) {
            open = true;
            return openEnd().flatMap(year -> DateSpan.before(year, approximate));
        }
        if (take(FOLLOWING, false)) {
            open = true;
            return openEnd().flatMap(year -> DateSpan.since(year, approximate));
        }
        Matcher later = OR_LATER.matcher(text);
        if (later.matches()) {
            boolean after = later.group(2) != null;
            text = later.group(1);
            return openEnd().flatMap(year -> after ? DateSpan.since(year, approximate) : DateSpan.before(year, approximate));
        }
        Matcher season = SEASON.matcher(text);
        if (season.matches()) {
            approximate = true;
            text = season.group(1);
        }
        Matcher eraFirst = ERA_FIRST.matcher(text);
        if (eraFirst.matches()) {
            text = eraFirst.group(2) + " " + eraFirst.group(1);
        }
        Matcher negatives = NEGATIVES.matcher(text);
        if (negatives.matches()) {
            return DateSpan.ofYears(-Integer.parseInt(negatives.group(1)), -Integer.parseInt(negatives.group(2)), approximate);
        }
        Optional<Integer> negative = year(NEGATIVE);
        if (negative.isPresent()) {
            return DateSpan.ofYears(-negative.get(), -negative.get(), approximate);
        }
        Optional<Integer> annoDomini = year(ANNO_DOMINI);
        if (annoDomini.isPresent()) {
            return DateSpan.ofYears(annoDomini.get(), annoDomini.get(), approximate);
        }
        return withEra().or(() -> span(text, false));
    }

    /** Returns the one year of a date with an open end. */
    private Optional<Integer> openEnd() {
        take(SAYS_ABOUT, true);
        return year(YEAR).or(() -> withEra().filter(span -> span.from() != null && span.from().equals(span.until()))
                .map(DateSpan::sortYear));
    }

    private void unwrap() {
        while (text.length() > 1 && (text.startsWith("[") && text.endsWith("]") || text.startsWith("(") && text.endsWith(")"))) {
            text = text.substring(1, text.length() - 1).strip();
        }
        if (text.startsWith("?")) {
            approximate = true;
            text = text.substring(1).strip();
        }
        // 189? is a decade; 1890? is an uncertain year.
        for (String mark : new String[]{" (?)", "(?)", " ?", "?", "."}) {
            if (text.endsWith(mark) && text.length() >= mark.length() + 4
                    && Character.isDigit(text.charAt(text.length() - mark.length() - 1))) {
                approximate |= mark.contains("?");
                text = text.substring(0, text.length() - mark.length());
                return;
            }
        }
    }

    private boolean take(Pattern beginning, boolean about) {
        Matcher found = beginning.matcher(text);
        if (!found.find() || found.end() == 0) {
            return false;
        }
        approximate |= about;
        text = text.substring(found.end()).strip();
        return true;
    }

    private Optional<Integer> year(Pattern pattern) {
        Matcher found = pattern.matcher(text);
        return found.matches() ? Optional.of(Integer.valueOf(found.group(1))) : Optional.empty();
    }

    private Optional<DateSpan> withEra() {
        Matcher era = ERA.matcher(text);
        if (!era.matches() || !era.group(3).isBlank() && !era.group(3).strip().startsWith("(")) {
            return Optional.empty();
        }
        String name = era.group(2);
        boolean before = name.startsWith("b") || name.startsWith("v") || name.startsWith("до") || name.startsWith("p")
                || name.startsWith("av") || name.equals("a.c.")
                || name.equals("a. c.");
        String years = era.group(1).strip();
        if (!before) {
            Matcher one = SHORT_YEAR.matcher(years);
            return one.matches()
                    ? DateSpan.ofYears(Integer.parseInt(years), Integer.parseInt(years), approximate)
                    : span(years, false);
        }
        Matcher one = SHORT_YEAR.matcher(years);
        if (one.matches()) {
            int year = 1 - Integer.parseInt(years);
            return DateSpan.ofYears(year, year, approximate);
        }
        Matcher two = YEARS.matcher(years);
        if (two.matches()) {
            return DateSpan.ofYears(1 - Integer.parseInt(two.group(1)), 1 - Integer.parseInt(two.group(2)), approximate);
        }
        return span(years, true);
    }

    private Optional<DateSpan> span(String years, boolean before) {
        return new YearsReader(approximate).read(years, before);
    }
}
