package dev.sheaf.platform.gateway;

import java.nio.file.Path;
import java.util.List;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.ContentCoding;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowRules;

/** The static repository gateway, under {@code /static}. */
public final class GatewayFeature implements Feature {

    /** Hosts whose static repositories may be initiated. */
    public static final Setting INITIATORS = new Setting("static-gateway", Initiators.OFF, false, Initiators::parse,
            "hosts whose static repositories anybody may initiate at the gateway: any, names separated by commas (.example.org: all"
                    + " names that end so), or admin for the administrator alone; off: there is no gateway");
    /** Permission for addresses in private networks. */
    public static final Setting PRIVATE = new Setting("static-gateway-private", "no", false,
            text -> Setting.oneOf(text, "yes", "no"),
            "whether static repositories may be in private networks, this machine among them: yes or no");

    private static final String FOLDER = "static";
    private static final long BYTES_ARRIVING = 8L << 20;

    private final GatewayLimits limits;
    private final Pause pause;

    /** Creates the feature. */
    public GatewayFeature() {
        this(GatewayLimits.DEFAULT, Pause.REAL);
    }

    /** @param pause waits where a server asks for it */
    GatewayFeature(GatewayLimits limits, Pause pause) {
        this.limits = limits;
        this.pause = pause;
    }

    @Override
    public List<Setting> settings() {
        return List.of(INITIATORS, PRIVATE);
    }

    @Override
    public HubPart open(HubContext hub) {
        String wanted = hub.setting(INITIATORS).orElse(Initiators.OFF);
        if (wanted.strip().equals(Initiators.OFF) || hub.store().isReadOnly()) {
            return HubPart.NONE;
        }
        Path folder = Mediator.emptied(hub.folder(FOLDER));
        OwnHosts own = new OwnHosts(hub.baseUrl(), hub.options().hostNames());
        Reach reach = hub.setting(PRIVATE).orElse("no").equals("yes") ? Reach.ANYWHERE : Reach.PUBLIC;
        TokenKey key = TokenKey.of(hub.store().tokenSecret());
        ProviderSettings provider = ProviderSettings.of(hub.baseUrl(), key).withGranularity(Granularity.DAY)
                .withDeletedRecord(DeletedRecordPolicy.NO).withCompressions(ContentCoding.declared())
                .withPages(hub.options().pageSize(), Math.max(hub.options().pageSize(), ProviderSettings.HEADERS_PER_PAGE),
                        ProviderSettings.SETS_PER_PAGE);
        Mediator mediator = new Mediator(hub.store().mediations(),
                new StaticFetch(new HttpFetcher(hub.clock(), new PageBudget(BYTES_ARRIVING)), hub.options().rules(), limits,
                        reach,
                        own, folder, pause, hub.clock()),
                own, Initiators.parse(wanted), limits, new Mediator.Identity(hub.baseUrl() + Routes.STATIC,
                        hub.options().proxying().adminEmail(), provider, key),
                folder, hub.clock());
        Endpoint endpoint = new GatewayEndpoint(mediator, new SharedPlaces(limits.atOnce()),
                new FlowControl(FlowRules.NONE.withLimit(limits.ofHarvester()), hub.clock()),
                new FlowControl(FlowRules.NONE.withLimit(limits.ofInitiator()), hub.clock()), hub.options().clients(),
                hub.controls().guard(), new Templates(hub.store().name(), hub.baseUrl()));
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of(endpoint);
            }

            @Override
            public void close() {
                mediator.close();
            }
        };
    }
}
