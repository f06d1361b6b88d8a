package dev.sheaf.platform.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Files and directories that nobody but their owner may read, where the file system knows of owners. */
final class PrivateFiles {

    private PrivateFiles() {}

    /** Creates an empty file in place of any other. */
    static void emptyFile(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, permissions(file, "rw-------"));
    }

    /** Creates a directory next to another one, under a name of its own. */
    static Path directoryBeside(Path other, String suffix) throws IOException {
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
