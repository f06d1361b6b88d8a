package dev.sheaf.platform.config;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The values of all {@link Setting}s. Immutable, safe for many threads. */
public final class Configuration {

    private final Map<Setting, String> values;
    private final RepositoryOptions.OfAll repositories;

    private Configuration(Map<Setting, String> values, RepositoryOptions.OfAll repositories) {
        this.values = values;
        this.repositories = repositories;
    }

    /**
     * Puts together what the file, the environment and the command line say; the later is the stronger.
     *
     * @param file what the YAML file says
     * @param environment all variables of the environment
     * @param commandLine values given as options
     * @throws ConfigurationException when a value of the environment or the command line is not acceptable
     */
    public static Configuration of(ConfigurationFile file, Map<String, String> environment, Map<Setting, String> commandLine)
            throws ConfigurationException {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
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

    private static String checked(Setting setting, String value, String where) throws ConfigurationException {
        try {
            setting.check(value);
            return value;
        } catch (IllegalArgumentException failure) {
            throw new ConfigurationException(where + ": " + (setting.secret() ? "this value" : "'" + value + "'")
                    + " is not acceptable; " + failure.getMessage());
        }
    }

    /** The value of a setting; empty when nobody gave one and it has no default. */
    public Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting));
    }

    /**
     * The value of a setting that has a default.
     *
     * @throws IllegalStateException when it has neither
     */
    public String required(Setting setting) {
        return text(setting).orElseThrow(() -> new IllegalStateException(setting.key() + " has no value"));
    }

    /** The value of a setting that is a whole number and has a default. */
    public int number(Setting setting) {
        return Integer.parseInt(required(setting).strip());
    }

    /** Returns the options for serving repositories. */
    public RepositoryOptions.OfAll repositories() {
        return repositories;
    }

    /** The data folder, seen from the current folder. */
    public Path data(Path currentFolder) {
        return currentFolder.resolve(required(Setting.DATA)).normalize();
    }
}
