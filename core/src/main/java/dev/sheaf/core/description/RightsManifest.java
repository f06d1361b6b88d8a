package dev.sheaf.core.description;

import java.util.List;

/**
 * All statements of rights over metadata in a repository or set (guidelines for rights, 2005).
 *
 * @param rights at least one; those of a set are complete
 */
public record RightsManifest(List<Rights> rights) implements Description {

    /** The only legal value of {@code appliesTo}. */
    public static final String APPLIES_TO = "http://www.openarchives.org/OAI/2.0/entity#metadata";

    /** Copies the statements. */
    public RightsManifest {
        rights = List.copyOf(rights);
        if (rights.isEmpty()) {
            throw new IllegalArgumentException("the manifest of rights is empty; at least one statement is required");
        }
    }
}
