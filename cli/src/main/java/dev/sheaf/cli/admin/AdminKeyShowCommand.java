package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.keys.KeyFile;

/** Shows the public half of the key that signs requests. */
@Command(name = "show", description = "Shows the identifier and the public half of the key that signs requests, and the address of the key directory.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf admin key show", "  sheaf admin key show --letter"})
public final class AdminKeyShowCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--letter", description = "print a paragraph for a letter to the operator of a host that blocks automated access")
    private boolean letter;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        SigningKey key = SigningKeyText.withFile(program, KeyFile::read).orElseThrow(
                () -> new CommandFailedException("There is no key that signs requests. To make one: sheaf admin key new"));
        (letter ? SigningKeyText.letter(key, program.configuration()) : SigningKeyText.lines(key, program.configuration()))
                .forEach(program.console()::result);
        return 0;
    }
}
