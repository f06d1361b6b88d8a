package dev.sheaf.cli.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.core.store.Secret;

/**
 * Reader of secrets from places that others cannot see: a file, standard input ({@code -}) or the environment ({@code env:NAME}). All users
 * of the machine could see a secret in the command line.
 */
public final class SecretInput {

    private static final int MOST_BYTES = 1 << 16;
    private static final String ENVIRONMENT = "env:";

    private SecretInput() {}

    /** Returns a secret of one line, without the line break at its end. */
    public static Secret secret(Program program, CommandSpec spec, String option, String place) {
        String text = text(program, spec, option, place);
        String line = text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        if (line.isEmpty()) {
            throw Words.wrong(spec, option + ": " + shown(place) + " is empty");
        }
        if (line.chars().anyMatch(Character::isISOControl)) {
            // The value is not shown, because even an invalid one is a secret.
            throw Words.wrong(spec,
                    option + ": the secret in " + shown(place) + " has more than one line, or control characters");
        }
        return Secret.of(line);
    }

    /** Returns several lines without empty ones. */
    public static List<String> lines(Program program, CommandSpec spec, String option, String place) {
        return text(program, spec, option, place).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private static String text(Program program, CommandSpec spec, String option, String place) {
        if (place.startsWith(ENVIRONMENT)) {
            String value = program.surroundings().environment().get(place.substring(ENVIRONMENT.length()));
            if (value == null) {
                throw Words.wrong(spec, option + ": the environment has no variable " + place.substring(ENVIRONMENT.length()));
            }
            return value;
        }
        Path file = program.surroundings().folder().resolve(place);
        try (InputStream in = place.equals("-") ? System.in : Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw Words.wrong(spec, option + ": " + shown(place) + " is too large to be a secret");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new CommandFailedException(
                    option + ": " + shown(place) + " cannot be read: check that it exists and that you may read "
                            + "it",
                    failure);
        }
    }

    private static String shown(String place) {
        return place.equals("-") ? "standard input" : place;
    }
}
