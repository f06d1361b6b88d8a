package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.index.CombinedFormat.Index;

/**
 * Choice of the index that is harvested from a repository that speaks the extension for index harvesting. The index of an item is one,
 * whatever format its metadata has: it is taken with oai_dc where there is oai_dc. Stateless.
 */
final class IndexChoice {

    /** The richest format that is taken unasked: positions take several times its space, and give away nearly the text itself. */
    private static final Index RICHEST = Index.TF_BASIC;

    private IndexChoice() {}

    /**
     * Returns the formats of a repository with the combined ones after them, so that metadata alone is harvested first: the combined record of
     * an item is then never older than its metadata alone.
     *
     * @param formats its metadata formats; not empty
     * @param indexFormats its index formats
     * @param notes gets a sentence for each index format that is not known
     */
    static List<MetadataFormat> combined(List<MetadataFormat> formats, List<MetadataFormat> indexFormats,
            Consumer<String> notes) {
        MetadataPrefix metadata = formats.stream().map(MetadataFormat::prefix).filter(MetadataPrefix.OAI_DC::equals).findFirst()
                .orElseGet(() -> formats.getFirst().prefix());
        List<MetadataFormat> all = new ArrayList<>(formats);
        for (MetadataFormat indexFormat : indexFormats) {
            Optional<Index> index = Index.of(indexFormat.prefix().value());
            if (index.isEmpty()) {
                notes.accept("the index format " + indexFormat.prefix() + " is not known and is left out");
            } else {
                all.add(new CombinedFormat(metadata, index.get()).format());
            }
        }
        return all;
    }

    /**
     * Returns the formats to harvest when nobody has named some: of the combined ones the richest up to tf_basic.
     *
     * @param prefixes of all formats, see {@link #combined}
     * @param notes gets a sentence when index formats are left out
     */
    static List<MetadataPrefix> wanted(List<MetadataPrefix> prefixes, Consumer<String> notes) {
        Optional<MetadataPrefix> chosen = prefixes.stream().flatMap(prefix -> CombinedFormat.of(prefix).stream())
                .filter(combined -> combined.index().compareTo(RICHEST) <= 0).max(Comparator.comparing(CombinedFormat::index))
                .map(CombinedFormat::prefix);
        List<MetadataPrefix> richer = prefixes.stream().filter(prefix -> CombinedFormat.of(prefix)
                .filter(combined -> combined.index().compareTo(RICHEST) > 0).isPresent()).toList();
        if (!richer.isEmpty()) {
            notes.accept("a richer index is not harvested unless it is named: "
                    + richer.stream().map(prefix -> "--prefix " + prefix).collect(Collectors.joining(", ")));
        }
        return prefixes.stream()
                .filter(prefix -> CombinedFormat.of(prefix).isEmpty() || chosen.filter(prefix::equals).isPresent())
                .toList();
    }
}
