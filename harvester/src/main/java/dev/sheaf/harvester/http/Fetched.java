package dev.sheaf.harvester.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The result of an HTTP request.
 *
 * @param uri where it came from, after redirects
 * @param status HTTP status
 * @param headers as received
 * @param body with content codings undone; not copied: callers must not change it. The body of an error status may be shortened.
 * @param wireBytes size of the body on the wire
 * @param remarks what is worth telling of the way here, for people: that the address has moved for good, that a certificate was accepted as
 *     an exception
 * @param attempts how often it was asked for until this came, from 1
 * @param lease on the memory of the body; null when nobody keeps count
 */
public record Fetched(URI uri, int status, HttpHeaders headers, byte[] body, long wireBytes, List<String> remarks,
        int attempts, PageBudget.@Nullable Lease lease) {

    /** Copies the remarks. */
    public Fetched {
        remarks = List.copyOf(remarks);
    }

    /** Creates a response without remarks and lease. */
    public Fetched(URI uri, int status, HttpHeaders headers, byte[] body, long wireBytes) {
        this(uri, status, headers, body, wireBytes, List.of(), 1, null);
    }

    /** The same with other remarks. */
    Fetched withRemarks(List<String> others) {
        return new Fetched(uri, status, headers, body, wireBytes, others, attempts, lease);
    }

    /** The same as what came of the last of so many attempts. */
    Fetched withAttempts(int number) {
        return new Fetched(uri, status, headers, body, wireBytes, remarks, number, lease);
    }

    /** Returns the same as the answer of an address: that of a question whose arguments were posted. */
    public Fetched from(URI asked) {
        return new Fetched(asked, status, headers, body, wireBytes, remarks, attempts, lease);
    }

    /** The same with one more thing that is worth telling. */
    public Fetched remarking(String remark) {
        return withRemarks(Stream.concat(remarks.stream(), Stream.of(remark)).toList());
    }

    /** Says that the body is no longer needed. */
    public void release() {
        if (lease != null) {
            lease.close();
        }
    }

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** The time that a {@code Date} header says; empty when there is none that can be read. */
    public static Optional<Instant> date(@Nullable String header) {
        try {
            return Optional.ofNullable(header).map(HttpDate::parse);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** All headers, a line each: {@code name: value}. */
    public String headerLines() {
        return headers.map()
                .entrySet()
                .stream()
                .flatMap(entry -> entry.getValue().stream().map(value -> entry.getKey() + ": " + value))
                .collect(Collectors.joining("\n"));
    }

    /** True for the statuses 200 to 299. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }
}
