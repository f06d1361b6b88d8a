package dev.sheaf.platform.signatures;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.platform.keys.SigningSettings;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.provider.flow.RequestLimit;

/** Signed requests: the hub's key directory, and quotas of clients that sign. It must be before all features that count requests. */
public final class SignaturesFeature implements Feature {

    /** Signers with a quota of their own. */
    public static final Setting SIGNERS = new Setting("verified-signers", AcceptedSigners.NONE, false, AcceptedSigners::parse,
            "clients that get a quota of their own when they sign their requests: addresses such as https://hub.example.org, separated"
                    + " by commas, any, or none");
    /** Quota of a signer. */
    public static final Setting QUOTA = new Setting("signer-quota", "600", false, SignaturesFeature::quota,
            "requests that a verified signer may send in a minute");
    /** Permission for key directories in private networks. */
    public static final Setting PRIVATE = new Setting("signers-private", "no", false, text -> Setting.oneOf(text, "yes", "no"),
            "whether key directories of signers may be in private networks, this machine among them: yes or no");

    private static final long BYTES_ARRIVING = 4L << 20;

    private static int quota(String text) {
        if (text.strip().matches("[0-9]{1,6}") && Integer.parseInt(text.strip()) > 0) {
            return Integer.parseInt(text.strip());
        }
        throw new IllegalArgumentException("expected is a whole number from 1 to " + (RequestLimit.MOST_REQUESTS - 1));
    }

    @Override
    public List<Setting> settings() {
        return List.of(SigningSettings.SIGN, SigningSettings.AGENT, SIGNERS, QUOTA, PRIVATE);
    }

    @Override
    public HubPart open(HubContext hub) {
        List<Endpoint> endpoints = new ArrayList<>();
        SigningSettings.agent(hub.setting(SigningSettings.AGENT).orElse(null), hub.baseUrl()).ifPresent(
                origin -> endpoints.add(new DirectoryEndpoint(new KeyFile(hub.folder(KeyFile.NAME)), origin, hub.clock())));
        AcceptedSigners accepted = AcceptedSigners.parse(hub.setting(SIGNERS).orElse(AcceptedSigners.NONE));
        Verification verification = accepted.isNobody() ? null : new Verification(hub, accepted);
        if (verification != null) {
            endpoints.add(verification.endpoint);
        }
        return new Part(List.copyOf(endpoints), verification);
    }

    /** Parts of a verification, which are closed together. */
    private static final class Verification {

        private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        private final DirectoryClient client;
        private final Endpoint endpoint;

        Verification(HubContext hub, AcceptedSigners accepted) {
            Reach reach = hub.setting(PRIVATE).orElse("no").equals("yes") ? Reach.ANYWHERE : Reach.PUBLIC;
            client = new DirectoryClient(new HttpFetcher(hub.clock(), new PageBudget(BYTES_ARRIVING)), hub.options().rules(),
                    reach,
                    new OwnHosts(hub.baseUrl(), hub.options().hostNames()), Pause.REAL);
            KnownDirectories directories = new KnownDirectories(client::fetch, executor, hub.clock());
            endpoint = new SignersEndpoint(
                    new RequestVerifier(accepted, directories::key, quota(hub.setting(QUOTA).orElse("600")), hub.clock()),
                    URI.create(hub.baseUrl()));
        }

        void close() {
            client.close();
            executor.close();
        }
    }

    private record Part(List<Endpoint> endpoints, @Nullable Verification verification) implements HubPart {

        @Override
        public void close() {
            if (verification != null) {
                verification.close();
            }
        }
    }
}
