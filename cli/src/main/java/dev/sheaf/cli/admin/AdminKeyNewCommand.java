package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.store.HubStore;

/** Generates the key that signs requests. */
@Command(name = "new", description = {"Generates the key that signs requests, and prints its identifier.",
        "The private half is in the file signing-key.pem of the data directory, which only its owner may read. It is never shown."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf admin key new", "  sheaf admin key new --replace"})
public final class AdminKeyNewCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--replace", description = "replace an existing key; others accept the new one after they have fetched the key directory again")
    private boolean replace;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        // The store creates a data directory that only its owner may enter.
        try (HubStore _ = DataDirectory.open(program)) {
            SigningKey key = SigningKeyText.withFile(program, this::made);
            program.console().result(key.id());
            SigningKeyText.lines(key, program.configuration()).forEach(program.console()::note);
            program.console().note("Restart a hub that is running.");
        }
        return 0;
    }

    private SigningKey made(KeyFile file) {
        if (!replace && file.read().isPresent()) {
            throw new CommandFailedException(
                    "There is a key already: " + file.path() + ". To replace it: sheaf admin key new --replace");
        }
        SigningKey key = SigningKey.generate();
        file.write(key);
        return key;
    }
}
