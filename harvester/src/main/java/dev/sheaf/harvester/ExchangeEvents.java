package dev.sheaf.harvester;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.sheaf.harvester.client.ExchangeListener;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/** Converter of a run's exchanges into events. */
final class ExchangeEvents implements ExchangeListener {

    private final Consumer<HarvestEvent> events;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    ExchangeEvents(Consumer<HarvestEvent> events) {
        this.events = events;
    }

    @Override
    public void asking(URI address) {
        events.accept(new HarvestEvent.Requested(address));
    }

    @Override
    public void answered(Fetched response) {
        events.accept(new HarvestEvent.Answered(response));
        // Each response would repeat these notes; once is enough.
        response.remarks().stream().filter(told::add).forEach(remark -> events.accept(new HarvestEvent.Note(remark)));
    }

    @Override
    public void failed(URI address, HarvestException failure) {
        // A cancelled request has not failed: its caller no longer wants the answer.
        if (failure.kind() != Kind.CANCELLED) {
            events.accept(new HarvestEvent.RequestFailed(address, failure.response(), failure.getMessage()));
        }
    }
}
