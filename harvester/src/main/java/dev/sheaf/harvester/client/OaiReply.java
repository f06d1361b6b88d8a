package dev.sheaf.harvester.client;

import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.repair.Reading;

/**
 * A protocol response and how it came.
 *
 * @param reading the response as read, and what had to be put right for that
 * @param uri where it came from, after redirects
 * @param servedFrom the base URL that answered: another than the one asked when it redirected
 * @param httpDate the server's Date header as it came; null when there is none
 * @param wireBytes size of the body on the wire
 * @param bytes size of the body with content codings undone
 * @param again true when the same question had been put before, and its answer had not come, or not whole
 * @param lease on the memory that it takes; null when nobody keeps count
 */
public record OaiReply(Reading reading, URI uri, BaseUrl servedFrom, @Nullable String httpDate, long wireBytes,
        long bytes, boolean again, PageBudget.@Nullable Lease lease) {

    /** The same as the answer to a question that was put a second time. */
    OaiReply asSecond() {
        return new OaiReply(reading, uri, servedFrom, httpDate, wireBytes, bytes, true, lease);
    }

    /** The response as read. */
    public OaiResponse response() {
        return reading.response();
    }

    /** Returns the content of the response. */
    public OaiResponse.Answer answer() {
        return response().answer();
    }

    /**
     * The repository's own time when it answered, cut to the second: its responseDate, also where it has fractions or an offset; else
     * the Date header, which comes from the same machine. Empty when there is neither.
     */
    public Optional<Datestamp> serverTime() {
        Optional<Instant> stated = response().responseDate().instant()
                .or(() -> lenient(response().responseDate().text()));
        return stated.or(() -> Fetched.date(httpDate)).map(Datestamp::ofSecond);
    }

    /**
     * The time from which the next increment of a list that begins with this response is to be counted: {@link #serverTime()}, but in
     * protocol 1.x the day before the repository's own date. Its datestamps are dates of its own time zone, which the response tells as an
     * offset, and harvesters of that time had to overlap by two days.
     */
    public Optional<Datestamp> listTime(Granularity granularity) {
        String text = response().responseDate().text();
        if (granularity == Granularity.SECOND || text.endsWith("Z")) {
            return serverTime();
        }
        try {
            LocalDate local = OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toLocalDate();
            return Optional.of(Datestamp.received(local.minusDays(1).toString()));
        } catch (DateTimeParseException _) {
            return serverTime();
        }
    }

    private static Optional<Instant> lenient(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
