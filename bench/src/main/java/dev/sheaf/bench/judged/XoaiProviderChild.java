package dev.sheaf.bench.judged;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

import javax.xml.stream.XMLStreamException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gdcc.xoai.dataprovider.DataProvider;
import io.gdcc.xoai.dataprovider.model.Context;
import io.gdcc.xoai.dataprovider.model.MetadataFormat;
import io.gdcc.xoai.dataprovider.model.Set;
import io.gdcc.xoai.dataprovider.repository.Repository;
import io.gdcc.xoai.dataprovider.repository.RepositoryConfiguration;
import io.gdcc.xoai.dataprovider.repository.SetRepository;
import io.gdcc.xoai.model.oaipmh.DeletedRecord;
import io.gdcc.xoai.model.oaipmh.Granularity;
import io.gdcc.xoai.xml.XmlWriter;

import dev.sheaf.core.Namespaces;

/**
 * Process with the data provider io.gdcc:xoai-data-provider over 350 records in memory, for {@code sheaf validate}. Prints {@code url=} and
 * its base URL, and lives until its standard input ends. Argument: port, 0 for any.
 */
final class XoaiProviderChild {

    private static final int RECORDS = 350;
    private static final int PAGE = 100;
    private static final int LARGEST_FORM = 1 << 20;

    private XoaiProviderChild() {}

    /** Serves. */
    public static void main(String[] arguments) throws IOException {
        int port = arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        String baseUrl = "http://127.0.0.1:" + server.getAddress().getPort() + "/oai";
        DataProvider provider = provider(baseUrl);
        server.createContext("/oai", exchange -> answer(provider, exchange));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("url=" + baseUrl);
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Until the caller has had enough.
        }
        server.stop(0);
    }

    private static void answer(DataProvider provider, HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isPost = exchange.getRequestMethod().equals("POST");
            String query = isPost
                    ? new String(exchange.getRequestBody().readNBytes(LARGEST_FORM), StandardCharsets.UTF_8)
                    : exchange.getRequestURI().getRawQuery();
            byte[] body;
            int status = 200;
            try {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                XmlWriter writer = new XmlWriter(out);
                writer.writeStartDocument();
                provider.handle(arguments(query == null ? "" : query)).write(writer);
                writer.writeEndDocument();
                writer.flush();
                body = out.toByteArray();
            } catch (XMLStreamException | RuntimeException failure) {
                System.err.println(query + ": " + failure);
                status = 500;
                body = new byte[0];
            }
            exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=UTF-8");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Returns the arguments as a servlet gives them. */
    private static Map<String, String[]> arguments(String query) {
        Map<String, String[]> all = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                all.merge(name, new String[]{value}, (one, other) -> new String[]{one[0], other[0]});
            }
        }
        return all;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static DataProvider provider(String baseUrl) {
        RepositoryConfiguration configuration = new RepositoryConfiguration.RepositoryConfigurationBuilder()
                .withRepositoryName("Peer").withAdminEmail("peer@example.org").withBaseUrl(baseUrl)
                .withEarliestDate(XoaiItems.FIRST).withGranularity(Granularity.Second)
                .withDeleteMethod(DeletedRecord.PERSISTENT).withMaxListRecords(PAGE).withMaxListIdentifiers(PAGE).build();
        Context context = new Context().withMetadataFormat(MetadataFormat.metadataFormat("oai_dc")
                .withNamespace(Namespaces.OAI_DC).withSchemaLocation(Namespaces.OAI_DC_SCHEMA));
        SetRepository sets = new SetRepository() {
            @Override
            public boolean supportSets() {
                return true;
            }

            @Override
            public boolean exists(String spec) {
                return XoaiItems.sets().stream().anyMatch(set -> set.getSpec().equals(spec));
            }

            @Override
            public List<Set> getSets() {
                return XoaiItems.sets();
            }
        };
        return DataProvider.dataProvider(context,
                new Repository(configuration).withItemRepository(new XoaiItems(RECORDS)).withSetRepository(sets));
    }
}
