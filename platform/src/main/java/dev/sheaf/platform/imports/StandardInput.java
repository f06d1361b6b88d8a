package dev.sheaf.platform.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard input, kept in a temporary file while it is imported: most readers read a file twice. */
public final class StandardInput implements AutoCloseable {

    /** Name of the file, by which messages and identifiers know it. */
    static final String NAME = "sheaf-standard-input";

    private final Path folder;

    private StandardInput(Path folder) {
        this.folder = folder;
    }

    /** Reads it to its end. */
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

    /** Returns the file that holds it. */
    public Path path() {
        return folder.resolve(NAME);
    }

    /** True for such a file. */
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
