package dev.sheaf.cli.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunProgress;

/** Lists the sources. */
@Command(name = "list", description = "Lists the sources with their states.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source list", "  sheaf source list --json"})
final class SourceListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        List<SourceReport> reports;
        try (HubStore store = DataDirectory.open(program)) {
            reports = store.sources().stream().map(status -> SourceReport.of(store, status)).toList();
        }
        if (json) {
            Json.write(program.console(), generator -> {
                generator.writeStartArray();
                for (SourceReport report : reports) {
                    generator.writeStartObject();
                    report.writeProperties(generator);
                    generator.writeEndObject();
                }
                generator.writeEndArray();
            });
        } else if (reports.isEmpty()) {
            program.console().note("No sources yet. To add one: sheaf source add ID URL");
        } else {
            table(program.console(), reports);
            reports.forEach(report -> waiting(program, report));
        }
        return 0;
    }

    /** Writes the run under way, the reason for waiting and pending deletions to standard error, because they are not part of the table. */
    private static void waiting(Program program, SourceReport report) {
        String id = report.status().source().id();
        RunProgress progress = report.progress();
        if (progress != null) {
            program.console().note(id + ": " + RunText.now(progress, program.surroundings().clock().instant()));
        }
        if (report.waitingText() != null) {
            program.console().note(id + ": " + report.waitingText());
        }
        if (report.held() > 0) {
            program.console()
                    .note(id + ": " + Words.number(report.held()) + " deletions are held; to see them: sheaf source show " + id);
        }
    }

    private static void table(Console console, List<SourceReport> reports) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ID", "RECORDS", "DELETED", "STATE", "LAST HARVEST", "FROM"));
        for (SourceReport report : reports) {
            String baseUrl = report.status().source().baseUrl();
            String last = report.lastHarvest();
            rows.add(List.of(report.status().source().id(), Words.number(report.status().records()),
                    Words.number(report.status().deleted()), report.state(), last == null ? "never" : last,
                    baseUrl == null ? report.status().source().kind().origin() : baseUrl));
        }
        int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                boolean number = i == 1 || i == 2;
                line.append(i == 0 ? "" : "  ").append(number ? padding : "").append(row.get(i)).append(number ? "" : padding);
            }
            console.result(line.toString().stripTrailing());
        }
    }
}
