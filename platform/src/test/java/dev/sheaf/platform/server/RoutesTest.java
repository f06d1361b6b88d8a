package dev.sheaf.platform.server;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoutesTest {

    /** The table; the store, which is below the server; and a resource with the name of a path. */
    private static final Set<String> MAY_SPELL = Set.of("Routes.java", "OwnSchemas.java", "SqlOwnSchemas.java",
            "OpenApiDocument.java");

    /** The rest of a path that begins with one of the table. */
    private static final Pattern BELOW_A_ROUTE = Pattern.compile("\\b(?:Routes\\.[A-Z_]+|ApiRoute\\.SOURCES?) \\+ \"[^\"]*\"");

    private static Set<String> firstSegments() throws IllegalAccessException {
        Set<String> segments = new TreeSet<>();
        for (Field field : Routes.class.getFields()) {
            String segment = ((String) field.get(null)).split("/", 3)[1];
            if (!segment.isEmpty()) {
                segments.add(segment);
            }
        }
        return segments;
    }

    @Test
    void pathsBeginWithASlashAndTheirBuildersFollowThePatterns() throws IllegalAccessException {
        for (Field field : Routes.class.getFields()) {
            assertThat((String) field.get(null)).as(field.getName()).startsWith("/");
        }
        assertThat(Routes.oai("a")).isEqualTo(Routes.OAI_ONE.replace("{id}", "a"));
        assertThat(Routes.browse("a")).isEqualTo(Routes.BROWSE_ONE.replace("{id}", "a"));
        assertThat(Routes.stats("a")).isEqualTo(Routes.STATS_ONE.replace("{source}", "a"));
        assertThat(Routes.proxy("a")).isEqualTo(Routes.PROXY_ONE.replace("{source}", "a"));
        assertThat(Routes.adminSource("a")).isEqualTo(Routes.ADMIN_SOURCE_ONE.replace("{source}", "a"));
        assertThat(Routes.assets("1", "a.css")).isEqualTo(Routes.ASSETS_ONE.replace("{version}", "1").replace("{file}", "a.css"));
    }

    @Test
    void routes_haveThePathsOfTheContract() {
        assertThat(List.of(Routes.HOME, Routes.OAI_ONE, Routes.BROWSE_ONE, Routes.PROXY_ONE, Routes.RECORDS_ONE, Routes.SYNC,
                Routes.ADMIN, Routes.API, Routes.API_DOCUMENT, Routes.METRICS, Routes.HEALTH, Routes.ROBOTS)).containsExactly("/",
                        "/oai/{id}", "/browse/{id}", "/proxy/{source}", "/records/{source}/{prefix}/<identifier>", "/sync",
                        "/admin",
                        "/api/v1", "/api/openapi.json", "/metrics", "/health", "/robots.txt");
    }

    @Test
    void paths_areWrittenOnlyInRoutes() throws IOException, IllegalAccessException {
        Pattern spelled = Pattern
                .compile("\"/(?:" + firstSegments().stream().map(Pattern::quote).collect(Collectors.joining("|")) + ")[\"/?{ ]");
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
            for (Path file : files.filter(RoutesTest::isLookedAt).toList()) {
                Files.readString(file).lines().filter(line -> spelled.matcher(BELOW_A_ROUTE.matcher(line).replaceAll("")).find())
                        .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isLookedAt(Path file) {
        String name = String.valueOf(file.getFileName());
        return (name.endsWith(".java") || name.endsWith(".jte")) && !MAY_SPELL.contains(name);
    }
}
