package dev.sheaf.validator.outside;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Faults of dates: those that are accepted, those of records, and the clock. */
final class DateRows {

    private static final String DATES = "S3.3";
    private static final String AREA = "dates";

    private DateRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(accepted());
        rows.addAll(stamps());
        rows.addAll(clocks());
        return rows;
    }

    private static List<OutsideRow> accepted() {
        return List.of(
                accepts("impossible-from-accepted", "from accepts days that do not exist",
                        c -> matches(c, "from", "\\d{4}-\\d\\d-\\d\\d.*")),
                accepts("impossible-until-accepted", "until accepts days that do not exist",
                        c -> matches(c, "until", "\\d{4}-\\d\\d-\\d\\d.*")),
                accepts("impossible-date-of-identifiers-accepted", "ListIdentifiers accepts days that do not exist",
                        c -> c.is("ListIdentifiers") && (matches(c, "from", "\\d{4}-\\d\\d-\\d\\d") || matches(c, "until",
                                "\\d{4}-\\d\\d-\\d\\d"))),
                accepts("unpadded-from-accepted", "from accepts 2024-3-1", c -> matches(c, "from", "\\d{4}-\\d\\d?-\\d\\d?")),
                accepts("unpadded-until-accepted", "until accepts 2024-3-1", c -> matches(c, "until", "\\d{4}-\\d\\d?-\\d\\d?")),
                accepts("impossible-hour-accepted", "the hour 25 is accepted",
                        c -> matches(c, "from", ".*T\\d\\d:\\d\\d:\\d\\dZ") || matches(c, "until", ".*T\\d\\d:\\d\\d:\\d\\dZ")),
                accepts("time-without-z-accepted", "a time without Z is accepted",
                        c -> matches(c, "from", ".*T[0-9:]{8}") || matches(c, "until", ".*T[0-9:]{8}")),
                accepts("offset-accepted", "a time with an offset is accepted",
                        c -> matches(c, "from", ".*[+ -]\\d\\d:\\d\\d") || matches(c, "until", ".*[+ -]\\d\\d:\\d\\d")),
                accepts("month-accepted", "a month is accepted as a date", c -> matches(c, "from", "\\d{4}(-\\d\\d)?")
                        || matches(c, "until", "\\d{4}(-\\d\\d)?")),
                accepts("fraction-accepted", "fractions of seconds are accepted", c -> matches(c, "from", ".*\\.\\d+Z")
                        || matches(c, "until", ".*\\.\\d+Z")),
                accepts("any-from-accepted", "from accepts any text", c -> c.has("from")),
                accepts("any-until-accepted", "until accepts any text", c -> c.has("until")),
                accepts("any-from-of-identifiers-accepted", "ListIdentifiers accepts any text as from",
                        c -> c.is("ListIdentifiers") && c.has("from")),
                accepts("dates-beside-set-unchecked", "dates are not checked when there is a set", c -> c.has("set")),
                accepts("mixed-granularity-accepted", "from and until may differ in granularity",
                        c -> c.has("from") && c.has("until") && c.value("from").length() != c.value("until").length()),
                must("from-after-until-matches-nothing", "S2.7.1", AREA, "from after until is noRecordsMatch",
                        p -> p.says("badArgument", "noRecordsMatch", c -> c.has("from") && c.has("until")
                                && c.value("from").compareTo(c.value("until")) > 0)),
                must("from-after-until-gives-records", "S2.7.1", AREA, "from after until gives records", p -> {
                    p.accepts("badArgument", c -> c.has("from") && c.value("from").compareTo(c.value("until")) > 0);
                    p.asks = q -> q.hasUntil() && q.from().compareTo(q.until()) > 0 ? q.withFrom("") : q;
                }),
                must("seconds-accepted-by-days", "S2.7.1", AREA, "a repository of days accepts seconds", p -> {
                    p.daily();
                    p.accepts("badArgument", c -> c.value("from").endsWith("Z") || c.value("until").endsWith("Z"));
                }),
                must("days-refused", "S3.3.2", AREA, "a repository of seconds refuses days", p -> p.errors = (c,
                        found) -> c.value("from").length() == 10 || c.value("until").length() == 10
                                ? List.of(new OutsideError("badArgument", "seconds only"))
                                : found),
                must("until-day-refused", "S3.3.2", AREA, "a repository of seconds refuses days as until", p -> p.errors = (c,
                        found) -> c.value("until").length() == 10
                                ? List.of(new OutsideError("badArgument", "seconds only"))
                                : found),
                must("from-before-earliest-refused", "S2.7.1", AREA, "from before earliestDatestamp is badArgument",
                        p -> p.errors = (c,
                                found) -> c.has("from") && c.value("from").compareTo("2024-03-01") < 0
                                        ? List.of(new OutsideError("badArgument", "too early"))
                                        : found),
                must("until-before-earliest-gives-all", "S2.7.1", AREA, "until before earliestDatestamp gives all records",
                        p -> p.asks = q -> q.hasUntil() && q.until().compareTo("2024-03-01") < 0 ? q.withUntil("") : q),
                must("until-before-earliest-is-empty-list", "S3.6", AREA, "until before all records is an empty list",
                        p -> p.accepts("noRecordsMatch", c -> c.has("until"))),
                must("future-from-gives-last", "S2.7.1", AREA, "from after all records gives the last one",
                        p -> p.lists = (q, found) -> found.isEmpty() && q.hasFrom() && !q.hasUntil()
                                ? List.of(p.items.getLast())
                                : found),
                must("empty-from-accepted", "S3.6", AREA, "an empty from is accepted",
                        p -> p.accepts("badArgument", c -> c.has("from") && c.value("from").isEmpty())));
    }

    private static boolean matches(OutsideCall call, String name, String pattern) {
        return call.has(name) && call.value(name).matches(pattern);
    }

    private static OutsideRow accepts(String name, String description, Predicate<OutsideCall> when) {
        return must(name, DATES, AREA, description, p -> {
            p.accepts("badArgument", c -> when.test(c) && c.arguments().values().stream().allMatch(v -> v.size() == 1)
                    && c.has("metadataPrefix") && !c.has("resumptionToken"));
            // A text that is no date selects like the nearest one.
            p.asks = q -> q.isList() ? q.withFrom(padded(q.from())).withUntil(padded(q.until())) : q;
        });
    }

    private static String padded(String date) {
        return date.matches("\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\dZ)?")
                ? date
                : date.matches("\\d{4}.*")
                        ? date.substring(0, 4)
                                + "-01-01"
                        : "";
    }

    private static List<OutsideRow> stamps() {
        return List.of(
                must("daily-with-times", "S3.3.1", AREA, "granularity is days, datestamps have times", p -> {
                    p.isDaily = true;
                    p.earliest = "2024-03-01";
                }),
                must("seconds-with-days", "S3.3.1", AREA, "granularity is seconds, datestamps are days",
                        p -> p.shows = (q, i) -> i.stamped(i.stamp().substring(0, 10))),
                must("one-stamp-is-a-day", "S3.3.1", AREA, "one datestamp of the third page is a day",
                        p -> p.shows = (q, i) -> i.number() == 17 ? i.stamped(i.stamp().substring(0, 10)) : i),
                must("one-stamp-with-fraction", DATES, AREA, "one datestamp has a fraction",
                        p -> p.shows = (q, i) -> i.number() == 17 ? i.stamped(i.stamp().replace("Z", ".5Z")) : i),
                must("one-stamp-with-offset", DATES, AREA, "one datestamp has an offset",
                        p -> p.shows = (q, i) -> i.number() == 17 ? i.stamped(i.stamp().replace("Z", "+00:00")) : i),
                must("one-stamp-impossible", DATES, AREA, "one datestamp is 30 February",
                        p -> p.shows = (q, i) -> i.number() == 17 ? i.stamped("2024-02-30T00:00:00Z") : i),
                must("stamps-unpadded", DATES, AREA, "datestamps are not padded",
                        p -> p.shows = (q, i) -> i.stamped(i.stamp().replace("-03-0", "-3-"))),
                must("get-with-day", "S3.3.1", AREA, "GetRecord has days, lists have seconds",
                        p -> p.shows = (q, i) -> q.is("GetRecord") ? i.stamped(i.stamp().substring(0, 10)) : i),
                must("earliest-too-late", "S4.2", AREA, "records are older than earliestDatestamp",
                        p -> p.earliest = "2024-03-05T00:00:00Z"),
                must("earliest-after-one", "S4.2", AREA, "one record of the fourth page is older than earliestDatestamp",
                        p -> p.items(i -> i.number() == 24 ? i.stamped("2023-11-11T00:00:00Z") : i)),
                must("earliest-is-a-day", "S4.2", AREA, "earliestDatestamp is a day, granularity is seconds",
                        p -> p.earliest = "2024-03-01"),
                must("earliest-in-seconds", "S4.2", AREA, "earliestDatestamp has a time, granularity is days", p -> {
                    p.daily();
                    p.earliest = "2024-03-01T00:00:00Z";
                }),
                must("earliest-impossible", "S4.2", AREA, "earliestDatestamp is 30 February",
                        p -> p.earliest = "2024-02-30T00:00:00Z"),
                must("future-stamp", "S2.7.1", AREA, "one datestamp is a year in the future",
                        p -> p.items(i -> i.number() == 30 ? i.stamped(future(p)) : i)),
                must("stamp-differs-by-verb", "S2.5", AREA, "one datestamp differs between ListRecords and ListIdentifiers",
                        p -> p.shows = (q,
                                i) -> q.is("ListIdentifiers") && i.number() == 12 ? i.stamped("2024-03-05T07:07:07Z") : i),
                must("stamp-differs-in-get", "S2.5", AREA, "GetRecord has other datestamps than lists",
                        p -> p.shows = (q, i) -> q.is("GetRecord") ? i.stamped(i.stamp().replace("30Z", "31Z")) : i),
                must("stamp-of-get-is-now", "S2.5", AREA, "GetRecord has the present time as datestamp",
                        p -> p.shows = (q, i) -> q.is("GetRecord") ? i.stamped(p.now()) : i),
                must("stamps-are-now", "S2.5", AREA, "every datestamp is the present time",
                        p -> p.shows = (q, i) -> i.stamped(p.now())));
    }

    private static String future(OutsideProvider provider) {
        return provider.clock.instant().plus(Duration.ofDays(365)).truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
    }

    private static List<OutsideRow> clocks() {
        return List.of(
                ahead("clock-a-day-ahead", "the clock is a day ahead", Duration.ofDays(1)),
                ahead("clock-an-hour-ahead", "the clock is an hour ahead: local time with a Z", Duration.ofHours(1)),
                ahead("clock-five-hours-behind", "the clock is five hours behind: local time with a Z", Duration.ofHours(-5)),
                ahead("clock-nine-years-behind", "the clock is nine years behind", Duration.ofDays(-9 * 365)),
                ahead("clock-half-an-hour-behind", "the clock is half an hour behind", Duration.ofMinutes(-30)),
                response("response-date-frozen", "responseDate is always the same", (p, now) -> "2024-06-01T00:00:00Z"),
                response("response-date-fraction", "responseDate has a fraction", (p, now) -> now.replace("Z", ".123Z")),
                response("response-date-day", "responseDate is a day", (p, now) -> now.substring(0, 10)),
                response("response-date-offset", "responseDate has an offset", (p, now) -> now.replace("Z", "+00:00")),
                response("response-date-without-z", "responseDate has no Z", (p, now) -> now.replace("Z", "")),
                must("response-date-of-errors-day", "S3.2", AREA, "responseDate of errors is a day", p -> p.xml = (c, t) -> t
                        .contains("<error") ? t.replaceAll("<responseDate>(.{10})[^<]*", "<responseDate>$1") : t));
    }

    private static OutsideRow ahead(String name, String description, Duration by) {
        return must(name, "S3.2", AREA, description, p -> p.ahead = by);
    }

    private static OutsideRow response(String name, String description, BiFunction<OutsideProvider, String, String> date) {
        return must(name, "S3.2", AREA, description, p -> p.xml = (c, t) -> t.replaceFirst("<responseDate>[^<]*",
                "<responseDate>" + date.apply(p, p.now())));
    }
}
