package dev.sheaf.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Arguments of a benchmark command, read from left to right: options, most of them with a value. For one thread. */
public final class CommandLine {

    private final String[] arguments;
    private int next;

    /** Begins at the first argument. */
    public CommandLine(String[] arguments) {
        this.arguments = arguments;
    }

    /** Returns true while an option is left. */
    public boolean hasOption() {
        return next < arguments.length;
    }

    /** Returns the next option. Must not be called if none is left. */
    public String option() {
        return arguments[next++];
    }

    /**
     * Returns the value of the last option.
     *
     * @throws IllegalArgumentException with a message for people if no value follows the option
     */
    public String value() {
        if (!hasOption()) {
            throw new IllegalArgumentException(arguments[next - 1] + " needs a value");
        }
        return arguments[next++];
    }

    /**
     * Returns a number of at most nine digits.
     *
     * @throws IllegalArgumentException with a message for people for anything else
     */
    public int number() {
        String option = arguments[next - 1];
        String text = value();
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(option + " needs a number, not " + text);
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns a number above 0, of at most nine digits.
     *
     * @throws IllegalArgumentException with a message for people for anything else
     */
    public int positive() {
        String option = arguments[next - 1];
        int number = number();
        if (number == 0) {
            throw new IllegalArgumentException(option + " needs a number above 0");
        }
        return number;
    }

    /**
     * Returns a seed of random numbers, as a command has printed it.
     *
     * @throws IllegalArgumentException with a message for people if it is no whole number
     */
    public long seed() {
        String option = arguments[next - 1];
        String text = value();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(option + " needs a whole number, not " + text);
        }
    }

    /** Returns the path of a file or folder. */
    public Path path() {
        return Path.of(value());
    }

    /**
     * Returns the exception for an option that the command does not have.
     *
     * @param known existing options, for people
     */
    public static IllegalArgumentException unknown(String option, String known) {
        return new IllegalArgumentException("unknown argument " + option + "; known: " + known);
    }

    /**
     * Creates the folder for the output of a command.
     *
     * @param wanted null for a new temporary folder
     * @param name beginning of the name of a new folder
     * @throws UncheckedIOException if it cannot be created
     */
    public static Path folder(@Nullable Path wanted, String name) {
        try {
            return wanted == null ? Files.createTempDirectory(name) : Files.createDirectories(wanted.toAbsolutePath());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
