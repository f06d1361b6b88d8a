package dev.sheaf.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.Repository;

/**
 * Answers protocol requests from a repository: the front door of this library.
 *
 * <p>Keeps no state between requests (see {@link Tokens} for the one exception, which the settings hold) and is safe for use by many
 * threads. Protocol errors are answers like any other (S3.6); only a
 * failure of the repository itself throws (see {@link Repository}), and the server in front turns that into an HTTP status.
 */
public final class DataProvider {

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

    /** Serves a repository. */
    public DataProvider(Repository repository, ProviderSettings settings) {
        this.repository = repository;
        this.settings = settings;
        this.parser = new OaiRequestParser(settings.granularity());
        this.tokens = new TokenCodec(settings.tokenKey(), settings.baseUrl());
        this.faults = new RepositoryFaults(repository, tokens, settings.tokens(), settings.liveOnly());
        RecordLister lister = new RecordLister(repository, faults, tokens, settings.tokens());
        this.identify = new IdentifyHandler(repository, settings);
        this.listMetadataFormats = new ListMetadataFormatsHandler(repository, faults);
        this.listSets = new ListSetsHandler(repository, faults, tokens, settings.setsPerPage());
        this.getRecord = new GetRecordHandler(faults);
        this.listIdentifiers = new ListIdentifiersHandler(lister, settings.headersPerPage());
        this.listRecords = new ListRecordsHandler(lister, settings.recordsPerPage());
    }

    /** The address that this provider tells in every response. */
    public String baseUrl() {
        return settings.baseUrl();
    }

    /** Answers a request as it arrived. */
    public OaiResponse answer(OaiArguments arguments) {
        return switch (parser.parse(arguments)) {
            case ParsedRequest.Understood understood -> answer(understood.request());
            case ParsedRequest.Refused refused -> respond(repository.settled(), Map.of(), errors(refused));
        };
    }

    /** S3.6: all that is wrong, also what only the repository can tell. */
    private Errors errors(ParsedRequest.Refused refused) {
        List<OaiError> errors = new ArrayList<>(refused.errors());
        if (refused.readable() != null) {
            errors.addAll(faults.of(refused.readable()));
        }
        return new Errors(errors);
    }

    /** Answers a request that is well-formed already. */
    public OaiResponse answer(OaiRequest request) {
        // Before anything is read: a harvester takes responseDate as its next from, so nothing read later may lie before it.
        Instant settled = repository.settled();
        Answer answer = switch (request) {
            case OaiRequest.Identify _ -> identify.answer();
            case OaiRequest.ListMetadataFormats asked -> listMetadataFormats.answer(asked);
            case OaiRequest.ListSets asked -> listSets.answer(asked);
            case OaiRequest.GetRecord asked -> getRecord.answer(asked);
            case OaiRequest.ListIdentifiers asked -> listIdentifiers.answer(asked, settled);
            case OaiRequest.ListRecords asked -> listRecords.answer(asked, settled);
        };
        return respond(settled, request.arguments(), answer);
    }

    /**
     * The request that began the list which a token continues: for whoever shows lists to people, and leads them back to the start. Times
     * are in the repository's granularity, whatever the harvester wrote.
     *
     * @return empty when this repository has not issued the token, or no longer keeps the entries of its list
     */
    public Optional<OaiRequest> beginning(String resumptionToken) {
        return switch (tokens.decode(resumptionToken)) {
            case TokenCodec.Decoded.Known(ListState.OfRecords state) -> Optional.of(state.beginning(settings.granularity()));
            case TokenCodec.Decoded.Known(ListState.OfSets _) -> Optional.of(new OaiRequest.ListSets(null));
            case TokenCodec.Decoded.Known(ListState.OfResultSet state) -> settings.tokens() instanceof ResultSets sets
                    ? sets.find(state.resultSet()).map(set -> set.list().beginning(settings.granularity()))
                    : Optional.empty();
            case TokenCodec.Decoded.Foreign _,TokenCodec.Decoded.OfVersion _ -> Optional.empty();
        };
    }

    /**
     * Returns the answer in place of a page of which no record can be read: the next page of its list, because an empty list is not legal.
     *
     * @param page an answer of this provider to ListRecords; any other is returned as it is
     * @return the next page, which may have to be passed over as well, or noRecordsMatch at the end. A harvest ends with noRecordsMatch;
     *     badResumptionToken would have it begin again without end
     */
    public OaiResponse behind(OaiResponse page) {
        if (!(page.answer() instanceof OaiResponse.ListRecords list)) {
            return page;
        }
        ResumptionToken token = list.resumptionToken();
        Answer next = token == null || token.isLast()
                ? error(OaiError.Code.NO_RECORDS_MATCH,
                        "None of the records that are left of this list can be read at the moment; the repository's log says why.")
                : answer(new OaiRequest.ListRecords(null, token.value())).answer();
        return new OaiResponse(page.responseDate(), page.request(), next);
    }

    private OaiResponse respond(Instant settled, Map<String, String> arguments, Answer answer) {
        // S3.2: no attributes on badVerb and badArgument, whatever else is reported beside them.
        boolean echo = !(answer instanceof Errors errors
                && (errors.has(OaiError.Code.BAD_VERB) || errors.has(OaiError.Code.BAD_ARGUMENT)));
        return new OaiResponse(Datestamp.ofSecond(settled), new RequestEcho(settings.baseUrl(), echo ? arguments : Map.of()),
                cut(answer));
    }

    /** Cuts the datestamps of a repository that counts in days (S3.3: one granularity throughout); the seam speaks in seconds. */
    private Answer cut(Answer answer) {
        if (settings.granularity() == Granularity.SECOND) {
            return answer;
        }
        return switch (answer) {
            case OaiResponse.GetRecord got -> new OaiResponse.GetRecord(DayDatestamps.cut(got.record()));
            case OaiResponse.ListRecords page -> new OaiResponse.ListRecords(DayDatestamps.cut(page.records()),
                    page.resumptionToken());
            case OaiResponse.ListIdentifiers page -> new OaiResponse.ListIdentifiers(
                    page.headers().stream().map(DayDatestamps::cut).toList(), page.resumptionToken());
            case Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListSets _ -> answer;
        };
    }

    /** An answer that is one error. */
    static Errors error(OaiError.Code code, String message) {
        return new Errors(List.of(new OaiError(code, message)));
    }
}
