package dev.sheaf.cli.admin;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.doctor.Doctor;
import dev.sheaf.platform.doctor.Finding;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;

/** Examines the data directory. */
@Command(name = "doctor", description = {
        "Examines the data directory: the database, every record against its hash, lists and counters, the key of the secrets, the clock, "
                + "the file open-stamp, runs under way, the search index.",
        "Without --fix it changes nothing and may run while the hub runs. With --fix it repairs what can be repaired without loss; stop the hub "
                + "and all commands first.",
        "Exit status: 0 when nothing is wrong (any more), 1 when something is."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf doctor", "  sheaf doctor --json", "  sheaf doctor --fix"})
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--fix", description = "repair faults that can be repaired without loss, and report each repair")
    private boolean fix;

    @Option(names = "--accept-clock", description = "accept the clock of this machine although it has leapt or is far from the newest datestamps; implies --fix")
    private boolean acceptClock;

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
