package dev.sheaf.platform.server;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.xml.LocalSchema;
import dev.sheaf.store.records.OwnSchemas;

/** {@code /schemas/}: XML schemas of the hub's own formats, for the validation of its records. */
public final class SchemaEndpoint implements Endpoint {

    private final OwnSchemas schemas;

    /**
     * @param schemas schemas to serve
     */
    public SchemaEndpoint(OwnSchemas schemas) {
        this.schemas = schemas;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SCHEMAS_ONE, context -> answer(context,
                schemas.find(context.pathParam("file")).orElseThrow(NotFoundResponse::new).xsd()));
        config.routes.get(Routes.SCHEMAS_FOREIGN, context -> answer(context, foreign(context)));
        config.routes.get(Routes.SCHEMAS_LOCAL, context -> answer(context,
                LocalSchema.of(context.pathParam("prefix"), context.pathParam("file")).orElseThrow(NotFoundResponse::new)));
    }

    private static byte[] foreign(Context context) {
        String namespace = context.queryParam("namespace");
        return LocalSchema.ofForeign(namespace == null ? "" : namespace, context.pathParam("file"))
                .orElseThrow(NotFoundResponse::new);
    }

    private static void answer(Context context, byte[] xsd) {
        context.header("X-Content-Type-Options", "nosniff").header("Cache-Control", "public, max-age=3600")
                .contentType("application/xml").result(xsd);
    }
}
