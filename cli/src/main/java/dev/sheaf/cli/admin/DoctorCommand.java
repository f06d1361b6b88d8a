package dev.sheaf.cli.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.doctor.Doctor;
import dev.sheaf.platform.doctor.Finding;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.store.Salvage;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;

/** Examines the data directory. */
@Command(name = "doctor", description = {
        "Examines the data directory: the database, every record against its hash, lists and counters, the key of the secrets, the clock, "
                + "the file open-stamp, runs under way, the search index.",
        "Without --fix it changes nothing and may run while the hub runs. With --fix it repairs what can be repaired without loss; stop the hub "
                + "and all commands first.",
        "Exit status: 0 when nothing is wrong (any more), 1 when something is."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf doctor", "  sheaf doctor --json", "  sheaf doctor --fix", "  sheaf doctor --salvage rescued"})
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--fix", description = "repair faults that can be repaired without loss, and report each repair")
    private boolean fix;

    @Option(names = "--accept-clock", description = "accept the clock of this machine although it has leapt or is far from the newest datestamps; implies --fix")
    private boolean acceptClock;

    @Option(names = "--salvage", paramLabel = "OUT", description = "write what can be read of a damaged store into a new data directory, and count what is lost; the damaged one does not change")
    private @Nullable Path salvage;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Path dataDir = program.configuration().data(program.surroundings().folder());
        if (!HubStores.isIn(dataDir)) {
            throw new CommandFailedException(
                    "There is nothing to examine: " + dataDir + " holds no store. Name the data directory with --data.");
        }
        if (salvage != null) {
            return salvage(program, dataDir, program.surroundings().folder().resolve(salvage).normalize());
        }
        Instant now = program.surroundings().clock().instant();
        Uptime uptime = program.surroundings().uptime();
        List<Finding> findings = fix || acceptClock
                ? Doctor.fix(dataDir, Hub.indexOf(dataDir), now, uptime, acceptClock)
                : Doctor.examine(dataDir, Hub.indexOf(dataDir), now, uptime);
        if (json) {
            writeJson(program.console(), findings);
        } else {
            findings.forEach(finding -> write(program.console(), finding));
        }
        return findings.stream().anyMatch(finding -> finding.state() == Finding.State.FAULT) ? 1 : 0;
    }

    private int salvage(Program program, Path dataDir, Path out) {
        if (fix || acceptClock || json) {
            throw Words.wrong(spec, "--salvage changes nothing in the data directory, and cannot be combined with other options");
        }
        if (HubStores.isIn(out) || Files.exists(out) && !isEmpty(out)) {
            throw new CommandFailedException(out + " is not empty. Name a new directory for the salvaged records.");
        }
        Salvage salvaged = HubStores.salvage(dataDir, out, DataDirectory.identity(program.configuration()),
                program.surroundings().clock());
        Console console = program.console();
        for (Salvage.OfSource source : salvaged.sources()) {
            console.result(source.id() + ": " + source.saved() + " records saved, " + source.lost() + " lost"
                    + (source.unverified() == 0
                            ? ""
                            : "; the hashes of " + source.unverified()
                                    + " saved ones are lost, only their checksums were compared")
                    + (source.hasSettings() ? "" : "; its settings are lost"));
        }
        salvaged.gaps().stream().sorted().forEach(gap -> console.result(text(gap, out)));
        console.result("The new data directory is " + out
                + ". It has the sources, the aggregates and the records; secrets, runs and files are in " + dataDir
                + " only. To bring lost records again: sheaf --data " + out
                + " harvest --all --full, or import their files again");
        return salvaged.isWhole() ? 0 : 1;
    }

    private static String text(Salvage.Gap gap, Path out) {
        return switch (gap) {
            case RECORDS -> "The number of records that the store had cannot be read: more may be lost than these numbers say.";
            case NEWEST_CHANGES -> "The log sheaf.db-wal is damaged: the newest changes are lost, and not in these numbers.";
            case NAMES -> "Names of sources or formats are lost: where one is missing, it is now source-N or format-N.";
            case SOURCES -> "Sources that have no records may be missing. To see what is there: sheaf --data " + out
                    + " source list";
            case DOMAIN -> "The domain of local identifiers is lost, and replaced by that of the configuration. If it was another one: sheaf --data "
                    + out + " identifiers rename DOMAIN";
            case ACCESS_LISTS -> "The access lists are lost. Everything is closed until a hub with a configuration has started on the new data directory.";
            case UNLISTED -> "It cannot be read which sources were left out of /oai, so all of them are. To show one there: sheaf --data "
                    + out + " source set ID --option listed=on";
            case AGGREGATES -> "Aggregates may be missing. To see what is there: sheaf --data " + out + " aggregate list";
        };
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException _) {
            // A file, or a directory that cannot be read, is no place for a store.
            return false;
        }
    }

    private static void write(Console console, Finding finding) {
        console.result(String.format("%-10s%-12s%s", finding.state().text(), finding.check().text(), finding.message()));
        if (finding.remedy() != null) {
            console.result(" ".repeat(22) + "To repair it: " + finding.remedy());
        }
    }

    private static void writeJson(Console console, List<Finding> findings) {
        Json.write(console, json -> {
            json.writeStartObject();
            json.writeBooleanProperty("ok", findings.stream().noneMatch(finding -> finding.state() == Finding.State.FAULT));
            json.writeArrayPropertyStart("findings");
            for (Finding finding : findings) {
                json.writeStartObject();
                json.writeStringProperty("check", finding.check().text());
                json.writeStringProperty("state", finding.state().text());
                json.writeStringProperty("message", finding.message());
                if (finding.remedy() == null) {
                    json.writeNullProperty("remedy");
                } else {
                    json.writeStringProperty("remedy", finding.remedy());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
