package dev.sheaf.platform.config;

/** Thrown when an option is wrong. The message says which, where it stands, and what is expected. */
public final class ConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(message);
    }
}
