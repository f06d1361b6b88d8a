package dev.sheaf.platform.web;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;

import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.SecurityPolicy;

/** Renders pages: templates compiled with this module, which escape all that they are given. */
final class Templates {

    private static final String PACKAGE = "dev.sheaf.platform.web.templates";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html, null, PACKAGE);
    private final Site site;

    Templates(String baseUrl, Assets assets) {
        String withoutSlash = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
        String rawPath = URI.create(withoutSlash).getRawPath();
        String path = rawPath == null ? "" : rawPath;
        this.site = new Site(withoutSlash, path, path + assets.path(Assets.STYLE_SHEET), path + assets.path(Assets.ICON));
    }

    Site site() {
        return site;
    }

    /** Answers with a page. It is rendered whole before anything is sent: a failure is then an answer, not half a page. */
    void show(Context context, String template, Object page) throws IOException {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("site", site);
        parameters.put("page", page);
        StringOutput output = new StringOutput();
        engine.render(template, parameters, output);
        byte[] bytes = output.toString().getBytes(StandardCharsets.UTF_8);
        SecurityPolicy.PAGE.applyTo(context);
        CodedBody.write(context, "text/html;charset=UTF-8", out -> out.write(bytes));
    }
}
