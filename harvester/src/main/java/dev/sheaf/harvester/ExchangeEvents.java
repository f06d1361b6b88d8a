package dev.sheaf.harvester;

import java.net.URI;
import java.util.function.Consumer;

import dev.sheaf.harvester.HarvestException.Kind;

/** Makes events of the questions that a run asks. */
final class ExchangeEvents implements ExchangeListener {

    private final Consumer<HarvestEvent> events;

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
    }

    @Override
    public void failed(URI address, HarvestException failure) {
        // That somebody does not want it any more is no failure of the request.
        if (failure.kind() != Kind.CANCELLED) {
            events.accept(new HarvestEvent.RequestFailed(address, failure.response(), failure.getMessage()));
        }
    }
}
