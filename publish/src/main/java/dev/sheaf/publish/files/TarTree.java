package dev.sheaf.publish.files;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A tar archive, packed or not. VFS would read it from its beginning for each file, so the entries are found by their offsets here; a packed
 * one is unpacked to a bounded temporary file first.
 */
final class TarTree implements FileTree {

    /** Most bytes of a packed archive after unpacking. */
    private static final long MOST_UNPACKED = 64L << 30;
    /** A packed archive that unpacks to more than so many times its size is a trap. */
    private static final long MOST_RATIO = 200;

    private final String address;
    private final @Nullable String base;
    private final TarFile tar;
    private final @Nullable Path unpacked;
    private final Map<String, TarArchiveEntry> entries = new HashMap<>();
    private int copies;

    private TarTree(String address, @Nullable String base, TarFile tar, @Nullable Path unpacked) {
        this.address = address;
        this.base = base;
        this.tar = tar;
        this.unpacked = unpacked;
    }

    /** Returns whether a file is one, by its name. */
    static boolean isTar(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".tar") || isGzip(lower) || isBzip2(lower);
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
    static TarTree open(Path archive, @Nullable String base, Path temporary) throws TreeException {
        String name = archive.toString().toLowerCase(Locale.ROOT);
        Path plain = archive;
        Path unpacked = null;
        try {
            if (isGzip(name) || isBzip2(name)) {
                unpacked = Files.createTempFile(temporary, "unpacked", ".tar");
                long most = Math.min(MOST_UNPACKED, Math.max(1L << 30, MOST_RATIO * Files.size(archive)));
                try (InputStream in = new BufferedInputStream(Files.newInputStream(archive));
                        InputStream packed = isGzip(name)
                                ? new GZIPInputStream(in, 1 << 16)
                                : new BZip2CompressorInputStream(in, true)) {
                    Bytes.spool(packed, unpacked, most);
                }
                plain = unpacked;
            }
            return new TarTree("tar:" + archive, base, new TarFile(plain), unpacked);
        } catch (IOException | RuntimeException failure) {
            delete(unpacked);
            throw new TreeException("cannot read the archive " + archive + ": "
                    + (failure instanceof IOException io ? LocalTree.reason(io) : String.valueOf(failure.getMessage())), failure);
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public synchronized void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException {
        entries.clear();
        for (TarArchiveEntry entry : tar.getEntries()) {
            String path = path(entry.getName());
            if (path.isEmpty()) {
                if (!entry.isDirectory()) {
                    visitor.passedOver(entry.getName(), "its name leads out of the archive");
                }
                continue;
            }
            boolean hidden = false;
            String[] names = path.split("/");
            for (String name : names) {
                hidden |= CrawlBounds.isHidden(name);
            }
            if (hidden || entry.isDirectory()) {
                continue;
            }
            if (names.length > bounds.depth()) {
                visitor.passedOver(path, "it lies deeper than the bound of folders in each other (--limit depth=N)");
            } else if (!entry.isFile() || entry.isSymbolicLink() || entry.isLink()) {
                visitor.passedOver(path, "it is a link or a device");
            } else {
                // A later entry of the same name replaces the earlier one, as in unpacking.
                entries.put(path, entry);
            }
        }
        for (Map.Entry<String, TarArchiveEntry> entry : entries.entrySet()) {
            visitor.file(new FoundFile(entry.getKey(), entry.getValue().getSize(),
                    entry.getValue().getLastModifiedDate().getTime()));
        }
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
        TarArchiveEntry entry = entries.get(path);
        if (entry == null) {
            throw new IOException("it is not in the archive any more");
        }
        Path copy = temporary.resolve("copy-" + System.identityHashCode(this) + "-" + copies++);
        try (InputStream in = tar.getInputStream(entry)) {
            Bytes.spool(in, copy, most);
        }
        return new Content(copy, true, Files.size(copy), entry.getLastModifiedDate().getTime());
    }

    @Override
    public Optional<String> url(String path) {
        return Optional.ofNullable(base).map(prefix -> prefix + WebPath.encode(path));
    }

    @Override
    public synchronized void close() throws IOException {
        tar.close();
        delete(unpacked);
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // It lies in a temporary folder, which goes as a whole.
        }
    }
}
