package dev.sheaf.store.sql.sources;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.ChildProcess;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The lease on a source. */
@Timeout(60)
class SourceLeaseTest {

    @TempDir
    private Path dataDir = Path.of("");

    @Test
    void lease_hasOneHolderUntilItIsClosed() {
        SourceLease lease = LockedSourceLease.tryTake(dataDir, "a").orElseThrow();
        assertThat(LockedSourceLease.tryTake(dataDir, "a")).isEmpty();
        assertThat(LockedSourceLease.tryTake(dataDir.resolve("../" + dataDir.getFileName()), "a")).isEmpty();
        SourceLease other = LockedSourceLease.tryTake(dataDir, "b").orElseThrow();
        lease.close();
        lease.close();
        SourceLease again = LockedSourceLease.tryTake(dataDir, "a").orElseThrow();
        again.close();
        other.close();
    }

    @Test
    void sourceWithAHeldLease_isRunning() {
        try (HubStore store = SqliteStores.open(dataDir, InstantSource.system(), () -> {})) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            assertThat(store.status("a").orElseThrow().state()).isEqualTo(State.IDLE);
            try (SourceLease _ = LockedSourceLease.tryTake(dataDir, "a").orElseThrow()) {
                assertThat(store.status("a").orElseThrow().state()).isEqualTo(State.RUNNING);
                assertThat(store.sources()).extracting(status -> status.state()).containsExactly(State.RUNNING);
            }
            assertThat(store.status("a").orElseThrow().state()).isEqualTo(State.IDLE);
        }
    }

    @Test
    void lease_endsWithTheProcessThatHoldsIt() throws Exception {
        Process holder = ChildProcess.start(Holder.class, dataDir.toString());
        try (BufferedReader output = holder.inputReader()) {
            assertThat(output.readLine()).isEqualTo("held");
            assertThat(LockedSourceLease.isHeld(dataDir, "a")).isTrue();
            assertThat(LockedSourceLease.tryTake(dataDir, "a")).isEmpty();
            // Looking, and having failed to take it, have not taken it away from the other process.
            assertThat(LockedSourceLease.isHeld(dataDir, "a")).isTrue();
            holder.destroyForcibly().waitFor();
        }
        assertThat(LockedSourceLease.isHeld(dataDir, "a")).isFalse();
        LockedSourceLease.tryTake(dataDir, "a").orElseThrow().close();
    }

    @Test
    void idWithAPath_isRefused() {
        assertThatThrownBy(() -> LockedSourceLease.tryTake(dataDir, "../../etc")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void unwritableDirectory_isReportedWithItsPath() throws IOException {
        Path file = Files.createFile(dataDir.resolve("file"));
        assertThatThrownBy(() -> LockedSourceLease.tryTake(file, "a")).isInstanceOf(StoreException.class)
                .hasMessageContaining(file.toString());
    }

    /** Takes the lease and waits to be killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            SourceLease lease = LockedSourceLease.tryTake(Path.of(arguments[0]), "a").orElseThrow();
            System.out.println("held");
            System.in.read();
            lease.close();
        }
    }
}
