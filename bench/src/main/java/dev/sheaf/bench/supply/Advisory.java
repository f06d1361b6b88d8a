package dev.sheaf.bench.supply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One range of affected versions of one published advisory, as it stands in a line of {@code bench/advisories.tsv}.
 *
 * @param artifact {@code group:artifact}
 * @param introduced first affected version; 0 for all from the beginning
 * @param fixed first version that is no longer affected; null when no version is fixed
 * @param id under which it was published, such as {@code CVE-2026-2332}
 * @param reason the fault, in one line for people
 */
record Advisory(String artifact, MavenVersion introduced, @Nullable MavenVersion fixed, String id, String reason) {

    private static final int COLUMNS = 5;

    /** Returns true when this version of this artifact is affected. */
    boolean affects(String candidate, MavenVersion version) {
        return artifact.equals(candidate) && version.compareTo(introduced) >= 0
                && (fixed == null || version.compareTo(fixed) < 0);
    }

    /**
     * Reads a list: empty lines and lines that begin with {@code #} are comments, each other line has five columns between tabs.
     *
     * @throws IllegalArgumentException when a line has another form (the message names the file and the line), or when there is none
     * @throws UncheckedIOException when the file cannot be read
     */
    static List<Advisory> read(Path file) {
        List<Advisory> list = new ArrayList<>();
        try {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    list.add(parse(line, file + ", line " + number));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be read", failure);
        }
        if (list.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no advisory");
        }
        return List.copyOf(list);
    }

    private static Advisory parse(String line, String where) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS || !columns[0].matches("[^:\\s]+:[^:\\s]+") || columns[3].isBlank()
                || columns[4].isBlank()) {
            throw new IllegalArgumentException(
                    where + " is not of the form group:artifact, first affected version, fixed version, id, reason (with tabs)");
        }
        try {
            MavenVersion introduced = new MavenVersion(columns[1]);
            MavenVersion fixed = columns[2].equals("-") ? null : new MavenVersion(columns[2]);
            if (fixed != null && fixed.compareTo(introduced) <= 0) {
                throw new IllegalArgumentException("the fixed version is not after the first affected one");
            }
            return new Advisory(columns[0], introduced, fixed, columns[3], columns[4]);
        } catch (IllegalArgumentException failure) {
            throw new IllegalArgumentException(where + ": " + failure.getMessage(), failure);
        }
    }
}
