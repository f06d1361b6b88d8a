package dev.sheaf.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.Repository;

/**
 * Data provider that answers protocol requests from a repository; the entry point of this library.
 *
 * <p>Keeps no state between requests (see {@link TokenStrategy} for the one exception, which the settings hold) and is safe for use by many
 * threads. Protocol errors are answers like any other (S3.6); only a failure of the repository itself throws (see {@link Repository}), and
 * the server turns that into an HTTP status.
 */
public final class DataProvider implements Answering {

    private final Repository repository;
    private final ProviderSettings settings;
    private final OaiRequestParser parser;
    private final TokenCodec tokens;
    private final RepositoryFaults faults;
    private final IdentifyHandler identify;
    private final ListMetadataFormatsHandler listMetadataFormats;
    private final ListSetsHandler listSets;
    private final GetRecordHandler getRecord;
    private final ListIdentifiersHandler listIdentifiers;
    private final ListRecordsHandler listRecords;

    /** Creates a data provider for a repository. */
    public DataProvider(Repository repository, ProviderSettings settings) {
        this.repository = repository;
        this.settings = settings;
        this.parser = new OaiRequestParser(settings.granularity());
        this.tokens = new TokenCodec(settings.tokenKey(), settings.baseUrl());
        this.faults = new RepositoryFaults(repository, tokens, settings.tokens(), settings.liveOnly());
        RecordLister lister = new RecordLister(repository, faults, tokens, settings.tokens(),
                settings.granularity());
        this.identify = new IdentifyHandler(repository, settings);
        this.listMetadataFormats = new ListMetadataFormatsHandler(repository, faults);
        this.listSets = new ListSetsHandler(repository, faults, tokens, settings.setsPerPage());
        this.getRecord = new GetRecordHandler(faults, settings.granularity());
        this.listIdentifiers = new ListIdentifiersHandler(lister, settings.headersPerPage());
        this.listRecords = new ListRecordsHandler(repository, lister, settings.recordsPerPage());
    }

    @Override
    public String baseUrl() {
        return settings.baseUrl();
    }

    /** Answers a request as received, with all records in memory. */
    public OaiResponse answer(OaiArguments arguments) {
        return ServedResponse.joined(answer(arguments, SegmentForm.RECORDS));
    }

    /** Answers a parsed request, with all records in memory. */
    public OaiResponse answer(OaiRequest request) {
        return ServedResponse.joined(answer(request, SegmentForm.RECORDS));
    }

    /**
     * Returns all that is wrong with a request, without answering it (S3.6). Empty when it would be answered, if only with noRecordsMatch.
     *
     * @param arguments as they arrived
     */
    public List<OaiError> faults(OaiArguments arguments) {
        return switch (parser.parse(arguments)) {
            case ParsedRequest.Understood(OaiRequest request) -> faults.of(RepositoryFaults.ReadableArguments.of(request));
            case ParsedRequest.Refused refused -> errors(refused).errors();
        };
    }

    @Override
    public <S> ServedResponse<S> answer(OaiArguments arguments, SegmentForm<S> form) {
        return switch (parser.parse(arguments)) {
            case ParsedRequest.Understood understood -> answer(understood.request(), form);
            case ParsedRequest.Refused refused -> whole(repository.settled(), Map.of(), errors(refused));
        };
    }

    /** Returns all errors of a refused request (S3.6), including those that only the repository can find. */
    private Errors errors(ParsedRequest.Refused refused) {
        List<OaiError> errors = new ArrayList<>(refused.errors());
        if (refused.readable() != null) {
            errors.addAll(faults.of(refused.readable()));
        }
        return new Errors(errors);
    }

    private <S> ServedResponse<S> answer(OaiRequest request, SegmentForm<S> form) {
        // The time is read first: a harvester uses responseDate as its next from, so no record that is read later may be dated before it.
        Instant settled = repository.settled();
        Map<String, String> arguments = request.arguments();
        return switch (request) {
            case OaiRequest.Identify _ -> whole(settled, arguments, identify.answer());
            case OaiRequest.ListMetadataFormats asked -> whole(settled, arguments, listMetadataFormats.answer(asked));
            case OaiRequest.ListIndexFormats _ -> throw new IllegalArgumentException(
                    "a verb of the extension for index harvesting");
            case OaiRequest.ListSets asked -> whole(settled, arguments, listSets.answer(asked));
            case OaiRequest.GetRecord asked -> whole(settled, arguments, getRecord.answer(asked));
            case OaiRequest.ListIdentifiers asked -> whole(settled, arguments, listIdentifiers.answer(asked, settled));
            case OaiRequest.ListRecords asked -> switch (listRecords.answer(asked, settled, form)) {
                case ListRecordsHandler.Outcome.Whole<S>(Instant time, Answer answer) -> whole(time, arguments, answer);
                case ListRecordsHandler.Outcome.Page<S>(Instant time, List<S> segments, ResumptionToken token) -> new ServedResponse.Page<>(
                        Datestamp.ofSecond(time), new RequestEcho(settings.baseUrl(), arguments), segments, token);
            };
        };
    }

    /**
     * Returns the request that began the list which a token continues, for pages that lead people back to the beginning of a list. Times
     * are in the repository's granularity.
     *
     * @return empty if this repository has not issued the token, or no longer stores the entries of its list
     */
    public Optional<OaiRequest> beginning(String resumptionToken) {
        return switch (tokens.decode(resumptionToken)) {
            case TokenCodec.Decoded.Known(ListState.OfRecords state) -> Optional.of(state.beginning(settings.granularity()));
            case TokenCodec.Decoded.Known(ListState.OfSets _) -> Optional.of(new OaiRequest.ListSets(null));
            case TokenCodec.Decoded.Known(ListState.OfResultSet state) -> settings.tokens().find(state)
                    .map(kept -> kept.set().list().beginning(settings.granularity()));
            case TokenCodec.Decoded.Foreign _,TokenCodec.Decoded.OfVersion _ -> Optional.empty();
        };
    }

    private <S> ServedResponse<S> whole(Instant settled, Map<String, String> arguments, Answer answer) {
        // S3.2: badVerb and badArgument forbid attributes, whatever other errors there are.
        boolean echo = !(answer instanceof Errors errors
                && (errors.has(OaiError.Code.BAD_VERB) || errors.has(OaiError.Code.BAD_ARGUMENT)));
        return new ServedResponse.Whole<>(new OaiResponse(Datestamp.ofSecond(settled),
                new RequestEcho(settings.baseUrl(), echo ? arguments : Map.of()), answer));
    }

    /** Returns an answer with one error. */
    static Errors error(OaiError.Code code, String message) {
        return new Errors(List.of(new OaiError(code, message)));
    }
}
