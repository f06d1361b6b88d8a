package dev.sheaf.platform.resolver;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page of an identifier.
 *
 * @param identifier for people
 * @param scheme kind of the identifier, such as DOI; empty for that of an item
 * @param elsewhere address of its resolver on the web; null for none
 * @param deletion why all copies are withdrawn, in sentences; null if they are not
 * @param copies copies of the item in this hub
 * @param services what can be asked for the item
 * @param records records of the work that has the identifier
 * @param count number of all records of the work
 * @param mentions records that name it as another work
 */
public record ResolverPage(String identifier, String scheme, @Nullable String elsewhere, @Nullable String deletion,
        List<Copy> copies,
        List<Service> services, List<Link> records, long count, List<Link> mentions) {

    /** Copies the lists. */
    public ResolverPage {
        copies = List.copyOf(copies);
        services = List.copyOf(services);
        records = List.copyOf(records);
        mentions = List.copyOf(mentions);
    }

    /**
     * A copy of an item.
     *
     * @param source name of its source
     * @param href page of its record
     * @param state for people
     * @param formats raw metadata in each format
     */
    public record Copy(String source, String href, String state, List<Link> formats) {

        /** Copies the list. */
        public Copy {
            formats = List.copyOf(formats);
        }
    }

    /**
     * Something that can be asked.
     *
     * @param href address within the hub
     * @param suffix of the identifier
     * @param description for people
     */
    public record Service(String href, String suffix, String description) {}

    /**
     * A link.
     *
     * @param href address within the hub
     * @param text for people
     */
    public record Link(String href, String text) {}
}
