package dev.sheaf.provider;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.Rights;

/**
 * Descriptions that an operator adds to those of the repository itself. Immutable.
 *
 * @param name for people; null for the repository's own
 * @param adminEmails addresses of the administrators; empty for the repository's own
 * @param ofRepository for the {@code description} containers of Identify
 * @param ofRecords rights over the metadata of all live records that state none themselves; null for none
 * @param ofSets by setSpec; a description does not create a set
 * @param besides further descriptions of the repository, which replace none in the same kind of container
 * @param about containers that services add to records, in their order
 */
public record AddedDescriptions(@Nullable String name, List<String> adminEmails, List<Description> ofRepository,
        @Nullable Rights ofRecords, Map<String, OfSet> ofSets, List<Description> besides,
        List<AddedAbout> about) {

    public static final AddedDescriptions NONE = new AddedDescriptions(List.of(), null, Map.of());

    /** Copies the collections. */
    public AddedDescriptions {
        adminEmails = List.copyOf(adminEmails);
        ofRepository = List.copyOf(ofRepository);
        ofSets = Map.copyOf(ofSets);
        besides = List.copyOf(besides);
        about = List.copyOf(about);
    }

    /** Creates descriptions that replace those in the same kinds of containers. */
    public AddedDescriptions(@Nullable String name, List<String> adminEmails, List<Description> ofRepository,
            @Nullable Rights ofRecords, Map<String, OfSet> ofSets) {
        this(name, adminEmails, ofRepository, ofRecords, ofSets, List.of(), List.of());
    }

    /** Creates descriptions without a name and e-mail addresses. */
    public AddedDescriptions(List<Description> ofRepository, @Nullable Rights ofRecords, Map<String, OfSet> ofSets) {
        this(null, List.of(), ofRepository, ofRecords, ofSets);
    }

    /** Returns a copy with another name and other addresses. */
    public AddedDescriptions named(@Nullable String otherName, List<String> otherEmails) {
        return new AddedDescriptions(otherName, otherEmails, ofRepository, ofRecords, ofSets, besides, about);
    }

    /** Returns a copy with other descriptions that replace none. */
    public AddedDescriptions withBesides(List<Description> other) {
        return new AddedDescriptions(name, adminEmails, ofRepository, ofRecords, ofSets, other, about);
    }

    /** Returns a copy with other containers of records. */
    public AddedDescriptions withAbout(List<AddedAbout> other) {
        return new AddedDescriptions(name, adminEmails, ofRepository, ofRecords, ofSets, besides, other);
    }

    /** Returns whether nothing is added. */
    public boolean isNone() {
        return name == null && adminEmails.isEmpty() && ofRepository.isEmpty() && ofRecords == null && ofSets.isEmpty()
                && besides.isEmpty() && about.isEmpty();
    }

    /**
     * The description that an operator adds to a set.
     *
     * @param name for people; null for the repository's own
     * @param descriptions of kinds that may describe sets
     */
    public record OfSet(@Nullable String name, List<Description> descriptions) {

        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if a description is allowed in Identify only
         */
        public OfSet {
            descriptions = List.copyOf(descriptions);
            for (Description description : descriptions) {
                if (!description.container().describesSets()) {
                    throw new IllegalArgumentException(
                            description.container().rootName() + " describes repositories, not sets");
                }
            }
        }
    }
}
