package dev.sheaf.harvester.internal.list;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The reason why a walk by token cannot continue, or cannot be trusted.
 *
 * @param sort decides on the reaction
 * @param message for people
 * @param failure exception to throw if nothing can be done; null if the walk came to an end
 */
record ListFailure(Sort sort, String message, @Nullable HarvestException failure) {

    /** The kinds of failures of a list. */
    enum Sort {
        /** The token is refused, or no longer valid. */
        TOKEN,
        /** A page is unavailable, though the server answers other requests. */
        POISONED,
        /** The server requires smaller requests. */
        TOO_LARGE,
        /** The list does not end. */
        LOOP,
        /** The dates were refused. */
        DATES,
        /** The repository refuses the list for a reason that applies to any request. */
        REFUSED,
        /** There were more requests than a list is worth. */
        SPENT
    }

    private static final List<String> TOO_LARGE_WORDS = List.of("too many", "too large", "result set is too", "exceeds the limit",
            "exceeds the maximum");

    static ListFailure of(OaiReply refusal, Selection sent, boolean first, String verb, String place) {
        HarvestException failure = new HarvestException(verb + " was refused" + place + ": " + OaiClient.text(refusal.errors()),
                refusal.errors());
        boolean dated = sent.from() != null || sent.until() != null;
        if (!first) {
            return new ListFailure(Sort.TOKEN, failure.getMessage(), failure);
        }
        if (refusal.errors().stream().anyMatch(error -> speaksOfSize(error.message()))) {
            return new ListFailure(Sort.TOO_LARGE, failure.getMessage(), failure);
        }
        return new ListFailure(dated && refusal.has(OaiError.Code.BAD_ARGUMENT) ? Sort.DATES : Sort.REFUSED, failure.getMessage(),
                failure);
    }

    /** Returns the kind of a failure; null if it does not concern the list, because the host cannot be reached or the harvest was cancelled. */
    static @Nullable ListFailure of(HarvestException failure, boolean first) {
        return switch (failure.kind()) {
            case LIST_TOO_LARGE -> new ListFailure(Sort.TOO_LARGE, failure.getMessage(), failure);
            case HTTP_STATUS, NOT_OAI, PROTOCOL -> isBusy(failure)
                    ? null
                    : new ListFailure(first ? Sort.POISONED : Sort.TOKEN, failure.getMessage(), failure);
            case CONNECTION, TIMEOUT, TOO_LARGE, CONTENT_CODING, MALFORMED -> new ListFailure(Sort.POISONED, failure.getMessage(),
                    failure);
            default -> null;
        };
    }

    /**
     * Returns true if the repository has not stated, by a protocol error, that it does not have the record. The record may then arrive
     * another time.
     */
    static boolean leavesOwing(HarvestException failure) {
        return failure.errors().isEmpty();
    }

    /** Returns true if the failure does not concern the requested record, so that another request at this time might have failed as well. */
    static boolean isForTransport(HarvestException failure) {
        return switch (failure.kind()) {
            case CONNECTION, TIMEOUT, CONTENT_CODING -> true;
            case HTTP_STATUS -> switch (failure.status()) {
                case 408, 429, 503, 504 -> true;
                default -> false;
            };
            default -> false;
        };
    }

    /** Returns true if the server is busy. It is then left in peace, because smaller ranges need more requests. */
    private static boolean isBusy(HarvestException failure) {
        return failure.status() == 403 || failure.status() == 429 || failure.status() == 503;
    }

    private static boolean speaksOfSize(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return TOO_LARGE_WORDS.stream().anyMatch(lower::contains);
    }
}
