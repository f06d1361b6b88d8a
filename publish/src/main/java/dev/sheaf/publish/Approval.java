package dev.sheaf.publish;

import java.util.Arrays;
import java.util.Optional;

/** Rule by which the resources of a collection are published. */
public enum Approval {
    /** Every resource is published as soon as it is found. */
    NONE("none"),
    /** Resources are published when their owner has approved them. */
    REQUIRED("required"),
    /** Every resource is published; its state is one of its sets. */
    SHOWN("shown");

    private final String text;

    Approval(String text) {
        this.text = text;
    }

    /** Returns the word for the rule in settings and options. */
    public String text() {
        return text;
    }

    /** Returns true if the owner is asked about resources. */
    public boolean isAsked() {
        return this != NONE;
    }

    /** Returns true if resources are published before their approval too. */
    public boolean isShown() {
        return this == SHOWN;
    }

    /** Returns the rule of a word; empty when there is none. */
    public static Optional<Approval> of(String text) {
        return Arrays.stream(values()).filter(rule -> rule.text.equals(text)).findFirst();
    }
}
