package dev.sheaf.cli.greeting;

import java.util.List;
import java.util.Optional;

import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.store.Rounds;

/** Counts the sources in the background and tells their number. */
final class GreetingPart implements HubPart {

    private final HubContext hub;
    private final String word;
    private final Rounds rounds = new Rounds("greeting");
    private volatile int sources;

    GreetingPart(HubContext hub) {
        this.hub = hub;
        this.word = hub.setting(GreetingFeature.GREETING).orElseThrow();
    }

    boolean isClosed() {
        return rounds.isClosed();
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(config -> config.routes.get("/greeting", request -> request.result(word + " to " + sources)));
    }

    @Override
    public void start() {
        rounds.start(() -> sources = hub.store().sources().size());
    }

    @Override
    public void saved() {
        rounds.wake();
    }

    @Override
    public Optional<String> notice() {
        return Optional.of("Greetings are at " + hub.baseUrl() + "/greeting.");
    }

    @Override
    public void close() {
        rounds.close();
    }
}
