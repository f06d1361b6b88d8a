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

/** Keeps a data directory to its owner: it holds secrets, and records that may not be for everybody. */
public final class OwnerOnly {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private OwnerOnly() {}

    /**
     * Creates a directory that only its owner may enter; its parents as usual.
     *
     * @throws IOException when it cannot be created
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
     * Opens a file; one that it creates can be used by its owner only.
     *
     * @throws IOException when it cannot be opened
     */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        FileAttribute<?>[] rights = isPosix(file)
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(FILE)}
                : new FileAttribute<?>[0];
        return FileChannel.open(file, Set.of(options), rights);
    }

    /**
     * Takes the rights of others from a directory and what lies in it, one level deep. Does nothing where the file system knows no such
     * rights, or the files belong to somebody else.
     *
     * @return how many had such rights
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
            LOG.warn("rights of others not taken: directory={} reason=\"{}\"", directory, failure.getMessage());
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
