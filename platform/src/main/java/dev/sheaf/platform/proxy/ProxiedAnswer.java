package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Verb;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Unreadable;
import dev.sheaf.platform.server.outgoing.ShortPause;
import dev.sheaf.store.sources.ProxiedFault;
import dev.sheaf.store.sources.ProxiedTally;

/** One request to the proxy, from its arguments to its answer. Used by one thread. */
final class ProxiedAnswer {

    private static final Logger LOG = LoggerFactory.getLogger(ProxiedAnswer.class);
    /** Largest number of successive pages without entries. A longer series is given up, because a harvester would not wait for its end. */
    private static final int MOST_MERGED = 50;
    private static final int BAD_REQUEST = 400;
    private static final int BEGINNING = 4096;

    private final LiveProxy proxy;
    private final Question question;
    private final AnswerTarget delivery;
    private final List<ProxiedFault> earlier = new ArrayList<>();

    ProxiedAnswer(LiveProxy proxy, Question question, AnswerTarget delivery) {
        this.proxy = proxy;
        this.question = question;
        this.delivery = delivery;
    }

    /** Thrown at the first early end of a response. */
    private static final class CutException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** Thrown if a source turns out to speak protocol 1.x and needs a different request. */
    private static final class EarlySourceException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    void run() throws IOException {
        switch (UpstreamRequest.of(question, proxy.isEarly(question.source()), proxy.place().key())) {
            case UpstreamRequest.Understanding.Refused(List<OaiError> errors) -> {
                boolean isRequest = errors.stream().noneMatch(
                        error -> error.is(OaiError.Code.BAD_VERB) || error.is(OaiError.Code.BAD_ARGUMENT));
                output(null).errors(errors, isRequest, Datestamp.ofSecond(now()));
            }
            case UpstreamRequest.Understanding.Understood(UpstreamRequest asked) -> {
                try {
                    learnGranularity(asked);
                    ask(asked);
                } catch (Refusal refusal) {
                    refuse(refusal, asked);
                } catch (ShortPause.TooLongException tooLong) {
                    refuse(Refusal.later(
                            "Requests to the source are paused: " + OneLine.sentence(String.valueOf(tooLong.getMessage())),
                            tooLong.needed()),
                            asked);
                } catch (HarvestException failure) {
                    refuse(Refusal.of(failure), asked);
                }
            }
        }
    }

    private Instant now() {
        return proxy.clock().instant();
    }

    private Output output(@Nullable UpstreamRequest asked) {
        return new Output(question, asked, proxy.place().key(), delivery);
    }

    private void refuse(Refusal refusal, UpstreamRequest asked) throws IOException {
        String source = question.source().id();
        LOG.info("not passed on source={} verb={} status={} because=\"{}\"", source, asked.verb().text(), refusal.status(),
                refusal.getMessage());
        List<ProxiedFault> faults = new ArrayList<>(earlier);
        if (!refusal.isBusy()) {
            faults.add(new ProxiedFault(null, "unusable-response", asked.prefix(), -1, String.valueOf(refusal.getMessage()), "",
                    ""));
        }
        proxy.log().add(source, now(), new ProxiedTally(1, refusal.isBusy() ? 0 : 1, 0, 0, 0), faults);
        delivery.refuse(refusal.status(), refusal.forClients(), refusal.retryAfter());
    }

    /** Requests pages until one has an entry. */
    private void ask(UpstreamRequest first) throws IOException {
        UpstreamRequest asked = first;
        for (int pages = 0; pages < MOST_MERGED; pages++) {
            Page page = page(asked).orElse(null);
            if (page == null) {
                return;
            }
            if (page.answer() instanceof OaiResponse.Errors && asked.asWritten().isPresent()) {
                asked = asked.asWritten().get();
                continue;
            }
            ProxyToken token = page.token();
            if (!page.isEmptyList() || token == null) {
                Page whole = page.isEmptyList() ? shaping(asked).empty(page.after(earlier)) : page.after(earlier);
                deliver(whole, asked);
                return;
            }
            earlier.addAll(page.faults());
            asked = UpstreamRequest.goingOn(token, first.isContinued());
        }
        throw Refusal.beyondRepair(MOST_MERGED + " successive pages have no usable entry");
    }

    private Shaping shaping(UpstreamRequest asked) {
        return new Shaping(question, asked, proxy.place(), proxy.known(question.source()));
    }

    /** Returns one response of the source; empty if it was long and has been sent already. */
    private Optional<Page> page(UpstreamRequest asked) throws IOException {
        boolean isAgain = false;
        UpstreamRequest now = asked;
        while (true) {
            try {
                return once(now);
            } catch (EarlySourceException _) {
                proxy.learn(question.source(), true);
                if (now.forRecords().equals(now)) {
                    return Optional.of(rejected(now));
                }
                now = now.forRecords();
            } catch (CutException _) {
                if (isAgain) {
                    throw Refusal.beyondRepair("it ends early each time, and the rest cannot be requested");
                }
                isAgain = true;
            }
        }
    }

    private Optional<Page> once(UpstreamRequest asked) throws IOException {
        return proxy.fetcher().passAtHome(asked.address(question), proxy.rules(question.source()), proxy.pause(),
                question.about(),
                new Passing<Optional<Page>>() {
                    @Override
                    public Optional<Page> take(Arriving response) throws IOException {
                        return taken(asked, response);
                    }

                    @Override
                    public long mostBytes(FetchRules rules) {
                        // A page is sent in portions, so the heap does not limit it.
                        return Math.max(rules.maxBytes(), rules.maxWireBytes());
                    }

                    @Override
                    public Optional<Page> refused(Fetched response) throws IOException {
                        return Optional.of(notFound(asked, response));
                    }
                });
    }

    private Optional<Page> taken(UpstreamRequest asked, Arriving response) throws IOException {
        Portions portions = new Portions(response.body(), proxy.limits());
        PortionReader reader = new PortionReader(response.header("Content-Type").orElse(""), asked.prefix());
        Portion portion = first(portions);
        Page page;
        try {
            page = page(asked, response, reader.read(portion));
        } catch (OaiFormatException failure) {
            throw response.unreadable(
                    Arrays.copyOf(portion.page(), Math.min(portion.page().length, BEGINNING)), failure);
        }
        return portion.isLast() ? Optional.of(page) : inPortions(asked, response, page, portions, reader);
    }

    private static Portion first(Portions portions) throws IOException {
        try {
            return Objects.requireNonNull(portions.next(), "a response begins");
        } catch (UncuttableException failure) {
            throw Refusal.beyondRepair(String.valueOf(failure.getMessage()));
        }
    }

    private Page page(UpstreamRequest asked, Arriving response, PortionReading reading) throws IOException {
        proxy.learn(question.source(), reading.isEarly());
        if (reading.isEarly() && !asked.forRecords().equals(asked)) {
            throw new EarlySourceException();
        }
        if (reading.isCut()) {
            throw new CutException();
        }
        Page page = shaping(asked).page(reading, response.uri(), now());
        if (page.answer() instanceof OaiResponse.Identify identify) {
            identify.description().granularity().ifPresent(granularity -> proxy.learn(question.source(), granularity));
        }
        return page;
    }

    /** Sends a long response while it arrives. */
    private Optional<Page> inPortions(UpstreamRequest asked, Arriving response, Page first, Portions portions,
            PortionReader reader)
            throws IOException {
        Page page = first;
        while (page.isEmptyList() && page.token() == null) {
            earlier.addAll(page.faults());
            Page next = further(asked, response, portions, reader);
            if (next == null) {
                return Optional.of(new Page(page.responseDate(), page.answer(), List.of(), null));
            }
            page = next;
        }
        if (!page.isList() || page.isEmptyList()) {
            return Optional.of(page);
        }
        Page head = page.after(earlier);
        earlier.clear();
        String source = question.source().id();
        proxy.log().add(source, now(), new ProxiedTally(1, 0, 0, 0, 0), List.of());
        output(asked).stream(head, () -> further(asked, response, portions, reader),
                passed -> proxy.log().add(source, now(), passed.tally(), passed.faults()));
        return Optional.empty();
    }

    /** Returns the next portion of a long response; null after its last. */
    private @Nullable Page further(UpstreamRequest asked, Arriving response, Portions portions, PortionReader reader)
            throws IOException {
        Portion portion = portions.next();
        if (portion == null) {
            return null;
        }
        PortionReading reading;
        try {
            reading = reader.read(portion);
        } catch (OaiFormatException failure) {
            reading = new PortionReading(
                    new OaiResponse(Datestamp.ofSecond(now()), UpstreamRequest.echo(question, false), nothing(asked)),
                    List.of(new ProxiedFault(null, ProxiedFault.DROPPED, asked.prefix(), portion.from(),
                            "a part of the response cannot be read: " + failure.getMessage(),
                            FaultExcerpts.beginning(portion.page()), "")),
                    portion.isLast());
        }
        if (reading.isCut()) {
            throw new HarvestException(HarvestException.Kind.INCOMPLETE, "the response from " + response.uri()
                    + " ends before its end");
        }
        return shaping(asked).page(reading, response.uri(), now());
    }

    private static OaiResponse.Answer nothing(UpstreamRequest asked) {
        return switch (asked.upstream()) {
            case OaiRequest.ListSets _ -> new OaiResponse.ListSets(List.of(), null);
            case OaiRequest.ListIdentifiers _ -> new OaiResponse.ListIdentifiers(List.of(), null);
            default -> new OaiResponse.ListRecords(List.of(), null);
        };
    }

    /** Returns the protocol error in a response with an error status. */
    private Page notFound(UpstreamRequest asked, Fetched response) throws IOException {
        if (response.status() == 503 || response.status() == 429) {
            throw Refusal.busy("The source is busy: " + Unreadable.status(response).getMessage(),
                    response.header("Retry-After").orElse(null), now());
        }
        if (response.status() == BAD_REQUEST && (proxy.isEarly(question.source()) || isEarlyAfterAll())) {
            if (!asked.forRecords().equals(asked)) {
                throw new EarlySourceException();
            }
            return rejected(asked);
        }
        try {
            OaiResponse answer = ResponseReader.REPAIRING.read(response.body(), response.header("Content-Type").orElse(""))
                    .response();
            if (answer.answer() instanceof OaiResponse.Errors) {
                ProxiedFault fault = new ProxiedFault(null, "error-status", asked.prefix(), -1, "a protocol error came with HTTP "
                        + response.status() + " instead of 200", "", "");
                return shaping(asked).page(new PortionReading(answer, List.of(fault), false), response.uri(), now());
            }
        } catch (OaiFormatException _) {
            // An ordinary error page.
        }
        throw Unreadable.status(response);
    }

    /**
     * Asks Identify once, before the first datestamps of a source whose granularity is unknown, so that an answer does not depend on whether
     * somebody asked before. The request itself shows whether the source can be asked at all.
     */
    private void learnGranularity(UpstreamRequest asked) {
        if (asked.verb() == Verb.IDENTIFY || asked.verb() == Verb.LIST_METADATA_FORMATS || asked.verb() == Verb.LIST_SETS
                || proxy.known(question.source()).granularity() != null || !proxy.beginsToAsk(question.source())) {
            return;
        }
        try {
            identify().flatMap(RepositoryDescription::granularity)
                    .ifPresent(granularity -> proxy.learn(question.source(), granularity));
        } catch (IOException failure) {
            LOG.debug("no granularity known: source={} because=\"{}\"", question.source().id(), failure.getMessage());
        }
    }

    /**
     * Returns whether the source speaks protocol 1.x, which answers HTTP 400 where 2.0 has errors. Sends a request once if the protocol is
     * unknown.
     */
    private boolean isEarlyAfterAll() throws IOException {
        if (!proxy.isUnknown(question.source())) {
            return false;
        }
        boolean isEarly = identify().filter(description -> description.protocolVersion().startsWith("1.")).isPresent();
        proxy.learn(question.source(), isEarly);
        return isEarly;
    }

    /** Returns the source's description of itself; empty if it is not readable. */
    private Optional<RepositoryDescription> identify() throws IOException {
        UpstreamRequest identify = new UpstreamRequest(Verb.IDENTIFY, new OaiRequest.Identify(), "", false, "", false);
        return proxy.fetcher().passAtHome(identify.address(question), proxy.rules(question.source()), proxy.pause(),
                question.about(),
                new Passing<Optional<RepositoryDescription>>() {
                    @Override
                    public Optional<RepositoryDescription> take(Arriving response) throws IOException {
                        try {
                            byte[] body = response.body().readNBytes(1 << 20);
                            return OaiReader.read(body).answer() instanceof OaiResponse.Identify answer
                                    ? Optional.of(answer.description())
                                    : Optional.empty();
                        } catch (OaiFormatException _) {
                            return Optional.empty();
                        }
                    }

                    @Override
                    public Optional<RepositoryDescription> refused(Fetched response) {
                        return Optional.empty();
                    }
                });
    }

    private Page rejected(UpstreamRequest asked) {
        boolean goesOn = asked.upstream().arguments().containsKey("resumptionToken");
        OaiError error = new OaiError(goesOn ? OaiError.Code.BAD_RESUMPTION_TOKEN : OaiError.Code.BAD_ARGUMENT,
                "The source, which speaks protocol 1.x, answered with HTTP 400.");
        return new Page(Datestamp.ofSecond(now()), new OaiResponse.Errors(List.of(error)), List.of(), null);
    }

    private void deliver(Page page, UpstreamRequest asked) throws IOException {
        proxy.log().add(question.source().id(), now(), new ProxiedTally(1, 0, 0, 0, 0).plus(page.tally()), page.faults());
        output(asked).whole(page);
    }
}
