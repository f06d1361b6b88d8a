package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Nested;

/** The store in PostgreSQL keeps the contracts of the facets. */
class PostgresFacetsTest {

    private static HubStore postgres(Path dataDir, InstantSource clock) {
        return PostgresStores.open(dataDir, clock, () -> {});
    }

    @Nested
    class OfRuns extends RunsContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfSchedules extends SchedulesContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfNotedFaults extends NotedFaultsContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfRepairs extends RepairsContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfSubscriptions extends SubscriptionsContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfHeldDeletions extends HeldDeletionsContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfSourceControl extends SourceControlContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }

    @Nested
    class OfSharedWork extends SharedWorkContract {
        @Override
        HubStore open(Path dataDir, InstantSource clock) {
            return postgres(dataDir, clock);
        }
    }
}
