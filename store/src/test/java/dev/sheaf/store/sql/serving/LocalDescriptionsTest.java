package dev.sheaf.store.sql.serving;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.description.Toolkit;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.sqlite.SqliteStores;
import dev.sheaf.testkit.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/** Repositories of the hub's own describe themselves. */
class LocalDescriptionsTest extends StoreContract {

    private static final Description IDENTIFIERS = new OaiIdentifierDescription("hub.example.org", "oai:hub.example.org:a/1");

    @Override
    protected RecordStore open(Path dataDir, InstantSource clock, Runnable beforeWrite) {
        return SqliteStores.open(dataDir, clock, beforeWrite);
    }

    private static OaiRecord called(String identifier) {
        OaiRecord record = live(1, identifier);
        return new OaiRecord(new Header(identifier, record.header().datestamp(), List.of(), false), record.metadata());
    }

    private static List<Description> told(Repository repository) {
        return repository.describe().descriptions().stream().map(fragment -> ContainerReader.description(fragment).orElseThrow())
                .toList();
    }

    private static boolean isSheaf(Description description) {
        return description instanceof Toolkit toolkit && Objects.equals(toolkit.title(), "Sheaf");
    }

    @Test
    void localSource_namesItsSoftware() {
        store().put(Source.imported("a", "A"));

        assertThat(told(repository("a"))).hasSize(1).allMatch(LocalDescriptionsTest::isSheaf);
        assertThat(told(aggregate())).hasSize(2).first().matches(LocalDescriptionsTest::isSheaf);
    }

    @Test
    void localSourceWithIdentifiersOfThisHubOnly_isDescribedByOaiIdentifier() {
        store().put(Source.imported("a", "A"));
        save("a", called("oai:hub.example.org:a/1"), called("oai:hub.example.org:a/x%3C"));
        assertThat(told(repository("a"))).contains(IDENTIFIERS);

        save("a", MARC, called("oai:hub.example.org:a/2"));
        assertThat(told(repository("a"))).contains(IDENTIFIERS);

        save("a", MARC, called("https://a.example.org/3"));
        assertThat(told(repository("a"))).hasSize(1).allMatch(LocalDescriptionsTest::isSheaf);
        reopen();
        assertThat(told(repository("a"))).hasSize(1);
    }

    @Test
    void localSourceWithForeignIdentifiers_isNotDescribedByOaiIdentifier() {
        for (String identifier : List.of("oai:other.example.org:1", "oai:hub.example.org:a%3c", "oai:hub.example.org.uk:1",
                "x")) {
            String id = "s" + Integer.toHexString(identifier.hashCode());
            store().put(Source.imported(id, id));
            save(id, called(identifier));

            assertThat(told(repository(id))).as(identifier).hasSize(1);
        }
    }

    @Test
    void harvestedSource_isDescribedAsAMirrorOnly() {
        register("a");
        save("a", called("oai:hub.example.org:a/1"));

        assertThat(told(repository("a"))).singleElement().asString().contains("Mirror of a");
    }

    @Test
    void mirror_leavesOutContainersThatStrictClientsReject() {
        register("a");
        XmlFragment usable = XmlFragment.of("<branding xmlns=\"http://www.openarchives.org/OAI/2.0/branding/\"/>");
        XmlFragment foreign = XmlFragment.of("<policy xmlns=\"https://example.org/policy\"/>");
        store().describe("a", new SourceDescription(new RepositoryDescription("A", "https://a.example.org/oai", "2.0",
                List.of("a@example.org"), Datestamp.parse("2001-01-01"), "no", "YYYY-MM-DD", List.of(),
                List.of(usable,
                        XmlFragment.of("<oai-identifier xmlns=\"http://www.openarchives.org/OAI/2.0/oai-identifier\">"
                                + "<scheme>oai</scheme></oai-identifier>"),
                        XmlFragment.of("<o:oai-identifier xmlns:o=\"http://www.openarchives.org/OAI/2.0/oai-identifier\"/>"),
                        XmlFragment.of("<gateway xmlns=\"http://www.openarchives.org/OAI/2.0/gateway/\"/>"),
                        foreign)),
                null, null));

        assertThat(repository("a").describe().descriptions()).contains(usable, foreign).hasSize(3)
                .last().asString().contains("Mirror of A");
    }

    @Test
    void largeSource_isDescribedAfterAllItsIdentifiersWereChecked() {
        store().put(Source.imported("a", "A"));
        save("a", IntStream.range(0, 20_001).mapToObj(number -> called("oai:hub.example.org:a/" + number))
                .toArray(OaiRecord[]::new));
        Repository repository = repository("a");

        assertThat(told(repository)).hasSize(1);
        assertThat(told(repository)).hasSize(2);
    }

    /** More sources than names are read of. */
    @Test
    void prefixUsedForTwoFormats_isDescribedWithTheSourcesOfEach() {
        MetadataPrefix prefix = new MetadataPrefix("marc");
        for (int i = 0; i < 1_010; i++) {
            String id = String.format(Locale.ROOT, "s%04d", i);
            String namespace = "https://example.org/marc-" + (i < 1_005 ? "a" : "b");
            store().put(Source.imported(id, id));
            save(id, new MetadataFormat(prefix, namespace + ".xsd", namespace), live(i, "Map"));
        }

        assertThat(aggregate().describe().descriptions().getLast().toString())
                .contains("marc stands for the format marc of: s0000, s0001, ", ", s0049 and 955 more. Namespace",
                        "marc.2 stands for the format marc of: s1005, s1006, s1007, s1008, s1009. Namespace");
    }
}
