package dev.sheaf.cli.publish;

import java.util.List;

import dev.sheaf.platform.hub.Feature;

/** Collections of files as repositories. */
public final class PublishFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(PublishCommand.class);
    }
}
