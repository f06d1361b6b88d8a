package dev.sheaf.cli.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.sync.operate.SourceInput;

/** Parser of values from the command line, and formatter of numbers. A wrong value is a usage error: the command ends with status 2. */
public final class Words {

    private Words() {}

    /** Returns the exception for wrong usage of a command. */
    public static CommandLine.ParameterException wrong(CommandSpec spec, String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    /** Returns a whole number; a wrong one is a usage error in plain words. */
    public static <T> T wholeNumber(String text, Function<String, T> reading) {
        try {
            return reading.apply(text.strip());
        } catch (NumberFormatException _) {
            throw new CommandLine.TypeConversionException("'" + text + "' is not a whole number, or too large a one");
        }
    }

    /** Returns a decimal number; a wrong one is a usage error in plain words. */
    public static double decimal(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException _) {
            throw new CommandLine.TypeConversionException("'" + text + "' is not a number; it looks like 3 or 0.25");
        }
    }

    /** Returns a legal id of a source. */
    public static String id(CommandSpec spec, String text) {
        try {
            Source.checkId(text);
            return text;
        } catch (IllegalArgumentException failure) {
            throw wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    public static @Nullable Datestamp datestamp(CommandSpec spec, String option, @Nullable String text) {
        try {
            return text == null ? null : Datestamp.parse(text);
        } catch (IllegalArgumentException failure) {
            throw wrong(spec, option + ": " + failure.getMessage());
        }
    }

    /**
     * Checks a range of dates. A range that ends before it begins is a typing error, so it is refused and not answered with an empty list.
     */
    public static void range(CommandSpec spec, @Nullable Datestamp from, @Nullable Datestamp until) {
        Instant begin = from == null ? null : from.instant().orElse(null);
        Instant end = until == null ? null : until.lastSecond().orElse(null);
        if (begin != null && end != null && end.isBefore(begin)) {
            throw wrong(spec, "--from (" + from + ") is later than --until (" + until + ")");
        }
    }

    public static MetadataPrefix prefix(CommandSpec spec, String text) {
        return read(spec, "--prefix", () -> SourceInput.prefix(text));
    }

    public static SetSpec set(CommandSpec spec, String text) {
        return read(spec, "--set", () -> SourceInput.set(text));
    }

    /** Returns the value of an option; the usage error for a wrong value names the option. */
    public static <T> T read(CommandSpec spec, String option, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException failure) {
            throw wrong(spec, option + ": " + failure.getMessage());
        }
    }

    /**
     * Returns the path of a file that can be written.
     *
     * @param folder current folder
     */
    public static Path output(Path folder, Path typed) {
        Path place = folder.resolve(typed);
        Path parent = place.getParent();
        if (Files.isDirectory(place)) {
            throw new CommandFailedException("cannot write " + place + ": that is a folder; name a file in it");
        }
        if (parent != null && !Files.isDirectory(parent)) {
            throw new CommandFailedException("cannot write " + place + ": there is no folder " + parent);
        }
        return place;
    }

    /** Returns a duration in a text such as {@code 30m}, {@code 6h}, {@code 1d}, {@code 2w}. */
    public static Duration duration(CommandSpec spec, String option, String text) {
        return read(spec, option, () -> SourceInput.duration(text));
    }

    /** Returns the text of a duration. */
    public static String duration(Duration duration) {
        return Phrases.duration(duration);
    }

    /** See {@link Phrases#counts}. */
    public static String counts(Counts counts) {
        return Phrases.counts(counts);
    }

    /** See {@link Phrases#number}. */
    public static String number(long number) {
        return Phrases.number(number);
    }
}
