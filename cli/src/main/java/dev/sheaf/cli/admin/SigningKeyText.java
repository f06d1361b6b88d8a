package dev.sheaf.cli.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.platform.keys.SigningKeyException;
import dev.sheaf.platform.keys.SigningSettings;
import dev.sheaf.platform.watch.AccessLetter;

/** Texts of the commands for the signing key, and their access to its file. */
final class SigningKeyText {

    private SigningKeyText() {}

    /** Does something with the key file of a command; a failure becomes one of the command. */
    static <T> T withFile(Program program, Function<KeyFile, T> work) {
        try {
            return work.apply(new KeyFile(DataDirectory.of(program).resolve(KeyFile.NAME)));
        } catch (SigningKeyException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
    }

    /** Returns the lines that describe a key: its identifier, its public half, and its directory. */
    static List<String> lines(SigningKey key, Configuration configuration) {
        List<String> lines = new ArrayList<>();
        lines.add("key id:         " + key.id());
        lines.add("public key (x): " + key.open().x());
        lines.add("signer:         " + agent(configuration).orElse("not known; set signature-agent"));
        lines.add("key directory:  "
                + agent(configuration).map(SigningSettings::directory).orElse("not known; set signature-agent"));
        lines.add("signing:        " + (configuration.text(SigningSettings.SIGN).orElse("no").equals("yes")
                ? "on"
                : "off; set sign-requests to yes"));
        return lines;
    }

    /** Returns the part of a letter by which an operator can recognise signed requests. */
    static List<String> letter(SigningKey key, Configuration configuration) {
        String origin = agent(configuration).orElseThrow(
                () -> new CommandFailedException("The letter needs the public address of this hub. Set signature-agent."));
        List<String> lines = new ArrayList<>(List.of("You can recognise our requests by", ""));
        lines.addAll(AccessLetter.signature(new RequestSigner(key, origin)));
        return lines;
    }

    private static Optional<String> agent(Configuration configuration) {
        return SigningSettings.agent(configuration.text(SigningSettings.AGENT).orElse(null),
                configuration.text(Setting.BASE_URL).orElse(null));
    }
}
