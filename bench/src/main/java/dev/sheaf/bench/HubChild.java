package dev.sheaf.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.cli.Features;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * A hub that receives notifications of changes. Arguments: the data directory, the secret, and the base URL of the source
 * {@code notified}; another source, {@code pushed}, has none. Further arguments are base URLs of sources that are harvested all at once.
 */
public final class HubChild {

    private HubChild() {}

    /** Runs until standard input ends. */
    public static void main(String[] arguments) throws Exception {
        InstantSource clock = InstantSource.system();
        Secret secret = Secret.of(arguments[1]);
        Path data = Path.of(arguments[0]);
        try (HubStore store = HubStores.open(data,
                new HubIdentity("Bench", "admin@hub.example.org", "hub.example.org"), clock)) {
            store.put(Source.harvested("notified", arguments[2]));
            store.put(new Source("pushed", Source.Kind.PUSHED, null, null, List.of(), List.of(), Source.Settings.DEFAULT));
            List<String> others = List.of(arguments).subList(3, arguments.length);
            for (int i = 0; i < others.size(); i++) {
                store.put(Source.harvested("source-" + i, others.get(i)));
            }
            store.administration().putFirst(AdminPassword.hash(AdminPassword.generate()), clock.instant());
            store.announcements().setSecret("notified", secret);
            store.announcements().setSecret("pushed", secret);
            try (Hub hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null),
                    HubOptions.of(500).withAnnouncing(new HubOptions.Announcing(Duration.ZERO, true)), Features.ALL, clock)) {
                hub.schedule(store, ScheduleTerms.of(1).withCoalesce(0).withNotifiedGap(0L), Math.max(4, others.size()), clock);
                System.out.println("url=" + hub.baseUrl());
                System.out.println("ready");
                while (System.in.read() >= 0) {
                    // It serves until nobody listens.
                }
            }
        }
        System.out.println("peak=" + Usage.peakMegabytes());
        System.out.printf("cpu=%.1f%n", Usage.cpuSeconds());
    }
}
