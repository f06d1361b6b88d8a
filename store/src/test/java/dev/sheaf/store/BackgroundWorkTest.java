package dev.sheaf.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Background work goes on after an error, and says that it fails. */
class BackgroundWorkTest {

    @Test
    void workThatEndsWithAnError_countsAsFailing_untilARoundSucceeds() {
        BackgroundWork work = new BackgroundWork();
        assertThat(work.attempt("reader", () -> {
            throw new StackOverflowError();
        })).isFalse();
        assertThat(work.attempt("writer", () -> {})).isTrue();
        assertThat(work.failure()).get().asString().contains("reader").doesNotContain("writer");
        assertThat(work.attempt("reader", () -> {})).isTrue();
        assertThat(work.failure()).isEmpty();
    }
}
