package dev.sheaf.platform.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import dev.sheaf.core.xml.Prolog.StyleSheet;
import dev.sheaf.platform.server.BrowserView;
import dev.sheaf.platform.server.CodedBody;

/**
 * What protocol responses are shown with: an XSLT style sheet that makes linked pages of them, and for browsers that no longer have XSLT, which
 * is what Chromium is heading for, a plain one that makes them readable and says where the pages are.
 */
final class ResponseStyleSheets {

    private static final String XSLT = "/assets/oai.xsl";
    private static final String CSS = "/assets/oai.css";

    private final Site site;
    private final byte[] xslt;
    private final byte[] css;

    ResponseStyleSheets(Site site) {
        this.site = site;
        this.xslt = fill("oai.xsl");
        this.css = fill("oai.css");
    }

    private byte[] fill(String file) {
        return new String(Assets.read(file), StandardCharsets.UTF_8).replace("{{path}}", escape(site.path()))
                .replace("{{styleSheet}}", escape(site.styleSheet())).replace("{{oai}}", escape(repositories()))
                .replace("{{browse}}", escape(pages())).getBytes(StandardCharsets.UTF_8);
    }

    /** An address is a URI already; what is left is what means something in XML, XPath and CSS alike. */
    private static String escape(String address) {
        return address.replace("&", "%26").replace("'", "%27").replace("\"", "%22").replace("<", "%3C").replace("\\", "%5C");
    }

    private String repositories() {
        return site.baseUrl() + "/oai";
    }

    private String pages() {
        return site.baseUrl() + "/browse";
    }

    BrowserView view() {
        return new BrowserView(List.of(new StyleSheet("text/xsl", site.link(XSLT)), new StyleSheet("text/css", site.link(CSS))),
                repositories(), pages());
    }

    void register(RoutesConfig routes) {
        routes.get(XSLT, context -> serve(context, "application/xslt+xml; charset=utf-8", xslt));
        routes.get(CSS, context -> serve(context, "text/css; charset=utf-8", css));
    }

    private static void serve(Context context, String contentType, byte[] bytes) throws IOException {
        context.header("Cache-Control", "public, max-age=3600");
        CodedBody.write(context, contentType, out -> out.write(bytes));
    }
}
