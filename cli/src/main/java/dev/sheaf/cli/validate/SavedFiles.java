package dev.sheaf.cli.validate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.SavedResponse;
import dev.sheaf.validator.run.Validation;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * Responses of a repository in files, packed by gzip or not. Immutable.
 *
 * @param files in the order of their names
 */
record SavedFiles(List<Path> files) {

    /** All bodies are in memory at once, so that lists of several pages can be judged. */
    private static final long MOST_BYTES = 128L << 20;
    private static final int MOST_FILES = 2_000;
    private static final int GZIP = 0x1f8b;

    SavedFiles {
        files = List.copyOf(files);
    }

    /** Returns the file, or the files in a folder but not in folders below it; null when there is neither. */
    static @Nullable SavedFiles at(Path place) {
        try {
            if (Files.isRegularFile(place)) {
                return new SavedFiles(List.of(place));
            }
            if (!Files.isDirectory(place)) {
                return null;
            }
            try (Stream<Path> inside = Files.list(place)) {
                List<Path> files = inside.filter(Files::isRegularFile).sorted().limit(MOST_FILES + 1L).toList();
                if (files.isEmpty() || files.size() > MOST_FILES) {
                    throw new CommandFailedException(place + " has " + (files.isEmpty()
                            ? "no files"
                            : "more than " + MOST_FILES
                                    + " files")
                            + ": name a file, or a folder with the responses of one repository");
                }
                return new SavedFiles(files);
            }
        } catch (IOException | InvalidPathException failure) {
            throw new CommandFailedException(place + " cannot be read: " + failure.getMessage(), failure);
        }
    }

    /**
     * Judges the responses.
     *
     * @param knownAs base URL of the repository; null for the one that the responses state
     * @param schemas of metadata formats, besides those of the program
     */
    ValidationReport judge(@Nullable String knownAs, List<Profile> profiles, FormatSchemas schemas, Instant now) {
        List<SavedResponse> responses = new ArrayList<>();
        long bytes = 0;
        for (Path file : files) {
            byte[] body = read(file, MOST_BYTES - bytes);
            bytes += body.length;
            responses.add(SavedResponse.of(String.valueOf(file.getFileName()), body));
        }
        String stated = responses.stream().map(SavedResponse::statedBaseUrl).filter(url -> !url.isEmpty()).findFirst()
                .orElse(String.valueOf(files.getFirst().getFileName()));
        if (responses.stream().allMatch(SavedResponse::isEarly)) {
            throw new CommandFailedException("the responses are of OAI-PMH 1.x, which is not judged");
        }
        return Validation.ofSaved(knownAs == null ? stated : knownAs, responses, profiles, schemas, now);
    }

    private static byte[] read(Path file, long most) {
        try (InputStream in = Files.newInputStream(file)) {
            int limit = (int) Math.max(0, most);
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > 1 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) == GZIP) {
                try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    bytes = unpacked.readNBytes(limit + 1);
                }
            }
            if (bytes.length > limit) {
                throw new CommandFailedException(
                        "the responses have more than " + (MOST_BYTES >> 20) + " MB: name fewer files");
            }
            return bytes;
        } catch (IOException failure) {
            throw new CommandFailedException(file + " cannot be read: " + failure.getMessage(), failure);
        }
    }
}
