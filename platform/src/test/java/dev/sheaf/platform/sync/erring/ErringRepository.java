package dev.sheaf.platform.sync.erring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A small repository over real HTTP, with offsets in its tokens, that can err in each answer. Its records are what GetRecord tells; a fault
 * changes what lists show of them.
 */
final class ErringRepository implements AutoCloseable {

    private static final Instant FIRST = Instant.parse("2021-03-01T00:00:00Z");

    /** A record; it is shown as deleted if it says so. */
    record Rec(String id, Instant stamp, boolean deleted, List<String> sets, String title) {}

    /** A request with its arguments; {@code offset} is that of a list, 0 on the first page. */
    record Request(String verb, Map<String, String> arguments, int offset) {

        boolean isList() {
            return verb.startsWith("ListR") || verb.startsWith("ListI");
        }

        boolean isRecords() {
            return verb.equals("ListRecords");
        }

        boolean isNames() {
            return verb.equals("ListIdentifiers");
        }
    }

    /** A page of a list before it is written. */
    static final class Page {
        List<Rec> records;
        @Nullable
        Integer next;
        @Nullable
        Integer size;
        String base;
        /** Title of a record of the page in place of its own; markup and all. */
        final Map<String, String> titles = new LinkedHashMap<>();
        /** Identifiers of records that are written into the metadata of the record before them. */
        final List<String> nested = new ArrayList<>();

        private Page(List<Rec> records, @Nullable Integer next, @Nullable Integer size, String base) {
            this.records = new ArrayList<>(records);
            this.next = next;
            this.size = size;
            this.base = base;
        }
    }

    /** A way to err. */
    interface Fault {

        /** Changes a page of a list. */
        default void list(Request request, Page page) {}

        /** Returns an answer in place of the ordinary one, or an HTTP status; empty for the ordinary one. */
        default String answer(ErringRepository repository, Request request) {
            return "";
        }

        /** Returns a fault in the pages of ListRecords alone. */
        static Fault inRecords(Consumer<Page> change) {
            return inLists(Request::isRecords, change);
        }

        /** Returns a fault in the pages of ListIdentifiers alone. */
        static Fault inNames(Consumer<Page> change) {
            return inLists(Request::isNames, change);
        }

        private static Fault inLists(Predicate<Request> which, Consumer<Page> change) {
            return new Fault() {
                @Override
                public void list(Request request, Page page) {
                    if (which.test(request)) {
                        change.accept(page);
                    }
                }
            };
        }

        /** Returns a fault in the answers of GetRecord alone: another answer for an identifier, or an empty one. */
        static Fault inGetRecord(Function<String, String> answers) {
            return new Fault() {
                @Override
                public String answer(ErringRepository repository, Request request) {
                    return request.verb().equals("GetRecord")
                            ? answers.apply(request.arguments().getOrDefault("identifier", ""))
                            : "";
                }
            };
        }

        /** Returns this fault and another one together. */
        default Fault and(Fault other) {
            Fault first = this;
            return new Fault() {
                @Override
                public void list(Request request, Page page) {
                    first.list(request, page);
                    other.list(request, page);
                }

                @Override
                public String answer(ErringRepository repository, Request request) {
                    String answer = first.answer(repository, request);
                    return answer.isEmpty() ? other.answer(repository, request) : answer;
                }
            };
        }
    }

    static final Fault NONE = new Fault() {
    };

    private final HttpServer server;
    private final Map<String, Rec> records = new LinkedHashMap<>();
    final List<Request> requests = new CopyOnWriteArrayList<>();
    volatile Fault fault = NONE;
    volatile String deletions = "no";
    volatile int pageSize = 20;
    volatile boolean states;
    /** True if headers do not name the sets of their records. */
    volatile boolean hidesSets;
    volatile Instant now = Instant.parse("2025-03-01T11:59:00Z");

    ErringRepository(int count) {
        for (int i = 0; i < count; i++) {
            put(new Rec(id(i), FIRST.plus(Duration.ofHours(7).multipliedBy(i)), false, List.of(), "Title " + i));
        }
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/oai", this::handle);
        server.start();
    }

    static String id(int number) {
        return String.format("oai:d01:%04d", number);
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/oai";
    }

    void put(Rec record) {
        synchronized (records) {
            records.put(record.id(), record);
        }
    }

    void remove(int number) {
        synchronized (records) {
            records.remove(id(number));
        }
    }

    /** Returns the records in the order of their datestamps. */
    List<Rec> all() {
        synchronized (records) {
            return records.values().stream().sorted((a, b) -> a.stamp().compareTo(b.stamp())).toList();
        }
    }

    @Nullable
    Rec get(String id) {
        synchronized (records) {
            return records.get(id);
        }
    }

    Rec record(int number) {
        return Objects.requireNonNull(get(id(number)));
    }

    long count(String verb) {
        return requests.stream().filter(request -> request.verb().equals(verb)).count();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String part : String.valueOf(query).split("&")) {
            int is = part.indexOf('=');
            if (is > 0) {
                arguments.put(part.substring(0, is), URLDecoder.decode(part.substring(is + 1), StandardCharsets.UTF_8));
            }
        }
        Map<String, String> all = new LinkedHashMap<>(arguments);
        String token = arguments.get("resumptionToken");
        if (token != null) {
            for (String part : token.split(";")) {
                all.put(part.substring(0, part.indexOf('=')), part.substring(part.indexOf('=') + 1));
            }
        }
        Request request = new Request(all.getOrDefault("verb", ""), all, Integer.parseInt(all.getOrDefault("o", "0")));
        requests.add(request);
        String given = fault.answer(this, request);
        String body = given.isEmpty() ? answer(request) : given;
        boolean isStatus = body.matches("[0-9]{3}");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(isStatus ? Integer.parseInt(body) : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String answer(Request request) {
        return switch (request.verb()) {
            case "Identify" -> envelope(request, baseUrl(), "<Identify><repositoryName>d01</repositoryName><baseURL>" + baseUrl()
                    + "</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>a@example.org</adminEmail><earliestDatestamp>"
                    + "2021-03-01T00:00:00Z</earliestDatestamp><deletedRecord>" + deletions
                    + "</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>");
            case "ListMetadataFormats" -> envelope(request, baseUrl(),
                    "<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc"
                            + "</metadataPrefix><schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</schema><metadataNamespace>"
                            + "http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat></ListMetadataFormats>");
            case "ListSets" -> sets(request);
            case "GetRecord" -> single(request);
            case "ListRecords", "ListIdentifiers" -> list(request);
            default -> error(request, "badVerb");
        };
    }

    private String sets(Request request) {
        List<String> sets = all().stream().flatMap(record -> record.sets().stream()).distinct().toList();
        return sets.isEmpty()
                ? error(request, "noSetHierarchy")
                : envelope(request, baseUrl(),
                        "<ListSets>" + sets.stream().map(set -> "<set><setSpec>" + set + "</setSpec><setName>"
                                + set + "</setName></set>").collect(Collectors.joining()) + "</ListSets>");
    }

    private String single(Request request) {
        Rec record = get(request.arguments().getOrDefault("identifier", ""));
        return record == null
                ? error(request, "idDoesNotExist")
                : envelope(request, baseUrl(), "<GetRecord>" + full(record, record.title(), "") + "</GetRecord>");
    }

    String list(Request request) {
        String from = request.arguments().getOrDefault("from", "");
        String until = request.arguments().getOrDefault("until", "9");
        String set = request.arguments().get("set");
        List<Rec> wanted = all().stream().filter(record -> record.stamp().toString().compareTo(from) >= 0
                && record.stamp().toString().compareTo(until) <= 0 && (set == null || record.sets().contains(set))).toList();
        int first = Math.min(request.offset(), wanted.size());
        int end = Math.min(first + pageSize, wanted.size());
        Page page = new Page(wanted.subList(first, end), end < wanted.size() ? end : null, states ? wanted.size() : null,
                baseUrl());
        fault.list(request, page);
        if (page.records.isEmpty()) {
            return error(request, "noRecordsMatch");
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < page.records.size(); i++) {
            Rec record = page.records.get(i);
            if (request.isNames()) {
                text.append(header(record));
                continue;
            }
            boolean hasNested = i + 1 < page.records.size() && page.nested.contains(page.records.get(i + 1).id());
            Rec inner = hasNested ? page.records.get(i + 1) : null;
            text.append(full(record, page.titles.getOrDefault(record.id(), record.title()),
                    inner == null ? "" : full(inner, inner.title(), "")));
            i += hasNested ? 1 : 0;
        }
        String limits = request.arguments().entrySet().stream().filter(one -> !one.getKey().matches("verb|resumptionToken|o"))
                .map(one -> one.getKey() + "=" + one.getValue() + ";").collect(Collectors.joining());
        String size = page.size == null ? "" : " completeListSize=\"" + page.size + "\"";
        String token = page.next == null
                ? request.offset() == 0 ? "" : "<resumptionToken" + size + "/>"
                : "<resumptionToken" + size + ">" + limits + "o=" + page.next + "</resumptionToken>";
        return envelope(request, page.base, "<" + request.verb() + ">" + text + token + "</" + request.verb() + ">");
    }

    private String header(Rec record) {
        return "<header" + (record.deleted() ? " status=\"deleted\"" : "") + "><identifier>" + record.id()
                + "</identifier><datestamp>"
                + record.stamp() + "</datestamp>"
                + (hidesSets ? List.of("other") : record.sets()).stream().map(set -> "<setSpec>" + set + "</setSpec>")
                        .collect(Collectors.joining())
                + "</header>";
    }

    String full(Rec record, String title, String more) {
        return "<record>" + header(record) + (record.deleted()
                ? ""
                : "<metadata><oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\""
                        + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>" + title + "</dc:title>" + more
                        + "</oai_dc:dc></metadata>")
                + "</record>";
    }

    String error(Request request, String code) {
        return envelope(request, baseUrl(), "<error code=\"" + code + "\">no</error>");
    }

    String envelope(Request request, String base, String body) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>"
                + now
                + "</responseDate><request verb=\"" + request.verb() + "\">" + base + "</request>" + body + "</OAI-PMH>";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
