package dev.sheaf.cli.program;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.keys.SigningKeyException;
import dev.sheaf.platform.keys.SigningSettings;

/** Identity of the hub in requests to repositories. */
public final class ConfiguredIdentity {

    private ConfiguredIdentity() {}

    /** Returns the default rules with the configured identity, for a command without options for settings. */
    public static FetchRules rules(Program program) {
        return rules(program, program.configuration());
    }

    /**
     * Returns the default rules with the configured User-Agent and From, and with the signer of requests if signing is on.
     *
     * @throws CommandFailedException if requests are to be signed, but the key or the public address is missing
     */
    public static FetchRules rules(Program program, Configuration configuration) {
        try {
            return FetchRules.DEFAULT.withIdentity(configuration.text(Setting.USER_AGENT).orElse(null),
                    configuration.text(Setting.FROM_HEADER).orElse(null))
                    .withSigner(SigningSettings.signer(configuration, configuration.data(program.surroundings().folder()))
                            .orElse(null));
        } catch (SigningKeyException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
    }
}
