package dev.sheaf.transfer.imports.rows;

import java.io.IOException;

/** Open table. Used by one thread. */
public interface RowSource extends AutoCloseable {

    /** Returns the columns. */
    Columns columns();

    /**
     * Passes on all rows. Called at most once.
     *
     * @throws RowsException if the table cannot be read to its end; the rows before remain
     * @throws IOException if the file cannot be read
     */
    void read(RowReceiver receiver) throws IOException, RowsException;

    @Override
    void close() throws IOException;
}
