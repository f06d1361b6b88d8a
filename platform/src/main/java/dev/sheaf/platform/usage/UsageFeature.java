package dev.sheaf.platform.usage;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.store.HubStore;

/**
 * Usage logs as repositories. It must be before the feature of index harvesting, which serves the other files of the same folder of schemas.
 */
public final class UsageFeature implements Feature {

    /** Days for which uses are kept; without a value nothing is counted. */
    public static final Setting USAGE_LOGS = new Setting("usage-logs", null, false, UsageSettings::days,
            "days for which anonymous counts of the uses of records are kept and published, such as 30 days; without it, nothing is counted, and earlier counts are deleted");
    /** Protection of readers. */
    static final Setting LEAST = new Setting("usage-least-agents", "3", false, UsageSettings::least,
            "least number of agents that must have used a record before usage-logs publishes anything of it");

    /** Creates the feature. */
    public UsageFeature() {}

    @Override
    public List<Setting> settings() {
        return List.of(USAGE_LOGS, LEAST);
    }

    @Override
    public HubPart open(HubContext hub) {
        HubStore store = hub.store();
        Optional<String> days = hub.setting(USAGE_LOGS);
        if (store.isReadOnly()) {
            return HubPart.NONE;
        }
        if (days.isEmpty()) {
            return isLeft(store) ? new UsageEnd(store, hub.saved()) : HubPart.NONE;
        }
        UsageSettings settings = new UsageSettings(UsageSettings.days(days.get()),
                UsageSettings.least(hub.setting(LEAST).orElseThrow()));
        // The records about uses are pages too: opening them is not a use of them.
        Predicate<String> open = source -> hub.access().isOpen(source) && !source.equals(UsageRecords.DOCUMENTS)
                && !source.equals(UsageRecords.AGENTS);
        UsagePublication publication = new UsagePublication(store, hub.baseUrl(), settings.least(), open,
                hub.access().isOpen(UsageRecords.AGENTS), hub.clock());
        try {
            publication.register();
        } catch (StoreException taken) {
            return new Unavailable("usage-logs: nothing is counted. " + OneLine.sentence(String.valueOf(taken.getMessage())));
        }
        return new UsagePart(hub, settings, publication, open);
    }

    /** Returns whether an earlier start has counted uses. */
    private static boolean isLeft(HubStore store) {
        return !store.usage().days().isEmpty()
                || UsageEnd.SOURCES.stream()
                        .anyMatch(id -> store.source(id).map(Source::kind).filter(Source.Kind::isGenerated).isPresent());
    }

    /** A part that does nothing and says why. */
    private record Unavailable(String text) implements HubPart {

        @Override
        public Optional<String> notice() {
            return Optional.of(text);
        }
    }
}
