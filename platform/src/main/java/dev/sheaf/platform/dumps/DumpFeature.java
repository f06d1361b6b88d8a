package dev.sheaf.platform.dumps;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.resourcesync.ResourceSyncEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;

/** Full dumps and deltas of sources and aggregates, under {@code /dumps}. */
public final class DumpFeature implements Feature {

    private static final String FOLDER = "dumps";
    private static final int MOST_HOURS = 8_760;

    /** Sources and aggregates with dumps; without a value there are none. */
    public static final Setting DUMPS = new Setting("dumps", null, false, DumpSettings::ids,
            "ids of the sources and aggregates of which dumps are made, separated by commas; oai is the aggregate of everything, all are all of them; without one, none are made");
    /** Forms of the files. */
    static final Setting FORMS = new Setting("dump-forms", "xml.zst,jsonl.gz", false, DumpForm::parse,
            "forms of the files of dumps, separated by commas: xml, jsonl, csv or ciff, a dot, and zst or gz; or rs.zip, the packages of ResourceSync");
    /** Time between two rounds. */
    static final Setting HOURS = new Setting("dump-hours", "24", false, DumpFeature::hours,
            "hours after which a delta with the changes is added to a dump");

    private static int hours(String text) {
        if (text.strip().matches("[0-9]{1,4}")) {
            int hours = Integer.parseInt(text.strip());
            if (hours >= 1 && hours <= MOST_HOURS) {
                return hours;
            }
        }
        throw new IllegalArgumentException("expected is a whole number from 1 to " + MOST_HOURS);
    }

    @Override
    public List<Setting> settings() {
        return List.of(DUMPS, FORMS, HOURS);
    }

    @Override
    public HubPart open(HubContext hub) {
        Optional<String> wanted = hub.setting(DUMPS);
        if (wanted.isEmpty() || hub.store().isReadOnly()) {
            return HubPart.NONE;
        }
        DumpSettings settings = new DumpSettings(DumpSettings.ids(wanted.get()),
                DumpForm.parse(hub.setting(FORMS).orElseThrow()), Duration.ofHours(hours(hub.setting(HOURS).orElseThrow())));
        DumpWork work = new DumpWork(hub.store(), hub.baseUrl(), hub.folder(FOLDER), settings, hub.clock(),
                hub.repositories()::described);
        return new DumpPart(work, hub.baseUrl() + Routes.RESOURCESYNC_SOURCE,
                List.of(new DumpEndpoint(work, hub), new ResourceSyncEndpoint(work, hub)), notice(hub.store(), settings));
    }

    /** A mistyped id must not look like a repository whose dump is still being made. */
    private static @Nullable String notice(HubStore store, DumpSettings settings) {
        Set<String> aggregates = store.aggregates().stream().map(Aggregate::id).collect(Collectors.toSet());
        List<String> unknown = settings.repositories().stream()
                .filter(id -> !id.equals(DumpSettings.ALL) && !id.equals(Aggregate.EVERYTHING) && !aggregates.contains(id)
                        && store.source(id).isEmpty())
                .toList();
        return unknown.isEmpty()
                ? null
                : "dumps: there is no source or aggregate " + String.join(", ", unknown)
                        + ". Its dump is made as soon as there is one.";
    }
}
