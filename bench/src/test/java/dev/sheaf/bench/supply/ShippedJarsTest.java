package dev.sheaf.bench.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code bench/shipped-jars.tsv} names every jar of the distribution with the reason why it is there. */
class ShippedJarsTest {

    @Test
    void shippedJars_haveAReason() throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("shipped-jars.tsv"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split("\t", 2);
                assertThat(columns).as("%s: name, tab, reason", line).hasSize(2);
                assertThat(columns[1]).as(line).isNotBlank();
                assertThat(reasons.put(columns[0], columns[1])).as("%s is listed once", columns[0]).isNull();
            }
        }
        assertThat(Distribution.jars().stream().map(Distribution::nameWithoutVersion))
                .as("jars in cli/target/sheaf/lib: a new one needs a reason in bench/shipped-jars.tsv, or an exclusion in pom.xml")
                .containsExactlyInAnyOrderElementsOf(reasons.keySet());
    }

    /** The program is started with {@code -jar}: Java loads from the jars of this class path and from no other. */
    @Test
    void shippedJars_equalTheClassPathOfTheProgram() throws IOException {
        List<Path> jars = Distribution.jars();
        Path program = jars.stream().filter(jar -> Distribution.nameWithoutVersion(jar).equals("sheaf-cli")).findFirst()
                .orElseThrow();
        String classPath;
        try (JarFile file = new JarFile(program.toFile())) {
            classPath = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        }
        assertThat(classPath.split(" ")).containsExactlyInAnyOrderElementsOf(
                jars.stream().filter(jar -> !jar.equals(program)).map(jar -> jar.getFileName().toString()).toList());
    }
}
