package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** A correct repository is not accused because its records change, come and go while a validation runs. */
class ChangingRepositoryTest {

    private static final int RUNS = 200;
    private static final int ITEMS = 12;

    @Test
    void repositoryThatChangesARecordBeforeEachRequest_hasNoFindingsIn200Runs() {
        List<String> findings = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            int seed = run;
            OutsideRow row = OutsideRow.odd("changing-" + seed, "a record changes before each request",
                    p -> changing(p, new Random(seed)));
            OutsidePlayer.play(row).results().stream()
                    .filter(result -> result.verdict() != Verdict.PASSED && result.verdict() != Verdict.NOT_JUDGED)
                    .forEach(result -> findings.add(seed + ": " + words(result)));
        }
        assertThat(findings).isEmpty();
    }

    private static String words(RuleResult result) {
        return result.rule() + " " + result.verdict() + " " + result.violations();
    }

    /** Lets records change in one of five ways, the same in each run of the same seed. */
    private static void changing(OutsideProvider provider, Random random) {
        int way = random.nextInt(5);
        int chosen = random.nextInt(ITEMS);
        provider.items = provider.items.subList(0, ITEMS);
        provider.pageSize = _ -> 5;
        provider.arrives = call -> {
            int number = way == 0 ? chosen : random.nextInt(ITEMS);
            switch (way) {
                case 0, 1 -> provider.items(item -> item.number() == number ? item.stamped(provider.now()) : item);
                case 2 -> provider
                        .items(item -> item.number() == number ? item.stamped(provider.now()).deleted(!item.isDeleted()) : item);
                case 3 -> provider.items(item -> item.number() == number ? item.stamped(provider.now()).in(List.of("d")) : item);
                default -> {
                    if (provider.items.size() < 3 * ITEMS) {
                        List<OutsideItem> more = new ArrayList<>(provider.items);
                        more.add(new OutsideItem(100 + call.number(), "oai:outside.example.org:n" + call.number(), provider.now(),
                                List.of("ab"), false, List.of("oai_dc")));
                        provider.items = more;
                    }
                }
            }
            return call;
        };
    }
}
