package dev.sheaf.platform.web;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.javalin.http.Context;

import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.load.WorkDeadline;

/** Rendering of pages with templates that are compiled with this module and escape all values. Thread-safe. */
public final class Templates {

    private static final String PACKAGE = "dev.sheaf.platform.web.templates";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html, null, PACKAGE);
    private static final String SHOWN = "sheaf.page.shown";

    private final Site site;

    Templates(String name, String baseUrl, Assets assets) {
        String withoutSlash = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
        String rawPath = URI.create(withoutSlash).getRawPath();
        String path = rawPath == null ? "" : rawPath;
        this.site = new Site(name, withoutSlash, path, path + assets.path(Assets.STYLE_SHEET), path + assets.path(Assets.ICON));
    }

    /**
     * Creates the templates of a hub.
     *
     * @param name name of the hub, for people
     * @param baseUrl public address of the hub; its path precedes every link
     */
    public Templates(String name, String baseUrl) {
        this(name, baseUrl, new Assets());
    }

    /** Returns the properties of the hub for every page. */
    public Site site() {
        return site;
    }

    /**
     * Answers with a page. It is rendered completely before the first byte is sent, so that a failure leads to an error answer and not to
     * half a page.
     *
     * @param template path of the template
     * @param page content of the page
     */
    public void show(Context context, String template, Object page) throws IOException {
        WorkDeadline.check();
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("site", site);
        parameters.put("page", page);
        // The constant parts of the templates are compiled as bytes.
        Utf8ByteOutput output = new Utf8ByteOutput();
        engine.render(template, parameters, output);
        SecurityPolicy.PAGE.applyTo(context);
        context.attribute(SHOWN, true);
        // An earlier result would follow the page; after a compressed page it would be garbage.
        context.result(new byte[0]);
        CodedBody.write(context, "text/html;charset=UTF-8", output::writeTo);
    }

    /** Returns true if a page has been shown in answer to this request, whatever its status. The server then does not add one. */
    static boolean hasShown(Context context) {
        return context.attribute(SHOWN) != null;
    }
}
