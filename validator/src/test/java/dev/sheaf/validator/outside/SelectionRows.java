package dev.sheaf.validator.outside;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Faults of from, until and set: alone, together, by verb, by format and on later pages. */
final class SelectionRows {

    private static final String DATES = "S2.7.1";
    private static final String AREA = "selection";

    private SelectionRows() {}

    static List<OutsideRow> rows() {
        return List.of(
                forgets("from-ignored", "from is ignored", OutsideQuery::hasFrom, q -> q.withFrom("")),
                forgets("until-ignored", "until is ignored", OutsideQuery::hasUntil, q -> q.withUntil("")),
                forgets("from-ignored-with-set", "from is ignored beside set", OutsideQuery::hasSet, q -> q.withFrom("")),
                forgets("until-ignored-with-set", "until is ignored beside set", OutsideQuery::hasSet, q -> q.withUntil("")),
                sets("set-ignored-with-from", "set is ignored beside from", OutsideQuery::hasFrom),
                sets("set-ignored-with-until", "set is ignored beside until", OutsideQuery::hasUntil),
                forgets("from-ignored-with-until", "from is ignored beside until", OutsideQuery::hasUntil, q -> q.withFrom("")),
                forgets("until-ignored-with-from", "until is ignored beside from", OutsideQuery::hasFrom, q -> q.withUntil("")),
                sets("set-ignored-with-from-and-until", "set is ignored beside from and until",
                        q -> q.hasFrom() && q.hasUntil()),
                forgets("from-ignored-by-identifiers", "ListIdentifiers ignores from", q -> q.is("ListIdentifiers"),
                        q -> q.withFrom("")),
                forgets("until-ignored-by-records", "ListRecords ignores until", q -> q.is("ListRecords"), q -> q.withUntil("")),
                sets("set-ignored-by-identifiers", "ListIdentifiers ignores set", q -> q.is("ListIdentifiers")),
                sets("set-ignored-by-records", "ListRecords ignores set", q -> q.is("ListRecords")),
                forgets("from-ignored-in-marcxml", "from is ignored in the second format", q -> q.prefix().equals("marcxml"),
                        q -> q.withFrom("")),
                sets("set-ignored-in-marcxml", "set is ignored in the second format", q -> q.prefix().equals("marcxml")),
                forgets("until-ignored-in-marcxml", "until is ignored in the second format", q -> q.prefix().equals("marcxml"),
                        q -> q.withUntil("")),
                compares("from-exclusive", "records of the time of from are left out", (i, q) -> !i.stamp().equals(q.from())),
                compares("until-exclusive", "records of the time of until are left out", (i, q) -> !i.stamp().equals(q.until())),
                compares("until-day-ends-at-midnight", "a day as until means its first second",
                        (i, q) -> !q.hasUntil() || i.stamp().compareTo(q.until()) <= 0),
                compares("from-day-excludes-day", "a day as from leaves out that day",
                        (i, q) -> q.from().length() != 10 || !i.stamp().startsWith(q.from())),
                compares("from-exclusive-with-set", "from leaves out its own second when set is there",
                        (i, q) -> !q.hasSet() || !i.stamp().equals(q.from())),
                compares("one-second-is-empty", "from equal to until gives nothing",
                        (i, q) -> !q.hasFrom() || q.from().length() == 10 || !q.from().equals(q.until())),
                compares("one-day-is-empty", "one day as from and until gives nothing",
                        (i, q) -> q.from().length() != 10 || !q.from().equals(q.until())),
                must("from-cut-to-day", DATES, AREA, "from with a time means the whole day",
                        p -> p.asks = q -> q.from().length() > 10 ? q.withFrom(q.from().substring(0, 10)) : q),
                must("until-stretched-to-day", DATES, AREA, "until with a time means the whole day",
                        p -> p.asks = q -> q.until().length() > 10 ? q.withUntil(q.until().substring(0, 10)) : q),
                must("from-with-set-is-empty", DATES, AREA, "from and set together give noRecordsMatch",
                        p -> p.lists = (q, found) -> q.hasFrom() && q.hasSet() ? List.of() : found),
                must("dates-by-another-field", DATES, AREA,
                        "from and until select by a date that is 400 days before the datestamp",
                        p -> p.selects = (i, q) -> p.isSelected(i.stamped("2023" + i.stamp().substring(4)), q)),
                must("dates-in-local-time", DATES, AREA, "from and until are compared in local time, six hours behind",
                        p -> p.selects = (i, q) -> p.isSelected(i.stamped(sixHoursBefore(i.stamp())), q)),
                must("last-of-set-lost", "S2.7.2", AREA, "the last record of each list of a set is missing",
                        p -> p.lists = (q, found) -> q.hasSet() && found.size() > 1 ? found.subList(0, found.size() - 1) : found),
                must("first-of-from-lost", DATES, AREA, "the first record of each list with from is missing",
                        p -> p.lists = (q, found) -> q.hasFrom() && found.size() > 1 ? found.subList(1, found.size()) : found),
                must("set-by-beginning-of-text", "S2.7.2", AREA, "set=a also gives the set ab", p -> p.selects = (i, q) -> p
                        .isSelected(i, q.withSet("")) && i.sets().stream().anyMatch(spec -> spec.startsWith(q.set()))),
                later("token-forgets-from", "S3.5", "a token forgets from", q -> q.withFrom("")),
                later("token-forgets-until", "S3.5", "a token forgets until", q -> q.withUntil("")),
                later("token-forgets-set", "S3.5", "a token forgets set", q -> q.withSet("")),
                later("token-forgets-prefix", "S3.5", "a token of marcxml goes on in oai_dc", q -> q.withPrefix("oai_dc")),
                later("token-forgets-from-beside-set", "S3.5", "a token forgets from when there is a set",
                        q -> q.hasSet() ? q.withFrom("") : q),
                later("token-forgets-until-beside-from", "S3.5", "a token forgets until when there is from",
                        q -> q.hasFrom() ? q.withUntil("") : q),
                later("token-forgets-set-beside-from", "S3.5", "a token forgets set when there is from",
                        q -> q.hasFrom() ? q.withSet("") : q),
                later("token-forgets-set-of-identifiers", "S3.5", "a token of ListIdentifiers forgets set",
                        q -> q.is("ListIdentifiers") ? q.withSet("") : q),
                later("token-forgets-until-of-identifiers", "S3.5", "a token of ListIdentifiers forgets until",
                        q -> q.is("ListIdentifiers") ? q.withUntil("") : q),
                later("token-widens-set", "S3.5", "a token remembers only the first node of a set",
                        q -> q.withSet(q.set().replaceFirst(":.*", ""))),
                later("token-forgets-prefix-of-identifiers", "S3.5", "a token of ListIdentifiers in marcxml goes on in oai_dc",
                        q -> q.is("ListIdentifiers") ? q.withPrefix("oai_dc") : q),
                must("post-ignores-from", "S3.1.1.2", AREA, "from is ignored when it comes by POST",
                        p -> p.arrives = call -> call.isPost() ? call.without("from") : call),
                must("post-ignores-set", "S3.1.1.2", AREA, "set is ignored when it comes by POST",
                        p -> p.arrives = call -> call.isPost() ? call.without("set") : call));
    }

    private static String sixHoursBefore(String stamp) {
        return java.time.Instant.parse(stamp).minus(java.time.Duration.ofHours(6)).toString();
    }

    private static OutsideRow forgets(String name, String description, Predicate<OutsideQuery> when,
            UnaryOperator<OutsideQuery> change) {
        return must(name, DATES, AREA, description, p -> p.asks = q -> q.isList() && when.test(q) ? change.apply(q) : q);
    }

    private static OutsideRow sets(String name, String description, Predicate<OutsideQuery> when) {
        return must(name, "S2.7.2", AREA, description, p -> p.asks = q -> q.isList() && when.test(q) ? q.withSet("") : q);
    }

    private static OutsideRow compares(String name, String description,
            java.util.function.BiPredicate<OutsideItem, OutsideQuery> also) {
        return must(name, DATES, AREA, description, p -> p.selects = (i, q) -> p.isSelected(i, q) && also.test(i, q));
    }

    private static OutsideRow later(String name, String clause, String description, UnaryOperator<OutsideQuery> change) {
        return must(name, clause, AREA, description, p -> p.continues = q -> q.isList() ? change.apply(q) : q);
    }
}
