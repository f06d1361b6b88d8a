package dev.sheaf.platform.web.admin;

import java.util.List;

import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Site;
import dev.sheaf.platform.web.admin.AdminFrame.Tab;

/** Addresses of the administration. Ids of sources and keys need no escaping, because they consist of letters, digits and hyphens. */
final class AdminLinks {

    private final Site site;

    AdminLinks(Site site) {
        this.site = site;
    }

    String link(String path) {
        return site.link(path);
    }

    String source(String id) {
        return link(Routes.adminSource(id));
    }

    String of(String id, String rest) {
        return source(id) + "/" + rest;
    }

    /** Returns the links to the pages of a source; one of them is current. */
    List<Tab> tabs(String id, String current) {
        return List.of(tab("Overview", source(id), current), tab("Runs", of(id, "runs"), current),
                tab("Quarantine", of(id, "quarantine"), current), tab("Repairs", of(id, "repairs"), current),
                tab("Settings", of(id, "settings"), current));
    }

    private static Tab tab(String label, String href, String current) {
        return new Tab(label, href, label.equals(current));
    }
}
