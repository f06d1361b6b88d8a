package dev.sheaf.validator.mutations;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.validator.mutations.ExpectedFindings.Kind;
import dev.sheaf.validator.run.AllRules;

import static org.assertj.core.api.Assertions.assertThat;

/** Each provider that is broken in one way is found by a right rule, and correct ones have no finding. {@code bench/validator} writes the table. */
class MutationTableTest {

    private static final ExpectedFindings EXPECTED = ExpectedFindings
            .read(Path.of("src/test/resources/dev/sheaf/validator/mutations/validator-mutations.txt"));
    private static final int FEWEST_BROKEN = 250;

    @Test
    void everyFault_isFoundByARightRuleAndNoOther() {
        MutationSummary summary = MutationSummary.of(MutationTable.rows(MutationPlayer.all(), EXPECTED));
        assertThat(summary.missed()).isEmpty();
        assertThat(summary.alarms()).isEmpty();
        assertThat(summary.wrong()).isGreaterThanOrEqualTo(FEWEST_BROKEN);
    }

    @Test
    void expectations_nameEachProviderOnceAndExistingRules() {
        assertThat(EXPECTED.entries().keySet())
                .containsExactlyInAnyOrderElementsOf(MutationPlayer.all().stream().map(Misbehaviour::name).toList());
        List<String> unknown = EXPECTED.entries().values().stream().flatMap(entry -> entry.right().stream())
                .filter(rule -> !AllRules.byName().containsKey(rule) && !rule.equals(MutationRow.NOT_REACHABLE)).toList();
        assertThat(unknown).isEmpty();
    }

    @Test
    void providersThatOneRunCannotShow_haveAReason() {
        assertThat(EXPECTED.entries().values().stream().filter(entry -> entry.kind() != Kind.WRONG)
                .filter(entry -> entry.reason().length() < 10).collect(Collectors.toSet())).isEmpty();
    }
}
