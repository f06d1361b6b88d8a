package dev.sheaf.provider.example;

import java.io.IOException;
import java.net.InetSocketAddress;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;

/** Answers OAI-PMH with the HTTP server of the JDK; any other does as well. */
final class ServeBooks {

    private ServeBooks() {}

    static HttpServer start(Repository repository, byte[] secret, InetSocketAddress address) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        String baseUrl = "http://localhost:" + server.getAddress().getPort() + "/oai";
        // Two entries a page, so that three books show how lists go on.
        ProviderSettings settings = ProviderSettings.of(baseUrl, TokenKey.of(secret)).withPages(2, 2, 2);
        DataProvider provider = new DataProvider(repository, settings);
        server.createContext("/oai", exchange -> answer(provider, exchange));
        server.start();
        return server;
    }

    private static void answer(DataProvider provider, HttpExchange exchange) throws IOException {
        try (exchange) {
            OaiResponse response = provider.answer(OaiQueryString.parse(exchange.getRequestURI().getRawQuery()));
            exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            OaiWriter.write(response, exchange.getResponseBody());
        }
    }
}
