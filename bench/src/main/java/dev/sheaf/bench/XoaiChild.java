package dev.sheaf.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

import io.gdcc.xoai.model.oaipmh.results.Record;
import io.gdcc.xoai.serviceprovider.ServiceProvider;
import io.gdcc.xoai.serviceprovider.client.OAIClient;
import io.gdcc.xoai.serviceprovider.exceptions.BadArgumentException;
import io.gdcc.xoai.serviceprovider.model.Context;
import io.gdcc.xoai.serviceprovider.parameters.ListRecordsParameters;

/**
 * Process with the peer io.gdcc:xoai-service-provider: harvests a list into its own model and writes only identifiers, so that the writing
 * of records is not measured. Arguments: base URL, file.
 */
final class XoaiChild {

    private XoaiChild() {}

    /** Harvests. */
    public static void main(String[] arguments) throws IOException, BadArgumentException {
        OAIClient client = OAIClient.newBuilder().withBaseUrl(arguments[0]).build();
        Context context = new Context().withBaseUrl(arguments[0]).withOAIClient(client).withSaveUnparsedMetadata();
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(arguments[1]))) {
            Iterator<Record> records = new ServiceProvider(context)
                    .listRecords(ListRecordsParameters.request().withMetadataPrefix("oai_dc"));
            while (records.hasNext()) {
                out.write(records.next().getHeader().getIdentifier());
                out.newLine();
            }
        }
    }
}
