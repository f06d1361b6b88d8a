package dev.sheaf.validator.mutations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.validator.mutations.ExpectedFindings.Entry;
import dev.sheaf.validator.mutations.ExpectedFindings.Kind;
import dev.sheaf.validator.run.AllRules;

/**
 * Validates each misbehaving repository and compares the findings with the expected ones. See {@code bench/validator}. Ends with status 1
 * when a fault is not found by a right rule, or when a finding is a false alarm.
 */
public final class MutationTable {

    private static final Path EXPECTED = Path
            .of("validator/src/test/resources/dev/sheaf/validator/mutations/validator-mutations.txt");
    private static final Path REPORT = Path.of("results/validator-mutations.md");

    private MutationTable() {}

    /** Validates all. Arguments: see {@link MutationOptions}. */
    public static void main(String[] arguments) throws Exception {
        MutationOptions options;
        try {
            options = MutationOptions.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        System.exit(run(options) ? 0 : 1);
    }

    private static boolean run(MutationOptions options) throws IOException, InterruptedException {
        List<Misbehaviour> chosen = MutationPlayer.all().stream()
                .filter(one -> options.only().isEmpty() || options.only().contains(one.name())).toList();
        List<MutationRow> rows = rows(chosen, ExpectedFindings.read(EXPECTED));
        Map<String, OtherValidator.Result> others = others(options, chosen);
        MutationSummary summary = MutationSummary.of(rows);
        System.out.println(summary.text());
        if (options.only().isEmpty()) {
            System.out.println("Rules that no provider breaks: " + String.join(", ", unbroken(rows)));
        }
        if (options.report()) {
            Files.writeString(REPORT, new MutationReport(rows, others, summary).markdown());
        }
        return summary.isRight();
    }

    /** Validates repositories one after the other, each from its initial state. */
    static List<MutationRow> rows(List<Misbehaviour> misbehaviours, ExpectedFindings expected) {
        List<MutationRow> rows = new ArrayList<>();
        try (MutationPlayer player = new MutationPlayer()) {
            for (Misbehaviour one : misbehaviours) {
                Entry entry = expected.entries().getOrDefault(one.name(),
                        new Entry(Kind.CORRECT, Set.of(), Set.of(), "not in the file of expectations"));
                MutationRow row = player.play(one, entry);
                rows.add(row);
                System.out.println(line(row));
            }
        }
        return rows;
    }

    private static String line(MutationRow row) {
        String mark = !row.isFound() ? "MISSED" : row.falseAlarms().isEmpty() ? "right" : "FALSE ALARM";
        return mark + " | " + row.name() + " | " + row.findings() + (row.unjudged().isEmpty() ? "" : " | " + row.unjudged())
                + " | " + row.description();
    }

    private static Map<String, OtherValidator.Result> others(MutationOptions options, List<Misbehaviour> chosen)
            throws InterruptedException {
        Map<String, OtherValidator.Result> results = new LinkedHashMap<>();
        String command = options.reference();
        if (command != null) {
            OtherValidator validator = new OtherValidator(command);
            try (MutationPlayer player = new MutationPlayer()) {
                for (Misbehaviour one : chosen) {
                    OtherValidator.Result result = validator.validate(player.baseUrl(one));
                    results.put(one.name(), result);
                    System.out.println("other validator: " + one.name() + ": "
                            + (result.isPassed() ? "passed" : "not passed: " + result.faults()));
                }
            }
        }
        return results;
    }

    private static Set<String> unbroken(List<MutationRow> rows) {
        Set<String> rules = new TreeSet<>(AllRules.byName().keySet());
        rows.forEach(row -> rules.removeAll(row.findings().keySet()));
        return rules;
    }
}
