package dev.sheaf.store.sql;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restriction of a data directory to its owner, because it holds secrets, and records that may not be public. */
public final class OwnerOnly {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private OwnerOnly() {}

    /**
     * Creates a directory that only its owner may enter; missing parents get the usual permissions.
     *
     * @throws IOException if it cannot be created
     */
    public static void create(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            if (isPosix(directory)) {
                Files.setPosixFilePermissions(directory, DIRECTORY);
            }
        }
    }

    /**
     * Opens a file. If it is created, only its owner may use it.
     *
     * @throws IOException if it cannot be opened
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        FileAttribute<?>[] rights = isPosix(file)
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(FILE)}
                : new FileAttribute<?>[0];
        return FileChannel.open(file, Set.of(options), rights);
    }

    /**
     * Removes the permissions of others from a directory and its direct entries. Does nothing if the file system has no such permissions,
     * or if the files belong to another account.
     *
     * @return number of entries that others could use before
     */
    public static int restrict(Path directory) {
        if (!isPosix(directory)) {
            return 0;
        }
        int restricted = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : Stream.concat(Stream.of(directory), files).toList()) {
                restricted += restrictOne(file) ? 1 : 0;
            }
        } catch (IOException failure) {
            LOG.warn("permissions of other accounts not removed: directory={} reason=\"{}\"", directory, failure.getMessage());
        }
        return restricted;
    }

    private static boolean restrictOne(Path file) throws IOException {
        if (Files.isSymbolicLink(file) || !Files.exists(file)) {
            return false;
        }
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        EnumSet<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
        kept.addAll(rights);
        if (!kept.removeAll(OTHERS)) {
            return false;
        }
        Files.setPosixFilePermissions(file, kept);
        return true;
    }

    private static boolean isPosix(Path file) {
        return List.copyOf(file.getFileSystem().supportedFileAttributeViews()).contains("posix");
    }
}
