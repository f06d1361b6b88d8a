package dev.sheaf.validator.schema;

import java.io.IOException;
import java.util.List;

/** Thrown when a document is no usable XML Schema, or one that it needs cannot be had. */
public final class SchemaFault extends IOException {

    private static final long serialVersionUID = 1L;

    private final List<String> faults;

    /**
     * Creates a fault.
     *
     * @param faults what is wrong, with place and document, for people; not empty
     */
    public SchemaFault(List<String> faults) {
        super(faults.getFirst());
        this.faults = List.copyOf(faults);
    }

    /** Creates a fault with one message. */
    public SchemaFault(String fault) {
        this(List.of(fault));
    }

    /** Returns the first faults, for people. */
    public List<String> faults() {
        return faults;
    }
}
