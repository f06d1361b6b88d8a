package dev.sheaf.publish;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.publish.files.FileTree;
import dev.sheaf.publish.files.FoundFile;
import dev.sheaf.publish.files.TreeException;
import dev.sheaf.publish.files.TreeVisitor;
import dev.sheaf.store.crawls.CrawledFile;

/** All files of a collection's trees as they are now. Belongs to one thread. */
final class Listing {

    /** Number of examples that are shown. */
    private static final int MOST_NOTES = 20;
    private static final int STEP = 1_000;

    private final List<FileTree> trees;
    private final CrawlBounds bounds;
    private final List<PathMatcher> excluded;
    private final PublishListener listener;
    private final Map<String, List<Resource.Member>> byName = new TreeMap<>();
    private final Set<CrawledFile.Key> keys = new HashSet<>();
    private final List<String> unread = new ArrayList<>();
    private final int[] perTree;
    private final boolean[] partlyUnread;
    private long passedOver;
    private int files;

    private Listing(List<FileTree> trees, CollectionSettings settings, PublishListener listener) {
        this.trees = trees;
        this.bounds = settings.bounds();
        this.excluded = settings.excluded().stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern)).toList();
        this.listener = listener;
        this.perTree = new int[trees.size()];
        this.partlyUnread = new boolean[trees.size()];
    }

    /** @throws TreeException when a tree cannot be read at all, or a bound is passed: the state of the collection is then unknown */
    static Listing of(List<FileTree> trees, CollectionSettings settings, PublishListener listener) throws TreeException {
        Listing listing = new Listing(trees, settings, listener);
        for (int i = 0; i < trees.size(); i++) {
            trees.get(i).walk(listing.bounds, listing.new Visitor(i));
        }
        if (listing.passedOver > MOST_NOTES) {
            listener.note("and " + (listing.passedOver - MOST_NOTES) + " more that are no files of the collection");
        }
        return listing;
    }

    private final class Visitor implements TreeVisitor {

        private final int location;

        Visitor(int location) {
            this.location = location;
        }

        @Override
        public void file(FoundFile file) throws TreeException {
            if (isExcluded(file.path())) {
                return;
            }
            files++;
            if (files > bounds.files()) {
                throw new TreeException("the collection has more than " + bounds.files()
                        + " files (--option files=N). Name a smaller folder, or leave some out: --exclude PATTERN");
            }
            perTree[location]++;
            byName.computeIfAbsent(Resource.nameOf(file.path()), _ -> new ArrayList<>(1))
                    .add(new Resource.Member(location, file));
            keys.add(new CrawledFile.Key(trees.get(location).address(), file.path()));
            if (files % STEP == 0) {
                listener.listed(files);
            }
        }

        @Override
        public void unread(String path, String reason) {
            if (!isExcluded(path)) {
                partlyUnread[location] = true;
                unread.add(FileRefusal.place(trees.get(location).address(), path) + ": " + reason);
                listener.refused(FileRefusal.place(trees.get(location).address(), path), reason);
            }
        }

        @Override
        public void passedOver(String path, String reason) {
            if (!isExcluded(path)) {
                passedOver++;
                if (passedOver <= MOST_NOTES) {
                    listener.note("passed over " + FileRefusal.place(trees.get(location).address(), path) + ": " + reason);
                }
            }
        }
    }

    private boolean isExcluded(String path) {
        if (excluded.isEmpty()) {
            return false;
        }
        try {
            Path plain = Path.of(path);
            for (Path part = plain; part != null; part = part.getParent()) {
                Path tested = part;
                if (excluded.stream().anyMatch(pattern -> pattern.matches(tested))) {
                    return true;
                }
            }
            return false;
        } catch (InvalidPathException _) {
            return false;
        }
    }

    /** Returns the number of files. */
    int files() {
        return files;
    }

    /** Returns the number of files in a tree. */
    int files(int tree) {
        return perTree[tree];
    }

    /** Returns whether a tree was seen whole and has no file. */
    boolean isEmpty(int tree) {
        return perTree[tree] == 0 && !partlyUnread[tree];
    }

    int resources() {
        return byName.size();
    }

    boolean has(String resource) {
        return byName.containsKey(resource);
    }

    /** Returns all resources in the order of their names. */
    Iterable<Resource> all() {
        return () -> byName.entrySet().stream().map(entry -> new Resource(entry.getKey(), entry.getValue())).iterator();
    }

    Set<CrawledFile.Key> keys() {
        return keys;
    }

    /** Returns the folders and files that could not be looked at, each with the reason. */
    List<String> unread() {
        return unread;
    }
}
