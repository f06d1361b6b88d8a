package dev.sheaf.bench;

import java.nio.file.Path;

/** The arguments of a command of the benchmark, read from left to right: options, most of them with a value. For one thread. */
final class CommandLine {

    private final String[] arguments;
    private int next;

    CommandLine(String[] arguments) {
        this.arguments = arguments;
    }

    /** Returns true while an option is left. */
    boolean hasOption() {
        return next < arguments.length;
    }

    /** Takes the next option. Not to be called when none is left. */
    String option() {
        return arguments[next++];
    }

    /**
     * Takes the value of the option that was taken last.
     *
     * @throws IllegalArgumentException with a message for people, when nothing follows the option
     */
    String value() {
        if (!hasOption()) {
            throw new IllegalArgumentException(arguments[next - 1] + " needs a value");
        }
        return arguments[next++];
    }

    /**
     * Takes a number of at most nine digits.
     *
     * @throws IllegalArgumentException with a message for people, for anything else
     */
    int number() {
        String option = arguments[next - 1];
        String text = value();
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(option + " needs a number, not " + text);
        }
        return Integer.parseInt(text);
    }

    /** Takes the path of a file or folder. */
    Path path() {
        return Path.of(value());
    }

    /**
     * Returns the exception for an option that the command does not have.
     *
     * @param known the options that it has, for people
     */
    static IllegalArgumentException unknown(String option, String known) {
        return new IllegalArgumentException("unknown argument " + option + "; known: " + known);
    }
}
