package dev.sheaf.platform.watch;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.config.Setting;

/** Settings of the watch over repositories. */
public final class WatchSettings {

    private static final int MOST_DAYS = 3_650;
    private static final int MOST_LISTS = 20;
    private static final int MOST_CANDIDATES = 1_000;

    /** Days between two validations of a source. */
    public static final Setting VALIDATION_INTERVAL = new Setting("validation-interval", "30", false, WatchSettings::days,
            "days between two validations of a source that serve makes by itself; 0 for none");
    /** Least days between two validations of a source that follow harvests. */
    public static final Setting VALIDATION_AFTER_HARVEST = new Setting("validation-after-harvest", "7", false,
            WatchSettings::days,
            "least days between two validations of a source if harvests have ended; 0 for none after harvests");
    /** Days for which a validation that passed counts for the registry. */
    public static final Setting VALIDATION_MAX_AGE = new Setting("validation-max-age", "90", false,
            text -> number(text, 1, MOST_DAYS), "days for which a validation that passed counts for the registry");
    /** Lists with which the registry is compared. */
    public static final Setting REGISTRY_LISTS = new Setting("registry-lists", null, false, WatchSettings::lists,
            "addresses of lists of repositories, separated by commas, with which serve compares the registry once a week");
    /** Repositories of these lists that are validated in a day. */
    public static final Setting REGISTRY_CANDIDATES = new Setting("registry-candidates", "0", false,
            text -> number(text, 0, MOST_CANDIDATES),
            "repositories of registry-lists that serve validates in a day, and adds to the registry if they pass; 0 for none");
    /** Days between two rounds of checks of the links in the records of a source. */
    public static final Setting LINK_INTERVAL = new Setting("link-interval", "30", false, WatchSettings::days,
            "days between two checks of a sample of the links in the records of a source; 0 for none");

    /** All of them, in the order of their documentation. */
    public static final List<Setting> ALL = List.of(VALIDATION_INTERVAL, VALIDATION_AFTER_HARVEST, VALIDATION_MAX_AGE,
            REGISTRY_LISTS, REGISTRY_CANDIDATES, LINK_INTERVAL);

    private WatchSettings() {}

    /**
     * Returns the terms of a watch.
     *
     * @param values value of each setting, its default included; empty for a setting without a value
     */
    public static WatchTerms terms(Function<Setting, String> values) {
        return new WatchTerms(duration(values, VALIDATION_INTERVAL), duration(values, VALIDATION_AFTER_HARVEST),
                duration(values, VALIDATION_MAX_AGE), addresses(values.apply(REGISTRY_LISTS)),
                Integer.parseInt(values.apply(REGISTRY_CANDIDATES).strip()), duration(values, LINK_INTERVAL));
    }

    private static Duration duration(Function<Setting, String> values, Setting setting) {
        return Duration.ofDays(Long.parseLong(values.apply(setting).strip()));
    }

    private static List<String> addresses(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).filter(address -> !address.isEmpty()).distinct().toList();
    }

    private static void days(String text) {
        number(text, 0, MOST_DAYS);
    }

    private static void number(String text, int least, int most) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return;
            }
        } catch (NumberFormatException _) {
            // The exception below has the message.
        }
        throw new IllegalArgumentException("expected is a whole number from " + least + " to " + most);
    }

    private static void lists(String text) {
        List<String> addresses = addresses(text);
        addresses.forEach(BaseUrl::parse);
        if (addresses.isEmpty() || addresses.size() > MOST_LISTS) {
            throw new IllegalArgumentException("expected are 1 to " + MOST_LISTS + " addresses, separated by commas");
        }
    }
}
