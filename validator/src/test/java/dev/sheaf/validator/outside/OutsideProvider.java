package dev.sheaf.validator.outside;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.Reply;

/**
 * A small data provider, written for this table alone: 31 items, pages of 7, sets with subsets, deleted records, two formats. Each step from
 * the request to the bytes is a function that a deviation replaces. One request at a time; changes of fields before the first request.
 */
final class OutsideProvider implements LoopbackServer.Answers {

    /** Names of the arguments that each verb takes. */
    static final Map<String, Set<String>> ARGUMENTS = Map.of("Identify", Set.of(), "ListMetadataFormats", Set.of("identifier"),
            "ListSets", Set.of("resumptionToken"), "GetRecord", Set.of("identifier", "metadataPrefix"), "ListRecords",
            Set.of("metadataPrefix", "from", "until", "set", "resumptionToken"), "ListIdentifiers",
            Set.of("metadataPrefix", "from", "until", "set", "resumptionToken"));
    static final int ITEMS = 31;
    private static final String PREFIX = "[A-Za-z0-9_.!~*'()-]+";
    private static final int PAGE = 7;

    /** Base URL, known when the server has started. */
    String baseUrl = "";
    InstantSource clock = InstantSource.system();
    /** Amount by which the provider's clock is ahead. */
    Duration ahead = Duration.ZERO;
    boolean isDaily;
    String deletions = "persistent";
    String earliest = "2024-03-01T00:00:00Z";
    String compression = "<compression>gzip</compression>";
    List<OutsideItem> items = firstItems();
    /** setName by setSpec. */
    Map<String, String> sets = firstSets();
    /** Entries of ListMetadataFormats by prefix. */
    Map<String, String> formats = firstFormats();
    int setPage = 100;
    ToIntFunction<OutsideQuery> pageSize = _ -> PAGE;
    /** Changes the arguments that arrive. */
    UnaryOperator<OutsideCall> arrives = call -> call;
    BiFunction<OutsideCall, List<OutsideError>, List<OutsideError>> errors = (_, found) -> found;
    /** Changes every question, those of a token too. */
    UnaryOperator<OutsideQuery> asks = query -> query;
    /** Changes what a token remembers. */
    UnaryOperator<OutsideQuery> continues = query -> query;
    BiPredicate<OutsideItem, OutsideQuery> selects = this::isSelected;
    BiFunction<OutsideQuery, List<OutsideItem>, List<OutsideItem>> lists = (_, found) -> found;
    BiFunction<OutsideQuery, List<OutsideItem>, List<OutsideItem>> pages = (_, found) -> found;
    /** Changes an item as it shows in a response. */
    BiFunction<OutsideQuery, OutsideItem, OutsideItem> shows = (_, item) -> item;
    /** Finds the item of a GetRecord request; its list is empty or has one item. */
    BiFunction<OutsideQuery, List<OutsideItem>, List<OutsideItem>> gets = (_, found) -> found;
    Function<OutsideItem, List<String>> formatsOf = OutsideItem::formats;
    BiFunction<OutsideQuery, OutsideItem, String> metadata = (query,
            item) -> item.isDeleted() ? "" : metadataOf(query.prefix(), item);
    BiFunction<OutsideQuery, OutsideItem, String> about = (_, _) -> "";
    UnaryOperator<String> writesToken = token -> token;
    UnaryOperator<String> readsToken = token -> token;
    /** Position at which the page after this one starts. */
    BiFunction<OutsideQuery, Integer, Integer> nextStart = (_, next) -> next;
    BiPredicate<OutsideQuery, Integer> endsHere = (_, _) -> false;
    IntFunction<Integer> cursor = start -> start;
    BiFunction<OutsideQuery, Integer, String> size = (_, size) -> " completeListSize=\"" + size + "\"";
    String expiration = "";
    String descriptions = OutsideText.OAI_IDENTIFIER;
    BiFunction<OutsideCall, String, String> request = (_, attributes) -> attributes;
    BiFunction<OutsideCall, String, String> xml = (_, text) -> text;
    BiFunction<OutsideCall, Reply, Reply> replies = (_, reply) -> reply;
    BiFunction<OutsideCall, String, byte[]> bytes = (_, text) -> text.getBytes(StandardCharsets.UTF_8);
    /** True if responses are packed when asked for. */
    boolean packs = true;
    private int requests;

    static Map<String, String> firstSets() {
        Map<String, String> sets = new LinkedHashMap<>();
        sets.put("a", "All of a");
        sets.put("a:b", "Part b");
        sets.put("a:c", "Part c");
        sets.put("ab", "Another one");
        sets.put("d", "D");
        return sets;
    }

    static Map<String, String> firstFormats() {
        Map<String, String> formats = new LinkedHashMap<>();
        formats.put("oai_dc", OutsideText.DC_FORMAT);
        formats.put("marcxml", OutsideText.MARC_FORMAT);
        return formats;
    }

    static List<OutsideItem> firstItems() {
        List<OutsideItem> items = new ArrayList<>();
        for (int number = 0; number < ITEMS; number++) {
            List<String> sets = new ArrayList<>();
            switch (number % 4) {
                case 0 -> sets.add("a:b");
                case 1 -> sets.add("a:c");
                case 2 -> sets.add("ab");
                default -> sets.add("a");
            }
            if (number % 3 == 1) {
                sets.add("d");
            }
            String stamp = "2024-03-%02dT%02d:15:30Z".formatted(1 + number / 3, 6 + number % 3 * 6);
            List<String> formats = number % 5 == 2 ? List.of("oai_dc") : List.of("oai_dc", "marcxml");
            items.add(new OutsideItem(number, "oai:outside.example.org:%03d".formatted(number), stamp, List.copyOf(sets),
                    number % 9 == 4, formats));
        }
        return items;
    }

    /** Changes all items. */
    void items(UnaryOperator<OutsideItem> change) {
        List<OutsideItem> changed = new ArrayList<>();
        items.forEach(item -> changed.add(change.apply(item)));
        items = changed;
    }

    /** Drops errors of a code when a condition holds. */
    void accepts(String code, java.util.function.Predicate<OutsideCall> when) {
        BiFunction<OutsideCall, List<OutsideError>, List<OutsideError>> before = errors;
        errors = (call, found) -> {
            List<OutsideError> left = before.apply(call, found);
            return when.test(call) ? left.stream().filter(error -> !error.is(code)).toList() : left;
        };
    }

    /** Gives errors another code when a condition holds. */
    void says(String code, String instead, java.util.function.Predicate<OutsideCall> when) {
        errors = (call, found) -> when.test(call)
                ? found.stream().map(error -> error.is(code) ? new OutsideError(instead, error.text()) : error).toList()
                : found;
    }

    /** Makes the repository one of days. */
    void daily() {
        isDaily = true;
        earliest = "2024-03-01";
        items(item -> item.stamped(item.stamp().substring(0, 10)));
    }

    @Override
    public synchronized Reply answer(LoopbackServer.Asked asked) {
        OutsideCall call = arrives.apply(OutsideCall.of(asked, ++requests));
        String text = xml.apply(call, document(call));
        Reply reply = replies.apply(call, Reply.of(bytes.apply(call, text)));
        String accepted = call.header("Accept-Encoding");
        return packs && accepted.contains("gzip") && !accepted.matches(".*gzip\\s*;\\s*q=0(\\.0*)?(,.*)?")
                ? reply.withBody(HttpRows.packed(reply.body())).withHeader("Content-Encoding", "gzip")
                : reply;
    }

    /** Returns the time by the provider's clock, as written. */
    String now() {
        return clock.instant().plus(ahead).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private String document(OutsideCall call) {
        List<OutsideError> found = errors.apply(call, errorsOf(call));
        OutsideQuery query = asks.apply(queryOf(call));
        String answer = "";
        if (found.isEmpty()) {
            answer = answer(call, query);
            if (answer.isEmpty()) {
                found = errors.apply(call, List.of(new OutsideError("noRecordsMatch", "there is no such record")));
                answer = found.isEmpty() ? "<" + query.verb() + "/>" : "";
            }
        }
        if (!found.isEmpty()) {
            StringBuilder all = new StringBuilder();
            found.forEach(error -> all.append("<error code=\"").append(error.code()).append("\">")
                    .append(OutsideText.escaped(error.text())).append("</error>"));
            answer = all.toString();
        }
        boolean isBare = found.stream().anyMatch(error -> error.is("badVerb") || error.is("badArgument"));
        StringBuilder attributes = new StringBuilder();
        if (!isBare) {
            call.arguments().forEach((name, values) -> attributes.append(' ').append(name).append("=\"")
                    .append(OutsideText.escaped(values.getFirst())).append('"'));
        }
        return OutsideText.HEAD + "<responseDate>" + now() + "</responseDate><request"
                + request.apply(call, attributes.toString())
                + ">" + OutsideText.escaped(baseUrl) + "</request>\n" + answer + "\n</OAI-PMH>\n";
    }

    private String answer(OutsideCall call, OutsideQuery query) {
        return switch (query.verb()) {
            case "Identify" -> identify();
            case "ListMetadataFormats" -> formats(query);
            case "ListSets" -> sets(query);
            case "GetRecord" -> gets
                    .apply(query, items.stream().filter(item -> item.identifier().equals(query.identifier())).toList())
                    .stream().limit(1).map(item -> "<GetRecord>" + record(query, item) + "</GetRecord>").findFirst().orElse("");
            case "ListRecords", "ListIdentifiers" -> list(query);
            default -> throw new IllegalStateException("no verb: " + call.arguments());
        };
    }

    private String identify() {
        return "<Identify><repositoryName>Outside</repositoryName><baseURL>" + OutsideText.escaped(baseUrl)
                + "</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>admin@outside.example.org</adminEmail><earliestDatestamp>"
                + earliest + "</earliestDatestamp><deletedRecord>" + deletions + "</deletedRecord><granularity>"
                + (isDaily ? "YYYY-MM-DD" : "YYYY-MM-DDThh:mm:ssZ") + "</granularity>" + compression + descriptions
                + "</Identify>";
    }

    private String formats(OutsideQuery query) {
        StringBuilder text = new StringBuilder("<ListMetadataFormats>");
        formats.forEach((prefix, entry) -> {
            if (query.identifier().isEmpty() || items.stream()
                    .anyMatch(item -> item.identifier().equals(query.identifier()) && formatsOf.apply(item).contains(prefix))) {
                text.append("<metadataFormat>").append(entry).append("</metadataFormat>");
            }
        });
        return text.append("</ListMetadataFormats>").toString();
    }

    private String sets(OutsideQuery query) {
        StringBuilder text = new StringBuilder("<ListSets>");
        List<Map.Entry<String, String>> all = List.copyOf(sets.entrySet());
        int end = Math.min(all.size(), query.start() + setPage);
        all.subList(Math.min(query.start(), end), end).forEach(set -> text.append("<set><setSpec>")
                .append(OutsideText.escaped(set.getKey())).append("</setSpec><setName>").append(set.getValue())
                .append("</setName></set>"));
        return text.append(token(query, end, all.size())).append("</ListSets>").toString();
    }

    private String list(OutsideQuery query) {
        List<OutsideItem> found = lists.apply(query, items.stream().filter(item -> selects.test(item, query)).toList());
        if (query.start() >= found.size()) {
            return "";
        }
        int end = Math.min(found.size(), query.start() + pageSize.applyAsInt(query));
        StringBuilder text = new StringBuilder("<").append(query.verb()).append('>');
        pages.apply(query, found.subList(query.start(), end)).forEach(item -> text.append(query.is("ListRecords")
                ? record(query, item)
                : header(query, item)));
        return text.append(token(query, endsHere.test(query, end) ? found.size() : end, found.size())).append("</")
                .append(query.verb()).append('>').toString();
    }

    private String token(OutsideQuery query, int end, int all) {
        if (end >= all && query.start() == 0) {
            return "";
        }
        String attributes = size.apply(query, all) + " cursor=\"" + cursor.apply(query.start()) + "\"";
        if (end >= all) {
            return "<resumptionToken" + attributes + "/>";
        }
        OutsideQuery next = query.startingAt(nextStart.apply(query, end), true);
        return "<resumptionToken" + expiration + attributes + ">" + OutsideText.escaped(writesToken.apply(tokenOf(next)))
                + "</resumptionToken>";
    }

    static String tokenOf(OutsideQuery query) {
        return String.join("^", query.verb(), query.prefix(), query.from(), query.until(), query.set(),
                Integer.toString(query.start()));
    }

    /** Returns the question of a token; one without a verb when the token is none of this provider's. */
    OutsideQuery remembered(String token) {
        String[] parts = readsToken.apply(token).split("\\^", -1);
        if (parts.length != 6 || !parts[5].matches("[0-9]{1,6}")) {
            return new OutsideQuery("", "", "", "", "", "", 0, false);
        }
        return continues.apply(new OutsideQuery(parts[0], parts[1], parts[2], parts[3], parts[4], "",
                Integer.parseInt(parts[5]), true));
    }

    private OutsideQuery queryOf(OutsideCall call) {
        if (call.has("resumptionToken")) {
            OutsideQuery remembered = remembered(call.value("resumptionToken"));
            if (!remembered.verb().isEmpty()) {
                return remembered;
            }
        }
        String prefix = formats.containsKey(call.value("metadataPrefix")) ? call.value("metadataPrefix") : "oai_dc";
        return new OutsideQuery(ARGUMENTS.containsKey(call.value("verb")) ? call.value("verb") : "Identify", prefix,
                call.value("from"), call.value("until"), call.value("set"), call.value("identifier"), 0, false);
    }

    String header(OutsideQuery query, OutsideItem item) {
        OutsideItem shown = shows.apply(query, item);
        StringBuilder text = new StringBuilder("<header").append(shown.isDeleted() ? " status=\"deleted\"" : "")
                .append("><identifier>")
                .append(OutsideText.escaped(shown.identifier())).append("</identifier><datestamp>").append(shown.stamp())
                .append("</datestamp>");
        shown.sets().forEach(set -> text.append("<setSpec>").append(set).append("</setSpec>"));
        return text.append("</header>\n").toString();
    }

    String record(OutsideQuery query, OutsideItem item) {
        return "<record>" + header(query, item) + metadata.apply(query, item) + about.apply(query, item) + "</record>\n";
    }

    static String metadataOf(String prefix, OutsideItem item) {
        return "<metadata>" + (prefix.equals("marcxml") ? OutsideText.marc(item) : OutsideText.dublinCore(item)) + "</metadata>";
    }

    /** Selects by format, dates and set, as the specification says. */
    boolean isSelected(OutsideItem item, OutsideQuery query) {
        return item.formats().contains(query.prefix()) && isAfter(item, query.from()) && isBefore(item, query.until())
                && isIn(item, query.set());
    }

    static boolean isAfter(OutsideItem item, String from) {
        return from.isEmpty() || item.stamp().compareTo(from) >= 0;
    }

    static boolean isBefore(OutsideItem item, String until) {
        return until.isEmpty() || item.stamp().compareTo(until.length() == 10 ? until + "T23:59:59Z" : until) <= 0;
    }

    static boolean isIn(OutsideItem item, String set) {
        return set.isEmpty() || item.sets().stream().anyMatch(spec -> spec.equals(set) || spec.startsWith(set + ":"));
    }

    private List<OutsideError> errorsOf(OutsideCall call) {
        List<OutsideError> found = new ArrayList<>();
        String verb = call.value("verb");
        Set<String> allowed = ARGUMENTS.get(verb);
        if (allowed == null || call.arguments().getOrDefault("verb", List.of()).size() != 1) {
            return List.of(new OutsideError("badVerb", "one of the six verbs, once"));
        }
        call.arguments().forEach((name, values) -> {
            if (!name.equals("verb") && !allowed.contains(name)) {
                found.add(new OutsideError("badArgument", name + " is no argument of " + verb));
            }
            if (values.size() > 1 || values.getFirst().isEmpty()) {
                found.add(new OutsideError("badArgument", name + " is repeated or empty"));
            }
        });
        if (!found.isEmpty()) {
            return found;
        }
        if (call.has("resumptionToken")) {
            if (call.arguments().size() > 2) {
                found.add(new OutsideError("badArgument", "resumptionToken stands alone"));
            }
            if (!remembered(call.value("resumptionToken")).is(verb)) {
                found.add(new OutsideError("badResumptionToken", "no token of this repository"));
            }
            return found;
        }
        if (verb.equals("ListSets") && sets.isEmpty()) {
            found.add(new OutsideError("noSetHierarchy", "there are no sets"));
        }
        if (!verb.startsWith("List") || verb.equals("ListMetadataFormats")) {
            errorsOfItem(call, verb, found);
        } else if (!verb.equals("ListSets")) {
            errorsOfList(call, found);
        }
        return found;
    }

    private void errorsOfItem(OutsideCall call, String verb, List<OutsideError> found) {
        String identifier = call.value("identifier");
        if (verb.equals("GetRecord")) {
            if (!call.has("identifier")) {
                found.add(new OutsideError("badArgument", "the identifier is missing"));
            }
            if (!call.has("metadataPrefix")) {
                found.add(new OutsideError("badArgument", "the metadataPrefix is missing"));
            }
        }
        if (call.has("metadataPrefix") && !call.value("metadataPrefix").matches(PREFIX)) {
            found.add(new OutsideError("badArgument", "no metadataPrefix"));
        }
        if (!found.isEmpty() || !call.has("identifier")) {
            return;
        }
        List<OutsideItem> item = items.stream().filter(one -> one.identifier().equals(identifier)).toList();
        if (item.isEmpty()) {
            found.add(new OutsideError("idDoesNotExist", "there is no item " + identifier));
        } else if (verb.equals("GetRecord") && !item.getFirst().formats().contains(call.value("metadataPrefix"))) {
            found.add(new OutsideError("cannotDisseminateFormat", "the item has no such format"));
        }
    }

    private void errorsOfList(OutsideCall call, List<OutsideError> found) {
        if (!call.has("metadataPrefix")) {
            found.add(new OutsideError("badArgument", "the metadataPrefix is missing"));
        }
        for (String name : List.of("from", "until")) {
            if (call.has(name) && !isDate(call.value(name))) {
                found.add(new OutsideError("badArgument", name + " is no date of this repository"));
            }
        }
        if (call.has("from") && call.has("until")) {
            if (call.value("from").length() != call.value("until").length()) {
                found.add(new OutsideError("badArgument", "from and until differ in granularity"));
            } else if (call.value("from").compareTo(call.value("until")) > 0) {
                found.add(new OutsideError("badArgument", "from is after until"));
            }
        }
        if (call.has("metadataPrefix") && !call.value("metadataPrefix").matches(PREFIX)) {
            found.add(new OutsideError("badArgument", "no metadataPrefix"));
        }
        if (call.has("set") && !call.value("set").matches("[A-Za-z0-9_.!~*'()-]+(:[A-Za-z0-9_.!~*'()-]+)*")) {
            found.add(new OutsideError("badArgument", "no setSpec"));
        }
        if (!found.isEmpty()) {
            return;
        }
        if (call.has("set") && sets.isEmpty()) {
            found.add(new OutsideError("noSetHierarchy", "there are no sets"));
        }
        if (!formats.containsKey(call.value("metadataPrefix"))) {
            found.add(new OutsideError("cannotDisseminateFormat", "there is no such format"));
        }
    }

    private boolean isDate(String text) {
        try {
            if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
                LocalDate.parse(text);
                return true;
            }
            if (!isDaily && text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")) {
                Instant.parse(text);
                return true;
            }
            return false;
        } catch (DateTimeException _) {
            return false;
        }
    }
}
