package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static dev.sheaf.validator.outside.OutsideRow.must;
import static dev.sheaf.validator.outside.OutsideRow.should;

/** Faults of tokens, pages and sizes. */
final class FlowRows {

    private static final String FLOW = "S3.5";
    private static final String AREA = "flow";

    private FlowRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(losses());
        rows.addAll(tokens());
        rows.addAll(attributes());
        return rows;
    }

    private static List<OutsideRow> losses() {
        return List.of(
                must("page-edges-lose-records", FLOW, AREA, "a record is lost at each page boundary of all lists",
                        p -> p.nextStart = (q, next) -> q.isList() ? next + 1 : next),
                must("page-edges-lose-records-of-records", FLOW, AREA, "ListRecords loses a record at each page boundary",
                        p -> p.nextStart = (q, next) -> q.is("ListRecords") ? next + 1 : next),
                must("page-edges-lose-identifiers", FLOW, AREA, "ListIdentifiers loses a record at each page boundary",
                        p -> p.nextStart = (q, next) -> q.is("ListIdentifiers") ? next + 1 : next),
                must("page-edges-lose-in-sets", FLOW, AREA, "lists of sets lose a record at each page boundary",
                        p -> p.nextStart = (q, next) -> q.isList() && q.hasSet() ? next + 1 : next),
                must("page-edges-lose-with-from", FLOW, AREA, "lists with from lose a record at each page boundary",
                        p -> p.nextStart = (q, next) -> q.isList() && q.hasFrom() ? next + 1 : next),
                must("page-edges-lose-with-until", FLOW, AREA, "lists with until lose a record at each page boundary",
                        p -> p.nextStart = (q, next) -> q.isList() && q.hasUntil() ? next + 1 : next),
                must("one-page-edge-loses", FLOW, AREA, "all lists lose the record at the second page boundary",
                        p -> p.nextStart = (q, next) -> q.isList() && next == 14 ? 15 : next),
                must("last-page-lost", FLOW, AREA, "ListRecords ends one page early, with an empty token",
                        p -> p.endsHere = (q, end) -> q.is("ListRecords") && end >= 28),
                must("last-page-of-identifiers-lost", FLOW, AREA, "ListIdentifiers ends one page early",
                        p -> p.endsHere = (q, end) -> q.is("ListIdentifiers") && end >= 28),
                must("lists-end-after-two-pages", FLOW, AREA, "all lists end after two pages and keep the size of the whole",
                        p -> p.endsHere = (q, end) -> q.isList() && end >= 14),
                must("records-end-after-two-pages", FLOW, AREA, "ListRecords ends after two pages, without a size", p -> {
                    p.size = (q, size) -> "";
                    p.endsHere = (q, end) -> q.is("ListRecords") && end >= 14;
                }),
                must("last-record-lost", FLOW, AREA, "ListRecords lacks the last record",
                        p -> p.lists = (q, found) -> q.is("ListRecords") && found.size() > 3
                                ? found.subList(0, found.size() - 1)
                                : found),
                must("newest-record-in-no-list", FLOW, AREA, "no list has the newest record, unless from or until is given",
                        p -> p.lists = (q, found) -> q.hasFrom() || q.hasUntil()
                                ? found
                                : found.stream().filter(i -> i.number() != 30).toList()),
                must("identifiers-have-a-ghost", FLOW, AREA, "ListIdentifiers has a record that ListRecords and GetRecord lack",
                        p -> {
                            p.lists = (q, found) -> q.is("ListIdentifiers")
                                    ? found
                                    : found.stream().filter(i -> i.number() != 9).toList();
                            p.gets = (q, found) -> found.stream().filter(i -> i.number() != 9).toList();
                            p.errors = (c, found) -> c.is("GetRecord") && c.value("identifier").endsWith(":009")
                                    ? List.of(new OutsideError("idDoesNotExist", "no"))
                                    : found;
                        }),
                must("order-changes-with-pages", FLOW, AREA, "each page sorts the list another way, so records are lost",
                        p -> p.lists = (q, found) -> {
                            List<OutsideItem> turned = new ArrayList<>(found);
                            java.util.Collections.rotate(turned, q.start() * 3);
                            return turned;
                        }),
                must("empty-page-in-the-middle", FLOW, AREA, "the second page is empty and has a token",
                        p -> p.pages = (q, found) -> q.start() == 7 ? List.of() : found),
                must("empty-last-page", FLOW, AREA, "the last token leads to an empty list", p -> {
                    p.pages = (q, found) -> found.getLast().number() == 30 && q.start() > 0 && !q.hasSet() && !q.hasFrom()
                            && !q.hasUntil() ? List.of() : found;
                }),
                must("extra-token-to-no-records", FLOW, AREA, "the last token is answered with noRecordsMatch",
                        p -> p.xml = (c, t) -> t
                                .replaceAll("<resumptionToken([^>]*)/>", "<resumptionToken$1>"
                                        + "ListRecords^oai_dc^^^^999".replace("ListRecords", verbOf(t)) + "</resumptionToken>")));
    }

    private static String verbOf(String text) {
        return text.contains("<ListIdentifiers>") ? "ListIdentifiers" : text.contains("<ListSets>") ? "ListSets" : "ListRecords";
    }

    private static List<OutsideRow> tokens() {
        return List.of(
                must("no-empty-token", FLOW, AREA, "the last page has no empty token",
                        p -> p.xml = (c, t) -> t.replaceAll("<resumptionToken[^>]*/>", "")),
                must("no-empty-token-of-identifiers", FLOW, AREA, "the last page of ListIdentifiers has no empty token",
                        p -> p.xml = (c, t) -> c.is("ListIdentifiers") ? t.replaceAll("<resumptionToken[^>]*/>", "") : t),
                should("empty-token-on-whole-list", FLOW, AREA, "a list of one page has an empty token", p -> p.xml = (c, t) -> t
                        .contains("resumptionToken")
                                ? t
                                : t.replaceFirst("</(ListRecords|ListIdentifiers)>", "<resumptionToken/></$1>")),
                must("token-moves", "S3.5.1", AREA, "a token gives the next page each time it is used", p -> {
                    Map<String, Integer> uses = new HashMap<>();
                    p.continues = q -> {
                        int used = uses.merge(OutsideProvider.tokenOf(q), 1, Integer::sum) - 1;
                        // The provider reads each token twice in one request: for errors and for the answer.
                        return q.startingAt(Math.min(28, q.start() + 7 * (used / 2)), true);
                    };
                }),
                must("token-works-once", "S3.5.1", AREA, "a token that was used is badResumptionToken", p -> {
                    Set<String> used = new HashSet<>();
                    p.errors = (c, found) -> c.has("resumptionToken") && found.isEmpty() && !used.add(c.value("resumptionToken"))
                            ? List.of(new OutsideError("badResumptionToken", "expired"))
                            : found;
                }),
                must("token-works-once-of-identifiers", "S3.5.1", AREA, "a token of ListIdentifiers works once", p -> {
                    Set<String> used = new HashSet<>();
                    p.errors = (c, found) -> c.has("resumptionToken") && c.is("ListIdentifiers") && found.isEmpty()
                            && !used.add(c.value("resumptionToken"))
                                    ? List.of(new OutsideError("badResumptionToken", "expired"))
                                    : found;
                }),
                must("token-expires-at-once", FLOW, AREA, "no token is accepted",
                        p -> p.errors = (c, found) -> c.has("resumptionToken")
                                ? List.of(new OutsideError("badResumptionToken", "expired"))
                                : found),
                must("third-page-refused", FLOW, AREA, "the token to the third page is not accepted",
                        p -> p.readsToken = t -> t.endsWith("^14") ? "x" : t),
                must("same-page-forever", FLOW, AREA, "every token leads to the second page",
                        p -> p.nextStart = (q, next) -> q.isList() ? 7 : next),
                must("last-token-to-itself", FLOW, AREA, "the last page has a token to itself", p -> p.xml = (c, t) -> c
                        .has("resumptionToken") && t.contains("cursor=\"28\"/>")
                                ? t.replace("cursor=\"28\"/>",
                                        "cursor=\"28\">" + c.value("resumptionToken") + "</resumptionToken>")
                                : t),
                must("back-to-first-page", FLOW, AREA, "a token leads to the first page again",
                        p -> p.continues = q -> q.isList() ? q.startingAt(0, true) : q),
                must("junk-token-gives-records", "S3.6", AREA, "a token that never existed gives the first page",
                        p -> p.accepts("badResumptionToken", c -> true)),
                must("junk-token-matches-nothing", "S3.6", AREA, "a token that never existed is noRecordsMatch",
                        p -> p.says("badResumptionToken", "noRecordsMatch", c -> true)),
                must("junk-token-is-bad-argument", "S3.6", AREA, "a token that never existed is badArgument",
                        p -> p.says("badResumptionToken", "badArgument", c -> true)),
                must("junk-token-crashes", "S3.6", AREA, "a token that never existed is answered with HTTP 500",
                        p -> p.replies = (c,
                                r) -> c.has("resumptionToken") && p.remembered(c.value("resumptionToken")).verb().isEmpty()
                                        ? r.withStatus(500)
                                        : r),
                must("token-beside-prefix", "S3.6", AREA, "resumptionToken beside metadataPrefix is accepted",
                        p -> p.accepts("badArgument", c -> c.has("resumptionToken") && c.has("metadataPrefix"))),
                must("token-beside-until", "S3.6", AREA, "resumptionToken beside until is accepted",
                        p -> p.accepts("badArgument", c -> c.has("resumptionToken") && c.has("until"))),
                must("empty-token-gives-records", "S3.6", AREA, "an empty resumptionToken gives the first page",
                        p -> p.accepts("badArgument", c -> c.has("resumptionToken") && c.value("resumptionToken").isEmpty())),
                must("token-not-escaped", "S3.2", AREA, "tokens have an ampersand that is not escaped",
                        p -> p.xml = (c, t) -> t.replaceAll("(<resumptionToken[^>]*>)([^<]+)", "$1$2&x=1")),
                must("token-not-decoded", "S3.1.1.3", AREA, "a token with an equals sign is not decoded when it comes back",
                        p -> {
                            p.writesToken = t -> t + "=";
                            p.readsToken = t -> "never";
                        }),
                must("token-of-post-refused", "S3.1.1", AREA, "tokens are refused by POST",
                        p -> p.errors = (c, found) -> c.isPost() && c.has("resumptionToken")
                                ? List.of(new OutsideError("badResumptionToken", "not by POST"))
                                : found));
    }

    private static List<OutsideRow> attributes() {
        return List.of(
                should("size-is-page", FLOW, AREA, "completeListSize is the size of the page", p -> p.size = (q,
                        size) -> " completeListSize=\"7\""),
                should("size-doubled", FLOW, AREA, "completeListSize is twice the size", p -> p.size = (q,
                        size) -> " completeListSize=\"" + 2 * size + "\""),
                should("size-is-rest", FLOW, AREA, "completeListSize is the number of records that remain", p -> p.size = (q,
                        size) -> " completeListSize=\"" + Math.max(1, size - q.start()) + "\""),
                must("size-zero", FLOW, AREA, "completeListSize is 0", p -> p.size = (q, size) -> " completeListSize=\"0\""),
                must("size-no-number", FLOW, AREA, "completeListSize is no number", p -> p.size = (q,
                        size) -> " completeListSize=\"many\""),
                should("size-of-whole-in-sets", FLOW, AREA, "completeListSize of a set is that of the repository",
                        p -> p.size = (q,
                                size) -> " completeListSize=\"31\""),
                must("cursor-from-one", FLOW, AREA, "the first page has the cursor 1", p -> p.cursor = start -> start + 1),
                must("cursor-counts-pages", FLOW, AREA, "the cursor counts pages", p -> p.cursor = start -> start / 7),
                must("cursor-after-page", FLOW, AREA, "the cursor counts the records of this page too",
                        p -> p.cursor = start -> start
                                + 7),
                must("cursor-always-zero", FLOW, AREA, "the cursor is always 0", p -> p.cursor = start -> 0),
                must("cursor-negative", FLOW, AREA, "the cursor is negative", p -> p.cursor = start -> start - 100),
                should("expiration-past", FLOW, AREA, "tokens have expired when they are issued",
                        p -> p.expiration = " expirationDate=\"2020-01-01T00:00:00Z\""),
                must("expiration-day-only", FLOW, AREA, "expirationDate has no time",
                        p -> p.expiration = " expirationDate=\"2199-01-01\""),
                must("expiration-local", "S3.3", AREA, "expirationDate has an offset",
                        p -> p.expiration = " expirationDate=\"2199-01-01T00:00:00+01:00\""));
    }
}
