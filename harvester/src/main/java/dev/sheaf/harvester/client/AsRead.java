package dev.sheaf.harvester.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.xml.OaiWriter;

/** The bytes to store of a record that cannot be accepted. If the received bytes are gone, its parsed content is written again. Stateless. */
public final class AsRead {

    private AsRead() {}

    /** Returns the bytes of a record, inside a response without time and page, so that the same record always gives the same bytes. */
    public static byte[] of(OaiRecord record) {
        return of(new OaiResponse(record.header().datestamp(), new OaiResponse.RequestEcho("", Map.of()),
                new OaiResponse.GetRecord(record)));
    }

    /** Returns the bytes of a response. */
    public static byte[] of(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return shortened(out.toByteArray());
    }

    /** Returns received bytes, shortened to the number that is stored. */
    public static byte[] shortened(byte[] raw) {
        return raw.length > Quarantined.MAX_RAW ? Arrays.copyOf(raw, Quarantined.MAX_RAW) : raw;
    }
}
