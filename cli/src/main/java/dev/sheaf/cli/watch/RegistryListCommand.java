package dev.sheaf.cli.watch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Validations.NewestResults;

/** Lists the registry. */
@Command(name = "list", description = "Lists the repositories in the registry with their present verdicts.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf registry list", "  sheaf registry list --json"})
final class RegistryListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        WatchTerms terms = WatchedSource.terms(program);
        Instant now = program.surroundings().clock().instant();
        try (HubStore store = DataDirectory.open(program)) {
            Map<String, NewestResults> newestOfAll = store.validations().newestOfAll();
            List<Registry.Entry> entries = store.registry().all();
            if (json) {
                Json.write(program.console(), generator -> {
                    generator.writeStartArray();
                    for (Registry.Entry entry : entries) {
                        generator.writeStartObject();
                        generator.writeStringProperty("baseUrl", entry.address());
                        generator.writeStringProperty("name", entry.name().isEmpty() ? null : entry.name());
                        generator.writeStringProperty("added", entry.added().toString());
                        generator.writeStringProperty("list", entry.list());
                        generator.writeStringProperty("verdict",
                                VerdictText.of(newestOfAll.get(entry.address()), terms.maxAge(), now).text());
                        generator.writeEndObject();
                    }
                    generator.writeEndArray();
                });
            } else {
                entries.forEach(entry -> program.console()
                        .result(entry.address() + "  "
                                + VerdictText.of(newestOfAll.get(entry.address()), terms.maxAge(), now).text()
                                + "  since " + entry.added() + (entry.name().isEmpty() ? "" : "  " + entry.name())));
            }
        }
        return 0;
    }
}
