package dev.sheaf.core;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The limits on input from outside, in one table; {@code docs/limits.md} shows the same table. A limit stops one client or source from
 * using up the memory, processor time, disk or connections that others need.
 *
 * <p>The system property {@link #property()} sets another number, such as {@code -Dsheaf.limit.attributes=1000}. The default limits of
 * memory depend on the size of the heap.
 */
public enum Limit {
    ATTRIBUTES(Group.XML, Size.count(256), "attributes and namespace declarations of one element",
            "an element has more than %s attributes", Then.RECORD),
    NAMESPACES(Group.XML, Size.count(256), "namespace declarations in force at one element",
            "more than %s namespace declarations are in force at one element", Then.RECORD),
    PREFIXES(Group.XML, Size.count(1_000), "different namespace prefixes of one document",
            "the document declares more than %s different namespace prefixes", Then.RECORD),
    NAMES(Group.XML, Size.count(5_000), "different names of elements and attributes of one document",
            "the document has more than %s different names of elements and attributes", Then.RECORD),
    NAME_BYTES(Group.XML, Size.bytes(1_000), "one name of an element or attribute",
            "a name of an element or attribute is longer than %s", Then.RECORD),
    DEPTH(Group.XML, Size.count(500), "elements nested in each other", "elements are nested more than %s deep", Then.RECORD),
    IDENTIFIER(Group.RECORD, Size.characters(4_000), "identifier of a record", "the identifier is longer than %s", Then.RECORD),
    SETS_OF_RECORD(Group.RECORD, Size.count(1_000), "sets that one record names", "the record names more than %s sets",
            Then.RECORD),
    SET_SPEC(Group.RECORD, Size.characters(1_000), "one setSpec", "a setSpec is longer than %s", Then.RECORD),
    SET_LEVELS(Group.RECORD, Size.count(20), "levels of one setSpec", "a setSpec has more than %s levels", Then.RECORD),
    ABOUTS(Group.RECORD, Size.count(200), "about containers of one record", "the record has more than %s about containers",
            Then.RECORD),
    RECORD_BYTES(Group.RECORD, Size.heap(64, 2L << 20, 64L << 20), "metadata and about containers of one record",
            "the record is larger than %s", Then.RECORD),
    QUARANTINE_BYTES(Group.RECORD, Size.bytes(1 << 20), "bytes of one record that quarantine stores", "", Then.SHORTENED),
    BODY_BYTES(Group.RESPONSE, Size.heap(16, 8L << 20, 1L << 30), "one response, unpacked", "the response is larger than %s",
            Then.RESPONSE),
    WIRE_BYTES(Group.RESPONSE, Size.bytes(512L << 20), "one response, as sent over the network", "the response is larger than %s",
            Then.RESPONSE),
    PAGES_IN_MEMORY(Group.RESPONSE, Size.heap(8, 16L << 20, Long.MAX_VALUE),
            "responses in memory at the same time, of all harvests together", "", Then.WAIT),
    ERROR_BODY_BYTES(Group.RESPONSE, Size.bytes(1 << 20), "a response with an HTTP error status", "", Then.SHORTENED),
    READING_SECONDS(Group.RESPONSE, Size.seconds(120), "time to read one response into records",
            "reading the response took longer than %s", Then.RESPONSE),
    IDLE_SECONDS(Group.RESPONSE, Size.seconds(120), "wait for the next byte of a response", "", Then.RESPONSE),
    PATIENCE_SECONDS(Group.RESPONSE, Size.seconds(600), "wait for the beginning of a response, when the host has answered before",
            "", Then.RESPONSE),
    RESPONSE_SECONDS(Group.RESPONSE, Size.seconds(1_200), "time for one response after its beginning", "", Then.RESPONSE),
    ATTEMPTS(Group.RESPONSE, Size.count(5), "attempts at one request whose failure may be temporary", "", Then.RESPONSE),
    REDIRECTS(Group.RESPONSE, Size.count(5), "redirects of one request", "", Then.RESPONSE),
    TOKEN(Group.RESPONSE, Size.characters(16_384), "one resumptionToken", "the resumptionToken is longer than %s", Then.LIST),
    FORMATS(Group.RESPONSE, Size.count(200), "metadata formats of one source",
            "the repository lists more than %s metadata formats", Then.FIRST),
    FORMAT_CHARACTERS(Group.RESPONSE, Size.characters(2_000), "prefix, schema address and namespace of one metadata format, each",
            "", Then.FORMAT),
    SETS(Group.RESPONSE, Size.count(100_000), "sets of one source", "ListSets names more than %s sets", Then.SETS_UNKNOWN),
    SETS_BYTES(Group.RESPONSE, Size.heap(32, 4L << 20, 256L << 20), "all responses to ListSets of one source",
            "the responses to ListSets are together larger than %s", Then.SETS_UNKNOWN),
    SET_PAGES(Group.RESPONSE, Size.count(10_000), "responses to ListSets of one source",
            "ListSets does not end after %s responses", Then.SETS_UNKNOWN),
    FAILURES_OF_RUN(Group.KEPT, Size.count(10), "failed requests that the report of one run stores", "", Then.OLDEST),
    FAILURE_BYTES(Group.KEPT, Size.bytes(1 << 20), "bytes kept of the response of one failed request", "", Then.SHORTENED),
    PROXY_FAULTS(Group.KEPT, Size.count(20_000), "different faults of one source that the live proxy stores", "",
            "Further ones are counted only."),
    LOG_LINE(Group.KEPT, Size.characters(2_000), "one line of the log on the administration pages", "", Then.SHORTENED),
    REQUESTS_AT_ONCE(Group.REQUEST, Size.count(512), "requests in progress at the same time", "", Then.WAIT),
    REQUEST_HEADER_BYTES(Group.REQUEST, Size.bytes(16 << 10), "request line and headers of one request", "", "HTTP 431 or 414"),
    FORM_BYTES(Group.REQUEST, Size.bytes(64 << 10), "one form or JSON body", "", "HTTP 413"),
    DEPOSIT_BYTES(Group.REQUEST, Size.bytes(256L << 20), "one form with files on the deposit page", "",
            "Nothing of it is kept; the page says so."),
    UNREADABLE_PAGES(Group.REQUEST, Size.count(1_000), "pages of a list, one after another, whose records are all damaged", "",
            "The request fails (HTTP 500); the log names the store."),
    PORTION_BYTES(Group.REQUEST, Size.heap(64, 2L << 20, 16L << 20),
            "records of 64 KB or more in one page of a list, or in one portion for an index or a file", "",
            "The page or portion ends before the next such record, but has at least one."),
    PROXY_AT_ONCE(Group.REQUEST, Size.count(64),
            "requests that the live proxy passes on at the same time, fewer with a small heap", "", "HTTP 503 with Retry-After"),
    SESSIONS(Group.REQUEST, Size.count(1_000), "administrators logged in", "", "The oldest session ends."),
    SUBSCRIPTIONS(Group.NOTIFY, Size.count(1_000), "subscriptions of the hub", "",
            "HTTP 503; the subscriber may try again later."),
    CALLBACK(Group.NOTIFY, Size.characters(2_000), "address of one subscriber", "", "HTTP 400"),
    SECRET(Group.NOTIFY, Size.bytes(200), "secret of one subscription", "", "HTTP 400"),
    NOTIFIED(Group.NOTIFY, Size.count(100), "identifiers in one notification", "",
            "HTTP 400; a notification without identifiers is taken."),
    PUSH_WIRE_BYTES(Group.NOTIFY, Size.heap(64, 2L << 20, 10L << 20), "one push or delivery, as sent over the network", "",
            "HTTP 413"),
    PUSH_BYTES(Group.NOTIFY, Size.heap(16, 8L << 20, 64L << 20), "one push or delivery, unpacked", "", "HTTP 413"),
    COPY_BYTES(Group.NOTIFY, Size.heap(32, 4L << 20, 50L << 20), "copy of one file of an archive", "",
            "The file is not copied; the log says so."),
    COPIES_BYTES(Group.NOTIFY, Size.bytes(1L << 30), "copies of the files of one archive", "",
            "Further files are not copied; the log says so."),
    STATIC_BYTES(Group.GATEWAY, Size.bytes(64L << 20), "file of one static repository, unpacked",
            "the file is larger than %s", Then.STATIC),
    STATIC_RECORDS(Group.GATEWAY, Size.count(50_000), "records of one static repository, all formats together",
            "the file has more than %s records", Then.STATIC),
    STATIC_REPOSITORIES(Group.GATEWAY, Size.count(1_000), "static repositories that the gateway answers for", "",
            "HTTP 503 for further initiations"),
    QUERY(Group.SEARCH, Size.characters(4_000), "one search query", "", "The rest is ignored; the answer says so."),
    QUERY_TERMS(Group.SEARCH, Size.count(256), "words of one search query", "", "Further words are ignored; the answer says so."),
    QUERY_PHRASES(Group.SEARCH, Size.count(32), "phrases, beginnings of words and words with a field of one search query", "",
            "Further ones are ignored; the answer says so."),
    FILTERS(Group.SEARCH, Size.count(20), "filters of one search", "", "Further filters are ignored."),
    INDEX_TERM(Group.SEARCH, Size.characters(10_000), "one term of a full text", "a term is longer than %s", Then.INDEX),
    INDEX_TERMS(Group.SEARCH, Size.count(5_000_000), "different terms of one full text",
            "the text has more than %s different terms", Then.INDEX),
    INDEX_TOKENS(Group.SEARCH, Size.count(100_000_000), "tokens of one full text", "the text has more than %s tokens",
            Then.INDEX),
    LINE_BYTES(Group.IMPORT, Size.heap(64, 2L << 20, 64L << 20), "one line of a JSON Lines file", "the line is longer than %s",
            Then.ROW),
    ROW_BYTES(Group.IMPORT, Size.heap(64, 2L << 20, 16L << 20), "one row of a CSV file", "the row is longer than %s", Then.ROW),
    XML_RECORD_BYTES(Group.IMPORT, Size.heap(64, 2L << 20, 64L << 20), "one record or token of an XML file",
            "the record is larger than %s", Then.FILE),
    CELL(Group.IMPORT, Size.characters(1 << 20), "one cell of a workbook", "", Then.FILE),
    WORKBOOK_TEXT_BYTES(Group.IMPORT, Size.heap(8, 16L << 20, 512L << 20), "shared texts of one workbook in memory", "",
            Then.FILE),
    WORKBOOK_PART_BYTES(Group.IMPORT, Size.bytes(4L << 30), "one part of a workbook, unpacked", "", Then.FILE),
    WORKBOOK_RATIO(Group.IMPORT, Size.count(250), "bytes of a workbook part for one packed byte", "", Then.FILE);

    /** Headings of the table of limits. */
    public enum Group {
        /** XML documents. */
        XML("XML documents"),
        /** Records. */
        RECORD("Records"),
        /** Responses of sources. */
        RESPONSE("Responses of sources"),
        /** Data stored about runs. */
        KEPT("Stored data of runs"),
        /** Requests to the hub. */
        REQUEST("Requests to the hub"),
        /** Notifications and pushes. */
        NOTIFY("Notifications and pushes"),
        /** Static repositories. */
        GATEWAY("Static repositories"),
        /** Search. */
        SEARCH("Search"),
        /** Imported files. */
        IMPORT("Imported files");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** Returns the heading. */
        public String title() {
            return title;
        }
    }

    /** Consequences that several limits share. */
    private static final class Then {
        static final String RECORD = "The record goes to quarantine with this reason. If the fault is outside the records, the response is refused.";
        static final String RESPONSE = "The response is refused with this reason; the harvest tries smaller ranges or ends as incomplete.";
        static final String LIST = "The response is refused with this reason; the list ends as incomplete.";
        static final String FIRST = "The first ones are harvested; the run is partial and says so.";
        static final String FORMAT = "The format is left out; the run is partial and says so.";
        static final String SETS_UNKNOWN = "The sets stay as they were known; the run says so. No record depends on it.";
        static final String WAIT = "Others wait for their turn.";
        static final String SHORTENED = "The rest is cut off.";
        static final String OLDEST = "Older entries give way.";
        static final String INDEX = "The full text is not indexed, with this reason; the record is found by its metadata.";
        static final String STATIC = "HTTP 502 with this reason; the gateway does not answer for the file.";
        static final String ROW = "The row goes to quarantine with this reason.";
        static final String FILE = "The file is refused with this reason.";

        private Then() {}
    }

    /**
     * The default of a limit.
     *
     * @param number default for the heap of this process
     * @param unit written after the number; empty for a count
     * @param text default for people, such as {@code 1/16 of the heap}
     * @param isOfHeap true if the default depends on the size of the heap
     */
    private record Size(long number, String unit, String text, boolean isOfHeap) {

        static Size count(long number) {
            return new Size(number, "", grouped(number), false);
        }

        static Size characters(long number) {
            return new Size(number, " characters", grouped(number) + " characters", false);
        }

        static Size seconds(long number) {
            return new Size(number, " s", grouped(number) + " s", false);
        }

        static Size bytes(long number) {
            return new Size(number, "", readable(number), false);
        }

        static Size heap(int share, long least, long most) {
            long number = Math.clamp(Runtime.getRuntime().maxMemory() / share, least, most);
            String range = most == Long.MAX_VALUE
                    ? ", at least " + readable(least)
                    : ", " + readable(least) + " to " + readable(most);
            return new Size(number, "", "1/" + share + " of the heap" + range, true);
        }

        boolean isOfBytes() {
            return isOfHeap || text.endsWith("B") || text.endsWith("bytes");
        }
    }

    private static final String PROPERTIES = "sheaf.limit.";

    private final Group group;
    private final String usual;
    private final String unit;
    private final boolean isOfHeap;
    private final boolean isOfBytes;
    private final long number;
    private final String subject;
    private final String message;
    private final String consequence;

    Limit(Group group, Size size, String subject, String message, String consequence) {
        this.group = group;
        this.usual = size.text;
        this.unit = size.unit;
        this.isOfHeap = size.isOfHeap;
        this.isOfBytes = size.isOfBytes();
        this.number = Math.max(1, Long.getLong(property(), size.number));
        this.subject = subject;
        this.message = message;
        this.consequence = consequence;
    }

    /** Returns the limit in force: a count, or a number of bytes, characters or seconds. */
    public long number() {
        return number;
    }

    /** Returns the limit as an {@code int}, for lengths of arrays; at most the length of the longest array. */
    public int count() {
        return (int) Math.min(number, Integer.MAX_VALUE - 8);
    }

    /** Returns the heading under which the table lists this limit. */
    public Group group() {
        return group;
    }

    /** Returns the limited quantity, for people. */
    public String subject() {
        return subject;
    }

    /** Returns the default, for people: {@code 256}, {@code 1/16 of the heap, 8 MB to 1 GB}. */
    public String usual() {
        return usual;
    }

    /** Returns the consequence of exceeding the limit, for people. */
    public String consequence() {
        return consequence;
    }

    /** Returns how the limit can be raised, for people. */
    public String raising() {
        return (isOfHeap ? "a larger heap, or " : "") + "`-D" + property() + "`";
    }

    /**
     * Returns why a system property does not set the limit that it names, for people; empty if all such properties are valid. A limit whose
     * property is invalid keeps its default.
     *
     * @param system all system properties
     */
    public static Optional<String> misstated(Properties system) {
        Set<String> properties = Arrays.stream(values()).map(Limit::property).collect(Collectors.toSet());
        return system.stringPropertyNames().stream().filter(name -> name.startsWith(PROPERTIES)).sorted()
                .filter(name -> !properties.contains(name) || !isNumber(system.getProperty(name)))
                .map(name -> properties.contains(name)
                        ? "-D" + name + "=" + system.getProperty(name) + " sets no limit: it takes a whole number of 1 or more"
                        : "-D" + name + " sets no limit: docs/limits.md has the names")
                .findFirst();
    }

    private static boolean isNumber(String text) {
        try {
            return Long.decode(text) >= 1;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /** Returns the system property that sets this limit, such as {@code sheaf.limit.set-levels}. */
    public String property() {
        return PROPERTIES + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the reason, for people, why input above this limit is not accepted. */
    public String exceeded() {
        String bound = isOfBytes ? readable(number) : grouped(number) + unit;
        String reason = message.isEmpty() ? subject + ": more than %s" : message;
        return reason.formatted(bound) + " (" + raising().replace("`", "") + " raises the limit)";
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a number of bytes for people, in units of 1,024. */
    private static String readable(long bytes) {
        if (bytes >= 1L << 30 && bytes % (1L << 30) == 0) {
            return (bytes >> 30) + " GB";
        }
        if (bytes >= 1L << 20) {
            return (bytes >> 20) + " MB";
        }
        if (bytes >= 10L << 10) {
            return (bytes >> 10) + " KB";
        }
        return grouped(bytes) + " bytes";
    }
}
