package dev.sheaf.cli.serve;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.demo.Demo;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.UntilStopped;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.transfer.imports.ImportException;

/** Demonstrates Sheaf without a network connection and without leaving files behind. */
@Command(name = "demo", description = {
        "Starts three small repositories and a hub that harvests them, in a temporary folder; one repository "
                + "changes while you watch.",
        "Ctrl-C ends it and removes everything."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf demo", "  sheaf demo --port 9000"})
public final class DemoCommand implements Callable<Integer> {

    private static final long BETWEEN_CHANGES = 5_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "N", description = "port of the hub; if it is in use, another one is chosen (default: 8080)", defaultValue = "8080")
    private int port;

    @Override
    public Integer call() throws IOException, ServerStartException, ImportException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (port < 0 || port > 65_535) {
            throw Words.wrong(spec, "--port: a number from 0 to 65535 is expected");
        }
        Console console = program.console();
        console.note("Starting three small repositories …");
        try (UntilStopped end = new UntilStopped(); Demo demo = Demo.prepare(program.surroundings().clock())) {
            for (Demo.Shown shown : demo.repositories()) {
                console.note(String.format("  %-42s %4d records  %s", shown.name(), shown.records(), shown.baseUrl()));
            }
            console.note("Harvesting them into a hub …");
            if (!harvest(demo, console)) {
                return 1;
            }
            String baseUrl = demo.serve(ServerSettings.of("127.0.0.1", port, null), program.features());
            tell(console, baseUrl, demo.drawPassword());
            while (!end.await(BETWEEN_CHANGES)) {
                console.note(demo.changeAndHarvest());
            }
            console.note("Removing the temporary files.");
        }
        return 0;
    }

    private static boolean harvest(Demo demo, Console console) {
        List<HarvestOutcome> outcomes = demo.harvestAll(shown -> event -> {
            switch (event) {
                case HarvestEvent.PageSaved page -> console
                        .note(String.format("  %-8s %-7s %3d of %d records", shown.id(), page.asked().prefix(), page.received(),
                                shown.records()));
                case HarvestEvent.RunEnded ended -> console.note(
                        String.format("  %-8s %s: %s", shown.id(), ended.outcome(), Words.counts(ended.outcome().counts())));
                case HarvestEvent.Asking _,HarvestEvent.Requested _,HarvestEvent.Answered _,HarvestEvent.RequestFailed _,HarvestEvent.Identified _,HarvestEvent.ListStarted _,HarvestEvent.Waiting _,HarvestEvent.Note _,HarvestEvent.StrategyUsed _,HarvestEvent.ListEnded _ -> {
                    // The pages show the progress.
                }
            }
        });
        return outcomes.stream().allMatch(HarvestOutcome::isComplete);
    }

    private void tell(Console console, String baseUrl, String password) {
        if (port != 0 && !baseUrl.endsWith(":" + port)) {
            console.note("Port " + port + " is in use, so the hub uses another one.");
        }
        console.result("");
        console.result("The portal is at " + baseUrl + "/");
        console.result("");
        console.result("Three things to try:");
        console.result("  1. Search in a browser:              " + baseUrl + "/?q=sea");
        console.result(
                "  2. Send a harvester's request:          curl '" + baseUrl + Routes.OAI
                        + "?verb=ListRecords&metadataPrefix=oai_dc'");
        console.result("  3. Harvest the hub, in another terminal:");
        console.result(
                "                                       ./sheaf fetch " + baseUrl + Routes.OAI
                        + " --set gallery:painting --format jsonl");
        console.result("");
        console.result("The administration is at " + baseUrl + Routes.ADMIN + "; its password is " + password);
        console.result("");
        console.result("Now and then the gallery changes, and the hub follows. Ctrl-C ends the demonstration and removes it.");
        console.flush();
    }
}
