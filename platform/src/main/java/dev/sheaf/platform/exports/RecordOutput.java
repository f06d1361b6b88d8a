package dev.sheaf.platform.exports;

import java.io.IOException;

/** Writer of records in one format. For one thread; the stream below stays its owner's. */
public interface RecordOutput {

    /** Writes a record. */
    void write(ExportedRecord record) throws IOException;

    /** Writes what ends the whole, and lets everything out. */
    void end() throws IOException;
}
