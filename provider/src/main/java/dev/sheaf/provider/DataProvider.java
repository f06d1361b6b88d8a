package dev.sheaf.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.repository.Repository;

/**
 * Answers protocol requests from a repository: the front door of this library.
 *
 * <p>Keeps no state between requests and is safe for use by many threads. Protocol errors are answers like any other (S3.6); only a
 * failure of the repository itself throws (see {@link Repository}), and the server in front turns that into an HTTP status.
 */
public final class DataProvider {

    private final Repository repository;
    private final ProviderSettings settings;
    private final OaiRequestParser parser;
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
        TokenCodec tokens = new TokenCodec(settings.tokenKey(), settings.baseUrl());
        RecordLister lister = new RecordLister(repository, tokens);
        this.identify = new IdentifyHandler(repository, settings);
        this.listMetadataFormats = new ListMetadataFormatsHandler(repository);
        this.listSets = new ListSetsHandler(repository, tokens, settings.setsPerPage());
        this.getRecord = new GetRecordHandler(repository);
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
            case ParsedRequest.Refused refused -> respond(repository.settled(), Map.of(), new Errors(refused.errors()));
        };
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
            case OaiResponse.GetRecord got -> new OaiResponse.GetRecord(cut(got.record()));
            case OaiResponse.ListRecords page -> new OaiResponse.ListRecords(page.records().stream().map(this::cut).toList(),
                    page.resumptionToken());
            case OaiResponse.ListIdentifiers page -> new OaiResponse.ListIdentifiers(
                    page.headers().stream().map(this::cut).toList(),
                    page.resumptionToken());
            case Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListSets _ -> answer;
        };
    }

    private OaiRecord cut(OaiRecord record) {
        return new OaiRecord(cut(record.header()), record.metadata(), record.about());
    }

    private Header cut(Header header) {
        Datestamp datestamp = header.datestamp();
        return new Header(header.identifier(),
                datestamp.instant().map(instant -> Datestamp.of(instant, settings.granularity())).orElse(datestamp),
                header.sets(),
                header.deleted());
    }

    /** An answer that is one error. */
    static Errors error(OaiError.Code code, String message) {
        return new Errors(List.of(new OaiError(code, message)));
    }
}
