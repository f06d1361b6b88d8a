package dev.sheaf.platform.config;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of all {@link Setting}s. Immutable and thread-safe. */
public final class Configuration {

    private final Map<Setting, String> values;
    private final RepositoryOptions.OfAll repositories;

    private Configuration(Map<Setting, String> values, RepositoryOptions.OfAll repositories) {
        this.values = values;
        this.repositories = repositories;
    }

    /**
     * Combines the values of the file, the environment and the command line. The environment overrides the file, and the command line
     * overrides both.
     *
     * @param file contents of the YAML file
     * @param environment all variables of the environment
     * @param commandLine values given as options
     * @param known existing settings
     * @throws ConfigurationException if a value of the environment or the command line is not acceptable
     */
    public static Configuration of(ConfigurationFile file, Map<String, String> environment, Map<Setting, String> commandLine,
            Collection<Setting> known) throws ConfigurationException {
        Map<Setting, String> values = new HashMap<>();
        for (Setting setting : known) {
            String fromEnvironment = environment.get(setting.variable());
            String fromCommandLine = commandLine.get(setting);
            String fromFile = file.values().get(setting);
            if (fromCommandLine != null) {
                values.put(setting, checked(setting, fromCommandLine, "--" + setting.key()));
            } else if (fromEnvironment != null && !fromEnvironment.isEmpty()) {
                values.put(setting, checked(setting, fromEnvironment, setting.variable() + " in the environment"));
            } else if (fromFile != null) {
                values.put(setting, fromFile);
            } else {
                setting.defaultValue().ifPresent(value -> values.put(setting, value));
            }
        }
        return new Configuration(values, file.repositories());
    }

    /** The same with the settings of the program itself. */
    public static Configuration of(ConfigurationFile file, Map<String, String> environment, Map<Setting, String> commandLine)
            throws ConfigurationException {
        return of(file, environment, commandLine, Setting.values());
    }

    private static String checked(Setting setting, String value, String where) throws ConfigurationException {
        try {
            setting.check(value);
            return value;
        } catch (IllegalArgumentException failure) {
            throw new ConfigurationException(where + ": " + (setting.secret() ? "this value" : "'" + value + "'")
                    + " is not acceptable; " + failure.getMessage());
        }
    }

    /** Returns the value of a setting; empty if it is not configured and has no default. */
    public Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting));
    }

    /**
     * Returns the value of a setting that has a default.
     *
     * @throws IllegalStateException if it is not configured and has no default
     */
    public String required(Setting setting) {
        return text(setting).orElseThrow(() -> new IllegalStateException(setting.key() + " has no value"));
    }

    /** Returns the value of a setting that is a whole number and has a default. */
    public int number(Setting setting) {
        return Integer.parseInt(required(setting).strip());
    }

    /** Returns the values of these settings, without those that have none. */
    public Map<Setting, String> of(Collection<Setting> wanted) {
        Map<Setting, String> found = new HashMap<>(values);
        found.keySet().retainAll(wanted);
        return found;
    }

    /** Returns the options for serving repositories. */
    public RepositoryOptions.OfAll repositories() {
        return repositories;
    }

    /** Returns the data directory, resolved against the current directory. */
    public Path data(Path currentFolder) {
        return currentFolder.resolve(required(Setting.DATA)).normalize();
    }
}
