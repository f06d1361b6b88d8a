package dev.sheaf.bench.supply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The distribution that the build of {@code cli} made before the tests of this module; tests skip themselves without one. */
final class Distribution {

    private static final Path FOLDER = Path.of("../cli/target/sheaf");
    /** The name ends at the first hyphen before a digit; a classifier is a hyphen and letters at the end. */
    private static final Pattern JAR = Pattern.compile("(.+?)-[0-9].*?(?:-(?!SNAPSHOT)([a-z]+))?\\.jar");

    private Distribution() {}

    /** All jars, sorted by name. */
    static List<Path> jars() {
        assumeThat(FOLDER.resolve("lib")).as("the distribution: made by mvn package").isDirectory();
        try (Stream<Path> files = Files.list(FOLDER.resolve("lib"))) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The bill of materials. */
    static Path bill() {
        jars();
        Path bill = FOLDER.resolve("sheaf.cdx.json");
        assumeThat(bill).as("the bill of materials: made by mvn package, neither in its offline mode nor by ./sheaf")
                .isRegularFile();
        return bill;
    }

    /** The name of a jar without its version; its classifier follows after a colon. */
    static String nameWithoutVersion(Path jar) {
        Matcher parts = JAR.matcher(jar.getFileName().toString());
        assertThat(parts.matches()).as("%s has a version in its name", jar).isTrue();
        return parts.group(2) == null ? parts.group(1) : parts.group(1) + ":" + parts.group(2);
    }
}
