package dev.sheaf.transfer.exports;

import java.io.IOException;

/** Writer of records in one format. For one thread; the caller closes the stream. */
public interface RecordOutput {

    /** Writes a record. */
    void write(ExportedRecord record) throws IOException;

    /** Writes the end of the document and flushes the stream. */
    void end() throws IOException;
}
