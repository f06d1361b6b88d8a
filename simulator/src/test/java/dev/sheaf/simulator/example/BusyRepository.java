package dev.sheaf.simulator.example;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;

/** Plays a repository that is busy at first, and returns the requests that a harvester sent to it. */
final class BusyRepository {

    private BusyRepository() {}

    static List<String> requests(List<OaiRecord> records, Consumer<String> harvester) {
        try (ScriptedProvider repository = ScriptedProvider.start(InstantSource.system()).put(records)) {
            repository.once(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.busy(503, "1"));
            harvester.accept(repository.baseUrl());
            return repository.requests().stream().map(ReceivedRequest::query).toList();
        }
    }
}
