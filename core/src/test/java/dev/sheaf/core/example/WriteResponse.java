package dev.sheaf.core.example;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.OaiWriter;

/** Writes a response of one record. */
final class WriteResponse {

    private WriteResponse() {}

    static void write(Instant now, OutputStream out) throws IOException {
        Header header = new Header("oai:example.org:1", Datestamp.parse("2024-05-10"), List.of(new SetSpec("novels")), false);
        OaiRecord record = new OaiRecord(header,
                new DublinCoreWriter().add("title", "Emma", "en").add("creator", "Austen, Jane").end());
        OaiResponse.RequestEcho request = new OaiResponse.RequestEcho("https://example.org/oai",
                Map.of("verb", "GetRecord", "identifier", header.identifier(), "metadataPrefix", "oai_dc"));
        OaiWriter.write(new OaiResponse(Datestamp.ofSecond(now), request, new OaiResponse.GetRecord(record)), out);
    }
}
