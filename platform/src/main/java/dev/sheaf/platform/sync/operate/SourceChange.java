package dev.sheaf.platform.sync.operate;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceCare;

/**
 * The settings of a source that an operator wants from now on.
 *
 * @param source what is registered
 * @param care how it is watched over
 * @param profile what is pinned of its server; what was learnt is not looked at
 * @param derived formats that are made of its records; null when that stays as it is
 */
public record SourceChange(Source source, SourceCare care, ServerProfile profile, @Nullable List<MetadataPrefix> derived) {

    /** Copies the list. */
    public SourceChange {
        derived = derived == null ? null : List.copyOf(derived);
    }

    /** A source as it is now. */
    public static SourceChange of(HubStore store, Source source) {
        return new SourceChange(source, store.monitoring().of(source.id()), store.profile(source.id()), null);
    }

    /** A source that is new. */
    public static SourceChange of(Source source) {
        return new SourceChange(source, SourceCare.DEFAULT, ServerProfile.UNKNOWN, null);
    }
}
