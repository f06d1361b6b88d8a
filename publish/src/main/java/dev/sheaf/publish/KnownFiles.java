package dev.sheaf.publish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;

/** Files of a source as earlier crawls noted them. Not thread-safe while it is filled; safe for many threads then. */
final class KnownFiles {

    private final Map<CrawledFile.Key, CrawledFile> files = new HashMap<>();
    private final Map<String, Integer> countByResource = new HashMap<>();
    private final Map<String, Integer> countByLocation = new HashMap<>();

    static KnownFiles of(CrawledFiles store, String source) {
        KnownFiles known = new KnownFiles();
        List<CrawledFile> page = store.files(source, null, CrawledFiles.MAX_BATCH);
        while (!page.isEmpty()) {
            page.forEach(known::add);
            page = store.files(source, page.getLast().key(), CrawledFiles.MAX_BATCH);
        }
        return known;
    }

    private void add(CrawledFile file) {
        files.put(file.key(), file);
        countByResource.merge(Resource.nameOf(file.path()), 1, Integer::sum);
        countByLocation.merge(file.location(), 1, Integer::sum);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    @Nullable
    CrawledFile get(String location, String path) {
        return files.get(new CrawledFile.Key(location, path));
    }

    int ofResource(String name) {
        return countByResource.getOrDefault(name, 0);
    }

    int ofLocation(String address) {
        return countByLocation.getOrDefault(address, 0);
    }

    /** Returns the names of the resources of which a file could be read, in no order. */
    List<String> readable() {
        return files.values().stream().filter(file -> file.refusal() == null).map(file -> Resource.nameOf(file.path()))
                .distinct().toList();
    }

    /** Returns the files that are not among those that were found. */
    List<CrawledFile> without(Set<CrawledFile.Key> found) {
        List<CrawledFile> gone = new ArrayList<>();
        files.forEach((key, file) -> {
            if (!found.contains(key)) {
                gone.add(file);
            }
        });
        return gone;
    }
}
