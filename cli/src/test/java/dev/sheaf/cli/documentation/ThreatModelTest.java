package dev.sheaf.cli.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Every threat that SECURITY.md names has tests, and they exist. */
class ThreatModelTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
    private static final String HEAD = "| threat |";

    private static List<String> threats() throws IOException {
        return Files.readAllLines(ROOT.resolve("SECURITY.md")).stream().dropWhile(line -> !line.startsWith(HEAD)).skip(2)
                .takeWhile(line -> line.startsWith("|")).toList();
    }

    private static Set<String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 14)) {
            return files.map(Path::toString).filter(name -> name.endsWith("Test.java") && name.contains("src/test/java"))
                    .map(name -> name.substring(name.lastIndexOf('/') + 1, name.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void everyThreat_namesTestsThatExist() throws IOException {
        Set<String> tests = tests();
        assertThat(threats()).hasSizeGreaterThan(15).allSatisfy(threat -> {
            List<String> named = TEST.matcher(threat.substring(threat.lastIndexOf('|', threat.length() - 2))).results()
                    .map((MatchResult found) -> found.group(1)).toList();
            assertThat(named).as(threat).isNotEmpty();
            assertThat(tests).as(threat).containsAll(named);
        });
    }
}
