package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Batch.Part;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of every {@link dev.sheaf.core.store.RecordStore} for the aggregate of all sources. */
public abstract class AggregateContract extends StoreContract {

    @Test
    void eachSource_isASetAboveItsOwnSets() {
        store().put(Source.imported("b", "Museum B"));
        register("a");
        store().describe("a", new SourceDescription(null, null, List.of(new OaiSet(new SetSpec("x"), "The Xs"))));
        save("a", live(1, "A", "x:y"));
        save("b", live(2, "B"));
        assertThat(listed(aggregate(), null)).containsExactly("1 A [a:x:y]", "2 B [b]");
        assertThat(listed(aggregate(), "a")).containsExactly("1 A [a:x:y]");
        assertThat(listed(aggregate(), "a:x")).containsExactly("1 A [a:x:y]");
        assertThat(listed(aggregate(), "x")).isEmpty();
        assertThat(aggregate().hasSets()).isTrue();
        assertThat(aggregate().sets(null, 100).sets()).extracting(set -> set.spec().value() + "=" + set.name())
                .containsExactly("a=a", "a:x=The Xs", "a:x:y=a:x:y", "b=Museum B");
    }

    @Test
    void aggregate_describesItselfAsTheHub() {
        RepositoryDescription empty = aggregate().describe();
        assertThat(empty.adminEmails()).isNotEmpty();
        assertThat(empty.repositoryName()).isNotBlank();
        assertThat(empty.baseUrl()).isEqualTo("https://hub.example.org/oai");
        assertThat(aggregate().hasSets()).isFalse();
        assertThat(aggregate().formats()).containsExactly(MetadataFormat.OAI_DC);
        register("a");
        save("a", MARC, live(1, "A"));
        assertThat(aggregate().formats()).containsExactlyInAnyOrder(MetadataFormat.OAI_DC, MARC);
        assertThat(aggregate().formats(SampleRecords.identifier(1))).hasValue(List.of(MARC));
        assertThat(aggregate().formats("unknown")).isEmpty();
    }

    @Test
    void mostRecentOfSeveralCopies_isShown() {
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01T00:00:00Z", "x"));
        save("b", dated(1, "of b", "2024-02-01", "y"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b [b:y]");
        assertThat(listed(aggregate(), "a")).containsExactly("1 deleted [a]");
        assertThat(listed(aggregate(), "a:x")).containsExactly("1 deleted [a:x]");
        assertThat(listed(aggregate(), "b:y")).containsExactly("1 of b [b:y]");
        assertThat(listed(repository("a"), "x")).containsExactly("1 of a [x]");
        assertThat(aggregate().record(SampleRecords.identifier(1), DC.prefix()).map(StoreContract::brief))
                .contains("1 of b [b:y]");

        save("a", dated(1, "new of a", "2024-03-01T00:00:00Z", "x"));
        assertThat(listed(aggregate(), null)).containsExactly("1 new of a [a:x]");
        assertThat(listed(aggregate(), "a:x")).containsExactly("1 new of a [a:x]");
        assertThat(listed(aggregate(), "b")).containsExactly("1 deleted [b]");
        assertThat(firstPage(aggregate(), DC, null, 5).size()).hasValue(1);
    }

    @Test
    void olderCopyThatArrivesLater_changesNothing() {
        register("a", "b", "c");
        save("a", dated(1, "of a", "2024-03-01T00:00:00Z"));
        clock.advance(Duration.ofHours(1));
        save("b", dated(1, "of b", "2024-02-01T00:00:00Z"));
        save("c", dated(1, "of c", "yesterday"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of a [a]");
        assertThat(list(aggregate(), DC, null, START.plusSeconds(1), FOREVER, 5)).isEmpty();
        assertThat(listed(aggregate(), "b")).isEmpty();
    }

    @Test
    void firstOfEquallyRecentCopies_isKept() {
        register("a", "b");
        save("b", dated(1, "of b", "2024-02-01T00:00:00Z"));
        save("a", dated(1, "of a", "2024-02-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b [b]");
        save("b", dated(1, "of b, changed", "2024-02-01T00:00:00Z"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b, changed [b]");
    }

    @Test
    void copiesThroughAggregators_areComparedByTheDatestampAtTheirOrigin() {
        register("a", "b");
        save("a", dated(1, "straight", "2024-05-01T00:00:00Z"));
        save("b",
                about(dated(1, "by way of an aggregator", "2024-09-09T00:00:00Z"),
                        """
                                <provenance xmlns="%s"><originDescription harvestDate="2024-08-01T00:00:00Z" altered="false">\
                                <baseURL>https://aggregator.example.org/oai</baseURL><identifier>x</identifier>\
                                <datestamp>2024-08-01T00:00:00Z</datestamp><metadataNamespace>n</metadataNamespace>\
                                <originDescription harvestDate="2024-07-01T00:00:00Z" altered="false"><baseURL>https://origin.example.org/oai</baseURL>\
                                <identifier>y</identifier><datestamp>2024-04-01</datestamp><metadataNamespace>n</metadataNamespace>\
                                </originDescription></originDescription></provenance>"""
                                .formatted(Namespaces.PROVENANCE)));
        assertThat(listed(aggregate(), null)).containsExactly("1 straight [a]");
    }

    @Test
    void withdrawnShownCopy_isReplacedByAnother() {
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01T00:00:00Z", "x"));
        save("b", dated(1, "of b", "2024-02-01T00:00:00Z"));
        clock.advance(Duration.ofHours(1));
        Instant since = aggregate().settled();
        save("b", SampleRecords.deleted(1, dev.sheaf.core.Datestamp.parse("2025-01-01T00:00:00Z")));
        assertThat(listed(aggregate(), null)).containsExactly("1 of a [a:x]");
        assertThat(brief(list(aggregate(), DC, "a:x", since, FOREVER, 5))).containsExactly("1 of a [a:x]");
        assertThat(listed(aggregate(), "b")).containsExactly("1 deleted [b]");

        save("a", deleted(1));
        assertThat(listed(aggregate(), null)).hasSize(1).first().asString().startsWith("1 deleted");
        assertThat(aggregate().record(SampleRecords.identifier(1), DC.prefix()).orElseThrow().deleted()).isTrue();
        assertThat(aggregate().formats(SampleRecords.identifier(1))).hasValue(List.of());
    }

    @Test
    void changeOfTheShownCopy_givesBothCopiesNewDatestampsInTheirRepositories() {
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01T00:00:00Z"));
        clock.advance(Duration.ofHours(1));
        Instant since = aggregate().settled();
        save("b", dated(1, "of b", "2024-02-01T00:00:00Z"));
        assertThat(brief(list(repository("a"), DC, null, since, FOREVER, 5))).containsExactly("1 of a []");
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().seq())
                .isGreaterThan(1);
    }

    @Test
    void shownCopy_isChosenForEachFormatSeparately() {
        register("a", "b");
        save("a", dated(1, "dc of a", "2024-02-01T00:00:00Z"));
        save("b", dated(1, "dc of b", "2024-01-01T00:00:00Z"));
        save("a", MARC, dated(1, "marc of a", "2024-01-01T00:00:00Z"));
        save("b", MARC, dated(1, "marc of b", "2024-02-01T00:00:00Z"));
        assertThat(listed(aggregate(), null)).containsExactly("1 dc of a [a]");
        assertThat(brief(list(aggregate(), MARC, null))).containsExactly("1 marc of b [b]");
    }

    @Test
    void copyOfARemovedSource_isReplacedByThatOfAnother() {
        register("a", "b");
        save("a", dated(1, "of a", "2024-02-01T00:00:00Z"), live(2, "only of a"));
        save("b", dated(1, "of b", "2024-01-01T00:00:00Z"));
        store().remove("a", false);
        assertThat(listed(aggregate(), null)).containsExactlyInAnyOrder("1 of b [b]", "2 deleted [a]");
        assertThat(listed(aggregate(), "b")).containsExactly("1 of b [b]");
    }

    @Test
    void removedSourceWithoutRecords_isNoLongerASet() {
        register("a", "b");
        store().describe("a", new SourceDescription(null, null, List.of(new OaiSet(new SetSpec("x"), "X"))));
        store().remove("a", false);
        assertThat(aggregate().sets(null, 9).sets()).extracting(set -> set.spec().value()).containsExactly("b");
    }

    /**
     * Checks that after any changes, a harvester that follows a list incrementally has the records of the list, and that they obey the
     * collision rule.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void incrementalHarvesterOfAnyList_holdsWhatTheListShows(long seed) {
        Random random = new Random(seed);
        List<String> sources = List.of("a", "b", "c");
        register("a", "b", "c");
        Map<String, Follower> followers = new TreeMap<>();
        for (MetadataFormat format : List.of(DC, MARC)) {
            for (String source : sources) {
                followers.put(format.prefix() + source, new Follower(repository(source), format, null));
                followers.put(format.prefix() + source + ":x", new Follower(repository(source), format, "x"));
                followers.put(format.prefix() + source + ":x:y", new Follower(repository(source), format, "x:y"));
                followers.put(format.prefix() + "all/" + source, new Follower(aggregate(), format, source));
                followers.put(format.prefix() + "all/" + source + ":x", new Follower(aggregate(), format, source + ":x"));
            }
            followers.put(format.prefix() + "all", new Follower(aggregate(), format, null));
        }
        Map<String, Model> models = new HashMap<>();
        for (int step = 0; step < 120; step++) {
            String source = sources.get(random.nextInt(3));
            List<OaiRecord> records = new ArrayList<>();
            boolean derived = random.nextInt(4) == 0;
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                records.add(random(random, derived));
            }
            MetadataFormat format = random.nextInt(3) == 0 ? MARC : DC;
            store().save(new Batch(source, 1, List.of(new Part(format, records, derived)), List.of(), null, null));
            if (!derived) {
                // The model has one format and no derived records; both lists are compared below.
                records.forEach(record -> models.computeIfAbsent(format.prefix() + source, _ -> new Model()).save(record));
            }
            if (random.nextInt(3) == 0) {
                clock.advance(Duration.ofSeconds(random.nextInt(3)));
            }
            for (Follower follower : followers.values()) {
                if (random.nextInt(4) == 0) {
                    follower.harvest(1 + random.nextInt(4));
                }
            }
        }
        followers.forEach((name, follower) -> {
            follower.harvest(2);
            assertThat(follower.holdings()).as(name).isEqualTo(follower.shown());
        });
        for (MetadataFormat format : List.of(DC, MARC)) {
            List<OaiRecord> shown = list(aggregate(), format, null);
            assertThat(shown).extracting(OaiRecord::identifier).as("one entry per identifier").doesNotHaveDuplicates();
            for (OaiRecord record : shown) {
                assertThat(aggregate().record(record.identifier(), format.prefix())).contains(record);
                Stream<OaiRecord> copies = sources.stream()
                        .flatMap(source -> store().get(source, format.prefix(), record.identifier()).stream())
                        .map(stored -> stored.record());
                assertThat(record.deleted()).as("deleted only when all copies are")
                        .isEqualTo(copies.allMatch(OaiRecord::deleted));
            }
            for (String source : sources) {
                Model model = models.getOrDefault(format.prefix() + source, new Model());
                model.live.forEach((identifier, brief) -> assertThat(
                        store().get(source, format.prefix(), identifier).map(stored -> brief(stored.record())))
                        .as(source + " " + identifier).contains(brief));
            }
        }
        for (String source : sources) {
            long live = Stream.of(DC, MARC).flatMap(format -> list(repository(source), format, null).stream())
                    .filter(record -> !record.deleted()).map(OaiRecord::identifier).distinct().count();
            assertThat(store().status(source).orElseThrow().records()).as("items of " + source).isEqualTo(live);
        }
        followers.values().forEach(follower -> assertThat(
                firstPage(follower.repository, follower.format, follower.set, 1).size().orElse(-1))
                .isEqualTo(list(follower.repository, follower.format, follower.set).size()));
    }

    private static OaiRecord random(Random random, boolean derived) {
        int number = random.nextInt(6);
        String[] sets = Stream.of("x", "x:y", "z").filter(_ -> random.nextBoolean()).toArray(String[]::new);
        if (random.nextInt(3) == 0) {
            return deleted(number, sets);
        }
        return dated(number, (derived ? "made " : "title ") + random.nextInt(3), "2024-01-0" + (1 + random.nextInt(3)), sets);
    }

    /** Model of a store: the last version that a source delivered of each live record. */
    private static final class Model {
        private final Map<String, String> live = new TreeMap<>();

        void save(OaiRecord record) {
            if (record.deleted()) {
                live.remove(record.identifier());
            } else {
                live.put(record.identifier(), brief(record));
            }
        }
    }

    /** Incremental harvester of a list as the protocol defines it: from the responseDate of the last harvest, by identifier. */
    protected static final class Follower {
        private final Repository repository;
        private final MetadataFormat format;
        private final @Nullable String set;
        private final Map<String, String> live = new TreeMap<>();
        private @Nullable Instant since;

        /** Creates a harvester without records. */
        public Follower(Repository repository, MetadataFormat format, @Nullable String set) {
            this.repository = repository;
            this.format = format;
            this.set = set;
        }

        /** Makes an incremental harvest. */
        public void harvest(int pageSize) {
            Instant settled = repository.settled();
            for (OaiRecord record : list(repository, format, set, since, settled, pageSize, false)) {
                if (record.deleted()) {
                    live.remove(record.identifier());
                } else {
                    live.put(record.identifier(), brief(record));
                }
            }
            since = settled;
        }

        /** Returns the live records harvested, by identifier. */
        public Map<String, String> holdings() {
            return live;
        }

        /** Returns the live records of the whole list, by identifier. */
        public Map<String, String> shown() {
            Map<String, String> shown = new TreeMap<>();
            for (OaiRecord record : list(repository, format, set)) {
                if (!record.deleted()) {
                    shown.put(record.identifier(), brief(record));
                }
            }
            return shown;
        }
    }
}
