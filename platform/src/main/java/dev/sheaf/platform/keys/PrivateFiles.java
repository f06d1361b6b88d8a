package dev.sheaf.platform.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Creator of files and directories that only their owner may read, if the file system supports owners. */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Creates an empty file and replaces an existing one. */
    public static void emptyFile(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, permissions(file, "rw-------"));
    }

    /** Creates a directory with a unique name next to another one. */
    public static Path directoryBeside(Path other, String suffix) throws IOException {
        Path parent = Objects.requireNonNull(other.toAbsolutePath().getParent(), "a data directory is not a root");
        Files.createDirectories(parent);
        return Files.createTempDirectory(parent, other.getFileName() + suffix, permissions(parent, "rwx------"));
    }

    private static FileAttribute<?>[] permissions(Path file, String text) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }
}
