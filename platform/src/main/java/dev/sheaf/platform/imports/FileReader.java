package dev.sheaf.platform.imports;

import java.io.IOException;

import dev.sheaf.core.xml.OaiFormatException;

/** Reader of the records of a file of one kind. */
interface FileReader {

    /**
     * Reads a file to its end. Faults of single records go to the receiver.
     *
     * @throws OaiFormatException when the file as a whole is not what it should be; what was received before stands
     * @throws IOException when it cannot be read
     */
    void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException;
}
