package dev.sheaf.platform.cli;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;

/** As whom the hub asks repositories. */
final class ConfiguredIdentity {

    private ConfiguredIdentity() {}

    /** The usual rules, with the User-Agent and From that the configuration names. */
    static FetchRules rules(Configuration configuration) {
        return FetchRules.DEFAULT.withIdentity(configuration.text(Setting.USER_AGENT).orElse(null),
                configuration.text(Setting.FROM_HEADER).orElse(null));
    }
}
