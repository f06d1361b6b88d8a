package dev.sheaf.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A protocol response (S3.2) with its time, the request that it answers, and the answer.
 *
 * @param responseDate the repository's own time, as received; the text may be illegal or empty
 * @param request the request as the repository understood it
 * @param answer errors, or what the verb asked for
 * @param errorsBeside errors beside a list that has entries or a token; the list is then the answer. The writer ignores them
 */
public record OaiResponse(Datestamp responseDate, RequestEcho request, Answer answer, List<OaiError> errorsBeside) {

    /** Copies the list. */
    public OaiResponse {
        errorsBeside = List.copyOf(errorsBeside);
    }

    /** Creates a response without errors beside its answer. */
    public OaiResponse(Datestamp responseDate, RequestEcho request, Answer answer) {
        this(responseDate, request, answer, List.of());
    }

    /**
     * Returns the error that ended a list of records or headers before its end; empty if there is none. Programs write such an error when
     * their database fails while they write the list. A list with a token continues, so its errors do not count; nor do noRecordsMatch and
     * cannotDisseminateFormat.
     */
    public Optional<OaiError> ending() {
        ResumptionToken token = switch (answer) {
            case ListRecords list -> list.resumptionToken();
            case ListIdentifiers list -> list.resumptionToken();
            case ListSets _,GetRecord _,Identify _,ListMetadataFormats _,Errors _ -> null;
        };
        return token != null && !token.value().isEmpty()
                ? Optional.empty()
                : errorsBeside.stream().filter(error -> !error.isRemark()).findFirst();
    }

    /**
     * The {@code request} element.
     *
     * @param baseUrl its content
     * @param arguments its attributes; empty when badVerb or badArgument is reported
     */
    public record RequestEcho(String baseUrl, Map<String, String> arguments) {

        /** Copies the arguments and keeps their order. */
        public RequestEcho {
            arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        }
    }

    /** The content of a response: one case for errors and one per verb. */
    public sealed interface Answer {}

    /** One or more errors. */
    public record Errors(List<OaiError> errors) implements Answer {
        /** Copies the list. */
        public Errors {
            errors = List.copyOf(errors);
        }

        /** Returns whether one of the errors has this code. */
        public boolean has(OaiError.Code code) {
            return errors.stream().anyMatch(error -> error.is(code));
        }
    }

    /** The repository's description of itself. */
    public record Identify(RepositoryDescription description) implements Answer {}

    /** The formats of the repository or of an item. */
    public record ListMetadataFormats(List<MetadataFormat> formats) implements Answer {
        /** Copies the list. */
        public ListMetadataFormats {
            formats = List.copyOf(formats);
        }
    }

    /** A page of the list of sets; the token is null when the list came whole. */
    public record ListSets(List<OaiSet> sets, @Nullable ResumptionToken resumptionToken) implements Answer {
        /** Copies the list. */
        public ListSets {
            sets = List.copyOf(sets);
        }
    }

    /** One record. */
    public record GetRecord(OaiRecord record) implements Answer {}

    /** A page of headers; the token is null when the list came whole. */
    public record ListIdentifiers(List<Header> headers, @Nullable ResumptionToken resumptionToken) implements Answer {
        /** Copies the list. */
        public ListIdentifiers {
            headers = List.copyOf(headers);
        }
    }

    /** A page of records; the token is null when the list came whole. */
    public record ListRecords(List<OaiRecord> records, @Nullable ResumptionToken resumptionToken) implements Answer {
        /** Copies the list. */
        public ListRecords {
            records = List.copyOf(records);
        }
    }
}
