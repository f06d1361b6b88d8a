package dev.sheaf.core.description;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Frequency of a repository's changes (RSS 1.0 syndication module, put into Identify by Liu, Maly, Zubair and Nelson, 2003).
 *
 * @param updatePeriod null means daily
 * @param updateFrequency updates within a period, greater than 0; null means one
 * @param updateBase time of one update, past or future, from which the others are counted; null if not stated
 */
public record Syndication(@Nullable Period updatePeriod, @Nullable Integer updateFrequency, @Nullable Instant updateBase)
        implements
            Description {

    /** The period over which updates are counted. Months and years have their mean length in the Gregorian calendar. */
    public enum Period {
        /** 3,600 s */
        HOURLY(3_600),
        /** 86,400 s */
        DAILY(86_400),
        /** 604,800 s */
        WEEKLY(604_800),
        /** 2,629,746 s */
        MONTHLY(2_629_746),
        /** 31,556,952 s */
        YEARLY(31_556_952);

        private final Duration length;

        Period(long seconds) {
            length = Duration.ofSeconds(seconds);
        }

        /** Returns the length of the period. */
        public Duration length() {
            return length;
        }

        /** Returns the word in the container. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Reads the word, whatever its case; empty when it is none of the five. */
        public static Optional<Period> fromText(String text) {
            for (Period period : values()) {
                if (period.text().equalsIgnoreCase(text.strip())) {
                    return Optional.of(period);
                }
            }
            return Optional.empty();
        }
    }

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    /** Checks frequency and base. The container's times have years of four digits. */
    public Syndication {
        if (updateBase != null && (updateBase.isBefore(FIRST) || updateBase.isAfter(LAST))) {
            throw new IllegalArgumentException("the updateBase must have a year of four digits, unlike " + updateBase);
        }
        if (updateFrequency != null && updateFrequency < 1) {
            throw new IllegalArgumentException("the updateFrequency must be greater than 0, not " + updateFrequency);
        }
    }

    /** Returns the time between two updates, from the stated values and the defaults of the module. */
    public Duration interval() {
        Duration period = (updatePeriod == null ? Period.DAILY : updatePeriod).length();
        return updateFrequency == null ? period : period.dividedBy(updateFrequency);
    }
}
