package dev.sheaf.platform.dumps;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Sha256;
import dev.sheaf.transfer.exports.OutputFile;

/** Writer of one file of a dump: compresses it, and takes its size and digest. For one thread. */
final class DumpWriter implements AutoCloseable {

    private final String name;
    private final @Nullable MetadataPrefix prefix;
    private final DumpForm form;
    private final OutputFile file;
    private final MessageDigest digest;
    private final Counting counted;
    private final OutputStream out;

    /**
     * Begins a file, which appears in its folder when it is complete.
     *
     * @param name of the file
     * @param prefix format of the records; null for an index of several formats
     */
    DumpWriter(Path folder, String name, @Nullable MetadataPrefix prefix, DumpForm form) throws IOException {
        this.name = name;
        this.prefix = prefix;
        this.form = form;
        this.digest = Sha256.begin();
        this.file = OutputFile.begin(folder.resolve(name));
        this.counted = new Counting(new DigestOutputStream(file.out(), digest));
        this.out = form.compressing(counted);
    }

    OutputStream out() {
        return out;
    }

    /** Ends the file. */
    DumpFile complete(@Nullable Instant from, Instant until, long records) throws IOException {
        out.close();
        file.complete();
        return new DumpFile(name, prefix, form.text(), from, until, records, counted.bytes,
                HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Counts bytes, and leaves closing to the file. */
    private static final class Counting extends FilterOutputStream {

        private long bytes;

        Counting(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            bytes++;
        }

        @Override
        public void write(byte[] some, int offset, int length) throws IOException {
            out.write(some, offset, length);
            bytes += length;
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
