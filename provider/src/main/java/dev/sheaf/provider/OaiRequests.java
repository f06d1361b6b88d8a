package dev.sheaf.provider;

import java.util.List;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;

/** Parser of requests for programs that forward requests instead of answering them. Stateless; safe for many threads. */
public final class OaiRequests {

    private OaiRequests() {}

    /** The result of parsing arguments. */
    public sealed interface Reading {

        /** A well-formed request. */
        record Understood(OaiRequest request) implements Reading {}

        /**
         * An invalid request.
         *
         * @param errors its errors: badVerb alone, or badArgument and perhaps others
         */
        record Refused(List<OaiError> errors) implements Reading {
            /** Copies the list. */
            public Refused {
                errors = List.copyOf(errors);
            }
        }
    }

    /**
     * Parses arguments, without checks that depend on a repository's contents (S3.6, S4).
     *
     * @param granularity finer dates are refused
     */
    public static Reading read(OaiArguments arguments, Granularity granularity) {
        return switch (new OaiRequestParser(granularity).parse(arguments)) {
            case ParsedRequest.Understood understood -> new Reading.Understood(understood.request());
            case ParsedRequest.Refused refused -> new Reading.Refused(refused.errors());
        };
    }
}
