package dev.sheaf.platform.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.Prolog.StyleSheet;
import dev.sheaf.platform.server.BrowserView;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Routes;

/**
 * The CSS style sheet of protocol responses. It makes a response readable in a browser that shows the XML itself, and shows the address of
 * the page. Other browsers are redirected to the page ({@link BrowserView}). There is no XSLT, because browsers are removing it, and
 * Chromium warns of responses that name one.
 */
final class ResponseStyleSheet {

    private final Site site;
    private final byte[] css;
    private final byte[] indexCss;

    ResponseStyleSheet(Site site) {
        this.site = site;
        String sheet = new String(Assets.read("oai.css"), StandardCharsets.UTF_8).replace("{{browse}}", escape(pages()));
        this.css = sheet.getBytes(StandardCharsets.UTF_8);
        // The elements of the extension have the same names in another namespace.
        this.indexCss = sheet.replace(Namespaces.OAI, Namespaces.OAI_INDEX).getBytes(StandardCharsets.UTF_8);
    }

    /** Escapes characters with a meaning in CSS; an address is a URI already. */
    private static String escape(String address) {
        return address.replace("\"", "%22").replace("\\", "%5C");
    }

    private String pages() {
        return site.baseUrl() + Routes.BROWSE;
    }

    BrowserView view() {
        return new BrowserView(new StyleSheet("text/css", site.link(Routes.RESPONSE_STYLE_SHEET)), site.baseUrl() + Routes.OAI,
                pages(), true);
    }

    BrowserView indexView() {
        return new BrowserView(new StyleSheet("text/css", site.link(Routes.INDEX_STYLE_SHEET)), site.baseUrl() + Routes.INDEX_OAI,
                pages(), false);
    }

    void register(RoutesConfig routes) {
        routes.get(Routes.RESPONSE_STYLE_SHEET, context -> serve(context, css));
        routes.get(Routes.INDEX_STYLE_SHEET, context -> serve(context, indexCss));
    }

    private static void serve(Context context, byte[] sheet) throws IOException {
        context.header("Cache-Control", "public, max-age=3600");
        CodedBody.write(context, "text/css; charset=utf-8", out -> out.write(sheet));
    }
}
