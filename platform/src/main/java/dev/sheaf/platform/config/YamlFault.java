package dev.sheaf.platform.config;

import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;

/** Says in one line what is wrong with a YAML file. */
public final class YamlFault {

    private YamlFault() {}

    /**
     * Returns the parser's message as one line without places. The message has several lines: the parser's task, the text found instead,
     * and after each the place and a piece of the file. Callers name the place in the way they name files.
     */
    public static String of(JacksonException failure) {
        return failure.getOriginalMessage().lines().filter(line -> !line.isBlank() && !line.startsWith(" "))
                .map(String::strip).collect(Collectors.joining(", "));
    }
}
