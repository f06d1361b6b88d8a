package dev.sheaf.cli.watch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.LinkChecks;

/** Shows the health of the links in the records of a source. */
@Command(name = "links", description = {
        "Shows the health of the links in the records of a source, from a sample that a hub checks.",
        "One line for each broken link: address, identifier of the record, what came instead."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf watch links arxiv", "  sheaf watch links arxiv --json"})
final class WatchLinksCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            SourceShowCommand.known(store, Words.id(spec, id));
            Optional<LinkChecks.Tally> tally = store.linkChecks().tally(id);
            List<CheckedLink> broken = store.linkChecks().broken(id, LinkChecks.MOST);
            if (json) {
                write(program.console(), tally.orElse(new LinkChecks.Tally(0, 0, 0, 0)), broken);
            } else {
                broken.forEach(link -> program.console().result(link.url() + "  " + link.identifier() + "  " + link.detail()
                        + (link.brokenSince() == null ? "" : " since " + link.brokenSince())));
                program.console().note(tally.map(it -> it.works() + " of " + it.judged() + " checked links work, " + it.broken()
                        + " are broken, " + it.unreachable() + " could not be reached, " + it.notChecked() + " were not checked.")
                        .orElse("No links were checked yet. A running hub (sheaf serve) checks them, an hour after a harvest at the "
                                + "earliest."));
            }
        }
        return 0;
    }

    private static void write(Console console, LinkChecks.Tally tally, List<CheckedLink> broken) {
        Json.write(console, generator -> {
            generator.writeStartObject();
            generator.writeNumberProperty("works", tally.works());
            generator.writeNumberProperty("broken", tally.broken());
            generator.writeNumberProperty("unreachable", tally.unreachable());
            generator.writeNumberProperty("notChecked", tally.notChecked());
            generator.writeArrayPropertyStart("links");
            for (CheckedLink link : broken) {
                generator.writeStartObject();
                generator.writeStringProperty("url", link.url());
                generator.writeStringProperty("identifier", link.identifier());
                generator.writeStringProperty("detail", link.detail());
                generator.writeStringProperty("brokenSince",
                        link.brokenSince() == null ? null : link.brokenSince().toString());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeEndObject();
        });
    }
}
