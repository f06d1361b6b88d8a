package dev.sheaf.harvester.internal.list;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;

import static org.assertj.core.api.Assertions.assertThat;

class WindowTest {

    private static @Nullable Datestamp stamp(@Nullable String text) {
        return text == null ? null : Datestamp.parse(text);
    }

    private static Window window(@Nullable String from, @Nullable String until, @Nullable String completeSince,
            Granularity granularity) {
        return Window.of(new Selection(MetadataPrefix.OAI_DC, stamp(from), stamp(until), null), stamp(completeSince),
                granularity, Duration.ofMinutes(2));
    }

    private static String range(Window window) {
        return window.selection().from() + " " + window.selection().until();
    }

    @Test
    void increment_beginsADayOrSomeMinutesEarly() {
        assertThat(range(window(null, null, "2024-05-10T00:00:00Z", Granularity.SECOND))).isEqualTo("2024-05-09T23:58:00Z null");
        assertThat(range(window(null, null, "2024-05-10T09:00:00Z", Granularity.DAY))).isEqualTo("2024-05-09 null");
    }

    @Test
    void firstHarvest_hasNoLimits() {
        assertThat(range(window(null, null, null, Granularity.SECOND))).isEqualTo("null null");
    }

    @Test
    void windowWithAFrom_isNotMoved() {
        assertThat(range(window("2020-01-01", null, "2024-05-10T09:00:00Z", Granularity.SECOND))).isEqualTo("2020-01-01 null");
    }

    @Test
    void seconds_areRoundedToDaysForARepositoryWithDays() {
        Window window = window("2024-05-10T09:00:00Z", "2024-05-11T10:00:00Z", null, Granularity.DAY);
        assertThat(range(window)).isEqualTo("2024-05-10 2024-05-11");
        assertThat(window.notes()).hasSize(2).first().asString().contains("2024-05-10T09:00:00Z is sent as 2024-05-10");
    }

    @Test
    void fromAndUntil_haveTheSameGranularity() {
        assertThat(range(window(null, "2024-05-11", "2024-05-10T09:00:01Z", Granularity.SECOND)))
                .isEqualTo("2024-05-10T08:58:01Z 2024-05-11T23:59:59Z");
        assertThat(range(window("2024-05-10", "2024-05-11T10:00:00Z", null, Granularity.SECOND)))
                .isEqualTo("2024-05-10T00:00:00Z 2024-05-11T10:00:00Z");
        assertThat(range(window("2024-05-10", "2024-05-11", null, Granularity.SECOND))).isEqualTo("2024-05-10 2024-05-11");
    }

    @Test
    void incrementUntilADayBeforeTheLastHarvest_isEmpty() {
        Window window = window(null, "2020-12-31", "2024-05-10T09:00:00Z", Granularity.SECOND);
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.refusal()).isNull();
    }

    @Test
    void fromAfterUntil_isRefused() {
        Window window = window("2024-05-11", "2024-05-10", null, Granularity.SECOND);
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.refusal()).contains("2024-05-11", "later than until");
        assertThat(window("2024-05-11", "2024-05-11", null, Granularity.SECOND).isEmpty()).isFalse();
    }
}
