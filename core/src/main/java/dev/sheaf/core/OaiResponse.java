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
 * @param errorsBeside errors that came together with a list, which is the answer then: it has entries, or a token that leads on; not written
 * @param envelope the document type of the response
 */
public record OaiResponse(Datestamp responseDate, RequestEcho request, Answer answer, List<OaiError> errorsBeside,
        Envelope envelope) {

    /** Copies the list. */
    public OaiResponse {
        errorsBeside = List.copyOf(errorsBeside);
    }

    /** A response of the protocol. */
    public OaiResponse(Datestamp responseDate, RequestEcho request, Answer answer, List<OaiError> errorsBeside) {
        this(responseDate, request, answer, errorsBeside, Envelope.OAI_PMH);
    }

    /** A response of the protocol without errors besides its answer. */
    public OaiResponse(Datestamp responseDate, RequestEcho request, Answer answer) {
        this(responseDate, request, answer, List.of());
    }

    /**
     * The document type of a response: that of the protocol, or that of the extension for index harvesting, in which every element of the
     * response has another namespace.
     *
     * @param namespace of all elements of the response itself
     * @param schema address that {@code xsi:schemaLocation} names for it
     */
    public record Envelope(String namespace, String schema) {

        /** Responses of the protocol (S3.2). Elements of unknown namespaces are read as if they were in this one. */
        public static final Envelope OAI_PMH = new Envelope(Namespaces.OAI, Namespaces.OAI_SCHEMA);
        /** Responses of the extension for index harvesting. */
        public static final Envelope INDEX = new Envelope(Namespaces.OAI_INDEX, Namespaces.OAI_INDEX_SCHEMA);

        /** Returns the same document type with another address of its schema. */
        public Envelope withSchema(String address) {
            return new Envelope(namespace, address);
        }

        /** Returns whether responses are of the extension for index harvesting. */
        public boolean isOfIndex() {
            return namespace.equals(Namespaces.OAI_INDEX);
        }
    }

    /** Returns the same response as another document type. */
    public OaiResponse in(Envelope other) {
        return new OaiResponse(responseDate, request, answer, errorsBeside, other);
    }

    /**
     * Returns the error that ended a list of records or headers: programs write one when their database fails while they list. A list
     * with a token goes on, and noRecordsMatch and cannotDisseminateFormat are remarks of repositories that have listed what they have.
     */
    public Optional<OaiError> ending() {
        ResumptionToken token = switch (answer) {
            case ListRecords list -> list.resumptionToken();
            case ListIdentifiers list -> list.resumptionToken();
            case ListSets _,GetRecord _,Identify _,ListMetadataFormats _,ListIndexFormats _,Errors _ -> null;
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

    /**
     * The index formats of the repository or of an item. They are described as metadata formats are: prefix, schema and namespace.
     */
    public record ListIndexFormats(List<MetadataFormat> formats) implements Answer {
        /** Copies the list. */
        public ListIndexFormats {
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
