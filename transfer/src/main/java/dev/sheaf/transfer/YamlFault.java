package dev.sheaf.transfer;

import java.util.stream.Collectors;

import tools.jackson.core.JacksonException;

/** Describes the fault of a YAML file in one line. */
public final class YamlFault {

    private YamlFault() {}

    /**
     * Returns the parser's message as one line without places. The parser's message has several lines: its task, the text found instead,
     * and after each the place and a part of the file. Callers add the place in their own form.
     */
    public static String of(JacksonException failure) {
        return failure.getOriginalMessage().lines().filter(line -> !line.isBlank() && !line.startsWith(" "))
                .map(String::strip).collect(Collectors.joining(", "));
    }
}
