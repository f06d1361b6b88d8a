package dev.sheaf.core.description;

import org.jspecify.annotations.Nullable;

/**
 * The software that a repository runs on (schema of Virginia Tech). Each component is null if it is not stated.
 *
 * @param title name of the software
 * @param author its author
 * @param version its version
 * @param toolkitIcon address of a picture
 * @param url address of its home
 */
public record Toolkit(@Nullable String title, @Nullable Author author, @Nullable String version, @Nullable String toolkitIcon,
        @Nullable String url) implements Description {

    /** Turns blank texts into null and checks addresses. */
    public Toolkit {
        title = Check.optional(title);
        version = Check.optional(version);
        toolkitIcon = Check.optionalUri("toolkitIcon", toolkitIcon);
        url = Check.optionalUri("URL of a toolkit", url);
    }

    /** An author of the software. Each value is null when the container does not give it. */
    public record Author(@Nullable String name, @Nullable String email, @Nullable String institution) {

        /** Turns blank texts into null. */
        public Author {
            name = Check.optional(name);
            email = Check.optional(email);
            institution = Check.optional(institution);
        }
    }
}
