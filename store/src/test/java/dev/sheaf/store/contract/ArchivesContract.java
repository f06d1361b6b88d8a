package dev.sheaf.store.contract;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Secret;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.archives.Archives;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Archives}. */
public abstract class ArchivesContract extends FacetContract {

    private static final Archive ADA = Archive.asked("ada", "Ada's papers", "ada@example.org", null, true, "192.0.2.1", START);
    private static final Archive EMMY = Archive.asked("emmy", "Emmy", "emmy@example.org", "https://emmy.example.org/oai", false,
            "192.0.2.2", START.plusMillis(1));

    private Archives archives() {
        return store().archives();
    }

    private Archive find(String id) {
        return archives().find(id).orElseThrow();
    }

    @Test
    void registration_isKeptWithItsSecret_andOnlyTheFirstOfAnId() {
        assertThat(archives().ask(EMMY, null)).isTrue();
        assertThat(archives().ask(ADA, Secret.of("known to both"))).isTrue();
        assertThat(archives().ask(Archive.asked("ada", "Eve", "eve@example.org", null, true, "198.51.100.1", START),
                Secret.of("stolen"))).isFalse();
        reopen();
        assertThat(archives().all()).containsExactly(ADA, EMMY);
        assertThat(archives().secret("ada").orElseThrow().reveal()).isEqualTo("known to both");
        assertThat(archives().secret("emmy")).isEmpty();
        assertThat(archives().find(UNKNOWN)).isEmpty();
        assertThat(archives().waiting()).isEqualTo(2);
        assertThat(archives().waiting("192.0.2.1")).isEqualTo(1);
    }

    @Test
    void approvedArchive_isSeen_andNeverEarlierThanBefore() {
        archives().ask(ADA, Secret.of("known to both"));
        archives().seen("ada", START);
        assertThat(find("ada").seen()).as("it waits").isNull();
        archives().approve("ada", true);
        assertThat(find("ada").servesCopies()).isTrue();
        archives().allow("ada", false);
        archives().seen("ada", START.plusSeconds(9));
        archives().seen("ada", START.plusSeconds(3));
        reopen();
        assertThat(find("ada").state()).isEqualTo(Archive.State.APPROVED);
        assertThat(find("ada").files()).isFalse();
        assertThat(find("ada").copies()).isTrue();
        assertThat(find("ada").servesCopies()).as("the owner has changed her mind").isFalse();
        assertThat(find("ada").seen()).isEqualTo(START.plusSeconds(9));
        assertThat(archives().secret("ada")).isEmpty();
        assertThat(archives().waiting()).isZero();
    }

    @Test
    void archive_goesWithItsSource_orWhenItIsRefused() {
        archives().ask(Archive.asked("a", "A", "a@example.org", null, false, "192.0.2.1", START), null);
        archives().ask(ADA, null);
        archives().approve("a", false);
        store().remove("a", false);
        archives().remove("ada");
        archives().remove(UNKNOWN);
        assertThat(archives().all()).isEmpty();
    }
}
