package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiResponse.RequestEcho;
import dev.sheaf.core.Selection;
import dev.sheaf.core.xml.OaiWriter;

/** Writer of one ListRecords response of any length, which every reader of the protocol can read, including {@code import}. */
public final class XmlOutput implements RecordOutput {

    private final OaiWriter.ListRecordsStream stream;

    /**
     * Begins the response.
     *
     * @param baseUrl base URL in the response
     * @param selection selection in the response
     * @param now time of the response
     */
    public XmlOutput(OutputStream out, String baseUrl, Selection selection, Instant now) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("verb", "ListRecords");
        Datestamp from = selection.from();
        Datestamp until = selection.until();
        if (from != null) {
            arguments.put("from", from.text());
        }
        if (until != null) {
            arguments.put("until", until.text());
        }
        if (selection.set() != null) {
            arguments.put("set", selection.set().value());
        }
        arguments.put("metadataPrefix", selection.prefix().value());
        stream = OaiWriter.stream(Datestamp.ofSecond(now), new RequestEcho(baseUrl, arguments), out);
    }

    @Override
    public void write(ExportedRecord record) throws IOException {
        stream.write(record.record());
    }

    @Override
    public void end() throws IOException {
        stream.end();
    }
}
