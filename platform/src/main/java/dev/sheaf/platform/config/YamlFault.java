package dev.sheaf.platform.config;

import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;

/** Says in one line what is wrong with a YAML file. */
public final class YamlFault {

    private YamlFault() {}

    /**
     * What the parser found. Its message has several lines: what it was doing, what stood there instead, and each time the place and a
     * piece of the file; the places are left out, for callers name them as they name files.
     */
    public static String of(JacksonException failure) {
        return failure.getOriginalMessage().lines().filter(line -> !line.isBlank() && !line.startsWith(" "))
                .map(String::strip).collect(Collectors.joining(", "));
    }
}
