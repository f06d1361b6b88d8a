package dev.sheaf.platform.imports;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A file to import.
 *
 * @param path where it is
 * @param name its path below the folder that was given, with slashes; the file's name when it was given itself
 * @param chosen true when it was given itself, and not found in a folder
 */
record InputFile(Path path, String name, boolean chosen) {

    private static final int BUFFER = 1 << 16;

    /** Opens the content and unpacks it if it is packed, by its first bytes and not by its name. */
    InputStream open() throws IOException {
        InputStream raw = Files.newInputStream(path);
        try {
            BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER);
            buffered.mark(2);
            boolean packed = buffered.read() == 0x1f && buffered.read() == 0x8b;
            buffered.reset();
            return packed ? new BufferedInputStream(new GZIPInputStream(buffered, BUFFER), BUFFER) : buffered;
        } catch (IOException failure) {
            raw.close();
            throw failure;
        }
    }

    /**
     * Returns the name without the endings that state format and packing: the part of a local identifier that stays when a file is packed.
     */
    String stem() {
        String stem = name;
        if (stem.endsWith(".gz")) {
            stem = stem.substring(0, stem.length() - 3);
        }
        return stem.endsWith(".xml") ? stem.substring(0, stem.length() - 4) : stem;
    }

    @Override
    public String toString() {
        return StandardInput.is(path) ? "standard input" : path.toString();
    }
}
