package dev.sheaf.publish.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A local zip or tar archive, whose entries are found by their offsets. A packed tar archive is unpacked to a bounded temporary file first.
 * (Commons VFS reads a tar archive from its beginning for each file, and refuses a whole zip archive for one name that leads out of it.)
 */
final class ArchiveTree implements FileTree {

    /** Most bytes of a packed archive after unpacking. */
    private static final long MOST_UNPACKED = 64L << 30;
    /** A packed archive that unpacks to more than so many times its size is a trap. */
    private static final long MOST_RATIO = 200;

    private final String address;
    private final @Nullable String base;
    private final Archive archive;
    private final Map<String, ArchiveEntry> entries = new LinkedHashMap<>();
    private int copies;

    /** An archive that is open. */
    private interface Archive extends AutoCloseable {

        Iterable<? extends ArchiveEntry> entries();

        /** Returns whether an entry is a regular file. */
        boolean isFile(ArchiveEntry entry);

        InputStream open(ArchiveEntry entry) throws IOException;

        @Override
        void close() throws IOException;
    }

    private ArchiveTree(String address, @Nullable String base, Archive archive) {
        this.address = address;
        this.base = base;
        this.archive = archive;
    }

    /** Returns whether a file is one, by its name. */
    static boolean is(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".zip") || lower.endsWith(".tar") || isGzip(lower) || isBzip2(lower);
    }

    private static boolean isGzip(String lower) {
        return lower.endsWith(".tgz") || lower.endsWith(".tar.gz");
    }

    private static boolean isBzip2(String lower) {
        return lower.endsWith(".tbz2") || lower.endsWith(".tar.bz2");
    }

    /**
     * Opens an archive.
     *
     * @param base address under which the files are on the web, with a slash at its end; null when they are not
     * @param temporary folder for a copy; the caller's
     */
    static ArchiveTree open(Path file, @Nullable String base, Path temporary) throws TreeException {
        try {
            return open(file, base, temporary, Math.min(MOST_UNPACKED, Math.max(1L << 30, MOST_RATIO * Files.size(file))));
        } catch (TreeException failure) {
            throw failure;
        } catch (IOException failure) {
            throw new TreeException("cannot read the archive " + file + ": " + LocalTree.reason(failure), failure);
        }
    }

    /** @param most bytes of a packed archive after unpacking */
    static ArchiveTree open(Path file, @Nullable String base, Path temporary, long most) throws TreeException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        try {
            Archive archive = name.endsWith(".zip")
                    ? new Zip(ZipFile.builder().setPath(file).get())
                    : isGzip(name) || isBzip2(name)
                            ? unpacked(file, isGzip(name), temporary, most)
                            : new Tar(new TarFile(file), null);
            return new ArchiveTree(file.toString(), base, archive);
        } catch (IOException failure) {
            throw new TreeException("cannot read the archive " + file + ": " + LocalTree.reason(failure), failure);
        } catch (RuntimeException failure) {
            // The readers throw these for numbers in damaged archives.
            throw new TreeException("cannot read the archive " + file + ": it is damaged (" + failure.getMessage() + ")",
                    failure);
        }
    }

    private static Archive unpacked(Path file, boolean isGzip, Path temporary, long most) throws IOException {
        Path plain = Files.createTempFile(temporary, "unpacked", ".tar");
        boolean good = false;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                InputStream packed = isGzip ? new GZIPInputStream(in, 1 << 16) : new BZip2CompressorInputStream(in, true)) {
            Bytes.spool(packed, plain, most);
            Archive archive = new Tar(new TarFile(plain), plain);
            good = true;
            return archive;
        } finally {
            if (!good) {
                Files.deleteIfExists(plain);
            }
        }
    }

    /** @param copy file that goes with it; null for none */
    private record Tar(TarFile file, @Nullable Path copy) implements Archive {

        @Override
        public Iterable<? extends ArchiveEntry> entries() {
            return file.getEntries();
        }

        @Override
        public boolean isFile(ArchiveEntry entry) {
            TarArchiveEntry tar = (TarArchiveEntry) entry;
            return tar.isFile() && !tar.isSymbolicLink() && !tar.isLink();
        }

        @Override
        public InputStream open(ArchiveEntry entry) throws IOException {
            return file.getInputStream((TarArchiveEntry) entry);
        }

        @Override
        public void close() throws IOException {
            file.close();
            if (copy != null) {
                Files.deleteIfExists(copy);
            }
        }
    }

    private record Zip(ZipFile file) implements Archive {

        @Override
        public Iterable<? extends ArchiveEntry> entries() {
            Iterable<ZipArchiveEntry> all = () -> file.getEntries().asIterator();
            return all;
        }

        @Override
        public boolean isFile(ArchiveEntry entry) {
            return !((ZipArchiveEntry) entry).isUnixSymlink();
        }

        @Override
        public InputStream open(ArchiveEntry entry) throws IOException {
            ZipArchiveEntry zip = (ZipArchiveEntry) entry;
            if (!file.canReadEntryData(zip)) {
                throw new IOException("it is encrypted in its archive, or packed by an unknown method");
            }
            return file.getInputStream(zip);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public synchronized void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException {
        entries.clear();
        for (ArchiveEntry entry : archive.entries()) {
            String path = path(entry.getName());
            if (entry.isDirectory()) {
                continue;
            }
            if (path.isEmpty()) {
                visitor.passedOver(entry.getName(), "its name leads out of the archive");
                continue;
            }
            String[] names = path.split("/");
            boolean hidden = false;
            for (String name : names) {
                hidden |= CrawlBounds.isHidden(name);
            }
            if (hidden) {
                continue;
            }
            if (names.length > bounds.depth()) {
                visitor.passedOver(path, "it lies deeper than the bound of folders in each other (--option depth=N)");
            } else if (!archive.isFile(entry)) {
                visitor.passedOver(path, "it is a link or a device");
            } else {
                // A later entry of the same name replaces the earlier one, as in unpacking.
                entries.put(path, entry);
                if (entries.size() > bounds.files()) {
                    throw new TreeException(address + " has more than " + bounds.files() + " files (--option files=N)");
                }
            }
        }
        for (Map.Entry<String, ArchiveEntry> entry : entries.entrySet()) {
            visitor.file(new FoundFile(entry.getKey(), entry.getValue().getSize(), modified(entry.getValue())));
        }
    }

    private static long modified(ArchiveEntry entry) {
        // The library states the time as a Date, which is null or wrong in some archives.
        @SuppressWarnings("JavaUtilDate")
        long modified = entry.getLastModifiedDate() == null ? -1 : entry.getLastModifiedDate().getTime();
        return modified;
    }

    /** Returns the path in a plain form; empty when it leads out of the archive. */
    private static String path(String name) {
        StringBuilder path = new StringBuilder();
        for (String part : name.split("/")) {
            if (part.equals("..") || part.indexOf('\0') >= 0) {
                return "";
            }
            if (!part.isEmpty() && !part.equals(".")) {
                path.append(path.isEmpty() ? "" : "/").append(part);
            }
        }
        return path.toString();
    }

    @Override
    public synchronized Content content(String path, long most, Path temporary) throws IOException {
        ArchiveEntry entry = entries.get(path);
        if (entry == null) {
            throw new IOException("it is not in the archive any more");
        }
        Path copy = temporary.resolve("copy-" + System.identityHashCode(this) + "-" + copies++);
        try (InputStream in = archive.open(entry)) {
            Bytes.spool(in, copy, most);
        } catch (RuntimeException failure) {
            Files.deleteIfExists(copy);
            throw new IOException("its archive is damaged: " + failure.getMessage(), failure);
        }
        return new Content(copy, true, Files.size(copy), modified(entry));
    }

    @Override
    public Optional<String> url(String path) {
        return Optional.ofNullable(base).map(prefix -> prefix + WebPath.encode(path));
    }

    @Override
    public synchronized void close() throws IOException {
        archive.close();
    }
}
