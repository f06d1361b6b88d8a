package dev.sheaf.provider;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;

/** The outcome of parsing the arguments of a request with {@link OaiRequestParser}. */
sealed interface ParsedRequest {

    /** A well-formed request. */
    record Understood(OaiRequest request) implements ParsedRequest {}

    /**
     * Arguments that are no valid request.
     *
     * @param errors their errors: badVerb alone, or badArgument and perhaps others
     * @param readable the arguments that the repository may check in addition; null if the verb is wrong
     */
    record Refused(List<OaiError> errors, RepositoryFaults.@Nullable ReadableArguments readable) implements ParsedRequest {
        /** Copies the list. */
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
