package dev.sheaf.provider.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.OaiResponse.Envelope;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.provider.Answering;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.SegmentForm;
import dev.sheaf.provider.ServedResponse;

/**
 * Answers requests of the extension for index harvesting: those of the protocol, and ListIndexFormats; GetRecord, ListRecords and
 * ListIdentifiers take the argument indexPrefix besides.
 *
 * <p>The records come from the combined formats of the repository ({@code oai_dc__tf_basic}). A request with both prefixes is answered as one
 * for the combined format, with its tokens; the record of the answer is cut into its parts, and no XML is written again. The combined formats
 * themselves are not formats here. The index formats are those that are stored: none is made of another.
 *
 * <p>Keeps no state and is safe for use by many threads.
 */
public final class IndexProvider implements Answering {

    private static final String VERB = "verb";
    private static final String METADATA_PREFIX = "metadataPrefix";
    private static final String IDENTIFIER = "identifier";
    private static final Set<Verb> WITH_INDEX = Set.of(Verb.GET_RECORD, Verb.LIST_IDENTIFIERS, Verb.LIST_RECORDS);

    private final DataProvider provider;
    private final String standardUrl;
    private final String schemas;
    private final Envelope envelope;

    /**
     * Serves the repository of a provider.
     *
     * @param provider with the base URL of the extension
     * @param standardUrl base URL of the same repository in plain OAI-PMH
     * @param schemas address of the folder with the schemas of the extension and of the index formats, with a slash at its end
     */
    public IndexProvider(DataProvider provider, String standardUrl, String schemas) {
        this.provider = provider;
        this.standardUrl = standardUrl;
        this.schemas = schemas;
        this.envelope = Envelope.INDEX.withSchema(schemas + "oai-pmh-index.xsd");
    }

    @Override
    public String baseUrl() {
        return provider.baseUrl();
    }

    @Override
    public <S> ServedResponse<S> answer(OaiArguments arguments, SegmentForm<S> form) {
        List<String> verbs = arguments.values(VERB);
        if (verbs.equals(List.of(Verb.LIST_INDEX_FORMATS.text()))) {
            return new ServedResponse.Whole<>(indexFormats(arguments).in(envelope));
        }
        Optional<Verb> verb = verbs.size() == 1 ? Verb.fromText(verbs.getFirst()).filter(WITH_INDEX::contains) : Optional.empty();
        if (verb.isEmpty()) {
            return extended(provider.answer(arguments, parted(form)), arguments);
        }
        PrefixArguments asked = new PrefixArguments(verb.get(), arguments, formats(arguments));
        Optional<OaiArguments> mapped = asked.mapped();
        if (mapped.isPresent()) {
            return extended(provider.answer(mapped.get(), parted(form)), arguments);
        }
        Set<OaiError> errors = new LinkedHashSet<>(asked.errors());
        errors.addAll(provider.faults(asked.withoutIndex()));
        return new ServedResponse.Whole<>(refused(arguments, List.copyOf(errors)));
    }

    /** The provider tells the time of the repository with any of its answers. */
    private OaiResponse refused(OaiArguments arguments, List<OaiError> errors) {
        Map<String, String> echo = new LinkedHashMap<>();
        // S3.2: no attributes on badArgument.
        if (errors.stream().noneMatch(error -> error.is(Code.BAD_ARGUMENT))) {
            arguments.list().forEach(argument -> echo.put(argument.key(), argument.value()));
        }
        OaiResponse any = provider.answer(new OaiRequest.ListMetadataFormats(null));
        return new OaiResponse(any.responseDate(), new RequestEcho(provider.baseUrl(), echo), new OaiResponse.Errors(errors))
                .in(envelope);
    }

    /** Returns the formats of the repository; none for a request that names no format. */
    private List<MetadataFormat> formats(OaiArguments arguments) {
        if (arguments.values(METADATA_PREFIX).isEmpty() && arguments.values(CombinedFormat.INDEX_PREFIX).isEmpty()) {
            return List.of();
        }
        return provider.answer(new OaiRequest.ListMetadataFormats(null))
                .answer() instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> formats)
                        ? formats
                        : List.of();
    }

    /** ListIndexFormats has the argument of ListMetadataFormats, and its errors. */
    private OaiResponse indexFormats(OaiArguments arguments) {
        OaiResponse response = provider.answer(new OaiArguments(arguments.list().stream()
                .map(argument -> argument.key().equals(VERB)
                        ? new OaiArguments.Argument(VERB, Verb.LIST_METADATA_FORMATS.text(), null)
                        : argument)
                .toList()));
        Map<String, String> echo = new LinkedHashMap<>(response.request().arguments());
        echo.computeIfPresent(VERB, (_, _) -> Verb.LIST_INDEX_FORMATS.text());
        return new OaiResponse(response.responseDate(), new RequestEcho(provider.baseUrl(), echo), switch (response.answer()) {
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> indexFormats(formats,
                    response.request().arguments().get(IDENTIFIER));
            case OaiResponse.Errors(List<OaiError> errors) -> new OaiResponse.Errors(
                    errors.stream().map(IndexProvider::ofIndex).toList());
            case Answer other -> throw new IllegalStateException("an answer to ListMetadataFormats: " + other);
        });
    }

    private Answer indexFormats(List<MetadataFormat> formats, @Nullable String identifier) {
        List<MetadataFormat> index = formats.stream().flatMap(format -> CombinedFormat.of(format).stream())
                .map(CombinedFormat::index).distinct().sorted().map(known -> known.format(schemas)).toList();
        return index.isEmpty()
                ? new OaiResponse.Errors(List.of(new OaiError(CombinedFormat.NO_INDEX_FORMATS, identifier == null
                        ? "This repository has no index of full texts."
                        : "The item " + PrefixArguments.quote(identifier) + " has no index.")))
                : new OaiResponse.ListIndexFormats(index);
    }

    private static OaiError ofIndex(OaiError error) {
        return error.is(Code.NO_METADATA_FORMATS)
                ? new OaiError(CombinedFormat.NO_INDEX_FORMATS, error.message())
                : new OaiError(error.code(),
                        error.message().replace(Verb.LIST_METADATA_FORMATS.text(), Verb.LIST_INDEX_FORMATS.text()));
    }

    /** Returns a form that gets each segment with its records cut into parts. */
    private static <S> SegmentForm<S> parted(SegmentForm<S> form) {
        return new SegmentForm<>() {

            @Override
            public S of(RecordSegment segment) {
                return form.of(new PartedSegment(segment));
            }

            @Override
            public boolean isEmpty(S made) {
                return form.isEmpty(made);
            }
        };
    }

    private <S> ServedResponse<S> extended(ServedResponse<S> response, OaiArguments arguments) {
        return switch (response) {
            case ServedResponse.Page<S> page -> new ServedResponse.Page<>(page.responseDate(), echo(page.request()),
                    page.segments(),
                    page.resumptionToken(), envelope);
            case ServedResponse.Whole<S>(OaiResponse whole) -> new ServedResponse.Whole<>(new OaiResponse(whole.responseDate(),
                    echo(whole.request()), answer(whole, arguments)).in(envelope));
        };
    }

    private static RequestEcho echo(RequestEcho request) {
        return new RequestEcho(request.baseUrl(), CombinedFormat.extended(request.arguments()));
    }

    private Answer answer(OaiResponse whole, OaiArguments arguments) {
        return switch (whole.answer()) {
            case OaiResponse.Identify(RepositoryDescription description) -> new OaiResponse.Identify(described(description));
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> plainFormats(formats,
                    whole.request().arguments().get(IDENTIFIER));
            case OaiResponse.GetRecord(OaiRecord record) -> PartedSegment.parted(record).<Answer>map(OaiResponse.GetRecord::new)
                    .orElseGet(() -> error(Code.CANNOT_DISSEMINATE_FORMAT,
                            "The record of " + PrefixArguments.quote(record.identifier())
                                    + " cannot be read at the moment; the repository's log says why."));
            case OaiResponse.ListRecords list -> records(list);
            case OaiResponse.Errors(List<OaiError> errors) -> new OaiResponse.Errors(
                    errors.stream().map(error -> explained(error, arguments)).toList());
            case OaiResponse.ListIdentifiers list -> list;
            case OaiResponse.ListSets list -> list;
            case OaiResponse.ListIndexFormats list -> list;
        };
    }

    private static Answer records(OaiResponse.ListRecords list) {
        List<OaiRecord> records = list.records().stream().flatMap(record -> PartedSegment.parted(record).stream()).toList();
        return records.isEmpty() && !list.records().isEmpty()
                ? error(Code.NO_RECORDS_MATCH, "None of these records can be read at the moment; the repository's log says why.")
                : new OaiResponse.ListRecords(records, list.resumptionToken());
    }

    private static Answer plainFormats(List<MetadataFormat> formats, @Nullable String identifier) {
        List<MetadataFormat> plain = formats.stream().filter(format -> CombinedFormat.of(format).isEmpty()).toList();
        return plain.isEmpty()
                ? error(Code.NO_METADATA_FORMATS, identifier == null
                        ? "This repository has no metadata without an index."
                        : "The item " + PrefixArguments.quote(identifier) + " has no metadata without an index.")
                : new OaiResponse.ListMetadataFormats(plain);
    }

    private RepositoryDescription described(RepositoryDescription own) {
        List<XmlFragment> descriptions = new ArrayList<>(ContainerWriter.withFriend(own.descriptions(), standardUrl));
        descriptions
                .add(ContainerWriter.write(DublinCoreDescription.ofText("This base URL speaks the extension of OAI-PMH for index "
                        + "harvesting. The same repository speaks plain OAI-PMH at " + standardUrl
                        + ". ListIndexFormats names the forms in which the terms of full texts can be had; the argument indexPrefix asks for "
                        + "one of them together with the metadata.")));
        return new RepositoryDescription(own.repositoryName(), own.baseUrl(), own.protocolVersion(), own.adminEmails(),
                own.earliestDatestamp(), own.deletedRecord(), own.granularityText(), own.compressions(), descriptions);
    }

    /** Says of an error what it means for the arguments of the extension. */
    private static OaiError explained(OaiError error, OaiArguments arguments) {
        if (error.is(Code.BAD_VERB)) {
            return new OaiError(error.code(), error.message() + " At this base URL, ListIndexFormats is a verb too.");
        }
        List<String> index = arguments.values(CombinedFormat.INDEX_PREFIX);
        List<String> metadata = arguments.values(METADATA_PREFIX);
        if (error.is(Code.CANNOT_DISSEMINATE_FORMAT) && index.size() == 1 && metadata.size() == 1) {
            return new OaiError(error.code(), "The item " + PrefixArguments.quote(String.join(" ", arguments.values(IDENTIFIER)))
                    + " has no index for indexPrefix=" + PrefixArguments.quote(index.getFirst()) + " with metadataPrefix="
                    + PrefixArguments.quote(metadata.getFirst()) + "; ListIndexFormats with its identifier names those it has.");
        }
        return error;
    }

    static OaiResponse.Errors error(Code code, String message) {
        return new OaiResponse.Errors(List.of(new OaiError(code, message)));
    }
}
