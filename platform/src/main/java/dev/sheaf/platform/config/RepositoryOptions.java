package dev.sheaf.platform.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;

/**
 * Options for serving one repository, beyond those in the store.
 *
 * @param told descriptions of the repository in addition to those in the store
 * @param granularity of its datestamps
 * @param deletedRecord support for deleted records that it states
 * @param pageSize records in a page; null for the hub's
 * @param tokenLifetime how long a result set is kept, whose tokens then expire; null for tokens that hold the state themselves
 * @param limits who is served when
 * @param proxyLimits who may ask the live proxy in front of the source when
 */
public record RepositoryOptions(AddedDescriptions told, Granularity granularity,
        DeletedRecordPolicy deletedRecord, @Nullable Integer pageSize, @Nullable Duration tokenLifetime, FlowRules limits,
        FlowRules proxyLimits) {

    /** A repository of which the configuration says nothing. */
    public static final RepositoryOptions DEFAULT = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
            DeletedRecordPolicy.PERSISTENT, null, null, FlowRules.NONE, FlowRules.NONE);

    /** The guidelines ask for tens of minutes at least; nobody walks a list for a month. */
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
     * The options of all repositories.
     *
     * @param everything of the one of everything
     * @param others options of repositories without a section of their own
     * @param byId of sources and aggregates, by their id
     */
    public record OfAll(RepositoryOptions everything, RepositoryOptions others, Map<String, RepositoryOptions> byId) {

        /** A configuration that says nothing of repositories. */
        public static final OfAll DEFAULTS = new OfAll(DEFAULT, DEFAULT, Map.of());

        public OfAll {
            byId = Map.copyOf(byId);
        }

        /** Returns the options of a source or an aggregate. */
        public RepositoryOptions of(String id) {
            return byId.getOrDefault(id, others);
        }
    }
}
