package dev.sheaf.cli.documentation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Each module has a short page of its own, and the map of the modules agrees with the build. */
class ModulePagesTest {

    private static final int MOST_WORDS = 100;
    private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");
    private static final Pattern TYPE = Pattern.compile("`dev\\.sheaf\\.([\\w.]+\\.[A-Z]\\w*)`");
    private static final Pattern ROW = Pattern.compile("([a-z-]+)/ {2,}.*?(?:→ (.*))?");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>(?:dev\\.sheaf|\\$\\{project\\.groupId})</groupId>\\s*<artifactId>sheaf-([a-z-]+)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);

    static List<String> modules() {
        return matches(MODULE, "pom.xml").map(module -> module.group(1)).toList();
    }

    private static Stream<MatchResult> matches(Pattern pattern, String file) {
        return pattern.matcher(text(file)).results();
    }

    private static String text(String file) {
        return String.join("\n", Pages.lines(Pages.ROOT.resolve(file)));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void moduleHasAShortPage_whoseFrontDoorExists(String module) {
        String page = text(module + "/README.md");
        assertThat(page).startsWith("# " + module + "\n").contains("Front door", "Tests", "Easy to get wrong");
        assertThat(page.split("\\s+")).as("words").hasSizeLessThanOrEqualTo(MOST_WORDS);
        Path sources = Pages.ROOT.resolve(module + "/src/main/java/dev/sheaf");
        assertThat(TYPE.matcher(page).results().map(type -> type.group(1).replace('.', '/') + ".java"))
                .allSatisfy(file -> assertThat(sources.resolve(file)).exists());
    }

    @Test
    void mapOfModules_namesEachModuleAndWhatItUses() {
        List<MatchResult> rows = Pages.lines(Pages.ROOT.resolve("ARCHITECTURE.md")).stream()
                .map(ROW::matcher).filter(Matcher::matches).map(Matcher::toMatchResult).toList();
        assertThat(rows).extracting(row -> row.group(1)).containsExactlyInAnyOrderElementsOf(modules());
        assertThat(rows).filteredOn(row -> row.group(2) != null).allSatisfy(row -> assertThat(
                Set.of(row.group(2).split(", "))).as(row.group(1)).isEqualTo(used(row.group(1))));
    }

    /** Returns the modules that a module uses outside its tests. */
    private static Set<String> used(String module) {
        return Files.exists(Pages.ROOT.resolve(module + "/pom.xml"))
                ? matches(DEPENDENCY, module + "/pom.xml").filter(one -> !one.group(2).contains("<scope>test"))
                        .map(one -> one.group(1)).collect(Collectors.toCollection(TreeSet::new))
                : Set.of();
    }
}
