package dev.sheaf.validator.mutations;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.sheaf.validator.mutations.ExpectedFindings.Kind;

/**
 * The mutation table as a page of the documentation. Immutable.
 *
 * @param rows in the order of the catalogue
 * @param others results of another validator by name; empty when none was run
 * @param summary of the rows
 */
record MutationReport(List<MutationRow> rows, Map<String, OtherValidator.Result> others, MutationSummary summary) {

    private static final double PERCENT = 100.0;

    MutationReport {
        rows = List.copyOf(rows);
        others = Map.copyOf(others);
    }

    /** Returns the page in Markdown. */
    String markdown() {
        StringBuilder page = new StringBuilder(
                """
                        # How well the validator finds faults

                        The scripted repository of `sheaf simulate-server` has misbehaviours, each of which breaks a data provider in one way.
                        `bench/validator` validates each of them over HTTP and compares the findings with `validator-mutations.txt` in the tests of the
                        module `validator`. It names the rules that must find a fault, and the rules that the fault breaks as well. Every other finding is a false alarm.

                        """);
        page.append(summary.text().replace("\n", "\n\n")).append("\n\n");
        if (!others.isEmpty()) {
            page.append(compared()).append("\n\n");
        }
        page.append("## Broken in one way\n\n");
        table(page, Kind.WRONG);
        page.append("\n## Correct\n\nThese are unusual, and break no requirement.\n\n");
        table(page, Kind.CORRECT);
        page.append(
                "\n## Beyond one run\n\nOne run cannot show these, because the repository changes between two runs or fails by chance.\n\n");
        table(page, Kind.BEYOND_ONE_RUN);
        return page.toString();
    }

    private String compared() {
        long found = rows.stream().filter(row -> row.expected().kind() == Kind.WRONG && !isPassed(row)).count();
        long alarms = rows.stream().filter(row -> row.expected().kind() == Kind.CORRECT && !isPassed(row)).count();
        long wrong = rows.stream().filter(row -> row.expected().kind() == Kind.WRONG).count();
        long correct = rows.stream().filter(row -> row.expected().kind() == Kind.CORRECT).count();
        return String.format(Locale.ROOT,
                """
                        ## Beside the reference validator

                        The Perl reference validator (HTTP::OAIPMH::Validator 1.07) ran on the same providers. It did not pass %d of %d broken ones
                        (%.1f %%), and it did not pass %d of %d correct ones. Its column below has the first faults that it names.

                        The two numbers do not measure the same. "Not passed" says only that it named some fault or did not end within 90 seconds;
                        nobody checked that it is the fault of the row. Of Sheaf only the right rule counts. The reference validator decides whether
                        a repository may be registered: it makes a few dozen requests, reads the first pages of lists, and stops at the first
                        fault that it cannot pass. Faults of later pages, single records, compression, TLS or load are outside its purpose. The
                        providers were written for harvesters and for the validator of Sheaf, which knows them from its tests.""",
                found, wrong, PERCENT * found / Math.max(1, wrong), alarms, correct);
    }

    private boolean isPassed(MutationRow row) {
        OtherValidator.Result result = others.get(row.name());
        return result == null || result.isPassed();
    }

    private void table(StringBuilder page, Kind kind) {
        boolean isCompared = !others.isEmpty();
        page.append("| provider | what is wrong | rules that found it |").append(isCompared ? " reference validator |" : "")
                .append('\n')
                .append("|---|---|---|").append(isCompared ? "---|" : "").append('\n');
        for (MutationRow row : rows) {
            if (row.expected().kind() == kind) {
                page.append("| `").append(row.name()).append("` | ").append(cell(row.description())).append(" | ")
                        .append(found(row)).append(" |");
                if (isCompared) {
                    page.append(' ').append(cell(other(row))).append(" |");
                }
                page.append('\n');
            }
        }
    }

    private static String found(MutationRow row) {
        if (row.findings().isEmpty()) {
            return row.unjudged().isEmpty() ? "none" : "not judged: " + cell(row.unjudged());
        }
        return row.findings().entrySet().stream().map(entry -> {
            String name = "`" + entry.getKey() + "`";
            return row.expected().right().contains(entry.getKey()) ? "**" + name + "**" : name;
        }).collect(Collectors.joining(", "));
    }

    private String other(MutationRow row) {
        OtherValidator.Result result = others.get(row.name());
        if (result == null) {
            return "";
        }
        return result.isPassed() ? "passed" : "not passed" + (result.faults().isEmpty() ? "" : ": " + result.faults());
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ").replaceAll("127\\.0\\.0\\.1:\\d+", "127.0.0.1");
    }
}
