package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * The present verdict on a repository. An attempt without a verdict changes nothing: an unreachable repository is not a wrong one.
 */
public enum VerdictText {
    /** The last validation with a verdict passed. */
    CONFORMANT("conformant"),
    /** It did not pass. */
    NOT_CONFORMANT("not conformant"),
    /** It passed, and is older than the time for which it counts. */
    OUTDATED("not judged lately"),
    /** There is no verdict. */
    NOT_JUDGED("not judged yet");

    private final String text;

    VerdictText(String text) {
        this.text = text;
    }

    /** Returns the verdict in a word or two. */
    public String text() {
        return text;
    }

    /**
     * Returns the present verdict.
     *
     * @param newest newest validations; null for none
     * @param maxAge time for which a validation that passed counts
     */
    public static VerdictText of(@Nullable NewestResults newest, Duration maxAge, Instant now) {
        Optional<KeptValidation> judged = newest == null ? Optional.empty() : newest.judged();
        if (judged.isEmpty()) {
            return NOT_JUDGED;
        }
        if (judged.get().outcome() == Outcome.FAILED) {
            return NOT_CONFORMANT;
        }
        return judged.get().began().plus(maxAge).isBefore(now) ? OUTDATED : CONFORMANT;
    }
}
