package dev.sheaf.cli.documentation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.platform.config.Setting;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentationTest {

    /** The file that a piece of Java is taken from stands in a comment in front of it. */
    private static final Pattern QUOTED = Pattern.compile("<!-- from (\\S+) -->");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");

    static Stream<Pages.Block> java() {
        return Pages.blocks().stream().filter(block -> block.language().equals("java"));
    }

    @ParameterizedTest
    @MethodSource("java")
    void quotedJava_equalsTheTestedFile(Pages.Block block) {
        Matcher from = QUOTED.matcher(block.before());
        assertThat(from.matches()).as("%s says from which file it is: %s", block.page(), block.before()).isTrue();
        List<String> file = Pages.lines(Pages.ROOT.resolve(from.group(1)));
        List<String> wanted = unindented(block.lines());
        boolean found = IntStream.rangeClosed(0, file.size() - wanted.size())
                .anyMatch(start -> unindented(file.subList(start, start + wanted.size())).equals(wanted));
        assertThat(found).as("%s stands just so in %s", block.page(), from.group(1)).isTrue();
    }

    private static List<String> unindented(List<String> lines) {
        return String.join("\n", lines).stripIndent().lines().toList();
    }

    @Test
    void configurationPage_listsEverySetting() {
        List<String> wanted = Setting.values().stream()
                .map(setting -> "| `%s` | `%s` | %s | %s |".formatted(setting.key(), setting.variable(),
                        setting.defaultValue().map(value -> "`" + value + "`").orElse("none"), setting.description()))
                .toList();
        List<String> listed = Pages.lines(Pages.ROOT.resolve("docs/configuration.md")).stream()
                .filter(line -> line.startsWith("| `") && line.contains("`SHEAF_") && !line.startsWith("| `SHEAF_")).toList();
        assertThat(listed).isEqualTo(wanted);
    }

    @Test
    void linksToFiles_leadToExistingFiles() {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            for (String line : Pages.lines(page)) {
                LINK.matcher(line).results().map(link -> link.group(1)).filter(target -> !target.contains("://"))
                        .filter(target -> !leadsSomewhere(page, target))
                        .forEach(target -> broken.add(page.getFileName() + ": " + target));
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String target) {
        int hash = target.indexOf('#');
        Path file = hash == 0 ? page : page.resolveSibling(hash < 0 ? target : target.substring(0, hash)).normalize();
        return Files.exists(file) && (hash < 0 || Pages.lines(file).stream().filter(line -> line.startsWith("#"))
                .anyMatch(heading -> anchor(heading).equals(target.substring(hash + 1))));
    }

    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    }
}
