package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HttpDateTest {

    private static final Instant NOW = Instant.parse("2026-11-06T08:49:00Z");

    @ParameterizedTest
    @ValueSource(strings = {"Fri, 06 Nov 2026 08:49:37 GMT", "Friday, 06-Nov-26 08:49:37 GMT", "Fri Nov  6 08:49:37 2026",
            "friday, 06-nov-26 08:49:37 gmt", " Fri, 06 Nov 2026 08:49:37 GMT ", "37"})
    void retryAfter_isReadInEveryFormOfHttp(String value) {
        assertThat(HttpDate.retryAfter(value, NOW)).contains(Duration.ofSeconds(37));
    }

    @Test
    void yearOfTwoDigits_isOfTheCenturyBeforeWhenItWouldBeFarAhead() {
        assertThat(HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOW)).isEqualTo(Instant.parse("1994-11-06T08:49:37Z"));
        assertThat(HttpDate.parse("Monday, 06-Nov-70 08:49:37 GMT", NOW)).isEqualTo(Instant.parse("2070-11-06T08:49:37Z"));
        assertThat(HttpDate.parse("Wed Nov 16 08:49:37 1994", NOW)).isEqualTo(Instant.parse("1994-11-16T08:49:37Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "Fri, 06 Nov 2026", "Friday, 36-Nov-26 08:49:37 GMT", "99999999999999999999"})
    void textThatIsNoDate_isRefused(String value) {
        assertThat(HttpDate.retryAfter(value, NOW)).isEmpty();
        assertThatThrownBy(() -> HttpDate.parse(value, NOW)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void unusedHosts_areForgotten_andPausedOnesAreKept() {
        AtomicReference<Instant> time = new AtomicReference<>(NOW);
        try (HttpFetcher fetcher = new HttpFetcher(time::get)) {
            HostPace first = fetcher.pace(URI.create("http://first.example.org/"));
            time.set(NOW.plus(Duration.ofHours(2)));
            HostPace recent = fetcher.pace(URI.create("http://recent.example.org/"));
            for (int i = 0; i < HttpFetcher.MOST_HOSTS + 10; i++) {
                fetcher.pace(URI.create("http://host-" + i + ".example.org/"));
            }
            assertThat(fetcher.pace(URI.create("http://first.example.org/"))).isNotSameAs(first);
            assertThat(fetcher.pace(URI.create("http://recent.example.org/"))).isSameAs(recent);
        }
    }
}
