package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copy of standard input in a temporary file during an import, because most readers read a file twice. */
public final class StandardInput implements AutoCloseable {

    /** Name of the file in messages and identifiers. */
    static final String NAME = "sheaf-standard-input";

    private final Path folder;

    private StandardInput(Path folder) {
        this.folder = folder;
    }

    /** Reads standard input to its end. */
    public static StandardInput read(InputStream in) throws IOException {
        StandardInput input = new StandardInput(Files.createTempDirectory("sheaf-import"));
        try {
            Files.copy(in, input.path());
            return input;
        } catch (IOException failure) {
            input.close();
            throw failure;
        }
    }

    /** Returns the temporary file. */
    public Path path() {
        return folder.resolve(NAME);
    }

    /** Returns true for the path of such a file. */
    static boolean is(Path path) {
        return path.getFileName() != null && path.getFileName().toString().equals(NAME);
    }

    /** Deletes the file. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path());
        Files.deleteIfExists(folder);
    }
}
