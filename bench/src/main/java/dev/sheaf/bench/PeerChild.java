package dev.sheaf.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamException;

import io.gdcc.xoai.dataprovider.DataProvider;
import io.gdcc.xoai.dataprovider.model.Context;
import io.gdcc.xoai.dataprovider.model.MetadataFormat;
import io.gdcc.xoai.dataprovider.model.Set;
import io.gdcc.xoai.dataprovider.repository.Repository;
import io.gdcc.xoai.dataprovider.repository.RepositoryConfiguration;
import io.gdcc.xoai.dataprovider.repository.SetRepository;
import io.gdcc.xoai.model.oaipmh.DeletedRecord;
import io.gdcc.xoai.model.oaipmh.Granularity;
import io.gdcc.xoai.model.oaipmh.OAIPMH;
import io.gdcc.xoai.xml.XmlWriter;

import dev.sheaf.core.Namespaces;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.ProviderSettings;

/** The peer, io.gdcc:xoai-data-provider, over the same records in memory, behind the same HTTP server and with the same page size. */
final class PeerChild {

    private static final String PATH = "/oai";

    private PeerChild() {}

    /** Serves, reports its use at the end. */
    public static void main(String[] arguments) throws IOException, ServerStartException {
        PeerRepository items = new PeerRepository(Integer.parseInt(arguments[0]));
        try (HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null))) {
            String baseUrl = server.baseUrl() + PATH;
            DataProvider provider = provider(items, baseUrl);
            server.start(List.of(config -> config.routes.get(PATH, context -> {
                Map<String, String[]> query = new HashMap<>();
                context.queryParamMap().forEach((name, values) -> query.put(name, values.toArray(new String[0])));
                CodedBody.write(context, "text/xml;charset=utf-8", out -> write(provider.handle(query), out));
            })));
            System.out.println("url=" + baseUrl);
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Until the benchmark has had enough.
            }
            Usage.report();
        }
    }

    private static void write(OAIPMH answer, OutputStream out) throws IOException {
        try {
            XmlWriter writer = new XmlWriter(out);
            answer.write(writer);
            writer.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private static DataProvider provider(PeerRepository items, String baseUrl) {
        RepositoryConfiguration configuration = new RepositoryConfiguration.RepositoryConfigurationBuilder()
                .withRepositoryName("Peer").withAdminEmail("bench@example.org").withBaseUrl(baseUrl)
                .withEarliestDate(Instant.EPOCH.plus(Duration.ofDays(1))).withGranularity(Granularity.Second)
                .withDeleteMethod(DeletedRecord.PERSISTENT).withMaxListRecords(ProviderSettings.RECORDS_PER_PAGE).build();
        Context context = new Context().withMetadataFormat(MetadataFormat.metadataFormat("oai_dc")
                .withNamespace(Namespaces.OAI_DC).withSchemaLocation(Namespaces.OAI_DC_SCHEMA));
        SetRepository noSets = new SetRepository() {
            @Override
            public List<Set> getSets() {
                return List.of();
            }
        };
        return DataProvider.dataProvider(context,
                new Repository(configuration).withItemRepository(items).withSetRepository(noSets));
    }
}
