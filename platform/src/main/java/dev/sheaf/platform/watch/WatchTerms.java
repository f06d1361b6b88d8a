package dev.sheaf.platform.watch;

import java.time.Duration;
import java.util.List;

/**
 * Terms of the watch over repositories. Immutable.
 *
 * @param interval time between two validations of a repository; zero for none by schedule
 * @param afterHarvest least time between two validations if harvests have ended; zero for none after harvests
 * @param maxAge time for which a validation that passed counts for the registry
 * @param lists addresses of the lists with which the registry is compared
 * @param candidates number of repositories of these lists that are validated in a day
 * @param linkInterval time between two rounds of checks of links; zero for none
 */
public record WatchTerms(Duration interval, Duration afterHarvest, Duration maxAge, List<String> lists, int candidates,
        Duration linkInterval) {

    /** Copies the list. */
    public WatchTerms {
        lists = List.copyOf(lists);
    }

    /** Returns the terms without any configuration. */
    public static WatchTerms defaults() {
        return WatchSettings.terms(setting -> setting.defaultValue().orElse(""));
    }
}
