package dev.sheaf.platform.imports.rows;

import java.io.IOException;

/** A table that is open. Belongs to one thread. */
public interface RowSource extends AutoCloseable {

    /** Returns the columns. */
    Columns columns();

    /**
     * Hands on all rows. May be called once.
     *
     * @throws RowsException when the table cannot be read to its end; the rows before stand
     * @throws IOException when the file cannot be read
     */
    void read(RowReceiver receiver) throws IOException, RowsException;

    @Override
    void close() throws IOException;
}
