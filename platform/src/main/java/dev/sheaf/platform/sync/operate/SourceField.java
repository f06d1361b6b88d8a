package dev.sheaf.platform.sync.operate;

import java.util.Arrays;
import java.util.Optional;

/** The settings of a source other than its id, each with its name in JSON and in forms. */
public enum SourceField {
    /** Name for people. */
    NAME("name"),
    /** Address to harvest. */
    BASE_URL("baseUrl"),
    /** Formats wanted; none for all. */
    PREFIXES("prefixes"),
    /** Sets wanted; none for the whole repository. */
    SETS("sets"),
    /** Longest wanted time between two harvests. */
    LATENCY("latency"),
    /** How the times of harvests are chosen. */
    POLICY("policy"),
    /** Sent as User-Agent. */
    USER_AGENT("userAgent"),
    /** Sent as From. */
    FROM_HEADER("fromHeader"),
    /** Whether every page is checked against schemas. */
    VALIDATE("validate"),
    /** Time between two censuses, or never. */
    CENSUS("census"),
    /** Share of the records that may vanish at once, in percent. */
    VANISHING("vanishing"),
    /** Whether former versions of its records are kept. */
    HISTORY("history"),
    /** Whether its records are in the aggregate of everything. */
    LISTED("listed"),
    /** Formats that are made of oai_dc. */
    DERIVED("derived"),
    /** Pinned: finest datestamps that the server accepts. */
    GRANULARITY("granularity"),
    /** Pinned: how far each harvest reaches back. */
    OVERLAP("overlap"),
    /** Pinned: whether the server keeps to from and until. */
    RANGES("ranges"),
    /** Pinned: whether the server includes the day named in until. */
    UNTIL("until"),
    /** Pinned: whether the server is asked to compress its answers. */
    COMPRESSION("compression"),
    /** Pinned: whether the sizes that the server states can be believed. */
    SIZES("sizes"),
    /** Pinned: how resumptionTokens are sent. */
    TOKENS("tokens"),
    /** Pinned: longest list that the server gives. */
    LIST_LIMIT("listLimit"),
    /** Name of a login. */
    USER("user"),
    /** Password of a login. */
    PASSWORD("password"),
    /** A token instead of a login. */
    BEARER_TOKEN("bearerToken"),
    /** Further headers of requests, each {@code Name: value}. */
    HEADERS("headers"),
    /** HTTP proxy that leads to the host, as {@code host:port}. */
    PROXY("proxy"),
    /** Name of a login at the proxy. */
    PROXY_USER("proxyUser"),
    /** Password of a login at the proxy. */
    PROXY_PASSWORD("proxyPassword"),
    /** Requests under way at the same time. */
    REQUESTS_AT_ONCE("requestsAtOnce"),
    /** Least time between two requests. */
    MIN_INTERVAL("minInterval"),
    /** Whether robots.txt is obeyed. */
    OBEY_ROBOTS("obeyRobots");

    private final String text;

    SourceField(String text) {
        this.text = text;
    }

    /** Its name in JSON and in forms. */
    public String text() {
        return text;
    }

    /** The field of a name. */
    public static Optional<SourceField> of(String text) {
        return Arrays.stream(values()).filter(field -> field.text.equals(text)).findFirst();
    }
}
