package dev.sheaf.core.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import dev.sheaf.core.OaiResponse;

/** Responses for the tests. */
final class Xml {

    private Xml() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] written(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }

    /** A ListRecords response around records. */
    static byte[] listRecords(String records) {
        return utf8(
                """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                        <responseDate>2024-01-01T00:00:00Z</responseDate><request verb="ListRecords" metadataPrefix="x">http://a/</request>
                        <ListRecords>%s</ListRecords></OAI-PMH>
                        """
                        .formatted(records));
    }

    static String record(String metadata) {
        return "<record><header><identifier>oai:a:1</identifier><datestamp>2024-01-01</datestamp></header><metadata>" + metadata
                + "</metadata></record>";
    }

}
