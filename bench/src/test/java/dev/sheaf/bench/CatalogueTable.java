package dev.sheaf.platform.acceptance;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.platform.acceptance.CataloguePlay.Played;
import dev.sheaf.testkit.misbehaviour.Misbehaviour;

/** What became of each fault, as tables. */
final class CatalogueTable {

    private CatalogueTable() {}

    /** Everything, one line each. */
    static String full(Collection<Played> all) {
        return all.stream().map(played -> "| `%s` | %s | %s | %d | %d | %d | %d |\n".formatted(played.misbehaviour().name(),
                played.misbehaviour().rows().stream().map(String::valueOf).collect(Collectors.joining(", ")), outcome(played),
                played.expected(), played.received(), played.quarantined(), played.requests()))
                .collect(Collectors.joining("", """
                        | behaviour | rows | outcome | records expected | received whole | set aside | requests |
                        |---|---|---|---|---|---|---|
                        """, ""));
    }

    /** Single faults by chapter, without what differs from run to run. */
    static String forPeople(Collection<Played> all) {
        StringBuilder tables = new StringBuilder();
        for (Misbehaviour.Group group : Misbehaviour.Group.values()) {
            tables.append("\n## ").append(group.text()).append("""


                    | behaviour | what a harvester meets | Sheaf's outcome | records expected | received |
                    |---|---|---|---|---|
                    """);
            all.stream().filter(played -> played.misbehaviour().group() == group && !played.misbehaviour().name().contains("+"))
                    .forEach(played -> tables.append(line(played)));
        }
        return tables.toString();
    }

    private static String line(Played played) {
        Misbehaviour one = played.misbehaviour();
        String description = escaped(one.description())
                + one.rounds().stream().map(round -> " Then: " + escaped(round.change()) + ".")
                        .collect(Collectors.joining());
        return !played.faults().isEmpty()
                ? "| `%s` | %s | open | | |\n".formatted(one.name(), description)
                : "| `%s` | %s | %s | %d | %d |\n".formatted(one.name(), description, outcome(played), played.expected(),
                        played.received());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }

    private static String outcome(Played played) {
        List<String> verdicts = played.outcomes().stream().map(outcome -> outcome.verdict().text()).toList();
        return String.join(", then ", Set.copyOf(verdicts).size() == 1 ? verdicts.subList(0, 1) : verdicts);
    }

    /** What is wrong, and everything that was said. */
    static String report(Played played) {
        return "##### " + played.misbehaviour().name() + "\n" + String.join("\n", played.faults()) + "\n" + played.report()
                + "\n";
    }
}
