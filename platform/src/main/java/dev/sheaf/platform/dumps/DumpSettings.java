package dev.sheaf.platform.dumps;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Settings of dumps: the repositories, the forms of the files, and the time between two rounds. Immutable.
 *
 * @param repositories ids of sources and aggregates; {@value #ALL} for all
 * @param forms of the files
 * @param every time between two rounds
 */
record DumpSettings(List<String> repositories, List<DumpForm> forms, Duration every) {

    static final String ALL = "all";

    DumpSettings {
        repositories = List.copyOf(repositories);
        forms = List.copyOf(forms);
    }

    /** Returns true when a source or aggregate has dumps. */
    boolean includes(String id) {
        return repositories.contains(ALL) || repositories.contains(id);
    }

    /**
     * Reads ids, separated by commas.
     *
     * @throws IllegalArgumentException when one of them cannot be an id
     */
    static List<String> ids(String text) {
        List<String> ids = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        for (String id : ids) {
            if (!id.matches("[a-z0-9][a-z0-9-]{0,62}")) {
                throw new IllegalArgumentException("expected are ids of sources and aggregates with commas between, or all");
            }
        }
        return ids;
    }
}
