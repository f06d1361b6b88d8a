package dev.sheaf.platform.hub;

import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.xml.NamespaceSchemas;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.provider.index.IndexProvider;

/**
 * The extension for index harvesting: every repository again under {@code /index/oai}, and the schemas of the extension's namespaces. It
 * shares access rules, flow limits and cached segments with plain OAI-PMH.
 */
public final class IndexFeature implements Feature {

    @Override
    public HubPart open(HubContext hub) {
        String standard = hub.baseUrl() + Routes.OAI;
        String extended = hub.baseUrl() + Routes.INDEX_OAI;
        String schemas = hub.baseUrl() + Routes.NAMESPACES;
        // Records whose origin has one of these addresses are this hub's own and must not be harvested again.
        hub.store().servesAt(extended);
        Endpoint repositories = new OaiEndpoint(hub.repositories().at(Routes.INDEX_OAI), hub.segments(), hub.flow(),
                hub.portal().indexView(), provider -> new IndexProvider(provider,
                        standard + provider.baseUrl().substring(extended.length()), schemas));
        return HubPart.of(repositories, config -> config.routes.get(Routes.NAMESPACES_ONE, context -> {
            byte[] xsd = NamespaceSchemas.find(context.pathParam("file")).orElseThrow(NotFoundResponse::new);
            context.header("Cache-Control", "public, max-age=3600").contentType("application/xml").result(xsd);
        }));
    }
}
