package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/** Watch over local folders with all folders below them. Belongs to one thread. */
public final class FolderWatch implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);
    /** A folder that never comes to rest is crawled anyway. */
    private static final int MOST_SETTLING = 15;

    private final WatchService service;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    private @Nullable String fault;

    private FolderWatch(WatchService service) {
        this.service = service;
    }

    /**
     * Begins to watch.
     *
     * @throws IOException when the system offers no such thing
     */
    public static FolderWatch of(List<Path> roots) throws IOException {
        Path first = roots.isEmpty() ? Path.of("") : roots.getFirst();
        FolderWatch watch = new FolderWatch(first.getFileSystem().newWatchService());
        roots.forEach(watch::register);
        return watch;
    }

    /** Returns why some folders cannot be watched, for people; empty when all are. */
    public Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    private void register(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                    if (!folder.equals(root) && CrawlBounds.isHidden(String.valueOf(folder.getFileName()))) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    folders.put(
                            folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE,
                                    StandardWatchEventKinds.ENTRY_MODIFY),
                            folder);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            // On Linux the number of watched folders has a bound (fs.inotify.max_user_watches).
            fault = "not all folders can be watched: " + LocalTree.reason(failure);
        }
    }

    /**
     * Waits for a change, and then until nothing has changed for a time.
     *
     * @param most longest wait for a change; null for no bound
     * @param settling time without a change that ends the wait
     * @param stopped asked several times a second: true ends the wait at once
     * @return true when something has changed
     */
    public boolean await(@Nullable Duration most, Duration settling, BooleanSupplier stopped) throws InterruptedException {
        long begun = System.nanoTime();
        boolean changed = false;
        while (!changed) {
            if (stopped.getAsBoolean() || most != null && System.nanoTime() - begun >= most.toNanos()) {
                return false;
            }
            changed = poll(LOOK);
        }
        long quiet = System.nanoTime();
        long first = quiet;
        while (System.nanoTime() - quiet < settling.toNanos()
                && System.nanoTime() - first < settling.multipliedBy(MOST_SETTLING).toNanos()) {
            if (stopped.getAsBoolean()) {
                return true;
            }
            if (poll(LOOK.compareTo(settling) < 0 ? LOOK : settling)) {
                quiet = System.nanoTime();
            }
        }
        return true;
    }

    private boolean poll(Duration patience) throws InterruptedException {
        boolean changed = false;
        try {
            WatchKey key = service.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            while (key != null) {
                changed |= take(key);
                key = service.poll();
            }
        } catch (ClosedWatchServiceException _) {
            // Closed meanwhile: nothing changes any more.
        }
        return changed;
    }

    private boolean take(WatchKey key) {
        boolean changed = false;
        Path folder = folders.get(key);
        for (WatchEvent<?> event : key.pollEvents()) {
            if (event.kind().equals(StandardWatchEventKinds.OVERFLOW) || folder == null) {
                changed = true;
            } else if (event.context() instanceof Path name && !CrawlBounds.isHidden(name.toString())) {
                changed = true;
                Path file = folder.resolve(name);
                if (event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE) && Files.isDirectory(file)) {
                    register(file);
                }
            }
        }
        if (!key.reset()) {
            folders.remove(key);
        }
        return changed;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
