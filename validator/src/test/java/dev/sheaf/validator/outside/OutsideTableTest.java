package dev.sheaf.validator.outside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.validator.outside.OutsideRow.Level;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** A part of the outside providers; {@code OutsideTable} validates all. */
class OutsideTableTest {

    /** One of so many providers is validated here. */
    private static final int STEP = 12;

    @Test
    void everyTwelfthBrokenProvider_isFound() {
        List<OutsideRow> broken = OutsideRows.all().stream().filter(row -> row.level() != Level.ODD).toList();
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < broken.size(); i += STEP) {
            if (findings(broken.get(i)).isEmpty()) {
                silent.add(broken.get(i).name());
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void everyFourthOddProvider_hasNoFindings() {
        List<OutsideRow> odd = OutsideRows.all().stream().filter(row -> row.level() == Level.ODD).toList();
        List<String> alarms = new ArrayList<>();
        for (int i = 0; i < odd.size(); i += 4) {
            String name = odd.get(i).name();
            findings(odd.get(i)).forEach(rule -> alarms.add(name + ": " + rule));
        }
        assertThat(alarms).isEmpty();
    }

    @Test
    void table_namesEachProviderOnce() throws IOException {
        List<String> named = Files.readAllLines(Path.of("src/test/resources/dev/sheaf/validator/outside/outside-providers.txt"))
                .stream().filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" \\| ")[0]).toList();
        assertThat(named).containsExactlyInAnyOrderElementsOf(OutsideRows.all().stream().map(OutsideRow::name).toList());
    }

    private static List<String> findings(OutsideRow row) {
        return OutsidePlayer.play(row).results().stream()
                .filter(result -> result.verdict() != Verdict.PASSED && result.verdict() != Verdict.NOT_JUDGED)
                .map(RuleResult::rule)
                .toList();
    }
}
