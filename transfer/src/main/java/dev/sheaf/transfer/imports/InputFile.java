package dev.sheaf.transfer.imports;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * File to import.
 *
 * @param path path of the file
 * @param name path below the given folder, with slashes; the file's name if the file itself was given
 * @param chosen true if the file itself was given, and not found in a folder
 */
record InputFile(Path path, String name, boolean chosen) {

    private static final int BUFFER = 1 << 16;

    /** Opens the content and decompresses it if necessary, which is detected by its first bytes and not by its name. */
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
     * Returns the name without extensions for format and compression. This part of a local identifier stays the same if a file is
     * compressed.
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
