package dev.sheaf.validator.evidence;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.report.ListSnapshot;

/**
 * Bounds and wishes of a validation. Immutable.
 *
 * @param sample records of each list that are judged at most, in pages as the repository gives them
 * @param mostRequests requests made at most
 * @param longest time after which no further request is made
 * @param formats formats judged at most, oai_dc included
 * @param knownAs base URL that the repository should state; null for the one that is asked. For a repository that is asked at another
 *     address than its public one, such as a copy for tests
 * @param earlier the records as an earlier run saw them, to say what has changed since; null when there was no such run
 */
public record ValidationOptions(int sample, int mostRequests, Duration longest, int formats, @Nullable String knownAs,
        @Nullable ListSnapshot earlier) {

    /** The usual ones: 500 records of a list, 400 requests, 15 minutes, five formats. */
    public static final ValidationOptions DEFAULT = new ValidationOptions(500, 400, Duration.ofMinutes(15), 5, null, null);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when a bound is none
     */
    public ValidationOptions {
        if (sample < 1 || mostRequests < 1 || formats < 1 || longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("the bounds of a validation are greater than 0");
        }
    }

    /** Returns the same with another sample. */
    public ValidationOptions withSample(int records) {
        return new ValidationOptions(records, mostRequests, longest, formats, knownAs, earlier);
    }

    /** Returns the same with another number of requests. */
    public ValidationOptions withMostRequests(int requests) {
        return new ValidationOptions(sample, requests, longest, formats, knownAs, earlier);
    }

    /** Returns the same with another base URL that the repository should state. */
    public ValidationOptions withKnownAs(@Nullable String baseUrl) {
        return new ValidationOptions(sample, mostRequests, longest, formats, baseUrl, earlier);
    }

    /** Returns the same with the records of an earlier run, to which those of this one are compared. */
    public ValidationOptions withEarlier(@Nullable ListSnapshot listed) {
        return new ValidationOptions(sample, mostRequests, longest, formats, knownAs, listed);
    }
}
