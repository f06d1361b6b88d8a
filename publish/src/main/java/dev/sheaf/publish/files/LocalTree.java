package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

/** A local folder, or one local file. */
final class LocalTree implements FileTree {

    private static final char UNREADABLE = '\ufffd';

    private final Path root;
    private final @Nullable String base;
    private volatile boolean follow;

    /**
     * Opens a folder.
     *
     * @param root absolute
     * @param base address under which the files are on the web, with a slash at its end; null when they are not
     */
    LocalTree(Path root, @Nullable String base) {
        this.root = root;
        this.base = base;
    }

    @Override
    public String address() {
        return root.toString();
    }

    @Override
    public void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException {
        follow = bounds.follow();
        if (!Files.exists(root)) {
            throw new TreeException("there is no file or folder " + root);
        }
        Set<FileVisitOption> options = follow ? EnumSet.of(FileVisitOption.FOLLOW_LINKS) : EnumSet.noneOf(FileVisitOption.class);
        Walk walk = new Walk(visitor);
        try {
            // The root itself may be a link: somebody has named it.
            walk.root = root.toRealPath();
            Files.walkFileTree(walk.root, options, bounds.depth(), walk);
        } catch (TreeException failure) {
            throw failure;
        } catch (IOException failure) {
            throw new TreeException("cannot read " + root + ": " + reason(failure), failure);
        }
    }

    /** One walk. */
    private static final class Walk extends SimpleFileVisitor<Path> {

        private final TreeVisitor visitor;
        private @Nullable Path root;

        Walk(TreeVisitor visitor) {
            this.visitor = visitor;
        }

        private String path(Path file) {
            Path below = root == null || file.equals(root) ? file.getFileName() : root.relativize(file);
            return below == null
                    ? ""
                    : StreamSupport.stream(below.spliterator(), false).map(Path::toString).collect(Collectors.joining("/"));
        }

        private boolean isRoot(Path file) {
            return file.equals(root);
        }

        private boolean isHidden(Path file) {
            return !isRoot(file) && CrawlBounds.isHidden(String.valueOf(file.getFileName()));
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (isHidden(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            if (!isRoot(folder) && isUnnameable(folder)) {
                unnameable(path(folder));
                return FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        /**
         * A name that is no UTF-8 was never that of a published file. In another encoding, such as that of a service without a locale, it may
         * be the name of one.
         */
        private void unnameable(String path) {
            if (IS_UTF8) {
                visitor.passedOver(path, UNNAMEABLE);
            } else {
                visitor.unread(path, UNNAMEABLE);
            }
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws TreeException {
            if (isHidden(file)) {
                return FileVisitResult.CONTINUE;
            }
            String path = path(file);
            if (isUnnameable(file)) {
                unnameable(path);
            } else if (attributes.isSymbolicLink()) {
                visitor.passedOver(path, "it is a symbolic link (--option links=on follows them)");
            } else if (attributes.isDirectory()) {
                visitor.unread(path, "it lies deeper than the bound of folders in each other (--option depth=N)");
            } else if (!attributes.isRegularFile()) {
                visitor.passedOver(path, "it is no regular file");
            } else {
                visitor.file(new FoundFile(path, attributes.size(), attributes.lastModifiedTime().toMillis()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (isRoot(file)) {
                throw failure;
            }
            if (failure instanceof FileSystemLoopException) {
                visitor.passedOver(path(file), "it is a symbolic link to a folder around it");
            } else if (failure instanceof NoSuchFileException) {
                visitor.passedOver(path(file), reason(failure));
            } else if (!isHidden(file)) {
                // It is there, whatever it is.
                visitor.unread(path(file), reason(failure));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                if (isRoot(folder)) {
                    throw failure;
                }
                visitor.unread(path(folder), reason(failure));
            }
            return FileVisitResult.CONTINUE;
        }
    }

    private static final String UNNAMEABLE = "its name is not in the character encoding of this system; rename it, or start with"
            + " LC_ALL=C.UTF-8 if the names are UTF-8";

    private static final boolean IS_UTF8 = "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    /** Java shows bytes that it cannot decode as one character: two such names would become the same. */
    private static boolean isUnnameable(Path file) {
        return String.valueOf(file.getFileName()).indexOf(UNREADABLE) >= 0;
    }

    static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "this account may not read it";
        }
        if (failure instanceof NoSuchFileException) {
            return "it has gone meanwhile";
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    @Override
    public Content content(String path, long most, Path temporary) throws IOException {
        Path file = root.toRealPath();
        if (Files.isDirectory(file)) {
            for (String part : path.split("/")) {
                file = file.resolve(part);
            }
        }
        BasicFileAttributes attributes;
        try {
            attributes = follow
                    ? Files.readAttributes(file, BasicFileAttributes.class)
                    : Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException failure) {
            throw new IOException(reason(failure), failure);
        }
        if (!attributes.isRegularFile()) {
            throw new IOException("it is no regular file any more");
        }
        if (!follow && !file.equals(file.toRealPath())) {
            throw new IOException("a folder above it has become a symbolic link");
        }
        if (attributes.size() > most) {
            throw new IOException(Bytes.larger(attributes.size(), most));
        }
        if (!Files.isReadable(file)) {
            throw new IOException("this account may not read it");
        }
        return new Content(file, false, attributes.size(), attributes.lastModifiedTime().toMillis());
    }

    @Override
    public Optional<String> url(String path) {
        return Optional.ofNullable(base).map(address -> address + WebPath.encode(path));
    }

    @Override
    public Optional<Path> folder() {
        return Files.isDirectory(root) ? Optional.of(root) : Optional.empty();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
