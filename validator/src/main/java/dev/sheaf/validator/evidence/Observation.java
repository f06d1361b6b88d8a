package dev.sheaf.validator.evidence;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.tls.TlsDetails;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * A request and its result. Immutable; the body is dropped once the rules that need it have judged.
 *
 * @param request as sent
 * @param address that was asked
 * @param at when it was asked
 * @param status HTTP status; 0 when no response came
 * @param answeredBy address that answered, after redirects
 * @param contentType value of the header; empty for none
 * @param contentEncoding value of the header; empty for none
 * @param retryAfter value of the header of the last refusal; null for none
 * @param date time that the server's Date header says; null for none
 * @param took time from the request to the end of the body, without waits of this program
 * @param tls encryption of the connection, or why it was refused; null for none
 * @param wireBytes size of the body on the wire
 * @param bytes size of the body, content codings undone
 * @param isCompressionBroken true when gzip was accepted, came broken, and the body came well without it
 * @param cutOff how HTTP's framing announced more than came, for people; null when it did not
 * @param remarks on the way here, for people: permanent redirects and the like
 * @param refusals what came instead at earlier attempts, for people; the last first
 * @param failedBy kind of the failure when no response came; null when one came
 * @param failure why no response came; null when one came
 * @param facts what stands in the response; null when none came
 * @param body as received, content codings undone; empty when it was dropped
 * @param beginning the beginning of the body, kept when the body is dropped
 */
public record Observation(ProbeRequest request, URI address, Instant at, int status, URI answeredBy, String contentType,
        String contentEncoding, @Nullable String retryAfter, @Nullable Instant date, Duration took,
        @Nullable TlsDetails tls, long wireBytes, long bytes,
        boolean isCompressionBroken, @Nullable String cutOff, List<String> remarks, List<String> refusals,
        HarvestException.@Nullable Kind failedBy,
        @Nullable String failure, @Nullable ResponseFacts facts, byte[] body, String beginning) {

    private static final int BEGINNING = 600;
    private static final int BEFORE = 60;
    private static final int AFTER = 240;

    /** Copies the lists. */
    public Observation {
        remarks = List.copyOf(remarks);
        refusals = List.copyOf(refusals);
    }

    /**
     * Returns the observation of a response that was saved without its HTTP headers.
     *
     * @param address of the file or recording
     * @param now stands for the unknown time of the request
     * @param status that is assumed
     */
    public static Observation saved(ProbeRequest request, URI address, Instant now, int status, byte[] body) {
        return new Observation(request, address, now, status, address, "text/xml", "", null, null, Duration.ZERO, null,
                body.length, body.length,
                false, null, List.of(), List.of(), null, null, null, body, beginning(body));
    }

    /**
     * Reads the body.
     *
     * @param records takes each record or header with its facts
     * @return the same with the facts of the response; as a failure when the body goes beyond a bound of this program
     */
    public Observation read(BiConsumer<XmlNode, RecordFacts> records) {
        return read(records, FormatSchemas.none());
    }

    /** Reads the body with schemas of metadata formats besides those of the program. */
    public Observation read(BiConsumer<XmlNode, RecordFacts> records, FormatSchemas schemas) {
        Observation read = with(ResponseDocumentReader.read(body, contentType, records::accept, schemas));
        return read.document().isBeyondBounds() ? read.unjudged(String.valueOf(read.document().malformed())) : read;
    }

    /**
     * Returns a response that the caller has fetched, with what stands in it.
     *
     * @param address that was asked
     * @param at when it was asked
     * @param fetched its memory stays the caller's
     * @param listener takes each record
     */
    public static Observation of(ProbeRequest request, URI address, Instant at, Fetched fetched, Prober.RecordListener listener) {
        byte[] body = fetched.body();
        Observation came = new Observation(request, address, at, fetched.status(), fetched.uri(),
                fetched.header("Content-Type").orElse(""), fetched.header("Content-Encoding").orElse(""),
                fetched.header("Retry-After").orElse(null), Fetched.date(fetched.header("Date").orElse(null)).orElse(null),
                Duration.ZERO, fetched.tls(), fetched.wireBytes(), body.length, false, Prober.cutOff(fetched), fetched.remarks(),
                List.of(), null, null, null,
                body, beginning(body));
        return came.read((node, facts) -> listener.record(came, node, facts));
    }

    /** Returns true if a redirect on the way lost the arguments of the request, and only a client that adds them again gets an answer. */
    public boolean hasLostArguments() {
        return remarks.stream().anyMatch(remark -> remark.contains("without the arguments of the request"));
    }

    /** Returns the same with what stands in the response. */
    Observation with(ResponseFacts found) {
        return new Observation(request, address, at, status, answeredBy, contentType, contentEncoding, retryAfter, date,
                took, tls, wireBytes, bytes, isCompressionBroken, cutOff, remarks, refusals, failedBy, failure, found, body,
                beginning);
    }

    /** Returns the same as a response that cannot be judged here, because it goes beyond a bound of this program. */
    Observation unjudged(String reason) {
        return new Observation(request, address, at, 0, answeredBy, contentType, contentEncoding, retryAfter, date, took, tls,
                wireBytes,
                bytes, isCompressionBroken, cutOff, remarks, refusals, HarvestException.Kind.TOO_LARGE, reason, null, new byte[0],
                beginning);
    }

    /**
     * Returns the same with one more refusal.
     *
     * @param came what came instead at an earlier attempt, for people
     */
    public Observation withRefusal(String came) {
        List<String> more = new ArrayList<>(refusals);
        more.addFirst(came);
        return new Observation(request, address, at, status, answeredBy, contentType, contentEncoding, retryAfter, date,
                took, tls, wireBytes, bytes, isCompressionBroken, cutOff, remarks, more, failedBy, failure, facts, body,
                beginning);
    }

    /** Returns the same as the answer to another request, such as one that accepts other content codings. */
    public Observation asAnswerTo(ProbeRequest other) {
        return new Observation(other, address, at, status, answeredBy, contentType, contentEncoding, retryAfter, date, took, tls,
                wireBytes,
                bytes, isCompressionBroken, cutOff, remarks, refusals, failedBy, failure, facts, body, beginning);
    }

    /** Returns the same without its body. */
    public Observation withoutBody() {
        return new Observation(request, address, at, status, answeredBy, contentType, contentEncoding, retryAfter, date,
                took, tls, wireBytes, bytes, isCompressionBroken, cutOff, remarks, refusals, failedBy, failure, facts,
                new byte[0],
                beginning);
    }

    /** Returns the text that is kept of a body. */
    static String beginning(byte[] body) {
        return new String(body, 0, Math.min(body.length, BEGINNING), StandardCharsets.UTF_8);
    }

    /** Returns whether an HTTP response came, whatever its status. */
    public boolean isAnswered() {
        return status > 0;
    }

    /** Returns whether a response of protocol 2.0 came. */
    public boolean isOai() {
        return facts != null && facts.isOai();
    }

    /** Returns what stands in the response; that of an empty document when no response came. */
    public ResponseFacts document() {
        return facts == null
                ? new ResponseFacts("", -1, false, null, false, List.of(), null, List.of(), 0, List.of(), 0)
                : facts;
    }

    /** Returns whether an error response with this code came. */
    public boolean hasCode(String code) {
        return isOai() && document().hasCode(code);
    }

    /** Returns the content coding in small letters; empty for none and for {@code identity}. */
    public String coding() {
        String coding = contentEncoding.strip().toLowerCase(Locale.ROOT);
        return coding.equals("identity") ? "" : coding;
    }

    /** Returns whether clearly fewer bytes were sent than the body has. */
    public boolean isPacked() {
        return wireBytes > 0 && wireBytes * 10 < bytes * 9;
    }

    /** Returns in a few words what came, for people. */
    public String summary() {
        if (status == 0) {
            return failure == null ? "no response" : failure;
        }
        String http = status == 200 ? "" : "HTTP " + status + ", ";
        if (!isOai()) {
            return http + (bytes == 0 ? "an empty body" : "no OAI-PMH response");
        }
        if (document().isError()) {
            return http + "error " + String.join(", ", document().codes());
        }
        int entries = document().recordCount();
        return http + document().answer()
                .map(answer -> answer.name()
                        + (answer.name().startsWith("List") && entries > 0 ? " with " + entries + " entries" : ""))
                .orElse("a response without content");
    }

    /** Returns the bytes at a place of the body, for people; its beginning when the body was dropped or the place is not known. */
    public String excerpt(int offset) {
        if (body.length == 0 || offset < 0 || offset >= body.length) {
            return beginning;
        }
        int from = Math.max(0, offset - BEFORE);
        return new String(Arrays.copyOfRange(body, from, Math.min(body.length, offset + AFTER)), StandardCharsets.UTF_8);
    }

    /** Returns the place where a text stands first, and what is around it; the beginning of the body when it does not stand there. */
    public String excerptOf(String text) {
        String whole = new String(body, StandardCharsets.UTF_8);
        int at = whole.indexOf(text);
        if (at < 0) {
            return beginning;
        }
        return whole.substring(Math.max(0, at - BEFORE), Math.min(whole.length(), at + AFTER));
    }
}
