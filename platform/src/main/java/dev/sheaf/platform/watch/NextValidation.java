package dev.sheaf.platform.watch;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.store.conformance.Validations.NewestResults;

/** The next planned validation of a source's repository. Stateless. */
public final class NextValidation {

    private NextValidation() {}

    /**
     * Returns its earliest beginning; empty if none is planned.
     *
     * @param newest newest validations; null for none
     */
    public static Optional<Instant> of(WatchTerms terms, SourceStatus status, @Nullable NewestResults newest) {
        return WatchedRepository.of(status).filter(repository -> !repository.isPaused())
                .flatMap(repository -> WatchPlan.ofSource(terms, repository.lastRun(), newest)).map(WatchPlan.Due::at);
    }
}
