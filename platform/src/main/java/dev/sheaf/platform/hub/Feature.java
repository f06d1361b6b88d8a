package dev.sheaf.platform.hub;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.ServerStartException;

/**
 * A capability of the program: its commands, its settings, and the part that it adds to a running hub. Only the program's list of features
 * names a feature, so a new one is a package of its own and a line in that list.
 *
 * <p>Immutable and safe for use by many threads. A feature's state in a running hub belongs to its {@link HubPart}.
 */
public interface Feature {

    /**
     * Returns the classes of its commands in the order of the help. Each class has picocli's annotations and a constructor without
     * parameters.
     */
    default List<Class<?>> commands() {
        return List.of();
    }

    /** Returns its settings in the configuration file and in the environment. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Returns those of its settings that {@code serve} also takes as options. */
    default List<ServeOption> serveOptions() {
        return List.of();
    }

    /**
     * Opens its part of a hub. The server does not answer yet; background work begins with {@link HubPart#start}.
     *
     * @throws ServerStartException if the part cannot listen on its port
     */
    default HubPart open(HubContext hub) throws ServerStartException {
        return HubPart.NONE;
    }

    /**
     * A setting that {@code serve} takes as an option.
     *
     * @param setting the setting; the option has the same name after two hyphens
     * @param paramLabel placeholder of the value in the help
     * @param description sentence for the help
     */
    record ServeOption(Setting setting, String paramLabel, String description) {}
}
