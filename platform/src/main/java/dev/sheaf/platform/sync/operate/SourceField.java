package dev.sheaf.platform.sync.operate;

import java.util.Arrays;
import java.util.Optional;

/** Settings of a source other than its id, each with its name in JSON and in forms. */
public enum SourceField {
    /** Name for people. */
    NAME("name"),
    /** Address to harvest. */
    BASE_URL("baseUrl"),
    /** Formats to harvest; none for all. */
    PREFIXES("prefixes"),
    /** Sets to harvest; none for the whole repository. */
    SETS("sets"),
    /** Longest wanted time between two harvests. */
    LATENCY("latency"),
    /** Policy that chooses the times of harvests. */
    POLICY("policy"),
    /** Value of the header User-Agent. */
    USER_AGENT("userAgent"),
    /** Value of the header From. */
    FROM_HEADER("fromHeader"),
    /** Whether every page is checked against schemas. */
    VALIDATE("validate"),
    /** Time between two censuses, or never. */
    CENSUS("census"),
    /** Share of the records that may vanish at once without approval, in percent. */
    VANISHING("vanishing"),
    /** Whether earlier versions of its records are kept. */
    HISTORY("history"),
    /** Whether its records are in the aggregate of everything. */
    LISTED("listed"),
    /** Formats that are derived from oai_dc. */
    DERIVED("derived"),
    /** Pinned: finest datestamps that the server accepts. */
    GRANULARITY("granularity"),
    /** Pinned: how far each harvest reaches back. */
    OVERLAP("overlap"),
    /** Pinned: whether the server respects from and until. */
    RANGES("ranges"),
    /** Pinned: whether the server includes the day named in until. */
    UNTIL("until"),
    /** Pinned: whether the server is asked to compress its answers. */
    COMPRESSION("compression"),
    /** Pinned: whether the list sizes that the server states are right. */
    SIZES("sizes"),
    /** Pinned: how resumptionTokens are sent. */
    TOKENS("tokens"),
    /** Pinned: largest number of records that the server lists. */
    LIST_LIMIT("listLimit"),
    /** Pinned: whether dumps that the repository offers are used for the first load. */
    DUMPS("dumps"),
    /** Name of a login. */
    USER("user"),
    /** Password of a login. */
    PASSWORD("password"),
    /** Token instead of a login. */
    BEARER_TOKEN("bearerToken"),
    /** Further headers of requests, each {@code Name: value}. */
    HEADERS("headers"),
    /** HTTP proxy on the way to the host, as {@code host:port}. */
    PROXY("proxy"),
    /** Name of a login at the proxy. */
    PROXY_USER("proxyUser"),
    /** Password of a login at the proxy. */
    PROXY_PASSWORD("proxyPassword"),
    /** Requests under way at the same time. */
    REQUESTS_AT_ONCE("requestsAtOnce"),
    /** Shortest time between two requests. */
    MIN_INTERVAL("minInterval"),
    /** Whether robots.txt is obeyed. */
    OBEY_ROBOTS("obeyRobots");

    private final String text;

    SourceField(String text) {
        this.text = text;
    }

    /** Returns the name in JSON and in forms. */
    public String text() {
        return text;
    }

    /** Returns the field with a name; empty if there is none. */
    public static Optional<SourceField> of(String text) {
        return Arrays.stream(values()).filter(field -> field.text.equals(text)).findFirst();
    }
}
