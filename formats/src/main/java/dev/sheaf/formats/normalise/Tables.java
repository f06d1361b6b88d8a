package dev.sheaf.formats.normalise;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reader of the data files of this package. Lines that begin with {@code #} are comments. */
final class Tables {

    private Tables() {}

    /** Returns the lines of a table. */
    static List<String> lines(String name) {
        try (InputStream table = Tables.class.getResourceAsStream(name)) {
            if (table == null) {
                throw new IllegalStateException("the program is incomplete: " + name + " is missing");
            }
            return new String(table.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the table " + name, failure);
        }
    }

    /** Returns all words of a file. */
    static String[] words(String name) {
        return lines(name).stream().flatMap(line -> List.of(line.strip().split(" ", -1)).stream()).toArray(String[]::new);
    }
}
