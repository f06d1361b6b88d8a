package dev.sheaf.provider.example;

import java.net.InetSocketAddress;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.provider.servlet.OaiServlet;

/** Answers OAI-PMH with the servlet, in an embedded Jetty; any other container does as well. */
final class ServeBooksAsServlet {

    private ServeBooksAsServlet() {}

    static Server start(Repository repository, byte[] secret, InetSocketAddress address) throws Exception {
        ProviderSettings settings = ProviderSettings.of("https://books.example.org/oai", TokenKey.of(secret));
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new OaiServlet(repository, settings)), "/oai");
        Server server = new Server(address);
        server.setHandler(context);
        server.start();
        return server;
    }
}
