package dev.sheaf.validator.outside;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

import dev.sheaf.simulator.Delivery;

import static dev.sheaf.validator.outside.OutsideRow.odd;

/** Correct providers that look odd. */
final class OddRows {

    private OddRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(looks());
        rows.addAll(lists());
        rows.addAll(tokens());
        rows.addAll(contents());
        rows.addAll(transport());
        return rows;
    }

    private static OutsideRow xml(String name, String description, BiFunction<OutsideCall, String, String> change) {
        return odd(name, description, p -> p.xml = change);
    }

    private static List<OutsideRow> looks() {
        return List.of(
                odd("base", "the base itself", p -> {}),
                xml("single-quotes", "the declaration has single quotes",
                        (c, t) -> t.replaceFirst("version=\"1.0\" encoding=\"UTF-8\"",
                                "version='1.0' encoding='utf-8'")),
                odd("byte-order-mark", "responses begin with a byte order mark", p -> p.xml = (c, t) -> "\uFEFF" + t),
                xml("unused-namespace", "the root declares a namespace that nothing uses",
                        (c, t) -> t.replaceFirst("<OAI-PMH xmlns=",
                                "<OAI-PMH xmlns:unused=\"http://example.org/unused\" xmlns=")),
                xml("comments", "comments stand between elements", (c, t) -> t.replace("<header", "<!-- header --><header")),
                xml("cdata", "titles are CDATA", (c, t) -> t.replaceAll("<dc:title>([^<]*)</dc:title>",
                        "<dc:title><![CDATA[$1 & more <b>]]></dc:title>")),
                xml("character-references", "titles are character references",
                        (c, t) -> t.replace("<dc:title>T", "<dc:title>&#x54;")),
                xml("style-sheet", "responses name a style sheet", (c, t) -> t.replaceFirst("\\?>",
                        "?>\n<?xml-stylesheet type=\"text/xsl\" href=\"/oai2.xsl\"?>")),
                xml("white-space", "elements are indented by many blanks", (c, t) -> t.replace("><", ">\n\t      <")),
                xml("attributes-turned", "attributes of request are in another order", (c, t) -> t
                        .replaceFirst("<request( [a-zA-Z]+=\"[^\"]*\")( [a-zA-Z]+=\"[^\"]*\")", "<request$2$1")),
                xml("schema-location-in-lines", "schemaLocation has line breaks and a second pair", (c, t) -> t.replaceFirst(
                        "2\\.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd",
                        "2.0/\n     http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd")),
                xml("languages", "an attribute xml:lang stands on titles", (c, t) -> t.replace("<dc:title>",
                        "<dc:title xml:lang=\"en\">")),
                xml("errors-two", "errors come twice",
                        (c, t) -> t.replaceFirst("(<error code=\"badArgument\">[^<]*</error>)", "$1$1")),
                xml("carriage-returns", "lines end with carriage returns", (c, t) -> t.replace("\n", "\r\n")));
    }

    private static List<OutsideRow> lists() {
        return List.of(
                odd("days", "granularity is days", OutsideProvider::daily),
                odd("no-sets", "there are no sets", SetRows::without),
                odd("no-deletions", "there are no deletions and deletedRecord is no", p -> {
                    p.deletions = "no";
                    p.items(i -> i.deleted(false));
                }),
                odd("transient", "deletions are transient", p -> p.deletions = "transient"),
                odd("transient-forgotten", "transient deletions show in lists with from only", p -> {
                    p.deletions = "transient";
                    p.lists = (q, found) -> q.hasFrom() ? found : found.stream().filter(i -> !i.isDeleted()).toList();
                }),
                odd("newest-first", "lists begin with the newest", p -> p.lists = (q, found) -> found.reversed()),
                odd("shuffled", "lists are in no order", p -> p.lists = (q, found) -> found.stream()
                        .sorted(java.util.Comparator.comparingInt(i -> (i.number() * 17) % 31)).toList()),
                odd("other-order-by-verb", "ListIdentifiers has another order than ListRecords",
                        p -> p.lists = (q, found) -> q.is("ListIdentifiers") ? found.reversed() : found),
                odd("empty-set", "a set is empty", p -> p.sets = SetRows.with(p.sets, "empty", "Nothing yet")),
                odd("deep-sets", "sets are five deep", p -> {
                    p.sets = new LinkedHashMap<>();
                    p.sets.put("a", "1");
                    p.sets.put("a:b", "2");
                    p.sets.put("a:b:c", "3");
                    p.sets.put("a:b:c:d", "4");
                    p.sets.put("a:b:c:d:e", "5");
                    p.items(i -> i.in(i.number() % 2 == 0 ? List.of("a:b:c:d:e") : List.of("a:b")));
                }),
                odd("strange-set-names", "setSpecs have all legal characters", p -> {
                    p.sets = new LinkedHashMap<>();
                    p.sets.put("~!*'()_.-", "Strange");
                    p.items(i -> i.in(i.number() % 2 == 0 ? List.of("~!*'()_.-") : List.of()));
                }),
                odd("items-without-sets", "most items are in no set", p -> p.items(i -> i.number() > 5 ? i.in(List.of()) : i)),
                odd("one-set-for-all", "all items are in one set", p -> {
                    p.sets = new LinkedHashMap<>();
                    p.sets.put("all", "All");
                    p.items(i -> i.in(List.of("all")));
                }),
                odd("one-second", "all records have one datestamp", p -> p.items(i -> i.stamped("2024-03-05T12:00:00Z"))),
                odd("before-1970", "datestamps are before 1970", p -> {
                    p.earliest = "1950-01-01T00:00:00Z";
                    p.items(i -> i.stamped("1955" + i.stamp().substring(4)));
                }),
                odd("earliest-year-1", "earliestDatestamp is the year 1", p -> p.earliest = "0001-01-01T00:00:00Z"),
                odd("leap-day", "records are of a leap day", p -> {
                    p.earliest = "2024-02-29T00:00:00Z";
                    p.items(i -> i.number() > 20 ? i.stamped("2024-02-29T" + i.stamp().substring(11)) : i);
                }),
                odd("one-record", "there is one record", p -> p.items = p.items.subList(0, 1)),
                odd("no-records", "there are no records", p -> p.items = List.of()),
                odd("deletions-only", "all records are deleted", p -> p.items(i -> i.deleted(true))),
                odd("unknown-set-is-bad-argument", "an unknown set is badArgument", p -> p.errors = (c, found) -> c.has("set")
                        && !p.sets.containsKey(c.value("set")) ? List.of(new OutsideError("badArgument", "no such set")) : found),
                odd("formats-of-deleted-none", "a deleted item has no formats",
                        p -> p.errors = (c, found) -> c.is("ListMetadataFormats")
                                && p.items.stream().anyMatch(i -> i.isDeleted() && i.identifier().equals(c.value("identifier")))
                                        ? List.of(new OutsideError("noMetadataFormats", "deleted"))
                                        : found),
                odd("unknown-item-of-strange-name", "identifiers that are no URIs are badArgument",
                        p -> p.errors = (c, found) -> c
                                .value("identifier").matches(".*[\\s\"].*")
                                        ? List.of(new OutsideError("badArgument", "no URI"))
                                        : found),
                odd("sets-in-pages", "ListSets has pages", p -> p.setPage = 2),
                odd("set-arrives", "a set and a record in it arrive while the run lasts", p -> {
                    p.setPage = 2;
                    p.arrives = c -> {
                        if (c.number() == 30) {
                            p.sets = SetRows.with(p.sets, "e", "E");
                            p.items(i -> i.number() == 7 ? i.in(List.of("e")).stamped(p.now()) : i);
                        }
                        return c;
                    };
                }),
                odd("marcxml-rare", "few items have the second format", p -> p.items(i -> i.number() % 10 == 3
                        ? i
                        : i.with(List.of("oai_dc")))));
    }

    private static List<OutsideRow> tokens() {
        return List.of(
                odd("no-pages", "lists have no pages", p -> p.pageSize = q -> 1000),
                odd("full-last-page", "the last page is full", p -> p.items = p.items.subList(0, 28)),
                odd("pages-of-four", "pages have four records", p -> p.pageSize = q -> 4),
                odd("pages-vary", "pages have two to nine records", p -> p.pageSize = q -> 2 + q.start() % 8),
                odd("identifiers-in-large-pages", "pages of identifiers are larger",
                        p -> p.pageSize = q -> q.is("ListRecords") ? 7 : 20),
                odd("no-size", "tokens have no size", p -> p.size = (q, size) -> ""),
                odd("no-attributes", "tokens have no attributes",
                        p -> p.xml = (c, t) -> t.replaceAll("<resumptionToken[^/>]*", "<resumptionToken")),
                odd("size-estimated", "the first size is an estimate", p -> p.size = (q, size) -> " completeListSize=\""
                        + (q.start() == 0 ? size + 2 : size) + "\""),
                odd("tokens-json", "tokens are JSON", p -> {
                    p.writesToken = t -> "{\"v\":\"" + t + "\",\"n\":[1,2]}";
                    p.readsToken = t -> t.startsWith("{\"v\":\"") ? t.substring(6, t.indexOf("\",")) : "x";
                }),
                odd("tokens-with-markup", "tokens have markup and ampersands", p -> {
                    p.writesToken = t -> "<a&b>" + t;
                    p.readsToken = t -> t.startsWith("<a&b>") ? t.substring(5) : "x";
                }),
                odd("tokens-long", "tokens have 1,500 characters", p -> {
                    p.writesToken = t -> "x".repeat(1500) + t;
                    p.readsToken = t -> t.length() > 1500 ? t.substring(1500) : "x";
                }),
                odd("tokens-base64", "tokens are base64 with all its characters", p -> {
                    p.writesToken = t -> Base64.getEncoder().encodeToString((">>>???" + t).getBytes(StandardCharsets.UTF_8));
                    p.readsToken = OddRows::decoded;
                }),
                odd("tokens-with-letters", "tokens have letters beyond ASCII", p -> {
                    p.writesToken = t -> "ü☃" + t;
                    p.readsToken = t -> t.startsWith("ü☃") ? t.substring(2) : "x";
                }),
                odd("tokens-expire", "tokens expire after two hours", p -> p.expiration = " expirationDate=\"" + p.clock.instant()
                        .plus(Duration.ofHours(2)).truncatedTo(java.time.temporal.ChronoUnit.SECONDS) + "\""),
                odd("two-tokens-live", "the newest two tokens of a list are valid", p -> {
                    List<String> seen = new ArrayList<>();
                    p.errors = (c, found) -> {
                        String token = c.value("resumptionToken");
                        if (token.isEmpty() || !found.isEmpty()) {
                            return found;
                        }
                        boolean isKnown = seen.contains(token);
                        if (!isKnown) {
                            seen.add(token);
                        }
                        return isKnown && seen.indexOf(token) < seen.size() - 2
                                ? List.of(new OutsideError("badResumptionToken", "expired"))
                                : found;
                    };
                }),
                odd("token-beside-until-is-bad-token", "a wrong token beside until is badResumptionToken",
                        p -> p.says("badArgument", "badResumptionToken",
                                c -> c.has("resumptionToken") && p.remembered(c.value("resumptionToken")).verb().isEmpty())));
    }

    private static String decoded(String token) {
        try {
            String text = new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
            return text.startsWith(">>>???") ? text.substring(6) : "x";
        } catch (IllegalArgumentException _) {
            return "x";
        }
    }

    private static OutsideRow named(String name, String description, java.util.function.UnaryOperator<OutsideItem> change) {
        return odd(name, description, p -> {
            p.descriptions = "";
            p.items(change);
        });
    }

    private static List<OutsideRow> contents() {
        String oai = "http://www.openarchives.org/OAI/";
        return List.of(
                named("identifiers-urn", "identifiers are URNs", i -> i.withIdentifier("urn:nbn:de:101:1-2024" + i.number())),
                named("identifiers-http", "identifiers are addresses with queries",
                        i -> i.withIdentifier("http://example.org/item?id=" + i.number() + "&view=full")),
                named("identifiers-doi", "identifiers are info:doi", i -> i.withIdentifier("info:doi/10.1000/" + i.number())),
                named("identifiers-escaped", "identifiers have escapes and semicolons",
                        i -> i.withIdentifier("oai:outside.example.org:a%20b;c+d/" + i.number())),
                named("identifiers-hdl", "identifiers are handles", i -> i.withIdentifier("hdl:1721.1/" + i.number())),
                odd("dc-scarce", "Dublin Core has an identifier alone", p -> p.metadata = (q, i) -> i.isDeleted()
                        ? ""
                        : OutsideProvider.metadataOf(q.prefix(), i)
                                .replaceAll("<dc:(title|creator|date)>[^<]*</dc:(title|creator|date)>", "")),
                odd("dc-other-prefixes", "Dublin Core has other namespace prefixes",
                        p -> p.xml = (c, t) -> t.replace("dc:dc", "x:dc")
                                .replace("oai_x:dc", "x:dc").replace("xmlns:oai_dc", "xmlns:x")),
                odd("titles-of-the-world", "titles are Arabic, Chinese, and emoji",
                        p -> p.xml = (c, t) -> t.replace("<dc:title>Title",
                                "<dc:title>عنوان 標題 \uD83D\uDCDA")),
                odd("large-record", "one record has 300 kB", p -> p.xml = (c, t) -> t.replace("<dc:title>Title 12<",
                        "<dc:title>" + "long ".repeat(60_000) + "<")),
                odd("many-descriptions", "Identify has all descriptions", p -> p.descriptions = OutsideText.OAI_IDENTIFIER
                        + OutsideText.description("friends", oai + "2.0/friends/", oai + "2.0/friends.xsd",
                                "<baseURL>http://example.org/oai</baseURL>")
                        + OutsideText.description("eprints", oai + "1.1/eprints", oai + "1.1/eprints.xsd",
                                "<metadataPolicy><text>free</text></metadataPolicy><dataPolicy/>")
                        + OutsideText.description("branding", oai + "2.0/branding/", oai + "2.0/branding.xsd",
                                "<collectionIcon><url>http://example.org/i.png</url></collectionIcon>")),
                odd("no-descriptions", "Identify has no description", p -> p.descriptions = ""),
                odd("emails", "there are three adminEmails", p -> p.xml = (c, t) -> t.replace("</adminEmail>",
                        "</adminEmail><adminEmail>b@example.org</adminEmail><adminEmail>c@sub.example.museum</adminEmail>")),
                odd("provenance-chain", "records have a chain of provenance", p -> p.about = (q, i) -> i.isDeleted()
                        ? ""
                        : OutsideText.provenance(OutsideText.origin().replace("</originDescription>",
                                OutsideText.origin() + "</originDescription>"))),
                odd("rights-and-provenance", "records have rights and provenance", p -> p.about = (q, i) -> i.isDeleted()
                        ? ""
                        : OutsideText.rights("<rightsReference ref=\"http://creativecommons.org/licenses/by/4.0/\"/>")
                                + OutsideText.provenance(OutsideText.origin())),
                odd("set-described", "sets have descriptions", p -> p.xml = (c, t) -> t.replace("<setName>D</setName>",
                        "<setName>D</setName><setDescription>" + OutsideText.dublinCore(p.items.getFirst())
                                + "</setDescription>")));
    }

    private static List<OutsideRow> transport() {
        Set<String> refused = new HashSet<>();
        return List.of(
                odd("type-in-capitals", "the content type is written in another way",
                        p -> p.replies = (c, r) -> r.withHeader("Content-Type", "Text/XML; charset=\"utf-8\"")),
                odd("type-without-charset", "the content type has no charset",
                        p -> p.replies = (c, r) -> r.withHeader("Content-Type", "text/xml")),
                odd("redirected", "every request is redirected once",
                        p -> p.replies = (c, r) -> c.asked().path().endsWith("/moved")
                                ? r
                                : r.withStatus(302).withBody(new byte[0]).withHeader("Location",
                                        p.baseUrl + "/moved" + (c.asked().query().isEmpty() ? "" : "?" + c.asked().query()))),
                odd("busy-once", "the second page is HTTP 503 with Retry-After once", p -> {
                    refused.clear();
                    p.replies = (c, r) -> c.value("resumptionToken").endsWith("^7") && refused.add("x")
                            ? r.withStatus(503).withHeader("Retry-After", "1")
                            : r;
                }),
                odd("no-gzip", "responses are never packed", p -> {
                    p.packs = false;
                    p.compression = "";
                }),
                odd("chunked", "responses come in chunks",
                        p -> p.replies = (c, r) -> r.with(Delivery.ORDERLY.framedBy(Delivery.Framing.CHUNKED))),
                odd("until-close", "responses end with the connection",
                        p -> p.replies = (c, r) -> r.with(Delivery.ORDERLY.framedBy(Delivery.Framing.UNTIL_CLOSE))),
                odd("http-1-0", "responses are HTTP 1.0",
                        p -> p.replies = (c, r) -> r
                                .with(Delivery.ORDERLY.withVersion("HTTP/1.0").framedBy(Delivery.Framing.UNTIL_CLOSE))),
                odd("clock-three-minutes-ahead", "the clock is three minutes ahead", p -> p.ahead = Duration.ofMinutes(3)),
                odd("clock-a-minute-behind", "the clock is a minute behind", p -> p.ahead = Duration.ofMinutes(-1)),
                odd("records-arrive", "a record arrives before each request", p -> p.arrives = c -> {
                    List<OutsideItem> more = new ArrayList<>(p.items);
                    more.add(new OutsideItem(100 + c.number(), "oai:outside.example.org:n" + c.number(), p.now(), List.of("ab"),
                            false,
                            List.of("oai_dc", "marcxml")));
                    p.items = more;
                    return c;
                }),
                odd("records-change", "a record changes before each request", p -> p.arrives = c -> {
                    p.items(i -> i.number() == c.number() % 31 ? i.stamped(p.now()) : i);
                    return c;
                }),
                odd("records-deleted", "a record is deleted before each third request", p -> p.arrives = c -> {
                    p.items(i -> c.number() % 3 == 0 && i.number() == c.number() % 31 && !i.isDeleted()
                            ? i.stamped(p.now()).deleted(true)
                            : i);
                    return c;
                }));
    }
}
