package dev.sheaf.platform.sru;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.outgoing.OwnHosts;

/** Search by SRU, under {@code /sru}, and the search of other SRU servers by the portal. */
public final class SruFeature implements Feature {

    /** Servers that searches of the portal ask. */
    public static final Setting TARGETS = new Setting("sru-targets", null, false, LiveTarget::parse,
            "SRU servers that each search of the portal asks too, as name=URL separated by commas; without one, none are asked");
    /** Permission for servers in private networks. */
    public static final Setting PRIVATE = new Setting("sru-targets-private", "no", false,
            text -> Setting.oneOf(text, "yes", "no"),
            "whether those servers may be in private networks, this machine among them: yes or no");

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final long BYTES_ARRIVING = 16L << 20;

    private final Duration limit;

    /** Creates the feature. */
    public SruFeature() {
        this(LIMIT);
    }

    /** @param limit time for the answer of each server */
    SruFeature(Duration limit) {
        this.limit = limit;
    }

    @Override
    public List<Setting> settings() {
        return List.of(TARGETS, PRIVATE);
    }

    @Override
    public HubPart open(HubContext hub) {
        Endpoint endpoint = new SruEndpoint(hub);
        Optional<String> wanted = hub.setting(TARGETS);
        if (wanted.isEmpty()) {
            return HubPart.of(endpoint);
        }
        LiveSearch live = new LiveSearch(LiveTarget.parse(wanted.get()),
                new HttpFetcher(hub.clock(), new PageBudget(BYTES_ARRIVING)), hub.options().rules(),
                hub.setting(PRIVATE).orElse("no").equals("yes") ? Reach.ANYWHERE : Reach.PUBLIC,
                new OwnHosts(hub.baseUrl(), hub.options().hostNames()), limit, hub.clock());
        hub.portal().alsoAsk(live);
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of(endpoint);
            }

            @Override
            public void close() {
                live.close();
            }
        };
    }
}
