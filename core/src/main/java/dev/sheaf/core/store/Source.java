package dev.sheaf.core.store;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

/**
 * A repository that the hub knows: harvested from a base URL, filled by its owner, from files or by a crawl, or made by the hub itself.
 *
 * @param id short name, {@code [a-z0-9][a-z0-9-]{0,62}}
 * @param kind way in which records arrive
 * @param baseUrl address to harvest; null when the source is not harvested
 * @param name for people; null until the repository has stated its own
 * @param prefixes formats wanted; empty for all that the repository offers
 * @param sets sets wanted; empty for the whole repository
 * @param settings everything else
 */
public record Source(String id, Kind kind, @Nullable String baseUrl, @Nullable String name, List<MetadataPrefix> prefixes,
        List<SetSpec> sets, Settings settings) {

    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /**
     * The way in which the records of a source arrive, with its consequences. Other classes ask these methods and never compare kinds, so a
     * new kind only answers the questions below.
     */
    public enum Kind {
        /** Harvested from a base URL. */
        HARVESTED,
        /** Pushed by its owner. */
        PUSHED,
        /** Imported from local files or tables. */
        IMPORTED,
        /** Crawled from a file collection. */
        CRAWLED,
        /** Made by the hub itself, about its own work. */
        GENERATED;

        /** Returns whether the hub asks a base URL for the records: such a source has a schedule, and the hub can subscribe to it. */
        public boolean isHarvested() {
            return this == HARVESTED;
        }

        /** Returns whether the owner sends the records, and the hub never asks. */
        public boolean isPushed() {
            return this == PUSHED;
        }

        /** Returns whether the records are made of the files of a collection. */
        public boolean isCrawled() {
            return this == CRAWLED;
        }

        /** Returns whether a person imports the records. */
        public boolean isImported() {
            return this == IMPORTED;
        }

        /**
         * Returns whether the hub itself makes the records. Such a source is a repository of its own; it is in no aggregate, and no search
         * finds its records.
         */
        public boolean isGenerated() {
            return this == GENERATED;
        }

        /**
         * Returns whether the records are copies from another repository, which is their origin. Deletions of such a source can be held for
         * approval.
         */
        public boolean isRepository() {
            return switch (this) {
                case HARVESTED, PUSHED -> true;
                case IMPORTED, CRAWLED, GENERATED -> false;
            };
        }

        /** Returns whether the next run continues where a cancelled run ended. */
        public boolean resumes() {
            return switch (this) {
                case HARVESTED, PUSHED, CRAWLED -> true;
                case IMPORTED, GENERATED -> false;
            };
        }

        /** Returns the name of a run that fills such a source, for people: {@code harvest}. */
        public String run() {
            return switch (this) {
                case HARVESTED, PUSHED -> "harvest";
                case IMPORTED -> "import";
                case CRAWLED -> "crawl";
                case GENERATED -> "update";
            };
        }

        /** Returns the past participle for such a run, for people: {@code harvested}. */
        public String done() {
            return switch (this) {
                case HARVESTED, PUSHED -> "harvested";
                case IMPORTED -> "imported";
                case CRAWLED -> "crawled";
                case GENERATED -> "made";
            };
        }

        /** Returns the origin of the records of a source without a base URL, for people. */
        public String origin() {
            return switch (this) {
                case PUSHED -> "pushed by its owner";
                case HARVESTED, IMPORTED -> "local records";
                case CRAWLED -> "files of a collection";
                case GENERATED -> "made by this hub";
            };
        }

        /** Returns the name of the kind in reports: {@code harvested}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Settings of a source's harvests. The default applies to each that is null.
     *
     * @param userAgent sent as User-Agent
     * @param from e-mail address sent as From
     * @param latency longest wanted interval between harvests
     * @param policy name of the scheduling policy
     * @param access way to reach the host
     */
    public record Settings(@Nullable String userAgent, @Nullable String from, @Nullable Duration latency,
            @Nullable String policy, Access access) {

        /** The default settings. */
        public static final Settings DEFAULT = new Settings(null, null, null, null);

        /** Creates settings with the default access. */
        public Settings(@Nullable String userAgent, @Nullable String from, @Nullable Duration latency, @Nullable String policy) {
            this(userAgent, from, latency, policy, Access.DEFAULT);
        }

        /** Returns a copy with another access. */
        public Settings withAccess(Access other) {
            return new Settings(userAgent, from, latency, policy, other);
        }
    }

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when the id is not legal
     */
    public Source {
        checkId(id);
        prefixes = List.copyOf(prefixes);
        sets = List.copyOf(sets);
    }

    /** Returns a source that is harvested completely. */
    public static Source harvested(String id, String baseUrl) {
        return new Source(id, Kind.HARVESTED, baseUrl, null, List.of(), List.of(), Settings.DEFAULT);
    }

    /** Returns a copy with other settings. */
    public Source withSettings(Settings other) {
        return new Source(id, kind, baseUrl, name, prefixes, sets, other);
    }

    /** Returns a source of a file collection. */
    public static Source crawled(String id) {
        return new Source(id, Kind.CRAWLED, null, null, List.of(), List.of(), Settings.DEFAULT);
    }

    /** Returns a source whose records the hub itself makes. */
    public static Source generated(String id, String name) {
        return new Source(id, Kind.GENERATED, null, name, List.of(), List.of(), Settings.DEFAULT);
    }

    /** Returns a source of local records. */
    public static Source imported(String id, @Nullable String name) {
        return new Source(id, Kind.IMPORTED, null, name, List.of(), List.of(), Settings.DEFAULT);
    }

    /**
     * Checks an id.
     *
     * @throws IllegalArgumentException with a message for people when it is not legal
     */
    public static void checkId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("'" + id + "' cannot be an id: use up to 63 lower-case letters, digits and "
                    + "hyphens, starting with a letter or digit");
        }
    }
}
