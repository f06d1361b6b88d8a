package dev.sheaf.cli.greeting;

import java.util.List;

import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;

/** Greets: by a command, and under a path of the hub together with the number of sources. */
final class GreetingFeature implements Feature {

    static final Setting GREETING = new Setting("greeting", "hello", false, GreetingFeature::check, "word that is said first");

    private static void check(String word) {
        if (word.isBlank()) {
            throw new IllegalArgumentException("expected: a word");
        }
    }

    @Override
    public List<Class<?>> commands() {
        return List.of(GreetCommand.class);
    }

    @Override
    public List<Setting> settings() {
        return List.of(GREETING);
    }

    @Override
    public List<ServeOption> serveOptions() {
        return List.of(new ServeOption(GREETING, "WORD", "greet with this word"));
    }

    @Override
    public HubPart open(HubContext hub) {
        return new GreetingPart(hub);
    }
}
