package dev.sheaf.cli.admin;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.HubStore;

/** Sets the password of the administration. */
@Command(name = "password", description = {
        "Sets the password of the administration: generates one and prints it, or reads one from a file.",
        "It is also the token of programs. Browsers that are logged in have to log in again."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf admin password", "  sheaf admin password --password-file /run/secrets/sheaf"})
public final class AdminPasswordCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--password-file", paramLabel = "F", description = "file with the password; - for standard input, env:NAME for a variable")
    private @Nullable String file;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        String password = file == null ? AdminPassword.generate() : chosen(program, spec, "--password-file", file);
        try (HubStore store = DataDirectory.open(program)) {
            new AdminPassword(store.administration()).set(password, program.surroundings().clock().instant());
        }
        if (file == null) {
            program.console().result(password);
            program.console().note("This is the new password of the administration. It is not shown again.");
        } else {
            program.console().note("The password of the administration has been set.");
        }
        return 0;
    }

    /** Reads a password that the user has chosen from a place that others cannot see. */
    public static String chosen(Program program, CommandSpec spec, String option, String place) {
        String password = SecretInput.secret(program, spec, option, place).reveal();
        Words.read(spec, option, () -> {
            AdminPassword.check(password);
            return password;
        });
        return password;
    }
}
