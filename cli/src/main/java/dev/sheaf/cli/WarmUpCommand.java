package dev.sheaf.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.demo.Demo;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.transfer.imports.ImportException;

/** Command that uses all parts of the program once after a build, while Java records the classes for a faster start. */
@Command(name = "warm-up", hidden = true, description = "Used by the launcher after a build.")
final class WarmUpCommand implements Callable<Integer> {

    private static final List<String> PAGES = List.of(Routes.HOME, Routes.HOME + "?q=sea", Routes.OAI + "?verb=Identify",
            Routes.OAI + "?verb=ListRecords&metadataPrefix=oai_dc", Routes.oai("gallery") + "?verb=ListSets", Routes.HEALTH);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, ServerStartException, ImportException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.QUIET);
        try (Demo demo = Demo.prepare(program.surroundings().clock()); HttpFetcher fetcher = new HttpFetcher()) {
            demo.harvestAll(_ -> ProgressListener.NONE);
            String hub = demo.serve(ServerSettings.of("127.0.0.1", 0, null), program.features());
            demo.changeAndHarvest();
            for (String page : PAGES) {
                fetcher.fetch(URI.create(hub + page), FetchRules.DEFAULT, Pause.REAL);
            }
            commands(program, hub);
        }
        return 0;
    }

    private static void commands(Program program, String hub) throws IOException {
        Path folder = Files.createTempDirectory("sheaf-warm-up-");
        Surroundings quiet = new Surroundings(Map.of(), folder, OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), true,
                program.surroundings().clock(), program.surroundings().pause());
        String exported = folder.resolve("records.jsonl").toString();
        Sheaf.run(quiet, "--version");
        Sheaf.run(quiet, "--help");
        Sheaf.run(quiet, "harvest", hub + Routes.OAI);
        Sheaf.run(quiet, "export", "--format", "jsonl", "-o", exported);
        Sheaf.run(quiet, "import", "copy", exported);
        Sheaf.run(quiet, "source", "list", "--json");
        Sheaf.run(quiet, "search", "sea", "--json");
        Sheaf.run(quiet, "fetch", hub + Routes.OAI, "-o", folder.resolve("records.xml").toString());
        deleteAll(folder);
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
