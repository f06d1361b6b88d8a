package dev.sheaf.platform.sync.derive;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class DerivationRoundTest {

    /** More than a portion of twenty steps of two hundred. */
    private static final int MANY = 4_300;
    private static final MetadataFormat OTHER = new MetadataFormat(new MetadataPrefix("other"), "", "urn:other");

    @TempDir
    private Path folder;
    @SuppressWarnings("NullAway.Init")
    private HubStore store;

    @BeforeEach
    void open() {
        store = HubStores.open(folder, new HubIdentity("Hub", "a@example.org", "hub.example.org"),
                new SettableClock(Instant.parse("2024-01-01T00:00:00Z")));
        for (String source : List.of("a", "b")) {
            store.put(Source.imported(source, null));
            List<OaiRecord> records = new ArrayList<>();
            for (int number = 1; number <= (source.equals("a") ? MANY : 1); number++) {
                records.add(new OaiRecord(new Header(source + ":" + number, Datestamp.parse("2020-01-01"), List.of(), false),
                        XmlFragment.of("<o xmlns=\"urn:other\"><title>Title " + number + "</title></o>")));
            }
            // As a program without crosswalks, or one that was killed, has left them.
            store.save(new Batch(source, 0, OTHER, records));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void everySourceIsBroughtUpToDateInPortions() {
        try (DerivationRound round = new DerivationRound(store)) {
            round.run();
        }
        assertThat(store.get("a", MetadataPrefix.OAI_DC, "a:" + MANY).orElseThrow().derived()).isTrue();
        assertThat(store.get("b", MetadataPrefix.OAI_DC, "b:1").orElseThrow().derived()).isTrue();
        assertThat(store.derivations().of("a")).singleElement()
                .satisfies(derivation -> assertThat(derivation.version()).isEqualTo(TargetFormat.OAI_DC.version()));
    }

    @Test
    void sourceBeingHarvested_isLeftToItsRun() {
        try (SourceLease _ = store.leases().tryTake("b").orElseThrow(); DerivationRound round = new DerivationRound(store)) {
            round.run();
        }
        assertThat(store.get("b", MetadataPrefix.OAI_DC, "b:1")).isEmpty();
    }

    @Test
    void sourceWithDamagedSettings_doesNotStopTheUpdateOfOthers() throws Exception {
        try (Connection sql = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("sheaf.db"));
                Statement damage = sql.createStatement()) {
            assertThat(damage.executeUpdate("update source set prefixes = x'deadbeef00'"
                    + " where num = (select num from source_name where name = 'a')")).isEqualTo(1);
        }
        try (DerivationRound round = new DerivationRound(store)) {
            round.run();
        }
        assertThat(store.get("b", MetadataPrefix.OAI_DC, "b:1")).isPresent();
    }
}
