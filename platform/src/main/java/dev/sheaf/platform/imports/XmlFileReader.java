package dev.sheaf.platform.imports;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Reads XML documents that are one record each. The item is named after the file's path: what the metadata calls identifier is the
 * resource's, and may be missing or stand in several records.
 */
final class XmlFileReader implements FileReader {

    private static final int MAX_BYTES = 64 << 20;

    private final Naming naming;

    XmlFileReader(Naming naming) {
        this.naming = naming;
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        String identifier = naming.mint(file.stem());
        byte[] bytes;
        try (InputStream in = Utf8Document.of(file.open())) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            receiver.refused(identifier, file.toString(), "it is larger than " + (MAX_BYTES >> 20) + " MB", bytes);
            return;
        }
        try {
            XmlFragment metadata = XmlFragments.parse(bytes);
            Header header = new Header(identifier, Datestamp.received(""), List.of(), false);
            receiver.record(naming.format(metadata, null), new OaiRecord(header, metadata), file.toString());
        } catch (OaiFormatException failure) {
            receiver.refused(identifier, file.toString(), String.valueOf(failure.getMessage()), bytes);
        }
    }
}
