package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Nested;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.contract.HeldDeletionsContract;
import dev.sheaf.store.contract.NotedFaultsContract;
import dev.sheaf.store.contract.RepairsContract;
import dev.sheaf.store.contract.RunsContract;
import dev.sheaf.store.contract.SchedulesContract;
import dev.sheaf.store.contract.SharedWorkContract;
import dev.sheaf.store.contract.SourceControlContract;
import dev.sheaf.store.contract.SubscriptionsContract;

/** The SQLite store keeps the contracts of the facets. */
class SqliteFacetsTest {

    private static HubStore sqlite(Path dataDir, InstantSource clock) {
        return SqliteStores.open(dataDir, clock, () -> {});
    }

    @Nested
    class OfRuns extends RunsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfSchedules extends SchedulesContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfNotedFaults extends NotedFaultsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfRepairs extends RepairsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfSubscriptions extends SubscriptionsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfHeldDeletions extends HeldDeletionsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfSourceControl extends SourceControlContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfSharedWork extends SharedWorkContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }
}
