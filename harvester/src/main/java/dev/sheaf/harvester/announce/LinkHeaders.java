package dev.sheaf.harvester.announce;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of headers Link (RFC 8288, section 3): several links in one header are equivalent to several headers. */
final class LinkHeaders {

    private static final int MOST = 100;
    private static final Pattern LINK = Pattern
            .compile("<([^<>]*+)>((?:\\s*;\\s*[^\\s=;,\"]+(?:\\s*=\\s*(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s;,\"]*))?)*+)");
    private static final Pattern PARAMETER = Pattern
            .compile(";\\s*([^\\s=;,\"]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s;,\"]*))");

    private LinkHeaders() {}

    static List<WebLink> read(List<String> headers) {
        List<WebLink> links = new ArrayList<>();
        for (String header : headers) {
            Matcher found = LINK.matcher(header);
            while (found.find() && links.size() < MOST) {
                link(found.group(1), found.group(2), links);
            }
        }
        return links;
    }

    /** Adds a link, unless its anchor shows that it belongs to another resource. Of a repeated parameter the first counts. */
    private static void link(String href, String parameters, List<WebLink> links) {
        String rel = null;
        Matcher found = PARAMETER.matcher(parameters);
        while (found.find()) {
            String value = found.group(2) == null ? found.group(3) : found.group(2);
            if (found.group(1).equalsIgnoreCase("anchor")) {
                return;
            }
            if (rel == null && found.group(1).equalsIgnoreCase("rel")) {
                rel = value;
            }
        }
        if (rel != null) {
            links.add(new WebLink(href, rel));
        }
    }
}
