package dev.sheaf.platform.hub;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.ServerStartException;

/**
 * A capability of the program: its commands, its settings, and the part that it adds to a running hub. The program has one list of them; the
 * list alone knows a feature, so that a new one is a package of its own and a line there.
 *
 * <p>Immutable, safe for many threads: what a hub needs while it runs is kept by the {@link HubPart}.
 */
public interface Feature {

    /** Returns the classes of its commands in the order of the help; each has picocli's annotations and a constructor without parameters. */
    default List<Class<?>> commands() {
        return List.of();
    }

    /** Returns its settings, in the configuration file and in the environment. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Returns those of its settings that {@code serve} takes as options, too. */
    default List<ServeOption> serveOptions() {
        return List.of();
    }

    /**
     * Adds its part to a hub. The server does not answer yet; background work begins with {@link HubPart#start}.
     *
     * @throws ServerStartException when it cannot listen where it should
     */
    default HubPart open(HubContext hub) throws ServerStartException {
        return HubPart.NONE;
    }

    /**
     * A setting that {@code serve} takes as an option.
     *
     * @param setting whose name with two hyphens in front is the option's
     * @param paramLabel its value, for the help
     * @param description for the help
     */
    record ServeOption(Setting setting, String paramLabel, String description) {}
}
