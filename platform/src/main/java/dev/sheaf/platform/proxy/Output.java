package dev.sheaf.platform.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.xml.EarlyWriter;
import dev.sheaf.core.xml.ListStream;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;

/**
 * Writer of one response to the harvester, in the requested form. Omissions are reported in comments at their places, and in a header; in a
 * trailer if the body is written before they are known. Used for one request.
 */
final class Output {

    static final String DROPPED = "X-OAI-Proxy-Dropped";
    static final String REPAIRED = "X-OAI-Proxy-Repaired";
    static final String CHECK = "X-OAI-Proxy-Check";
    private static final int BAD_REQUEST = 400;
    private static final int MOST_REMARKS = 50;

    private final Question question;
    private final @Nullable UpstreamRequest asked;
    private final TokenKey key;
    private final AnswerTarget delivery;

    /** @param asked request to the source; null if the arguments are invalid */
    Output(Question question, @Nullable UpstreamRequest asked, TokenKey key, AnswerTarget delivery) {
        this.question = question;
        this.asked = asked;
        this.key = key;
        this.delivery = delivery;
    }

    /** Source of the remaining portions of a long response. */
    @FunctionalInterface
    interface Further {
        /** Returns the next portion; null after the last. */
        @Nullable
        Page next() throws IOException;
    }

    /** Writes errors of a request that was not sent to the source. */
    void errors(List<OaiError> errors, boolean isRequest, Datestamp responseDate) throws IOException {
        errors(new Page(responseDate, new OaiResponse.Errors(errors), List.of(), null), errors, isRequest);
    }

    private void errors(Page page, List<OaiError> errors, boolean isRequest) throws IOException {
        OaiResponse response = new OaiResponse(page.responseDate(), UpstreamRequest.echo(question, isRequest), page.answer());
        Verb verb = asked == null ? null : asked.verb();
        if (question.form() != Question.Form.EARLY) {
            send(page, remarks -> out -> OaiWriter.write(response, prolog(remarks), out));
        } else if (verb != null && EarlyWriter.isEmptyAnswer(new OaiResponse.Errors(errors))) {
            send(page, remarks -> out -> EarlyWriter.write(verb, response, remarks, out));
        } else {
            OaiError first = errors.getFirst();
            delivery.refuse(BAD_REQUEST, first.code() + ": " + first.message(), null);
        }
    }

    /** Writes a response that is completely in memory. */
    void whole(Page page) throws IOException {
        if (page.answer() instanceof OaiResponse.Errors(List<OaiError> errors)) {
            errors(page, errors, errors.stream()
                    .noneMatch(error -> error.is(OaiError.Code.BAD_VERB) || error.is(OaiError.Code.BAD_ARGUMENT)));
            return;
        }
        if (page.isList()) {
            send(page, remarks -> out -> {
                ListStream list = begin(page, out);
                for (String remark : remarks) {
                    list.comment(remark);
                }
                list.write(page.answer());
                list.end(token(page));
            });
            return;
        }
        OaiResponse response = new OaiResponse(page.responseDate(), UpstreamRequest.echo(question, true), page.answer());
        send(page, remarks -> out -> {
            if (question.form() == Question.Form.EARLY) {
                EarlyWriter.write(Objects.requireNonNull(asked).verb(), response, remarks, out);
            } else {
                OaiWriter.write(response, prolog(remarks), out);
            }
        });
    }

    /** Body with its remarks. */
    @FunctionalInterface
    private interface Body {
        Writing with(List<String> remarks);
    }

    /** Writer of a body. */
    @FunctionalInterface
    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private void send(Page page, Body body) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(DROPPED, Long.toString(page.dropped()));
        headers.put(REPAIRED, Long.toString(page.repaired()));
        List<String> remarks = remarks(page);
        if (question.form() != Question.Form.CHECKED) {
            delivery.send(headers, Map.of(), body.with(remarks)::to);
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        body.with(remarks).to(bytes);
        PageFindings findings = PageCheck.of(bytes.toByteArray());
        headers.put(CHECK, verdict(findings.invalidRecords(), findings.envelopeFaults()));
        if (findings.isValid()) {
            delivery.send(headers, Map.of(), bytes::writeTo);
        } else {
            List<String> all = new ArrayList<>(remarks);
            all.addAll(findings(findings));
            delivery.send(headers, Map.of(), body.with(all)::to);
        }
    }

    private static String verdict(long invalidRecords, long envelopeFaults) {
        return invalidRecords + envelopeFaults == 0
                ? "valid"
                : "invalid; records=" + invalidRecords + "; envelope=" + envelopeFaults;
    }

    private static List<String> findings(PageFindings findings) {
        return findings.examples().stream().map(fault -> "not valid: "
                + (fault.identifier() == null ? "" : fault.identifier() + ": ") + fault.message()).toList();
    }

    /**
     * Writes a long response while it arrives. Fails if the response ends early, so that it does not look like a short list.
     *
     * @param head first portion with an entry
     * @param passed called with each portion that was written
     */
    void stream(Page head, Further further, Consumer<Page> passed) throws IOException {
        AtomicLong dropped = new AtomicLong();
        AtomicLong repaired = new AtomicLong();
        AtomicLong invalidRecords = new AtomicLong();
        AtomicLong envelopeFaults = new AtomicLong();
        Map<String, Supplier<String>> trailers = new LinkedHashMap<>();
        trailers.put(DROPPED, () -> dropped.toString());
        trailers.put(REPAIRED, () -> repaired.toString());
        if (question.form() == Question.Form.CHECKED) {
            trailers.put(CHECK, () -> verdict(invalidRecords.get(), envelopeFaults.get()));
        }
        delivery.send(Map.of(), trailers, out -> {
            ListStream list = begin(head, out);
            Page last = head;
            for (Page page = head; page != null; page = further.next()) {
                for (String remark : remarks(page)) {
                    list.comment(remark);
                }
                if (question.form() == Question.Form.CHECKED && page.entries() > 0) {
                    PageFindings findings = check(page);
                    invalidRecords.addAndGet(findings.invalidRecords());
                    envelopeFaults.addAndGet(findings.envelopeFaults());
                    for (String finding : findings(findings)) {
                        list.comment(finding);
                    }
                }
                list.write(page.answer());
                dropped.addAndGet(page.dropped());
                repaired.addAndGet(page.repaired());
                passed.accept(page);
                last = page;
            }
            list.end(token(last));
        });
    }

    private PageFindings check(Page page) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ListStream alone = begin(page, bytes);
        alone.write(page.answer());
        alone.end(null);
        return PageCheck.of(bytes.toByteArray());
    }

    private ListStream begin(Page page, OutputStream out) {
        OaiResponse.RequestEcho echo = UpstreamRequest.echo(question, true);
        Verb verb = Objects.requireNonNull(asked).verb();
        return question.form() == Question.Form.EARLY
                ? EarlyWriter.list(verb, page.responseDate(), echo, out)
                : OaiWriter.list(verb, page.responseDate(), echo, out);
    }

    private @Nullable ResumptionToken token(Page page) {
        ProxyToken next = page.token();
        ResumptionToken received = page.received();
        if (next != null && received != null) {
            return new ResumptionToken(next.encode(key, question.source().id()), received.expirationDate(),
                    received.completeListSize(), received.cursor());
        }
        // The last page of a list with several pages ends with an empty token (S3.5), even if the source has none.
        return received != null || Objects.requireNonNull(asked).isContinued()
                ? new ResumptionToken("", null, received == null ? null : received.completeListSize(),
                        received == null ? null : received.cursor())
                : null;
    }

    /** Returns a remark on each omitted entry, for readers of the response. */
    private static List<String> remarks(Page page) {
        List<String> remarks = new ArrayList<>();
        for (ProxiedFault fault : page.faults()) {
            if (fault.isDropped() && remarks.size() < MOST_REMARKS) {
                remarks.add("left out: " + (fault.identifier() == null ? "an entry" : fault.identifier())
                        + (fault.position() < 0 ? "" : " at byte " + fault.position()) + ": " + fault.what());
            }
        }
        long unnamed = page.dropped() - remarks.size();
        if (unnamed > 0) {
            remarks.add("left out: " + unnamed + " more");
        }
        return remarks;
    }

    private static Prolog prolog(List<String> remarks) {
        StringBuilder note = new StringBuilder();
        String.join(" | ", remarks).codePoints().forEach(c -> {
            if (c == '-' && !note.isEmpty() && note.charAt(note.length() - 1) == '-') {
                note.append(' ');
            }
            boolean isLegal = c >= ' ' && c < 0x7f || c >= 0xa0 && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c > 0xffff;
            note.appendCodePoint(isLegal ? c : ' ');
        });
        return new Prolog(List.of(), note.toString());
    }
}
