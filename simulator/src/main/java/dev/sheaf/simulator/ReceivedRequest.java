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
 * @param query as sent, undecoded; of a POST its body
 * @param arguments decoded; of a repeated one the last
 * @param headers as sent
 * @param page of the list asked for, from 1; 0 when it is not a list or the token is not one of the provider's
 */
public record ReceivedRequest(String method, String path, String query, Map<String, String> arguments, Headers headers,
        int page) {

    /** The value of an argument; null when it is not there. */
    public @Nullable String argument(String name) {
        return arguments.get(name);
    }

    /** The verb as sent; empty when there is none. */
    public String verb() {
        return arguments.getOrDefault("verb", "");
    }

    /** The first value of a header; empty when it is not there. */
    public String header(String name) {
        String value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    /** The same with other arguments, as if the client had sent those. */
    public ReceivedRequest withArguments(Map<String, String> other) {
        return new ReceivedRequest(method, path, query, other, headers, page);
    }

    /** Every request. */
    public static Predicate<ReceivedRequest> any() {
        return request -> true;
    }

    /** Requests with a verb. */
    public static Predicate<ReceivedRequest> of(Verb verb) {
        return request -> request.verb().equals(verb.text());
    }

    /** All of lists but the first page of a whole one: what a token, a date or a set asks for. */
    public static Predicate<ReceivedRequest> beyondTheFirstPage() {
        return of(Verb.LIST_RECORDS).or(of(Verb.LIST_IDENTIFIERS))
                .and(request -> request.argument("metadataPrefix") == null || request.arguments().size() > 2);
    }

    /** Requests for a page of ListRecords, from 1. */
    public static Predicate<ReceivedRequest> page(int number) {
        return of(Verb.LIST_RECORDS).and(request -> request.page() == number);
    }

    /** Verb and arguments in the order sent, for messages of tests. */
    @Override
    public String toString() {
        return path + "?" + arguments;
    }
}
