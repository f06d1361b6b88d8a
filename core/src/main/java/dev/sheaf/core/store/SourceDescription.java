package dev.sheaf.core.store;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;

/**
 * The description that a source gives of itself, by Identify, ListMetadataFormats and ListSets.
 *
 * @param identify its Identify; null if it has none (local sources)
 * @param formats its formats; null if they were not requested
 * @param sets its sets; null if they were not requested, empty if it has none
 */
public record SourceDescription(@Nullable RepositoryDescription identify, @Nullable List<MetadataFormat> formats,
        @Nullable List<OaiSet> sets) {

    /** Copies the lists. */
    public SourceDescription {
        formats = formats == null ? null : List.copyOf(formats);
        sets = sets == null ? null : List.copyOf(sets);
    }
}
