package dev.sheaf.platform.config;

/** Thrown if an option is wrong. The message names the option, its place, and what is expected. */
public final class ConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
