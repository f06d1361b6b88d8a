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
 * A protocol response and how it came. The response to a list request is a page of the list.
 *
 * @param response as read
 * @param records of the page, in the order received; headers are records without metadata; empty when the response has none
 * @param repairs repairs; empty when nothing was wrong
 * @param damaged what could not be read
 * @param isCut true when the response ends before its end, or its list with an error: whether this is all of the page, and whether another
 *     follows, is not known
 * @param delivery how it came
 */
public record OaiReply(OaiResponse response, List<OaiRecord> records, List<RepairNote> repairs, List<Damaged> damaged,
        boolean isCut,
        Delivery delivery) {

    /**
     * The way of a response.
     *
     * @param uri where it came from, after redirects
     * @param servedFrom the base URL that answered: another than the one asked when it redirected
     * @param httpDate the server's Date header as it came; null when there is none
     * @param wireBytes size of the body on the wire
     * @param bytes size of the body with content codings undone
     * @param again true when the same question had been put before, and its answer had not come, or not whole
     * @param lease on the memory that it takes; null when nobody keeps count
     */
    public record Delivery(URI uri, BaseUrl servedFrom, @Nullable String httpDate, long wireBytes, long bytes, boolean again,
            PageBudget.@Nullable Lease lease) {}

    /** Copies the lists, and takes a list that an error ended for cut. */
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

    /** The same as the answer to a question that was put a second time. */
    OaiReply asSecond() {
        return new OaiReply(response, records, repairs, damaged, isCut, new Delivery(delivery.uri, delivery.servedFrom,
                delivery.httpDate, delivery.wireBytes, delivery.bytes, true, delivery.lease));
    }

    /** The same, with something more that was wrong with the response, though not with what stands in it. */
    OaiReply with(RepairNote more) {
        return new OaiReply(response, records, Stream.concat(repairs.stream(), Stream.of(more)).toList(), damaged, isCut,
                delivery);
    }

    /** Returns the same with another response, which was found in it. */
    OaiReply with(OaiResponse found) {
        return of(found, repairs, damaged, isCut, delivery);
    }

    /** Returns the same page with other records. */
    public OaiReply withRecords(List<OaiRecord> others) {
        return new OaiReply(response, others, repairs, damaged, isCut, delivery);
    }

    /** Returns the content of the response. */
    public OaiResponse.Answer answer() {
        return response.answer();
    }

    /** The token of the page as received; null when there was none. */
    public @Nullable ResumptionToken token() {
        return switch (answer()) {
            case OaiResponse.ListRecords page -> page.resumptionToken();
            case OaiResponse.ListIdentifiers page -> page.resumptionToken();
            default -> null;
        };
    }

    /** The errors that came instead, as received; empty when there are none. */
    public List<OaiError> errors() {
        return answer() instanceof OaiResponse.Errors(List<OaiError> errors) ? errors : List.of();
    }

    /** True when one of the errors has this code. */
    public boolean has(OaiError.Code code) {
        return errors().stream().anyMatch(error -> error.is(code));
    }

    /** The token that asks for the next page; null when none follows. */
    public @Nullable String nextToken() {
        ResumptionToken token = token();
        return token == null || token.isLast() ? null : token.value();
    }

    /** How many records came whole, those included that could not be read. */
    public int received() {
        return records.size() + (int) damaged.stream().filter(record -> !record.isCut()).count();
    }

    /** Says that its records are no longer needed, so that others may take the memory. Without this call others wait for a while. */
    public void release() {
        PageBudget.Lease lease = delivery.lease;
        if (lease != null) {
            lease.close();
        }
    }

    /** The base URL that answered: another than the one asked when it redirected. */
    public BaseUrl servedFrom() {
        return delivery.servedFrom;
    }

    /** Size of the body on the wire. */
    public long wireBytes() {
        return delivery.wireBytes;
    }

    /** Size of the body with content codings undone. */
    public long bytes() {
        return delivery.bytes;
    }

    /** True when the same question had been put before, and its answer had not come, or not whole. */
    public boolean again() {
        return delivery.again;
    }

    /**
     * The repository's own time when it answered, cut to the second: its responseDate, also where it has fractions or an offset; else
     * the Date header, which comes from the same machine. Empty when there is neither.
     */
    public Optional<Datestamp> serverTime() {
        Optional<Instant> stated = response.responseDate().instant()
                .or(() -> lenient(response.responseDate().text()));
        return stated.or(() -> Fetched.date(delivery.httpDate)).map(Datestamp::ofSecond);
    }

    /**
     * The time from which the next increment of a list that begins with this response is to be counted: {@link #serverTime()}, but in
     * protocol 1.x the day before the repository's own date. Its datestamps are dates of its own time zone, which the response tells as an
     * offset, and harvesters of that time had to overlap by two days.
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
