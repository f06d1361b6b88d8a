package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static dev.sheaf.validator.outside.OutsideRow.must;
import static dev.sheaf.validator.outside.OutsideRow.should;

/** Faults of sets: their list, their members, their subsets, and what headers say. */
final class SetRows {

    private static final String SETS = "S2.6";
    private static final String AREA = "sets";

    private SetRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(members());
        rows.addAll(headers());
        rows.addAll(lists());
        rows.addAll(none());
        return rows;
    }

    private static List<OutsideRow> members() {
        return List.of(
                must("set-without-subsets", SETS, AREA, "set=a gives only items that stand in a itself",
                        p -> p.selects = (i, q) -> p
                                .isSelected(i, q) && (!q.hasSet() || i.sets().contains(q.set()))),
                must("subset-gives-whole-set", SETS, AREA, "set=a:b gives all of a",
                        p -> p.asks = q -> q.withSet(q.set().replaceFirst(":.*", ""))),
                must("one-subset-is-empty", SETS, AREA, "set=a:c gives nothing though records are in it",
                        p -> p.lists = (q, found) -> q.set().equals("a:c") ? List.of() : found),
                must("set-has-a-stranger", SETS, AREA, "the list of d has one record whose header does not name d",
                        p -> p.selects = (i, q) -> p.isSelected(i, q) || i.number() == 17 && q.set().equals("d")
                                && p.isSelected(i, q.withSet(""))),
                must("set-lacks-a-member", SETS, AREA, "the list of d lacks its third member",
                        p -> p.selects = (i, q) -> p.isSelected(i, q) && !(i.number() == 7 && q.set().equals("d"))),
                must("set-lacks-members-of-last-page", SETS, AREA, "the lists of sets end after one page",
                        p -> p.endsHere = (q, end) -> q.hasSet()),
                must("set-lacks-member-in-two-sets", SETS, AREA, "a record in two sets is listed in the first only",
                        p -> p.selects = (i, q) -> p.isSelected(i, q)
                                && (!q.hasSet() || p.isSelected(i.in(i.sets().subList(0, 1)), q))),
                must("unknown-set-gives-all", "S2.7.2", AREA, "a set that does not exist gives all records",
                        p -> p.asks = q -> q.hasSet() && !p.sets.containsKey(q.set()) ? q.withSet("") : q),
                must("set-lists-with-repeated-set", "S3.6", AREA, "set given twice is accepted",
                        p -> p.accepts("badArgument", call -> call.arguments().getOrDefault("set", List.of()).size() > 1)));
    }

    private static List<OutsideRow> headers() {
        return List.of(
                shown("headers-without-sets", "no header of a list names a set", (q, i) -> q.isList() ? List.of() : i.sets()),
                shown("records-without-sets", "headers of ListRecords name no sets",
                        (q, i) -> q.is("ListRecords") ? List.of() : i.sets()),
                shown("identifiers-without-sets", "headers of ListIdentifiers name no sets",
                        (q, i) -> q.is("ListIdentifiers") ? List.of() : i.sets()),
                shown("get-without-sets", "headers of GetRecord name no sets",
                        (q, i) -> q.is("GetRecord") ? List.of() : i.sets()),
                shown("later-pages-without-sets", "headers name sets on first pages only",
                        (q, i) -> q.start() > 0 ? List.of() : i.sets()),
                shown("marcxml-without-sets", "headers of the second format name no sets",
                        (q, i) -> q.prefix().equals("marcxml") ? List.of() : i.sets()),
                shown("deleted-without-sets", "headers of deleted records name no sets",
                        (q, i) -> i.isDeleted() ? List.of() : i.sets()),
                shown("header-names-unlisted-set", "one header names a set that ListSets lacks",
                        (q, i) -> i.number() == 18 ? List.of("ab", "zz") : i.sets()),
                shown("header-with-illegal-set", "one header has a setSpec with a space",
                        (q, i) -> i.number() == 20 ? List.of("a:b", "a b") : i.sets()),
                shown("header-with-trailing-colon", "one header has a setSpec that ends in a colon",
                        (q, i) -> i.number() == 20 ? List.of("a:") : i.sets()),
                shown("lists-disagree-on-sets", "one header has other sets in ListIdentifiers than in ListRecords",
                        (q, i) -> i.number() == 11 && q.is("ListIdentifiers") ? List.of("ab") : i.sets()),
                should("header-repeats-parents", SETS, AREA, "headers name the ancestors too",
                        p -> p.shows = (q, i) -> i.in(i.sets().stream()
                                .flatMap(spec -> spec.contains(":")
                                        ? java.util.stream.Stream.of("a", spec)
                                        : java.util.stream.Stream.of(spec))
                                .toList())));
    }

    private static OutsideRow shown(String name, String description,
            java.util.function.BiFunction<OutsideQuery, OutsideItem, List<String>> sets) {
        return must(name, SETS, AREA, description, p -> p.shows = (q, i) -> i.in(sets.apply(q, i)));
    }

    private static List<OutsideRow> lists() {
        return List.of(
                must("set-listed-twice", SETS, AREA, "ListSets has one setSpec twice",
                        p -> p.xml = (c, t) -> t.replace("<ListSets>",
                                "<ListSets><set><setSpec>d</setSpec><setName>D</setName></set>")),
                must("listed-set-with-space", SETS, AREA, "ListSets has a setSpec with a space",
                        p -> p.sets = with(p.sets, "e f", "E and F")),
                must("listed-set-with-slash", SETS, AREA, "ListSets has a setSpec with a slash",
                        p -> p.sets = with(p.sets, "e/f", "E and F")),
                must("set-without-name", SETS, AREA, "ListSets has a set without setName",
                        p -> p.xml = (c, t) -> t.replace("<setName>D</setName>", "")),
                must("set-pages-break", "S3.5", AREA, "the second page of ListSets is badResumptionToken", p -> {
                    p.setPage = 2;
                    p.readsToken = token -> token.startsWith("ListSets") ? "x" : token;
                }),
                must("set-pages-repeat", "S3.5", AREA, "each page of ListSets is the first one again", p -> {
                    p.setPage = 2;
                    p.continues = q -> q.is("ListSets") ? q.startingAt(0, true) : q;
                }),
                must("set-pages-lose-one", "S3.5", AREA, "ListSets loses a set between two pages, which headers name", p -> {
                    p.setPage = 2;
                    p.nextStart = (q, next) -> q.is("ListSets") ? next + 1 : next;
                }),
                must("set-pages-lose-one-silently", "S3.5", AREA, "the same, and tokens state neither size nor cursor", p -> {
                    p.setPage = 2;
                    p.nextStart = (q, next) -> q.is("ListSets") ? next + 1 : next;
                    p.xml = (c, t) -> c.is("ListSets")
                            ? t.replaceAll("<resumptionToken[^/>]*", "<resumptionToken")
                            : t;
                }),
                must("set-pages-end-without-token", "S3.5", AREA, "the last page of ListSets has no empty token", p -> {
                    p.setPage = 2;
                    p.xml = (c, t) -> c.is("ListSets") ? t.replaceAll("<resumptionToken[^>]*/>", "") : t;
                }),
                must("set-description-without-schema", SETS, AREA, "a setDescription has an element of no schema",
                        p -> p.xml = (c, t) -> t.replace("<setName>D</setName>",
                                "<setName>D</setName><setDescription><p>text</p></setDescription>")),
                must("list-sets-takes-prefix", "S4.6", AREA, "ListSets accepts metadataPrefix",
                        p -> p.accepts("badArgument", call -> call.is("ListSets"))));
    }

    private static List<OutsideRow> none() {
        return List.of(
                must("no-sets-but-bad-argument", "S4.6", AREA, "without sets ListSets is badArgument instead of noSetHierarchy",
                        p -> {
                            without(p);
                            p.says("noSetHierarchy", "badArgument", call -> call.is("ListSets"));
                        }),
                must("no-sets-but-set-ignored", "S3.6", AREA, "without sets the argument set is ignored", p -> {
                    without(p);
                    p.accepts("noSetHierarchy", call -> call.has("set"));
                    p.asks = q -> q.withSet("");
                }),
                must("no-sets-and-empty-list", "S4.6", AREA, "without sets ListSets is an empty list", p -> {
                    without(p);
                    p.accepts("noSetHierarchy", call -> call.is("ListSets"));
                }),
                must("sets-but-no-hierarchy", "S3.6", AREA, "there are sets, but set is answered with noSetHierarchy",
                        p -> p.errors = (c, found) -> c.has("set") ? List.of(new OutsideError("noSetHierarchy", "no")) : found),
                must("no-sets-but-headers-name-them", SETS, AREA, "ListSets says noSetHierarchy, headers name sets",
                        p -> p.sets = new LinkedHashMap<>()));
    }

    static void without(OutsideProvider provider) {
        provider.sets = new LinkedHashMap<>();
        provider.items(item -> item.in(List.of()));
    }

    static Map<String, String> with(Map<String, String> sets, String spec, String name) {
        Map<String, String> more = new LinkedHashMap<>(sets);
        more.put(spec, name);
        return more;
    }
}
