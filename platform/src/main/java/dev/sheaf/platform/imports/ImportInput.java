package dev.sheaf.platform.imports;

import java.io.IOException;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.platform.imports.rows.RowsException;

/**
 * One thing that a run reads: a file, or a table of a database.
 *
 * @param place what messages call it
 * @param content how it is read
 */
record ImportInput(String place, Content content) {

    /** Reader of one thing to its end. */
    @FunctionalInterface
    interface Content {

        /**
         * Reads it. Faults of single records go to the receiver.
         *
         * @throws OaiFormatException when it as a whole is not what it should be; what was received before stands
         * @throws RowsException the same, for tables
         * @throws IOException when it cannot be read
         */
        void read(RecordReceiver receiver) throws IOException, OaiFormatException, RowsException;
    }
}
