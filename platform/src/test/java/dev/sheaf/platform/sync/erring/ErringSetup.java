package dev.sheaf.platform.sync.erring;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.JobsSetup;

/** A store and a repository of 60 records that errs later. */
abstract class ErringSetup extends JobsSetup {

    final ErringRepository repository = new ErringRepository(60);

    @AfterEach
    void closeRepository() {
        repository.close();
    }

    /** Harvests the repository, which says that it reports its deletions, two hours before now. */
    void first() {
        repository.deletions = "persistent";
        store().put(Source.harvested(ID, repository.baseUrl()));
        harvest(false);
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
    }
}
