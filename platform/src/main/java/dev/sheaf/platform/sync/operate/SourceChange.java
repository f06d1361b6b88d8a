package dev.sheaf.platform.sync.operate;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceCare;

/**
 * Settings of a source that an operator wants from now on.
 *
 * @param source registered data
 * @param care monitoring settings
 * @param profile pinned traits of its server; learnt traits are ignored
 * @param derived formats that are derived from its records; null to leave them unchanged
 */
public record SourceChange(Source source, SourceCare care, ServerProfile profile, @Nullable List<MetadataPrefix> derived) {

    /** Copies the list. */
    public SourceChange {
        derived = derived == null ? null : List.copyOf(derived);
    }

    /** Returns the present settings of a source. */
    public static SourceChange of(HubStore store, Source source) {
        return new SourceChange(source, store.monitoring().of(source.id()), store.profile(source.id()), null);
    }

    /** Returns the settings of a new source. */
    public static SourceChange of(Source source) {
        return new SourceChange(source, SourceCare.DEFAULT, ServerProfile.UNKNOWN, null);
    }
}
