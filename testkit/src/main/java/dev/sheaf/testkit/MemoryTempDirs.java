package dev.sheaf.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders of tests lie in memory, where a system has a file system for that and room in it.
 *
 * <p>A store waits for its disk at every commit, which is most of what some tests do. Tests kill processes; none pulls the plug, so that what a
 * disk keeps makes no difference to them.
 */
public final class MemoryTempDirs implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    /** Containers often have 64 MB, which is too little. */
    private static final long ROOM = 4L << 30;
    private static final String PREFIX = "sheaf-test-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext elementContext, ExtensionContext extensionContext)
            throws IOException {
        return hasRoom() ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    private static boolean hasRoom() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
    }
}
