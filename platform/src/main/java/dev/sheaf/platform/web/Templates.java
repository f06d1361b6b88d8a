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
import dev.sheaf.platform.server.load.WorkDeadline;

/** Renders pages: templates compiled with this module, which escape all that they are given. Thread-safe. */
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
     * Pages of a hub.
     *
     * @param name of the hub, for people
     * @param baseUrl of the hub as the world sees it; its path goes in front of every link
     */
    public Templates(String name, String baseUrl) {
        this(name, baseUrl, new Assets());
    }

    /** Returns the properties of the hub that every page needs. */
    public Site site() {
        return site;
    }

    /**
     * Answers with a page. It is rendered whole before anything is sent: a failure is then an answer, not half a page.
     *
     * @param template path of the template
     * @param page what the template shows
     */
    public void show(Context context, String template, Object page) throws IOException {
        WorkDeadline.check();
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("site", site);
        parameters.put("page", page);
        StringOutput output = new StringOutput();
        engine.render(template, parameters, output);
        byte[] bytes = output.toString().getBytes(StandardCharsets.UTF_8);
        SecurityPolicy.PAGE.applyTo(context);
        context.attribute(SHOWN, true);
        // A result that was set before would follow the page; after a compressed page it would be garbage.
        context.result(new byte[0]);
        CodedBody.write(context, "text/html;charset=UTF-8", out -> out.write(bytes));
    }

    /**
     * Returns whether a page has been shown in answer to this request, whatever its status: the server then needs to
     * show none.
     */
    static boolean hasShown(Context context) {
        return context.attribute(SHOWN) != null;
    }
}
