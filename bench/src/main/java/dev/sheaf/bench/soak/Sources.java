package dev.sheaf.bench.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.Notification;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubStore;

/**
 * The four sources of a hub in this test. The first notifies the hub of its changes. The second is harvested again and again and often
 * fails. The third shares some items with the first. The fourth pushes its records. Used by one thread.
 */
final class Sources implements AutoCloseable {

    private static final String NOTIFIED = "notified";
    private static final String FAULTY = "faulty";
    private static final String OVERLAPPING = "overlapping";
    private static final String PUSHED = "pushed";
    private static final Secret SECRET = Secret.of("known to both sides of the soak");
    /** Distance between the first record numbers of two sources. */
    private static final int APART = 1_000_000;
    /** One of this number of records changes in each round. */
    private static final int SHARE = 100;

    private final Map<String, FaultyProvider> providers = new TreeMap<>();
    private final HttpFetcher fetcher = new HttpFetcher();
    private final Random random;
    private final int records;
    private int round;

    Sources(Random random, int records) {
        this.random = random;
        this.records = records;
        providers.put(NOTIFIED, new FaultyProvider(random, 0, records));
        providers.put(OVERLAPPING, new FaultyProvider(random, records / 2, records));
        providers.put(FAULTY, new FaultyProvider(random, APART, records));
    }

    /** Registers all sources at a hub that does not run yet. */
    void register(HubStore store) {
        providers.forEach((id, provider) -> store.put(Source.harvested(id, provider.baseUrl())));
        store.announcements().setSecret(NOTIFIED, SECRET);
        store.put(new Source(PUSHED, Source.Kind.PUSHED, null, null, List.of(), List.of(), Source.Settings.DEFAULT));
        store.announcements().setSecret(PUSHED, SECRET);
    }

    /** Returns the repository that pushes, for a hub that runs. */
    PushedRecords pushed(SoakedHub hub) {
        return new PushedRecords(random, 2 * APART, records, PUSHED, hub.url(), SECRET);
    }

    /** Returns the ids of all sources. */
    static List<String> ids() {
        return List.of(NOTIFIED, FAULTY, OVERLAPPING, PUSHED);
    }

    /** Returns the ids of the sources that the hub harvests. */
    List<String> harvested() {
        return List.copyOf(providers.keySet());
    }

    /** Changes records of all sources, notifies the hub of the changes of some, and lets it harvest the others. */
    void round(SoakedHub hub, PushedRecords pushed) throws IOException, InterruptedException {
        int changes = Math.max(1, records / SHARE);
        providers.values().forEach(provider -> provider.change(changes));
        provider(FAULTY).misbehave();
        if (round % 4 == 0) {
            provider(NOTIFIED).misbehave();
        }
        pushed.change(changes);
        pushed.push();
        notifyHub(hub);
        hub.harvest(round % 2 == 0 ? FAULTY : OVERLAPPING, round % 10 == 9);
        round++;
    }

    private void notifyHub(SoakedHub hub) {
        try {
            new HubClient(fetcher, FetchRules.DEFAULT, HubClient.at(hub.url()), SECRET,
                    java.time.InstantSource.system(), Pause.REAL).tell(Notification.of(provider(NOTIFIED).baseUrl()));
        } catch (HarvestException failure) {
            throw new IllegalStateException("the hub cannot be notified: " + failure.getMessage(), failure);
        }
    }

    private FaultyProvider provider(String source) {
        return Objects.requireNonNull(providers.get(source));
    }

    /** Ends all faults. */
    void behave() {
        providers.values().forEach(FaultyProvider::behave);
    }

    /** Returns the model of all sources: their records by the id of the source. */
    Map<String, List<OaiRecord>> model(PushedRecords pushed) {
        Map<String, List<OaiRecord>> model = new TreeMap<>();
        providers.forEach((id, provider) -> model.put(id, provider.records()));
        model.put(PUSHED, new ArrayList<>(pushed.records()));
        return model;
    }

    @Override
    public void close() {
        providers.values().forEach(FaultyProvider::close);
        fetcher.close();
    }
}
