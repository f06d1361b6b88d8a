package dev.sheaf.store.sql;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

/** A source that names more formats than there is room for contexts of compression. */
class ManyFormatsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final int FORMATS = 3 * Compression.MOST_FORMATS;

    @TempDir
    private Path dataDir = Path.of("");

    private static MetadataFormat format(int number) {
        return new MetadataFormat(new MetadataPrefix("format-" + number), "http://example.org/" + number + ".xsd",
                "http://example.org/" + number);
    }

    private static String metadata(int number, int round) {
        return "<a xmlns=\"http://example.org/" + number + "\">" + "text of round ".repeat(20) + round + "</a>";
    }

    @Test
    void compressionContexts_areLimited_andAllRecordsAreReadBack() throws Exception {
        try (HubStore store = SqliteStores.open(dataDir, () -> NOW, () -> {})) {
            store.put(Source.imported("books", "Books"));
            long run = store.begin("books", NOW);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < FORMATS; i++) {
                    store.save(new Batch("books", run, format(i), List.of(new OaiRecord(
                            new Header("oai:example.org:1", Datestamp.ofSecond(NOW), List.of(), false),
                            XmlFragment.of(metadata(i, round))))));
                }
            }
            List<String> read = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < FORMATS; i++) {
                read.add(String
                        .valueOf(store.get("books", format(i).prefix(), "oai:example.org:1").orElseThrow().record().metadata()));
                expected.add(String.valueOf(XmlFragment.of(metadata(i, 1))));
            }
            assertThat(read).isEqualTo(expected);
            assertThat(contexts(store)).isEqualTo(Compression.MOST_FORMATS);
        }
    }

    /** Contexts hold memory outside of the heap, which nothing else counts. */
    private static int contexts(HubStore store) throws ReflectiveOperationException {
        return ((Map<?, ?>) field(field(field(store, "saver"), "compression"), "formats")).size();
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
