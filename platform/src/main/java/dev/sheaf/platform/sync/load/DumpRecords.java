package dev.sheaf.platform.sync.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;

import dev.sheaf.core.BoundedStream;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.transfer.imports.xml.OaiFileSplitter;

/** Reader of the records of one file of a dump, part by part. For one thread at a time. */
final class DumpRecords implements AutoCloseable {

    /** Number of records of a part, which is stored in one transaction. */
    private static final int RECORDS = 2_000;
    private static final int BYTES = 4 << 20;
    /** Bytes that one byte of a file can become at most; a file of blanks is denser. */
    private static final long DENSITY = 2_000;
    private static final long SMALL = 64L << 20;

    private final OfferedFile file;
    private final InputStream in;
    private final OaiFileSplitter splitter;
    private long read;

    /** A part of a file, as a response. */
    record Part(OaiResponse response, long bytes) {}

    /**
     * Opens a file.
     *
     * @param place where its bytes are; verified
     */
    DumpRecords(OfferedFile file, Path place) throws IOException {
        this.file = file;
        this.in = new BoundedStream(new ZstdInputStream(new BufferedInputStream(Files.newInputStream(place), 1 << 16)),
                SMALL + file.bytes() * DENSITY, "a file unpacks to more bytes than it can hold records");
        this.splitter = new OaiFileSplitter(in);
    }

    /**
     * Returns the next part; empty after the last one.
     *
     * @throws IOException if the file is not a ListRecords response with the number of records that its manifest states
     */
    Optional<Part> next() throws IOException {
        try {
            ByteArrayOutputStream document = new ByteArrayOutputStream(BYTES);
            int count = 0;
            for (OaiFileSplitter.Slice slice = splitter.next(); slice != null; slice = splitter.next()) {
                if (count == 0) {
                    document.writeBytes(splitter.head());
                }
                document.writeBytes(slice.bytes());
                count++;
                if (count == RECORDS || document.size() > BYTES) {
                    break;
                }
            }
            read += count;
            if (count == 0 && read != file.records() || read > file.records()) {
                throw new IOException("the file " + file.name() + " has " + (count == 0 ? "" : "at least ") + read
                        + " records, and its manifest states " + file.records());
            }
            return count == 0 ? Optional.empty() : Optional.of(parsed(document, count));
        } catch (OaiFormatException unreadable) {
            throw new IOException("the file " + file.name() + " cannot be read: " + unreadable.getMessage(), unreadable);
        } catch (ZstdIOException broken) {
            throw new IOException("the file " + file.name() + " cannot be unpacked: " + broken.getMessage(), broken);
        }
    }

    /** @param document a response without its end */
    private Part parsed(ByteArrayOutputStream document, int count) throws IOException, OaiFormatException {
        long bytes = document.size();
        document.writeBytes(splitter.tail());
        OaiResponse response = OaiReader.read(document.toByteArray());
        if (!(response.answer() instanceof OaiResponse.ListRecords list) || list.records().size() != count) {
            throw new OaiFormatException("it holds something else than records", -1);
        }
        return new Part(response, bytes);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
