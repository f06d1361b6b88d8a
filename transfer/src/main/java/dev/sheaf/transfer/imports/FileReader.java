package dev.sheaf.transfer.imports;

import java.io.IOException;

import dev.sheaf.core.xml.OaiFormatException;

/** Reader of the records of a file in one format. */
interface FileReader {

    /**
     * Reads a file to its end. Faults of single records go to the receiver.
     *
     * @throws OaiFormatException if the file as a whole is invalid; records that were received before remain
     * @throws IOException if it cannot be read
     */
    void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException;
}
