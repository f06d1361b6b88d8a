package dev.sheaf.bench.supply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Statement that somebody looked for the advisories of a library.
 *
 * @param artifact group and name with a colon between them
 * @param date when
 * @param how how
 */
record LookUp(String artifact, LocalDate date, How how) {

    /** Largest age in days of a look-up at a release. */
    private static final int MOST_DAYS = 60;
    private static final int COLUMNS = 3;

    /** Way to look for advisories. */
    enum How {
        /** A database of advisories was asked. */
        DATABASE,
        /** Nobody asked a database. */
        RECALLED
    }

    /**
     * Reads the list.
     *
     * @throws IllegalArgumentException if a line is wrong or no line is there
     */
    static List<LookUp> read(Path file) {
        List<LookUp> list = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    list.add(parse(line, file));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        if (list.isEmpty()) {
            throw new IllegalArgumentException(file + " has no rows");
        }
        return list;
    }

    private static LookUp parse(String line, Path file) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(file + ": not " + COLUMNS + " columns: " + line);
        }
        try {
            return new LookUp(columns[0], LocalDate.parse(columns[1]), How.valueOf(columns[2].toUpperCase(Locale.ROOT)));
        } catch (DateTimeParseException | IllegalArgumentException failure) {
            throw new IllegalArgumentException(file + ": no date, or no known way: " + line, failure);
        }
    }

    /**
     * Returns a line for each library whose advisories were not looked up.
     *
     * @param release day of a release, for which a database must have been asked at most {@value #MOST_DAYS} days before; null for an ordinary
     * build, which accepts every statement and so does not depend on the day
     */
    static List<String> gaps(Sbom sbom, List<LookUp> list, @Nullable LocalDate release) {
        Map<String, LookUp> byArtifact = new HashMap<>();
        list.forEach(lookUp -> byArtifact.put(lookUp.artifact(), lookUp));
        List<String> gaps = new ArrayList<>();
        for (Sbom.Component component : sbom.components()) {
            if (component.group().equals(sbom.subject().group())) {
                continue;
            }
            LookUp known = byArtifact.get(component.artifact());
            if (known == null) {
                gaps.add(component + ": its advisories were never looked up");
            } else if (release != null && known.how() != How.DATABASE) {
                gaps.add(component + ": no database was asked for its advisories");
            } else if (release != null && (known.date().plusDays(MOST_DAYS).isBefore(release) || known.date().isAfter(release))) {
                gaps.add(component + ": its advisories were looked up on " + known.date() + ", which is not within " + MOST_DAYS
                        + " days before " + release);
            }
        }
        return gaps;
    }
}
