package dev.sheaf.platform.sync.derive;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.platform.sync.DerivingSink;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.records.Derivation;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class DerivedFormatsTest {

    private static final String OLD = "<old xmlns=\"https://example.org/old\"/>";

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marcxml"), "", Namespaces.MARC21);
    private static final MetadataPrefix MODS = TargetFormat.MODS.prefix();
    private static final int MANY = 450;

    @TempDir
    private Path folder;
    @SuppressWarnings("NullAway.Init")
    private HubStore store;
    @SuppressWarnings("NullAway.Init")
    private DerivedFormats formats;

    @BeforeEach
    void open() {
        store = HubStores.open(folder, new HubIdentity("Hub", "a@example.org", "hub.example.org"),
                new SettableClock(Instant.parse("2024-01-01T00:00:00Z")));
        store.put(Source.imported("s", "S"));
        formats = new DerivedFormats(store, () -> false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static OaiRecord record(int number, String title) {
        return new OaiRecord(new Header("x:" + number, Datestamp.parse("2020-01-01"), List.of(), false), XmlFragment
                .of("<record xmlns=\"http://www.loc.gov/MARC21/slim\"><datafield tag=\"245\" ind1=\" \" ind2=\" \"><subfield"
                        + " code=\"a\">" + title + "</subfield></datafield></record>"));
    }

    private void save(int records) {
        List<OaiRecord> many = new ArrayList<>();
        for (int number = 1; number <= records; number++) {
            many.add(record(number, "Title " + number));
        }
        DerivingSink sink = new DerivingSink(store);
        long run = sink.begin("s", Instant.EPOCH);
        sink.save(new Batch("s", run, MARC, many));
    }

    private StoredRecord stored(MetadataPrefix prefix, int number) {
        return store.get("s", prefix, "x:" + number).orElseThrow();
    }

    private void age() {
        List<Derivation> older = store.derivations().of("s").stream()
                .map(known -> new Derivation(known.prefix(), known.version() - 1, known.stale(), known.wanted())).toList();
        store.derivations().put("s", older);
    }

    @Test
    void chosenFormat_isDerivedFromStoredAndNewRecords() {
        save(MANY);
        formats.choose("s", List.of(MODS));
        assertThat(formats.catchUp("s", _ -> {})).isTrue();
        assertThat(stored(MODS, MANY).record().metadata()).asString().contains("Title " + MANY);
        save(MANY + 1);
        assertThat(stored(MODS, MANY + 1).derived()).isTrue();
        assertThat(store.repository("s", "http://x.example/oai").orElseThrow().formats()).contains(TargetFormat.MODS.format());
    }

    @Test
    void aFormatThatIsNotWantedAnyMoreIsWithdrawn() {
        save(3);
        formats.choose("s", List.of(MODS));
        formats.catchUp("s", _ -> {});
        formats.choose("s", List.of());
        formats.catchUp("s", _ -> {});
        assertThat(stored(MODS, 2).record().deleted()).isTrue();
        assertThat(stored(MetadataPrefix.OAI_DC, 2).record().deleted()).isFalse();
        assertThat(formats.chosen("s")).isEmpty();
        formats.choose("s", List.of(MODS));
        formats.catchUp("s", _ -> {});
        assertThat(stored(MODS, 2).record().deleted()).isFalse();
    }

    @Test
    void earlierEdition_isDerivedAgain_andOnlyChangedRecordsGetANewDatestamp() {
        save(3);
        formats.catchUp("s", _ -> {});
        OaiRecord old = new OaiRecord(record(2, "").header(), XmlFragment.of(OLD));
        store.save(new Batch("s", 0, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(old), true)), List.of(), null, null));
        formats.catchUp("s", _ -> {});
        assertThat(stored(MetadataPrefix.OAI_DC, 2).record().metadata()).asString().isEqualTo(OLD);
        long seq = store.lastSeq();
        age();
        formats.catchUp("s", _ -> {});
        assertThat(stored(MetadataPrefix.OAI_DC, 2).record().metadata()).asString().contains("Title 2");
        assertThat(store.lastSeq()).isEqualTo(seq + 1);
    }

    @Test
    void stoppedDerivation_continuesFromItsPosition() {
        save(MANY);
        formats.choose("s", List.of(MODS));
        AtomicInteger asked = new AtomicInteger();
        DerivedFormats hasty = new DerivedFormats(store, () -> asked.incrementAndGet() > 1);
        List<Long> looked = new ArrayList<>();
        assertThat(hasty.catchUp("s", looked::add)).isFalse();
        assertThat(looked).containsExactly(200L);
        assertThat(store.get("s", MODS, "x:" + MANY)).isEmpty();
        looked.clear();
        assertThat(formats.catchUp("s", looked::add)).isTrue();
        // The records themselves, and the lists of those that were made, which need only be counted.
        assertThat(looked.getFirst()).isEqualTo(200L);
        assertThat(stored(MODS, 1).derived()).isTrue();
        assertThat(stored(MODS, MANY).derived()).isTrue();
        assertThat(formats.catchUp("s", _ -> {
            throw new AssertionError("nothing is left to look at");
        })).isTrue();
    }
}
