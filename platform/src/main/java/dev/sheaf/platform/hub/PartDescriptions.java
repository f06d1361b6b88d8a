package dev.sheaf.platform.hub;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.description.Description;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.AddedAbout;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.ProviderSettings;

/**
 * Settings and descriptions of single repositories, with the descriptions and containers that parts of the hub add. As thread-safe as its arguments.
 *
 * @param configured without those of the parts
 * @param parts of the hub; read for each request
 */
record PartDescriptions(ServedRepositories.Differing configured, List<HubPart> parts) implements ServedRepositories.Differing {

    @Override
    public ProviderSettings settings(@Nullable String id, ProviderSettings common) {
        return configured.settings(id, common);
    }

    @Override
    public AddedDescriptions told(@Nullable String id) {
        AddedDescriptions told = configured.told(id);
        String place = id == null ? Aggregate.EVERYTHING : id;
        // This happens with each request.
        for (HubPart part : parts) {
            List<Description> more = part.descriptions(place);
            if (!more.isEmpty()) {
                told = told.withBesides(more);
            }
            List<AddedAbout> about = part.about(place);
            if (!about.isEmpty()) {
                told = told.withAbout(about);
            }
        }
        return told;
    }
}
