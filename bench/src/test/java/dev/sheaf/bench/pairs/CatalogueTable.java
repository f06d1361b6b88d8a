package dev.sheaf.bench.pairs;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.Round;

/** The outcome of each misbehaviour, as tables for people. */
final class CatalogueTable {

    private CatalogueTable() {}

    /** A table for each chapter, without anything that differs from run to run. */
    static String forPeople(Collection<PairResult> all) {
        StringBuilder tables = new StringBuilder();
        for (Misbehaviour.Group group : Misbehaviour.Group.values()) {
            tables.append("\n## ").append(group.text()).append("""


                    | behaviour | what a harvester meets | Sheaf's outcome | records expected | received |
                    |---|---|---|---|---|
                    """);
            for (PairResult played : all) {
                Misbehaviour one = Misbehaviours.named(played.name()).orElseThrow();
                if (one.group() == group) {
                    tables.append(line(one, played));
                }
            }
        }
        return tables.toString();
    }

    private static String line(Misbehaviour one, PairResult played) {
        String description = escaped(one.description()) + one.rounds().stream().filter(round -> !round.isUsual())
                .map(Round::change).map(change -> " Then: " + escaped(change) + ".").collect(Collectors.joining());
        if (played.mark() != Mark.RIGHT) {
            return "| `%s` | %s | open | | |\n".formatted(one.name(), description);
        }
        int expected = played.harvested().getLast().judgement().expected();
        return "| `%s` | %s | %s | %d | %d |\n".formatted(one.name(), description, outcome(played), expected,
                expected - played.harvested().getLast().judgement().missing());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }

    private static String outcome(PairResult played) {
        List<String> verdicts = played.harvested().stream().map(one -> one.held().outcome().verdict().text()).toList();
        return String.join(", then ", Set.copyOf(verdicts).size() == 1 ? verdicts.subList(0, 1) : verdicts);
    }
}
