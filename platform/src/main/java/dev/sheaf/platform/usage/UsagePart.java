package dev.sheaf.platform.usage;

import java.util.List;
import java.util.function.Predicate;

import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.monitor.Figure;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.provider.AddedAbout;

/** The part of a running hub that counts uses, publishes them, and adds related records to the records of all repositories. */
final class UsagePart implements HubPart {

    private final UseQueue queue = new UseQueue();
    private final UsageWork work;
    private final List<Endpoint> endpoints;
    private final RelatedAbout.Context related;

    /** @param open tells whether uses of the items of a source are counted, by its id */
    UsagePart(HubContext hub, UsageSettings settings, UsagePublication publication, Predicate<String> open) {
        DayAgents agents = new DayAgents();
        this.work = new UsageWork(hub.store(), settings, queue, agents, publication,
                new Recommender(hub.store(), settings.least(), open), hub.saved(), hub.clock());
        this.endpoints = List.of(new UseCounter(queue, agents, hub.options().clients(), open, hub.clock()));
        RelatedRecords records = new RelatedRecords(hub.store());
        this.related = new RelatedAbout.Context(hub.store(), records, open, work::version, hub.baseUrl());
        hub.portal().alsoRead(item -> records.of(item, open).stream().map(RelatedRecords.Related::item).toList());
    }

    @Override
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    public List<AddedAbout> about(String id) {
        return List.of(new RelatedAbout(id, related));
    }

    @Override
    public List<Figure> figures() {
        return List.of(new Figure("sheaf.usage.counted", "Uses of records by readers that were stored", work::counted),
                new Figure("sheaf.usage.dropped", "Uses that were not stored because too many waited", queue::dropped));
    }

    @Override
    public void start() {
        work.start();
    }

    /** Returns the background work, for tests. */
    UsageWork work() {
        return work;
    }

    @Override
    public void close() {
        work.close();
    }
}
