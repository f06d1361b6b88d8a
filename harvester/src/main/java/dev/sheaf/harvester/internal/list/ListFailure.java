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
 * Why a walk by token cannot go on, or cannot be believed.
 *
 * @param sort what is to be done about it
 * @param message for people
 * @param failure what to throw when nothing can be done; null when the walk came to an end of its own
 */
record ListFailure(Sort sort, String message, @Nullable HarvestException failure) {

    /** The kinds of failures of a list. */
    enum Sort {
        /** The token is not taken (any more). */
        TOKEN,
        /** A page cannot be had, though the server answers otherwise. */
        POISONED,
        /** The server wants to be asked for less. */
        TOO_LARGE,
        /** It does not end. */
        LOOP,
        /** The dates were not taken. */
        DATES,
        /** The repository refuses the list for a reason that no other question would change. */
        REFUSED,
        /** More requests than one list is worth. */
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

    /** Null when the failure says nothing of the list: the host cannot be reached, or nobody wants the list any more. */
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

    /** True when the repository has not said itself, by an error of the protocol, that it does not have the record: the next time it may come. */
    static boolean leavesOwing(HarvestException failure) {
        return failure.errors().isEmpty();
    }

    /** True when the failure says nothing of the record that was asked for: another request at this time might have failed as well. */
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

    /** A server that is busy is left in peace: smaller questions are more questions. */
    private static boolean isBusy(HarvestException failure) {
        return failure.status() == 403 || failure.status() == 429 || failure.status() == 503;
    }

    private static boolean speaksOfSize(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return TOO_LARGE_WORDS.stream().anyMatch(lower::contains);
    }
}
