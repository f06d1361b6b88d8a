package dev.sheaf.simulator;

import java.util.Map;
import java.util.function.Predicate;

import com.sun.net.httpserver.Headers;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Verb;

/**
 * A request that the scripted provider received.
 *
 * @param method GET or POST
 * @param path of the URL
 * @param query as sent, undecoded; for POST the body
 * @param arguments decoded; the last value of a repeated argument
 * @param headers as sent
 * @param page number of the requested page of the list, from 1; 0 if it is no list, or if the token is not the provider's
 * @param link the connection on which it arrived
 */
public record ReceivedRequest(String method, String path, String query, Map<String, String> arguments, Headers headers,
        int page, LoopbackServer.Link link) {

    /** Returns the value of an argument; null if it is missing. */
    public @Nullable String argument(String name) {
        return arguments.get(name);
    }

    /** Returns the verb as sent; empty if it is missing. */
    public String verb() {
        return arguments.getOrDefault("verb", "");
    }

    /** Returns the first value of a header; empty if it is missing. */
    public String header(String name) {
        String value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    /** Returns a copy with other arguments, as if the client had sent them. */
    public ReceivedRequest withArguments(Map<String, String> other) {
        return new ReceivedRequest(method, path, query, other, headers, page, link);
    }

    /** Matches every request. */
    public static Predicate<ReceivedRequest> any() {
        return request -> true;
    }

    /** Matches requests with a verb. */
    public static Predicate<ReceivedRequest> of(Verb verb) {
        return request -> request.verb().equals(verb.text());
    }

    /** Matches all requests of lists except the first page of a whole list: those with a token, a date or a set. */
    public static Predicate<ReceivedRequest> beyondTheFirstPage() {
        return of(Verb.LIST_RECORDS).or(of(Verb.LIST_IDENTIFIERS))
                .and(request -> request.argument("metadataPrefix") == null || request.arguments().size() > 2);
    }

    /** Matches requests for a page of ListRecords, counted from 1. */
    public static Predicate<ReceivedRequest> page(int number) {
        return of(Verb.LIST_RECORDS).and(request -> request.page() == number);
    }

    /** Returns verb and arguments in the order sent, for messages of tests. */
    @Override
    public String toString() {
        return path + "?" + arguments;
    }
}
