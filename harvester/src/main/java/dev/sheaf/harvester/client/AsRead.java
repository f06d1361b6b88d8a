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

/** Bytes to keep of a record that cannot be stored. Where the received bytes are gone, its parsed content is written again. Stateless. */
public final class AsRead {

    private AsRead() {}

    /** A record, in a response that tells neither time nor page: the same record comes with the same bytes. */
    public static byte[] of(OaiRecord record) {
        return of(new OaiResponse(record.header().datestamp(), new OaiResponse.RequestEcho("", Map.of()),
                new OaiResponse.GetRecord(record)));
    }

    /** A response. */
    public static byte[] of(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return shortened(out.toByteArray());
    }

    /** Bytes as received, as many of them as are kept. */
    public static byte[] shortened(byte[] raw) {
        return raw.length > Quarantined.MAX_RAW ? Arrays.copyOf(raw, Quarantined.MAX_RAW) : raw;
    }
}
