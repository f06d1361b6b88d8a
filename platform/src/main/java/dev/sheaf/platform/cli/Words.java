package dev.sheaf.platform.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.report.Phrases;

/** Reads what was typed, and says numbers. What is wrong is wrong usage: the command ends with 2. */
final class Words {

    private Words() {}

    /** Wrong usage of a command. */
    static CommandLine.ParameterException wrong(CommandSpec spec, String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    /** A legal id of a source. */
    static String id(CommandSpec spec, String text) {
        try {
            Source.checkId(text);
            return text;
        } catch (IllegalArgumentException failure) {
            throw wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    static @Nullable Datestamp datestamp(CommandSpec spec, String option, @Nullable String text) {
        try {
            return text == null ? null : Datestamp.parse(text);
        } catch (IllegalArgumentException failure) {
            throw wrong(spec, option + ": " + failure.getMessage());
        }
    }

    static MetadataPrefix prefix(CommandSpec spec, String text) {
        MetadataPrefix prefix = text.isEmpty() ? new MetadataPrefix("?") : new MetadataPrefix(text);
        if (!prefix.isLegal()) {
            throw wrong(spec,
                    "--prefix: '" + text + "' is not a metadataPrefix; letters, digits and - _ . ! ~ * ' ( ) may stand in one");
        }
        return prefix;
    }

    static SetSpec set(CommandSpec spec, String text) {
        SetSpec set = new SetSpec(text);
        if (!set.isLegal()) {
            throw wrong(spec, "--set: '" + text + "' is not a setSpec; it looks like physics or physics:hep-th");
        }
        return set;
    }

    /**
     * A file that is to be written.
     *
     * @param folder the current one
     */
    static Path output(Path folder, Path typed) {
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

    /** {@code 30m}, {@code 6h}, {@code 1d}, {@code 2w}. */
    static Duration duration(CommandSpec spec, String option, String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        try {
            long number = stripped.isEmpty() ? 0 : Long.parseLong(stripped.substring(0, stripped.length() - 1));
            if (number > 0 && number < 100_000) {
                switch (stripped.charAt(stripped.length() - 1)) {
                    case 's' -> {
                        return Duration.ofSeconds(number);
                    }
                    case 'm' -> {
                        return Duration.ofMinutes(number);
                    }
                    case 'h' -> {
                        return Duration.ofHours(number);
                    }
                    case 'd' -> {
                        return Duration.ofDays(number);
                    }
                    case 'w' -> {
                        return Duration.ofDays(7 * number);
                    }
                    default -> {
                        // Told below.
                    }
                }
            }
        } catch (NumberFormatException | DateTimeParseException _) {
            // Told below.
        }
        throw wrong(spec, option + ": '" + text + "' is not a length of time; it looks like 30m, 6h, 1d or 2w");
    }

    /** The other way round. */
    static String duration(Duration duration) {
        return Phrases.duration(duration);
    }

    /** See {@link Phrases#counts}. */
    static String counts(Counts counts) {
        return Phrases.counts(counts);
    }

    /** See {@link Phrases#number}. */
    static String number(long number) {
        return Phrases.number(number);
    }
}
