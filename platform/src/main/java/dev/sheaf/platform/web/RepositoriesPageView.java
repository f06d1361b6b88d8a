package dev.sheaf.platform.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.javalin.http.Context;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.RepositoriesPage.Entry;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;

/** The page {@code /repositories}, which lists the repositories for harvesters and readers. */
final class RepositoriesPageView {

    private final HubStore store;
    private final Templates templates;
    private final AccessPolicy access;

    RepositoriesPageView(HubStore store, Templates templates, AccessPolicy access) {
        this.store = store;
        this.templates = templates;
        this.access = access;
    }

    void show(Context context) throws IOException {
        List<SourceStatus> sources = store.sources().stream()
                .filter(status -> access.admits(context, status.source().id())).toList();
        List<Entry> entries = new ArrayList<>();
        if (access.admits(context, Aggregate.EVERYTHING)) {
            entries.add(new Entry("Everything", Numbers.count(sources.size(), "source"), templates.site().baseUrl() + Routes.OAI,
                    link(Routes.BROWSE), link(Routes.HOME + "?q="), null, false, null, null));
        }
        sources.stream().sorted(Comparator.comparing(status -> SourceName.of(status.source()), String.CASE_INSENSITIVE_ORDER))
                .map(this::entry).forEach(entries::add);
        context.header("Cache-Control", "no-cache");
        templates.show(context, "repositories.jte", new RepositoriesPage(entries, hasArchives() ? link(Routes.ARCHIVES) : null));
    }

    private boolean hasArchives() {
        return store.archives().all().stream().anyMatch(archive -> archive.state() == Archive.State.APPROVED);
    }

    private Entry entry(SourceStatus status) {
        String id = status.source().id();
        boolean harvested = status.source().kind().isHarvested();
        return new Entry(SourceName.of(status.source()), Numbers.count(status.records(), "record"),
                templates.site().baseUrl() + Routes.oai(id), link(Routes.browse(id)), link(SearchParameters.ofSource(id).path()),
                harvested ? SourceName.status(status) : null, SourceName.isTroubled(status), Times.format(status.lastRun()),
                status.lastRun() == null ? null : status.lastRun().toString());
    }

    private String link(String path) {
        return templates.site().link(path);
    }
}
