package dev.sheaf.store.sqlite;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Nested;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.contract.AdministrationContract;
import dev.sheaf.store.contract.AnnouncementsContract;
import dev.sheaf.store.contract.ArchivesContract;
import dev.sheaf.store.contract.CrawledFilesContract;
import dev.sheaf.store.contract.DepositsContract;
import dev.sheaf.store.contract.DerivationsContract;
import dev.sheaf.store.contract.EnrichmentsContract;
import dev.sheaf.store.contract.HeldDeletionsContract;
import dev.sheaf.store.contract.IdentifierDomainContract;
import dev.sheaf.store.contract.LinkChecksContract;
import dev.sheaf.store.contract.MediationsContract;
import dev.sheaf.store.contract.MembershipContract;
import dev.sheaf.store.contract.NewestContract;
import dev.sheaf.store.contract.NotedFaultsContract;
import dev.sheaf.store.contract.OwnFilesContract;
import dev.sheaf.store.contract.RegistryContract;
import dev.sheaf.store.contract.RelationsContract;
import dev.sheaf.store.contract.RepairsContract;
import dev.sheaf.store.contract.RunsContract;
import dev.sheaf.store.contract.SchedulesContract;
import dev.sheaf.store.contract.SharedWorkContract;
import dev.sheaf.store.contract.SourceControlContract;
import dev.sheaf.store.contract.SourceSubscriptionsContract;
import dev.sheaf.store.contract.StoreStatisticsContract;
import dev.sheaf.store.contract.SubscriptionsContract;
import dev.sheaf.store.contract.UsageLogContract;
import dev.sheaf.store.contract.ValidationsContract;
import dev.sheaf.store.contract.VersionsContract;

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

    @Nested
    class OfAdministration extends AdministrationContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfAnnouncements extends AnnouncementsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfSourceSubscriptions extends SourceSubscriptionsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfOwnFiles extends OwnFilesContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfIdentifierDomain extends IdentifierDomainContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfDerivations extends DerivationsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfMembership extends MembershipContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfVersions extends VersionsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfStoreStatistics extends StoreStatisticsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfCrawledFiles extends CrawledFilesContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfArchives extends ArchivesContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfMediations extends MediationsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfDeposits extends DepositsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfEnrichments extends EnrichmentsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfRelations extends RelationsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfUsage extends UsageLogContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfValidations extends ValidationsContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfNewest extends NewestContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfRegistry extends RegistryContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }

    @Nested
    class OfLinkChecks extends LinkChecksContract {
        @Override
        protected HubStore open(Path dataDir, InstantSource clock) {
            return sqlite(dataDir, clock);
        }
    }
}
