package dev.sheaf.platform.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;

/**
 * Options for serving one repository, in addition to those in the store.
 *
 * @param told descriptions of the repository in addition to those in the store
 * @param granularity granularity of its datestamps
 * @param deletedRecord support for deleted records that it states
 * @param pageSize records in a page; null for the page size of the hub
 * @param tokenLifetime time for which a result set and its tokens are valid; null for tokens that contain the state themselves
 * @param limits rules for the order and rate of requests
 * @param proxyLimits the same rules for the live proxy of the source
 */
public record RepositoryOptions(AddedDescriptions told, Granularity granularity,
        DeletedRecordPolicy deletedRecord, @Nullable Integer pageSize, @Nullable Duration tokenLifetime, FlowRules limits,
        FlowRules proxyLimits) {

    /** Options of a repository that the configuration does not mention. */
    public static final RepositoryOptions DEFAULT = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
            DeletedRecordPolicy.PERSISTENT, null, null, FlowRules.NONE, FlowRules.NONE);

    /**
     * Shortest lifetime of tokens, because the guidelines ask for tens of minutes. The longest is a month, because no harvester takes
     * longer for a list.
     */
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofDays(31);

    /**
     * Reads the section of one repository.
     *
     * @throws ConfigurationException when there is an unknown name or a value that cannot be used
     */
    static RepositoryOptions read(String path, JsonNode node) throws ConfigurationException {
        Section section = Section.of(path, node);
        Granularity granularity = section.choice("granularity", RepositoryOptions::word, Granularity.class);
        DeletedRecordPolicy deletedRecord = section.choice("deleted-record", DeletedRecordPolicy::text,
                DeletedRecordPolicy.class);
        Duration tokenLifetime = section.duration("token-lifetime");
        if (tokenLifetime != null && (tokenLifetime.compareTo(SHORTEST) < 0 || tokenLifetime.compareTo(LONGEST) > 0)) {
            throw section.wrong("token-lifetime", String.valueOf(section.text("token-lifetime")), "from 10m to 31d");
        }
        List<String> adminEmails = section.texts("admin-email");
        for (String email : adminEmails) {
            try {
                Setting.ADMIN_EMAIL.check(email);
            } catch (IllegalArgumentException failure) {
                throw new ConfigurationException(
                        path + ".admin-email: '" + email + "' is not acceptable; " + failure.getMessage());
            }
        }
        JsonNode limits = section.node("limits");
        JsonNode proxyLimits = section.node("proxy-limits");
        RepositoryOptions options = new RepositoryOptions(
                AddedDescriptionsSection.read(section).named(section.text("name"), adminEmails),
                granularity == null ? DEFAULT.granularity : granularity,
                deletedRecord == null ? DEFAULT.deletedRecord : deletedRecord,
                section.number("page-size", 1, 5_000), tokenLifetime,
                limits == null ? FlowRules.NONE : FlowSection.read(limits, path + ".limits"),
                proxyLimits == null ? FlowRules.NONE : FlowSection.read(proxyLimits, path + ".proxy-limits"));
        section.end();
        return options;
    }

    private static String word(Granularity granularity) {
        return switch (granularity) {
            case DAY -> "day";
            case SECOND -> "second";
        };
    }

    /**
     * Options of all repositories.
     *
     * @param everything options of the aggregate of everything
     * @param others options of repositories without a section of their own
     * @param byId options of sources and aggregates, by their id
     */
    public record OfAll(RepositoryOptions everything, RepositoryOptions others, Map<String, RepositoryOptions> byId) {

        /** Options for a configuration that mentions no repositories. */
        public static final OfAll DEFAULTS = new OfAll(DEFAULT, DEFAULT, Map.of());

        public OfAll {
            byId = Map.copyOf(byId);
        }

        /** Returns the options of a source or an aggregate. */
        public RepositoryOptions of(String id) {
            return byId.getOrDefault(id, others);
        }

        /** Returns the access lists of the sources and aggregates with options of their own, and of the aggregate of everything, by id. */
        public Map<String, AccessList> accessLists() {
            Map<String, AccessList> lists = new HashMap<>();
            byId.forEach((id, options) -> lists.put(id, options.limits().access()));
            lists.put(Aggregate.EVERYTHING, everything.limits().access());
            return lists;
        }
    }
}
