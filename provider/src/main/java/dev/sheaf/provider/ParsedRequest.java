package dev.sheaf.provider;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRequest;

/** What {@link OaiRequestParser} made of the arguments of a request. */
sealed interface ParsedRequest {

    /** A well-formed request. */
    record Understood(OaiRequest request) implements ParsedRequest {}

    /**
     * Arguments that are no request.
     *
     * @param errors what is wrong, one error each: badVerb alone, or badArgument and perhaps others
     * @param readable the arguments that the repository may judge besides; null when even the verb is wrong
     */
    record Refused(List<OaiError> errors, RepositoryFaults.@Nullable ReadableArguments readable) implements ParsedRequest {
        /** Copies the list. */
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
