package dev.sheaf.core.extension;

import java.util.Optional;

/** The verbs on the side of service providers. */
public enum ExtensionVerb {
    /** Announces that a repository has changes. */
    NOTIFY("Notify"),
    /** Sends records. */
    PUSH_METADATA("PushMetadata");

    private final String text;

    ExtensionVerb(String text) {
        this.text = text;
    }

    /** Returns the word in requests. */
    public String text() {
        return text;
    }

    /** Returns the verb that a text names; empty when it names none. */
    public static Optional<ExtensionVerb> fromText(String text) {
        for (ExtensionVerb verb : values()) {
            if (verb.text.equals(text)) {
                return Optional.of(verb);
            }
        }
        return Optional.empty();
    }
}
