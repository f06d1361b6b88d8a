package dev.sheaf.platform.explorer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.platform.web.Templates;

/** The explorer: pages on which people browse and test any repository. */
public final class ExplorerFeature implements Feature {

    /** Repositories that can be explored. */
    public static final Setting REPOSITORIES = new Setting("explorer", "any", false,
            text -> Setting.oneOf(text, "any", "sources"),
            "repositories that visitors can explore: any, or the sources of the hub alone");
    /** Permission for addresses in private networks. */
    public static final Setting PRIVATE = new Setting("explorer-private", "no", false, text -> Setting.oneOf(text, "yes", "no"),
            "whether visitors may explore addresses in private networks, this machine among them: yes or no");
    /** Folder with further languages. */
    public static final Setting TEXTS = new Setting("explorer-texts", null, false, ExplorerFeature::folder,
            "folder with message files of the explorer, for further languages");

    private static final long BYTES_ARRIVING = 32L << 20;

    private final ExplorerLimits limits;
    private final Pause pause;

    /** Creates the feature. */
    public ExplorerFeature() {
        this(ExplorerLimits.DEFAULT, Pause.REAL);
    }

    /** @param pause waits where a repository asks for it */
    ExplorerFeature(ExplorerLimits limits, Pause pause) {
        this.limits = limits;
        this.pause = pause;
    }

    private static void folder(String text) {
        if (text.isBlank() || !Files.isDirectory(Path.of(text))) {
            throw new IllegalArgumentException("expected is an existing folder");
        }
    }

    @Override
    public List<Setting> settings() {
        return List.of(REPOSITORIES, PRIVATE, TEXTS);
    }

    @Override
    public HubPart open(HubContext hub) {
        Targets targets = new Targets(hub.store(), hub.access(), hub.options().rules(),
                new OwnHosts(hub.baseUrl(), hub.options().hostNames()),
                new Targets.Permission(hub.setting(REPOSITORIES).orElse("any").equals("any"),
                        hub.setting(PRIVATE).orElse("no").equals("yes")),
                limits);
        ExplorerLanguages languages = hub.setting(TEXTS).map(folder -> ExplorerLanguages.with(Path.of(folder)))
                .orElseGet(ExplorerLanguages::builtIn);
        RepositoryClient repositories = new RepositoryClient(
                new HttpFetcher(hub.clock(), new KnownNetworks(hub.store().hosts(), hub.clock()),
                        new PageBudget(BYTES_ARRIVING)),
                targets, limits.ofClient(), hub.clock(), pause);
        Endpoint endpoint = new ExplorerEndpoint(targets, repositories, new SharedPlaces(limits.atOnce()),
                new Offers(hub.clock()),
                languages, hub.options().clients(), new Templates(hub.store().name(), hub.baseUrl()));
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of(endpoint);
            }

            @Override
            public void close() {
                repositories.close();
            }
        };
    }
}
