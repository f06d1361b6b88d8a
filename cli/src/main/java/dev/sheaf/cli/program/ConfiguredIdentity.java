package dev.sheaf.cli.program;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;

/** Identity of the hub in requests to repositories. */
public final class ConfiguredIdentity {

    private ConfiguredIdentity() {}

    /** Returns the default rules with the configured User-Agent and From. */
    public static FetchRules rules(Configuration configuration) {
        return FetchRules.DEFAULT.withIdentity(configuration.text(Setting.USER_AGENT).orElse(null),
                configuration.text(Setting.FROM_HEADER).orElse(null));
    }
}
