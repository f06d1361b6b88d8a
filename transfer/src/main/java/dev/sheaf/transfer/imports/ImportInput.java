package dev.sheaf.transfer.imports;

import java.io.IOException;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.rows.RowsException;

/**
 * Input of a run: a file, or a table of a database.
 *
 * @param place name in messages
 * @param content reader of the input
 */
record ImportInput(String place, Content content) {

    /** Reader of one input to its end. */
    @FunctionalInterface
    interface Content {

        /**
         * Reads the input. Faults of single records go to the receiver.
         *
         * @throws OaiFormatException if the input as a whole is invalid; records that were received before remain
         * @throws RowsException the same, for tables
         * @throws IOException if it cannot be read
         */
        void read(RecordReceiver receiver) throws IOException, OaiFormatException, RowsException;
    }
}
