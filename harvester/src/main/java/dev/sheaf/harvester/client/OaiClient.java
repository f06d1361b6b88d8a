package dev.sheaf.harvester.client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RecordBounds;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.CompressionPolicy;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Posted;
import dev.sheaf.harvester.http.Unreadable;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.RepairNote;

/**
 * Client of one repository, which sends one protocol request per call.
 *
 * <p>Safe for many threads; politeness asks for one request at a time to a host, which is for the caller to keep. A response that cannot be
 * read, or ends before its end, is asked for once more, because a cut transfer looks just so. A repository that answers Identify in protocol
 * 1.0 or 1.1, or in the extension for index harvesting, is asked in its own way from then on. The extension has combined formats under two
 * prefixes; requests name them by one here, and the records of the answer have their index beside the metadata.
 */
public final class OaiClient {

    private static final Duration BEFORE_ASKING_AGAIN = Duration.ofSeconds(2);
    /** Longest time for the transfer of a file; one that stands still is given up long before. */
    private static final Duration LONGEST_FILE = Duration.ofDays(2);
    private static final int EARLY_ERROR = 400;
    private static final int URI_TOO_LONG = 414;
    /** Largest number of pages of sets in a row without a new set. */
    private static final int FRUITLESS_ALLOWED = 5;

    private final HttpFetcher fetcher;
    private final BaseUrl baseUrl;
    private final ClientOptions options;
    /** Shared by all clients that were made of one. */
    private final AtomicReference<Spoken> spoken;
    private final CompressionPolicy compression;
    /** Bound of repeated requests; null for none but the number of attempts for each. */
    private final @Nullable Repeats repeats;

    /** The protocol that a repository speaks, by its last Identify. */
    private enum Spoken {
        /** It has not been asked. */
        UNKNOWN,
        /** Protocol 2.0. */
        STANDARD,
        /** Protocol 1.0 or 1.1. */
        EARLY,
        /** Protocol 2.0 with the extension for index harvesting. */
        INDEX;

        static Spoken of(OaiResponse response, OaiResponse.Identify identify) {
            if (response.envelope().isOfIndex()) {
                return INDEX;
            }
            return identify.description().protocolVersion().startsWith("1.") ? EARLY : STANDARD;
        }
    }

    /** With default options. */
    public OaiClient(HttpFetcher fetcher, BaseUrl baseUrl) {
        this(fetcher, baseUrl, ClientOptions.DEFAULT);
    }

    /**
     * Creates a client.
     *
     * @param fetcher makes the requests; is not closed
     */
    public OaiClient(HttpFetcher fetcher, BaseUrl baseUrl, ClientOptions options) {
        this(fetcher, baseUrl, options, new AtomicReference<>(Spoken.UNKNOWN), new CompressionPolicy(), null);
    }

    private OaiClient(HttpFetcher fetcher, BaseUrl baseUrl, ClientOptions options, AtomicReference<Spoken> spoken,
            CompressionPolicy compression, @Nullable Repeats repeats) {
        this.fetcher = fetcher;
        this.baseUrl = baseUrl;
        this.options = options;
        this.spoken = spoken;
        this.compression = compression;
        this.repeats = repeats;
    }

    /** Returns a copy with another number of attempts for each request. */
    public OaiClient withAttempts(int attempts) {
        return with(options.withRules(options.rules().withAttempts(attempts)));
    }

    /**
     * Returns a copy with another encoding of resumptionTokens.
     *
     * @param list format of the list that is continued
     */
    public OaiClient withTokens(TokenForm form, MetadataPrefix list) {
        return with(options.withTokens(form, list));
    }

    /** Returns a copy that sends no request again when none of the repeats is left. */
    public OaiClient withRepeats(Repeats allowed) {
        return new OaiClient(fetcher, baseUrl, options, spoken, compression, allowed);
    }

    private OaiClient with(ClientOptions other) {
        return new OaiClient(fetcher, baseUrl, other, spoken, compression, repeats);
    }

    private URI address(BaseUrl at, OaiRequest request) {
        String token = request.arguments().get("resumptionToken");
        MetadataPrefix list = options.list();
        if (token != null && list != null && options.tokens() != TokenForm.ENCODED) {
            return at.with("verb=" + request.verb().text() + "&resumptionToken=" + options.tokens().argument(token, list));
        }
        if (spoken.get() == Spoken.INDEX) {
            return at.with(OaiRequest.query(CombinedFormat.extended(request.arguments())));
        }
        URI address = at.with(request);
        // In protocol 1.x lists of identifiers are of no format.
        return spoken.get() == Spoken.EARLY && request instanceof OaiRequest.ListIdentifiers headers
                && headers.selection() != null
                        ? URI.create(address.toString().replaceFirst("&metadataPrefix=[^&]*", ""))
                        : address;
    }

    /** Returns the policy for compressed answers, which copies of a client share. */
    public CompressionPolicy compression() {
        return compression;
    }

    /** Returns the repository's address. */
    public BaseUrl baseUrl() {
        return baseUrl;
    }

    /**
     * Sends a request. Protocol errors are an ordinary answer.
     *
     * @throws HarvestException if no protocol response arrived, or one to another verb
     */
    public OaiReply ask(OaiRequest request) throws HarvestException {
        return ask(request, baseUrl);
    }

    /**
     * Sends a request, and once more if the answer is truncated or cannot be read. If both answers are truncated, the longer one is used.
     *
     * @param at the base URL that gave the token of the request: a repository may redirect to a mirror, which then serves the list to its end
     * (guidelines for repositories, load balancing)
     * @throws HarvestException when no protocol response came, or one to another verb
     */
    public OaiReply ask(OaiRequest request, BaseUrl at) throws HarvestException {
        if (spoken.get() == Spoken.UNKNOWN && namesIndex(request)) {
            // The extension has two arguments for a combined format.
            hasIndex();
        }
        OaiReply cut = null;
        boolean isSecond = false;
        while (true) {
            URI address = address(at, request);
            options.exchanges().asking(address);
            String reason;
            FetchRules rules = boundedRules();
            int attempts = 1;
            try {
                Fetched fetched = fetcher.fetch(address, rules, options.pause(), compression);
                attempts = fetched.attempts();
                OaiReply reply = reply(new Asked(at, address), request,
                        fetched.status() == URI_TOO_LONG ? posted(address, request, fetched) : fetched);
                if (isSecond) {
                    return longer(cut, reply.asSecond());
                }
                if (!reply.isCut() || !mayRepeat()) {
                    return reply;
                }
                cut = reply;
                reason = "the response ended before its end";
            } catch (HarvestException failure) {
                if (failure.kind() == Kind.CONNECTION || failure.kind() == Kind.TIMEOUT) {
                    // A connection that breaks does not tell how often the request was sent.
                    attempts = rules.attempts();
                }
                options.exchanges().failed(address, failure);
                if (isSecond && cut != null && isUnreadable(failure)) {
                    return cut;
                }
                if (isSecond || !mayBeCut(failure, request) || !mayRepeat()) {
                    throw failure;
                }
                reason = failure.getMessage();
            } finally {
                countRepeats(address, attempts);
            }
            askingAgain(reason);
            isSecond = true;
        }
    }

    private boolean mayRepeat() {
        return repeats == null || repeats.take();
    }

    /** Returns the rules, with as many attempts as the bound of repeats allows. */
    private FetchRules boundedRules() {
        return repeats == null
                ? options.rules()
                : options.rules().withAttempts(Math.clamp(1L + repeats.left(), 1, options.rules().attempts()));
    }

    private void countRepeats(URI address, int attempts) {
        if (repeats != null) {
            repeats.count(attempts - 1);
            for (int i = 1; i < attempts; i++) {
                options.exchanges().asking(address);
            }
        }
    }

    private static boolean namesIndex(OaiRequest request) {
        String prefix = request.arguments().get("metadataPrefix");
        return prefix != null && CombinedFormat.of(new MetadataPrefix(prefix)).isPresent();
    }

    /**
     * Returns whether the repository speaks the extension for index harvesting. It is asked for its Identify when it has not been yet; one that
     * has no answer does not.
     *
     * @throws HarvestException when nothing more is to be asked
     */
    public boolean hasIndex() throws HarvestException {
        if (spoken.get() == Spoken.UNKNOWN) {
            try {
                identify();
            } catch (HarvestException failure) {
                if (failure.kind().endsAsking()) {
                    throw failure;
                }
            }
        }
        return spoken.get() == Spoken.INDEX;
    }

    private static OaiReply longer(@Nullable OaiReply cut, OaiReply again) {
        return cut != null && again.isCut() && again.bytes() < cut.bytes() ? cut : again;
    }

    private static boolean isUnreadable(HarvestException failure) {
        return failure.kind() == Kind.MALFORMED || failure.kind() == Kind.NOT_OAI;
    }

    /**
     * Returns whether a failure may come from a truncated response. In the middle of a list the server has sent OAI-PMH before; but the
     * first answer may be a home page.
     */
    private static boolean mayBeCut(HarvestException failure, OaiRequest request) {
        return failure.kind() == Kind.MALFORMED
                || failure.kind() == Kind.NOT_OAI && request.arguments().containsKey("resumptionToken");
    }

    /** Waits a little before a question is put a second time. */
    public void askingAgain(String reason) throws HarvestException {
        try {
            options.pause().pause(BEFORE_ASKING_AGAIN, reason);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new HarvestException(Kind.CANCELLED, "interrupted", interruption);
        }
    }

    /** The address of a request, and the base URL to which it was sent. */
    private record Asked(BaseUrl baseUrl, URI address) {}

    private OaiReply reply(Asked at, OaiRequest request, Fetched fetched) throws HarvestException {
        boolean isPage = false;
        try {
            OaiReply reply = read(at, request, fetched);
            // Only pages of records are large, and only they are kept in memory while the next one is fetched.
            isPage = reply.answer() instanceof OaiResponse.ListRecords;
            return reply;
        } catch (HarvestException failure) {
            throw failure.with(fetched);
        } finally {
            if (!isPage) {
                fetched.release();
            }
        }
    }

    /** Sends the arguments in the body of a POST if the address is too long for the server. Every repository must accept both (S3.1.1). */
    private Fetched posted(URI address, OaiRequest request, Fetched tooLong) throws HarvestException {
        String query = address.getRawQuery();
        if (query == null || !request.arguments().containsKey("resumptionToken")) {
            return tooLong;
        }
        Fetched posted = fetcher.post(URI.create(tooLong.uri().toString().replaceFirst("\\?.*", "")),
                new Posted(Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        query.getBytes(StandardCharsets.US_ASCII)),
                options.rules(), options.pause());
        if (!posted.isSuccess()) {
            posted.release();
            return tooLong;
        }
        tooLong.release();
        return posted.from(tooLong.uri());
    }

    private OaiReply read(Asked at, OaiRequest request, Fetched fetched) throws HarvestException {
        if (spoken.get() == Spoken.EARLY && fetched.status() == EARLY_ERROR) {
            options.exchanges().answered(fetched);
            return kept(OaiReply.of(earlyError(request), List.of(), List.of(), false, delivery(at, fetched)));
        }
        OaiReply reply;
        try {
            reply = options.reader().read(fetched.body(), fetched.header("Content-Type").orElse(""),
                    (response, _, repairs, damaged, isCut) -> OaiReply.of(response, repairs, damaged, isCut,
                            delivery(at, fetched)));
        } catch (CancellationException interruption) {
            throw new HarvestException(Kind.CANCELLED, "interrupted", interruption);
        } catch (OaiFormatException failure) {
            throw fetched.isSuccess() ? Unreadable.explain(fetched, failure) : Unreadable.status(fetched);
        }
        reply = singleRecord(request, reply);
        OaiResponse response = reply.response();
        // Some repositories send protocol errors with an HTTP error status, and some send whole pages with one (IQSS/dataverse#3797).
        boolean isPage = !fetched.isSuccess() && !(response.answer() instanceof OaiResponse.Errors);
        boolean isWhole = !reply.isCut() && reply.damaged().isEmpty();
        if (isPage && !(isWhole && !isEmptyEnd(response) && options.reader() == ResponseReader.REPAIRING)) {
            throw Unreadable.status(fetched);
        }
        checkVerb(request.verb(), response, fetched);
        if (response.envelope().isOfIndex() && request.verb() != Verb.IDENTIFY && !hasIndex()) {
            throw new HarvestException(Kind.PROTOCOL, "the response is of the extension for index harvesting, but Identify at "
                    + baseUrl + " is not: " + fetched.uri());
        }
        checkToken(response, fetched);
        if (response.answer() instanceof OaiResponse.Identify identify) {
            spoken.set(Spoken.of(response, identify));
        }
        if (!isPage) {
            options.exchanges().answered(fetched);
            return kept(reply);
        }
        String status = "a complete answer arrived with HTTP " + fetched.status() + " and was accepted";
        options.exchanges().answered(fetched.remarking(status));
        return kept(reply.with(new RepairNote(null, Repair.Kind.STATUS, status, 1, 0)));
    }

    /**
     * Returns true for the end of a list without entries, which a failing server writes if it reads nothing from its database. It proves
     * nothing.
     */
    private static boolean isEmptyEnd(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords page -> page.records().isEmpty() && page.resumptionToken() == null;
            case OaiResponse.ListIdentifiers page -> page.headers().isEmpty() && page.resumptionToken() == null;
            default -> false;
        };
    }

    /** Returns the requested record from a document with several copies of it: some servers send the same answer twice in one response. */
    private static OaiReply singleRecord(OaiRequest request, OaiReply reply) {
        OaiResponse response = reply.response();
        if (!(request instanceof OaiRequest.GetRecord asked)
                || !(response.answer() instanceof OaiResponse.ListRecords(List<OaiRecord> records, var _)) || records.isEmpty()
                || !records.stream().allMatch(record -> record.identifier().strip().equals(asked.identifier().strip()))) {
            return reply;
        }
        return reply.with(new OaiResponse(response.responseDate(), response.request(),
                new OaiResponse.GetRecord(records.getFirst())));
    }

    /**
     * Returns an error of protocol 1.x, which has no error elements: it uses HTTP 400, with the reason in the status line, which HTTP
     * clients do not show.
     */
    private static OaiResponse earlyError(OaiRequest request) {
        boolean goingOn = request.arguments().containsKey("resumptionToken");
        OaiError error = new OaiError(goingOn ? OaiError.Code.BAD_RESUMPTION_TOKEN : OaiError.Code.BAD_ARGUMENT,
                "the repository, which speaks protocol 1.x, answered with HTTP 400");
        return new OaiResponse(Datestamp.received(""), new OaiResponse.RequestEcho("", Map.of()),
                new OaiResponse.Errors(List.of(error)));
    }

    private static OaiReply.Delivery delivery(Asked at, Fetched fetched) {
        BaseUrl from = fetched.uri().equals(at.address()) ? at.baseUrl() : BaseUrl.of(fetched.uri());
        return new OaiReply.Delivery(fetched.uri(), from, fetched.header("Date").orElse(null), fetched.wireBytes(),
                fetched.body().length, fetched.attempts() > 1, fetched.lease());
    }

    /** Returns a reply that holds its memory as long as its response is in use. */
    private static OaiReply kept(OaiReply reply) {
        PageBudget.Lease lease = reply.delivery().lease();
        if (lease != null) {
            lease.closeWith(reply.response());
        }
        return reply;
    }

    /** Checks the length of the token, because the run's report, the checkpoint and the next address would each contain it. */
    private static void checkToken(OaiResponse response, Fetched fetched) throws HarvestException {
        ResumptionToken token = switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.resumptionToken();
            case OaiResponse.ListIdentifiers list -> list.resumptionToken();
            case OaiResponse.ListSets list -> list.resumptionToken();
            default -> null;
        };
        if (token != null && token.value().length() > Limit.TOKEN.number()) {
            throw new HarvestException(Kind.PROTOCOL, Limit.TOKEN.exceeded() + ": " + fetched.uri());
        }
    }

    private static void checkVerb(Verb asked, OaiResponse response, Fetched fetched) throws HarvestException {
        boolean fits = switch (response.answer()) {
            case OaiResponse.Errors _ -> true;
            case OaiResponse.Identify _ -> asked == Verb.IDENTIFY;
            case OaiResponse.ListMetadataFormats _ -> asked == Verb.LIST_METADATA_FORMATS;
            case OaiResponse.ListIndexFormats _ -> asked == Verb.LIST_INDEX_FORMATS;
            case OaiResponse.ListSets _ -> asked == Verb.LIST_SETS;
            case OaiResponse.GetRecord _ -> asked == Verb.GET_RECORD;
            case OaiResponse.ListIdentifiers _ -> asked == Verb.LIST_IDENTIFIERS;
            // Some repositories answer with an empty ListRecords to any request without results.
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> asked == Verb.LIST_RECORDS
                    || asked == Verb.LIST_IDENTIFIERS && records.isEmpty() && token == null;
        };
        if (!fits) {
            throw new HarvestException(Kind.PROTOCOL, "asked for " + asked.text() + ", the repository answered with "
                    + response.answer().getClass().getSimpleName() + ": " + fetched.uri());
        }
    }

    /** Requests the description of the repository. */
    public RepositoryDescription identify() throws HarvestException {
        OaiRequest request = new OaiRequest.Identify();
        OaiReply reply = ask(request);
        if (reply.answer() instanceof OaiResponse.Identify identify) {
            return identify.description();
        }
        throw refused(request, reply);
    }

    /** Returns the formats of the repository, each prefix once. */
    public List<MetadataFormat> listMetadataFormats() throws HarvestException {
        OaiRequest request = new OaiRequest.ListMetadataFormats(null);
        OaiReply reply = ask(request);
        if (reply.answer() instanceof OaiResponse.ListMetadataFormats answer) {
            Set<MetadataPrefix> seen = new HashSet<>();
            return answer.formats().stream().filter(format -> seen.add(format.prefix())).toList();
        }
        throw refused(request, reply);
    }

    /**
     * The index formats of a repository that speaks the extension for index harvesting, each prefix once; empty when it has none.
     *
     * @throws HarvestException when no such answer came
     */
    public List<MetadataFormat> listIndexFormats() throws HarvestException {
        OaiRequest request = new OaiRequest.ListIndexFormats(null);
        OaiReply reply = ask(request);
        if (reply.answer() instanceof OaiResponse.ListIndexFormats(List<MetadataFormat> formats)) {
            Set<MetadataPrefix> seen = new HashSet<>();
            return formats.stream().filter(format -> seen.add(format.prefix())).toList();
        }
        if (reply.errors().stream().anyMatch(error -> error.code().equals(CombinedFormat.NO_INDEX_FORMATS))) {
            return List.of();
        }
        throw refused(request, reply);
    }

    /** All sets, each once; empty when the repository has none. */
    public List<OaiSet> listSets() throws HarvestException {
        List<OaiSet> sets = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Set<String> tokens = new HashSet<>();
        BaseUrl at = baseUrl;
        String token = null;
        int fruitless = 0;
        long bytes = 0;
        while (true) {
            OaiRequest request = new OaiRequest.ListSets(token);
            OaiReply reply = ask(request, at);
            bytes += reply.bytes();
            if (reply.answer() instanceof OaiResponse.Errors errors && errors.has(OaiError.Code.NO_SET_HIERARCHY)) {
                return sets;
            }
            if (!(reply.answer() instanceof OaiResponse.ListSets page)) {
                throw refused(request, reply);
            }
            int before = sets.size();
            page.sets().stream().filter(set -> RecordBounds.exceeded(set.spec()).isEmpty())
                    .filter(set -> seen.add(set.spec().value())).forEach(sets::add);
            fruitless = sets.size() > before ? 0 : fruitless + 1;
            if (sets.size() > Limit.SETS.number() || bytes > Limit.SETS_BYTES.number()) {
                throw new HarvestException(Kind.INCOMPLETE,
                        (sets.size() > Limit.SETS.number() ? Limit.SETS : Limit.SETS_BYTES).exceeded());
            }
            ResumptionToken next = page.resumptionToken();
            if (next == null || next.isLast()) {
                return sets;
            }
            token = next.value();
            at = reply.servedFrom();
            if (!tokens.add(token) || tokens.size() > Limit.SET_PAGES.number() || fruitless > FRUITLESS_ALLOWED) {
                throw new HarvestException(Kind.INCOMPLETE,
                        "ListSets does not end: after " + sets.size() + " sets the repository gives "
                                + (fruitless > FRUITLESS_ALLOWED
                                        ? "pages without new ones"
                                        : "a resumptionToken that it gave before"));
            }
        }
    }

    /** Returns one record. An unknown identifier is a {@link Kind#PROTOCOL} failure with the repository's errors. */
    public OaiRecord getRecord(String identifier, MetadataPrefix prefix) throws HarvestException {
        OaiRequest request = new OaiRequest.GetRecord(identifier, prefix);
        OaiReply reply = ask(request);
        if (reply.answer() instanceof OaiResponse.GetRecord answer) {
            return answer.record();
        }
        throw refused(request, reply);
    }

    /** Returns one record as a page, with its repairs; fails like {@link #getRecord}. */
    public OaiReply recordPage(String identifier, MetadataPrefix prefix) throws HarvestException {
        OaiRequest request = new OaiRequest.GetRecord(identifier, prefix);
        OaiReply reply = ask(request);
        if (reply.answer() instanceof OaiResponse.GetRecord) {
            return reply;
        }
        throw refused(request, reply);
    }

    /** Returns the first page of a list. */
    public OaiReply listRecords(Selection selection) throws HarvestException {
        return ask(new OaiRequest.ListRecords(selection, null));
    }

    /** Returns the page of a list that a token requests. */
    public OaiReply listRecords(String resumptionToken) throws HarvestException {
        return ask(new OaiRequest.ListRecords(null, resumptionToken));
    }

    /** Returns the first page of a list of headers, as records without metadata. */
    public OaiReply listIdentifiers(Selection selection) throws HarvestException {
        return ask(new OaiRequest.ListIdentifiers(selection, null));
    }

    /**
     * Gets a file of the repository and passes it on while it arrives, with the rules of the client. The request is sent once, and redirects
     * are not followed: the host of the source answers for its files.
     *
     * @param address http or https
     * @param headers further request headers
     * @param mostBytes largest number of bytes of the body, as sent; greater than 0
     * @param passing receives the response; its own failures are thrown unchanged
     * @throws HarvestException if there is no response, or no acceptable one
     */
    public <T> T pass(URI address, Map<String, String> headers, long mostBytes, Passing<T> passing) throws IOException {
        options.exchanges().asking(address);
        FetchRules rules = options.rules();
        return fetcher.pass(address,
                rules.withSizes(mostBytes, rules.maxBytes()).withTimes(rules.idle(), LONGEST_FILE).withoutRedirects(),
                options.pause(), headers, passing);
    }

    /**
     * Returns a response that did not come as the answer to a request, such as a part of a file, as a page of a list.
     *
     * @param bytes its size
     */
    public OaiReply asReply(OaiResponse response, long bytes) {
        return OaiReply.of(response, List.of(), List.of(), false,
                new OaiReply.Delivery(baseUrl.uri(), baseUrl, null, bytes, bytes, false, null));
    }

    private static HarvestException refused(OaiRequest request, OaiReply reply) {
        List<Damaged> damaged = reply.damaged();
        if (!damaged.isEmpty()) {
            return new HarvestException(Kind.MALFORMED, request.verb().text() + " returned an unreadable record: "
                    + damaged.getFirst().reason()).having(damaged.getFirst().raw());
        }
        List<OaiError> errors = reply.answer() instanceof OaiResponse.Errors answer ? answer.errors() : List.of();
        return new HarvestException(request.verb().text() + " was refused: " + text(errors), errors)
                .having(AsRead.of(reply.response()));
    }

    /** Returns errors as text for people. */
    public static String text(List<OaiError> errors) {
        return errors.stream().map(OaiClient::text)
                .collect(Collectors.joining(", "));
    }

    /** Returns an error as its code and message; a message that repeats the code is left out. */
    private static String text(OaiError error) {
        if (error.message().isBlank() || error.message().strip().equalsIgnoreCase(error.code())) {
            return error.code().isEmpty() ? "an error without a code or a message" : error.code();
        }
        return (error.code().isEmpty() ? "an error without a code" : error.code()) + " (" + Unreadable.line(error.message())
                + ")";
    }
}
