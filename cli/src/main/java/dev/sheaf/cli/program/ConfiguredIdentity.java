package dev.sheaf.cli.program;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;

/** As whom the hub asks repositories. */
public final class ConfiguredIdentity {

    private ConfiguredIdentity() {}

    /** Returns the usual rules, with the User-Agent and From that the configuration names. */
    public static FetchRules rules(Configuration configuration) {
        return FetchRules.DEFAULT.withIdentity(configuration.text(Setting.USER_AGENT).orElse(null),
                configuration.text(Setting.FROM_HEADER).orElse(null));
    }
}
