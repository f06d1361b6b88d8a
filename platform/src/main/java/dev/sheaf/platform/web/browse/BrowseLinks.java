package dev.sheaf.platform.web.browse;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Site;
import dev.sheaf.provider.OaiArguments;

/**
 * Addresses of the pages of one repository, and of the same answers as XML.
 *
 * @param site the hub
 * @param id id of the source or aggregate; empty for the repository of everything
 * @param isAggregate true for an aggregate, that of everything included
 */
record BrowseLinks(Site site, String id, boolean isAggregate) {

    /** Returns the page without arguments, the target of forms. */
    String start() {
        return site.link(Routes.BROWSE + below());
    }

    /** Returns the page that answers a request. */
    String to(OaiRequest request) {
        return start() + "?" + request.query();
    }

    /** Returns the page of a record. */
    String toRecord(String identifier, MetadataPrefix prefix) {
        return to(new OaiRequest.GetRecord(identifier, prefix));
    }

    /** Returns the records of a format, and of a set. */
    String toSet(MetadataPrefix prefix, SetSpec set) {
        return to(new OaiRequest.ListRecords(new Selection(prefix, null, null, set), null));
    }

    /** Returns the address of the answer to the same arguments as XML. */
    String raw(OaiArguments arguments) {
        return site.link(Routes.OAI + below()) + arguments.list().stream()
                .map(argument -> encode(argument.key()) + "=" + encode(argument.value()))
                .collect(Collectors.joining("&", "?", ""));
    }

    /** Returns the Atom feed of the repository, or of a set if its spec is not empty. */
    String feed(String set) {
        String all = id.isEmpty() ? "" : (isAggregate ? "aggregate=" : "source=") + encode(id);
        String some = set.isEmpty() ? "" : (all.isEmpty() ? "" : "&") + "set=" + encode(set);
        return site.link(Routes.FEED) + (all.isEmpty() && some.isEmpty() ? "" : "?" + all + some);
    }

    private String below() {
        return id.isEmpty() ? "" : "/" + encode(id);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
