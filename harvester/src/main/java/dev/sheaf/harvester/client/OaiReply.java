package dev.sheaf.harvester.client;

import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.RepairNote;

/**
 * A protocol response and its delivery. The response to a list request is a page of the list.
 *
 * @param response the parsed response
 * @param records of the page, in the order received; headers are records without metadata; empty when the response has none
 * @param repairs repairs; empty if none were needed
 * @param damaged unreadable parts
 * @param isCut true if the response is truncated, or if its list ends with an error; it is then unknown whether the page is complete and
 * whether another follows
 * @param delivery its delivery
 */
public record OaiReply(OaiResponse response, List<OaiRecord> records, List<RepairNote> repairs, List<Damaged> damaged,
        boolean isCut,
        Delivery delivery) {

    /**
     * The delivery of a response.
     *
     * @param uri address from which it came, after redirects
     * @param servedFrom base URL that answered; after a redirect another than the requested one
     * @param httpDate the server's Date header as received; null if there is none
     * @param wireBytes size of the body as sent over the network
     * @param bytes size of the body with content codings undone
     * @param again true if the same request had been sent before without a complete answer
     * @param lease on the memory that it takes; null if memory is not counted
     */
    public record Delivery(URI uri, BaseUrl servedFrom, @Nullable String httpDate, long wireBytes, long bytes, boolean again,
            PageBudget.@Nullable Lease lease) {}

    /** Copies the lists. A list that ends with an error counts as truncated. */
    public OaiReply {
        isCut |= response.ending().isPresent();
        records = List.copyOf(records);
        repairs = List.copyOf(repairs);
        damaged = List.copyOf(damaged);
    }

    /** Creates the reply with the records of its response. */
    public static OaiReply of(OaiResponse response, List<RepairNote> repairs, List<Damaged> damaged, boolean isCut,
            Delivery delivery) {
        return new OaiReply(response, records(response.answer()), repairs, damaged, isCut, delivery);
    }

    private static List<OaiRecord> records(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken _) -> records;
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken _) -> headers.stream()
                    .map(header -> new OaiRecord(header, null)).toList();
            case OaiResponse.GetRecord(OaiRecord record) -> List.of(record);
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.ListSets _ -> List
                    .of();
        };
    }

    /** Returns a copy as the answer to a repeated request. */
    OaiReply asSecond() {
        return new OaiReply(response, records, repairs, damaged, isCut, new Delivery(delivery.uri, delivery.servedFrom,
                delivery.httpDate, delivery.wireBytes, delivery.bytes, true, delivery.lease));
    }

    /** Returns a copy with one more repair, of the delivery and not of the content. */
    OaiReply with(RepairNote more) {
        return new OaiReply(response, records, Stream.concat(repairs.stream(), Stream.of(more)).toList(), damaged, isCut,
                delivery);
    }

    /** Returns a copy with another response, which was found inside this one. */
    OaiReply with(OaiResponse found) {
        return of(found, repairs, damaged, isCut, delivery);
    }

    /** Returns a copy with other records. */
    public OaiReply withRecords(List<OaiRecord> others) {
        return new OaiReply(response, others, repairs, damaged, isCut, delivery);
    }

    /** Returns the content of the response. */
    public OaiResponse.Answer answer() {
        return response.answer();
    }

    /** Returns the token of the page as received; null if there was none. */
    public @Nullable ResumptionToken token() {
        return switch (answer()) {
            case OaiResponse.ListRecords page -> page.resumptionToken();
            case OaiResponse.ListIdentifiers page -> page.resumptionToken();
            default -> null;
        };
    }

    /** Returns the errors, as received; empty if there are none. */
    public List<OaiError> errors() {
        return answer() instanceof OaiResponse.Errors(List<OaiError> errors) ? errors : List.of();
    }

    /** Returns true if one of the errors has this code. */
    public boolean has(OaiError.Code code) {
        return errors().stream().anyMatch(error -> error.is(code));
    }

    /** Returns the token for the next page; null if no page follows. */
    public @Nullable String nextToken() {
        ResumptionToken token = token();
        return token == null || token.isLast() ? null : token.value();
    }

    /** Returns the number of completely received records, including unreadable ones. */
    public int received() {
        return records.size() + (int) damaged.stream().filter(record -> !record.isCut()).count();
    }

    /** Releases the memory of the page, because its records are no longer needed. Without this call others wait for a while. */
    public void release() {
        PageBudget.Lease lease = delivery.lease;
        if (lease != null) {
            lease.close();
        }
    }

    /** Returns the base URL that answered; after a redirect another than the requested one. */
    public BaseUrl servedFrom() {
        return delivery.servedFrom;
    }

    /** Returns the size of the body as sent over the network. */
    public long wireBytes() {
        return delivery.wireBytes;
    }

    /** Returns the size of the body with content codings undone. */
    public long bytes() {
        return delivery.bytes;
    }

    /** Returns true if the same request had been sent before without a complete answer. */
    public boolean again() {
        return delivery.again;
    }

    /**
     * Returns the repository's own time at its answer, truncated to the second: its responseDate, also with fractions or an offset; else
     * the Date header, which comes from the same machine. Empty if there is neither.
     */
    public Optional<Datestamp> serverTime() {
        Optional<Instant> stated = response.responseDate().instant()
                .or(() -> lenient(response.responseDate().text()));
        return stated.or(() -> Fetched.date(delivery.httpDate)).map(Datestamp::ofSecond);
    }

    /**
     * Returns the time from which the next increment of a list that begins with this response counts: {@link #serverTime()}, but in
     * protocol 1.x the day before the repository's own date. Datestamps of 1.x are dates in the repository's time zone, which the response
     * states as an offset, and its harvesters had to overlap by two days.
     */
    public Optional<Datestamp> listTime(Granularity granularity) {
        String text = response.responseDate().text();
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
