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

import dev.sheaf.harvester.http.tls.TlsDetails;

/**
 * The response to an HTTP request.
 *
 * @param uri address from which it came, after redirects
 * @param status HTTP status
 * @param headers as received
 * @param body with content codings undone; not copied: callers must not change it. The body of an error status may be shortened.
 * @param wireBytes size of the body as sent over the network
 * @param remarks remarks on the delivery, for people, such as a permanent redirect, or a certificate accepted as an exception
 * @param attempts number of attempts until this response, from 1
 * @param isCutOff true if the body came whole, and HTTP's framing announced more: a larger Content-Length, or a further chunk
 * @param tls encryption of the connection; null if there was none
 * @param lease on the memory of the body; null if memory is not counted
 */
public record Fetched(URI uri, int status, HttpHeaders headers, byte[] body, long wireBytes, List<String> remarks,
        int attempts, boolean isCutOff, @Nullable TlsDetails tls, PageBudget.@Nullable Lease lease) {

    /** Copies the remarks. */
    public Fetched {
        remarks = List.copyOf(remarks);
    }

    /** Creates a response without remarks and lease. */
    public Fetched(URI uri, int status, HttpHeaders headers, byte[] body, long wireBytes) {
        this(uri, status, headers, body, wireBytes, List.of(), 1, false, null, null);
    }

    /** Returns a copy with other remarks. */
    Fetched withRemarks(List<String> others) {
        return new Fetched(uri, status, headers, body, wireBytes, others, attempts, isCutOff, tls, lease);
    }

    /** Returns a copy with the number of attempts. */
    Fetched withAttempts(int number) {
        return new Fetched(uri, status, headers, body, wireBytes, remarks, number, isCutOff, tls, lease);
    }

    /** Returns a copy with another address, that of a request whose arguments were posted. */
    public Fetched from(URI asked) {
        return new Fetched(asked, status, headers, body, wireBytes, remarks, attempts, isCutOff, tls, lease);
    }

    /** Returns a copy whose memory is not counted, for callers that keep it and have bounds of their own. */
    public Fetched uncounted() {
        return new Fetched(uri, status, headers, body, wireBytes, remarks, attempts, isCutOff, tls, null);
    }

    /** Returns a copy with one more remark. */
    public Fetched remarking(String remark) {
        return withRemarks(Stream.concat(remarks.stream(), Stream.of(remark)).toList());
    }

    /** Releases the memory of the body, because it is no longer needed. */
    public void release() {
        if (lease != null) {
            lease.close();
        }
    }

    /** Returns the first value of a header, in any letter case. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** Returns the time in a header such as {@code Date}; empty if there is no readable one. */
    public static Optional<Instant> date(@Nullable String header) {
        try {
            return Optional.ofNullable(header).map(HttpDate::parse);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** Returns all headers, one per line: {@code name: value}. */
    public String headerLines() {
        return headers.map()
                .entrySet()
                .stream()
                .flatMap(entry -> entry.getValue().stream().map(value -> entry.getKey() + ": " + value))
                .collect(Collectors.joining("\n"));
    }

    /** Returns true for the statuses 200 to 299. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }
}
