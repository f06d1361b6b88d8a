package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Batch.Part;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of every {@link dev.sheaf.core.store.RecordStore} for several copies of a record, and for aggregates of some records. */
public abstract class CollisionContract extends StoreContract {

    private static final MetadataPrefix FULL = new MetadataPrefix("full");
    private static final String LOCAL_OF_B = ":b/oai:example.org:1";

    private Repository aggregate(String id) {
        return store().repository(id, "https://hub.example.org/oai/" + id).orElseThrow();
    }

    private void policy(Collisions policy, String... trusted) {
        store().put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy, trusted));
    }

    private static List<String> live(Repository repository) {
        return list(repository, DC, null).stream().filter(record -> !record.deleted())
                .map(record -> shortened(record.identifier())).sorted().toList();
    }

    /** Returns an identifier without the prefix of this hub: {@code b/oai:example.org:1}. */
    private static String shortened(String identifier) {
        return identifier.replaceFirst("^oai:[^:]+:([abcx]/)", "$1").replaceFirst("^oai:example.org:", "");
    }

    private static String provenance(String... baseUrlAndIdentifier) {
        StringBuilder xml = new StringBuilder("<provenance xmlns=\"" + Namespaces.PROVENANCE + "\">");
        for (int i = 0; i < baseUrlAndIdentifier.length; i += 2) {
            xml.append("<originDescription harvestDate=\"2024-07-01T00:00:00Z\" altered=\"false\"><baseURL>")
                    .append(baseUrlAndIdentifier[i]).append("</baseURL><identifier>").append(baseUrlAndIdentifier[i + 1])
                    .append("</identifier><datestamp>2024-01-01</datestamp><metadataNamespace>n</metadataNamespace>");
        }
        return xml + "</originDescription>".repeat(baseUrlAndIdentifier.length / 2) + "</provenance>";
    }

    private static OaiRecord named(String identifier, String title) {
        return new OaiRecord(new Header(identifier, Datestamp.parse("2024-01-01"), List.of(), false),
                SampleRecords.dublinCore(1, title));
    }

    @Test
    void keepAll_showsEveryCopy_andTheFirstKeepsItsIdentifier() {
        policy(Collisions.KEEP_ALL);
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01", "x"));
        save("b", dated(1, "of b", "2024-02-01", "y"), live(2, "only of b"));
        assertThat(live(aggregate())).containsExactly("1", "2", "b/oai:example.org:1");
        OaiRecord local = list(aggregate(), DC, "b:y").getFirst();
        assertThat(local.identifier()).startsWith("oai:").endsWith(LOCAL_OF_B);
        assertThat(brief(local)).isEqualTo("1 of b [b:y]");
        assertThat(aggregate().record(local.identifier(), DC.prefix())).contains(local);
        assertThat(aggregate().formats(local.identifier())).hasValue(List.of(DC));
        assertThat(brief(aggregate().record(SampleRecords.identifier(1), DC.prefix()).orElseThrow())).isEqualTo("1 of a [a:x]");
        assertThat(list(repository("b"), DC, null)).extracting(OaiRecord::identifier).contains(SampleRecords.identifier(1));

        save("a", deleted(1));
        save("b", dated(1, "of b, changed", "2024-03-01", "y"));
        assertThat(live(aggregate())).as("permanently").containsExactly("2", "b/oai:example.org:1");
        assertThat(aggregate().record(SampleRecords.identifier(1), DC.prefix()).orElseThrow().deleted()).isTrue();
    }

    @Test
    void trustedOrder_comparesTrustBeforeDates() {
        policy(Collisions.TRUSTED_ORDER, "b", "a");
        register("a", "b", "c");
        save("c", dated(1, "of c", "2024-03-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of c [c]");
        save("a", dated(1, "of a", "2024-02-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of a [a]");
        save("b", dated(1, "of b", "2024-01-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b [b]");
        save("a", dated(1, "of a again", "2024-05-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b [b]");
        save("b", deleted(1));
        assertThat(listed(aggregate(), null)).as("nothing vanishes while somebody has it").containsExactly("1 of a again [a]");
        policy(Collisions.TRUSTED_ORDER, "c");
        assertThat(listed(aggregate(), null)).containsExactly("1 of c [c]");
    }

    @Test
    void equalCopyUnderIdenticalOnce_changesNothing() {
        policy(Collisions.IDENTICAL_ONCE);
        register("a", "b");
        save("a", dated(1, "the same", "2024-01-01"));
        clock.advance(Duration.ofHours(1));
        Instant since = aggregate().settled();
        save("b", dated(1, "the same", "2024-02-01", "other", "sets"));
        assertThat(listed(aggregate(), null)).containsExactly("1 the same [a]");
        assertThat(list(aggregate(), DC, null, since, FOREVER, 5)).isEmpty();
        save("b", dated(1, "something else", "2024-03-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 something else [b]");
        save("a", dated(1, "something else", "2024-04-01"));
        assertThat(listed(aggregate(), null)).as("the copy that came first").containsExactly("1 something else [a]");
    }

    @Test
    void copyWithFewerHops_isShownAmongEquallyRecentOnes() {
        register("a", "x");
        save("a", about(dated(1, "by way of a", "2024-06-01"),
                provenance("https://x.example.org/oai", SampleRecords.identifier(1))));
        save("x", dated(1, "straight", "2024-01-01"));
        assertThat(listed(aggregate(), null)).containsExactly("1 straight [x]");
    }

    @Test
    void locallyUniqueIdentifiers_getTheirSourceInTheAggregate() {
        register("a", "b");
        save("a", named("17", "of a"), named("ab cd/%?", "odd"));
        save("b", named("17", "of b"));
        List<OaiRecord> records = list(aggregate(), DC, null);
        assertThat(records).extracting(OaiRecord::identifier).allMatch(identifier -> identifier.startsWith("oai:"))
                .map(identifier -> identifier.substring(identifier.lastIndexOf(':') + 1))
                .containsExactlyInAnyOrder("a/17", "a/ab%20cd/%25?", "b/17");
        for (OaiRecord record : records) {
            assertThat(aggregate().record(record.identifier(), DC.prefix())).contains(record);
        }
        assertThat(aggregate().record("17", DC.prefix())).isEmpty();
        assertThat(repository("a").record("17", DC.prefix())).isPresent();
    }

    @Test
    void equalIdentifiersFromEqualBaseUrls_areOneItem() {
        store().put(Source.harvested("a", "https://repository.example.org/oai"));
        store().put(Source.harvested("b", "https://repository.example.org:443/oai/"));
        save("a", named("17", "first"));
        save("b", named("17", "first"));
        assertThat(live(aggregate())).containsExactly("a/17");
    }

    @Test
    void equalOriginsInProvenance_areOneItemUnderAnyIdentifier() {
        register("a", "b", "x");
        save("a", about(named("oai:a.example.org:17", "by way of a"), provenance("https://x.example.org/oai", "17")));
        save("b", about(named("oai:b.example.org:17", "by way of b"),
                provenance("https://b.example.org/oai", "y", "https://x.example.org/oai", "17")));
        save("b", about(named("oai:b.example.org:18", "of somebody else"), provenance("https://y.example.org/oai", "17")));
        assertThat(live(aggregate())).containsExactly("oai:a.example.org:17", "oai:b.example.org:18");
        save("x", named("17", "straight"));
        assertThat(live(aggregate())).containsExactly("oai:b.example.org:18", "x/17");
        assertThat(aggregate().record("oai:a.example.org:17", DC.prefix()).map(OaiRecord::deleted))
                .as("what was shown under this name says that it is gone").contains(true);
        policy(Collisions.KEEP_ALL);
        assertThat(live(aggregate())).containsExactly("oai:a.example.org:17", "oai:b.example.org:17",
                "oai:b.example.org:18", "x/17");
    }

    @Test
    void recordsOfOneSourceThatAllNameOneOrigin_areDifferentItems() {
        register("a");
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            records.add(
                    about(named("oai:a.example.org:" + i, "Title " + i), provenance("https://x.example.org/oai", "constant")));
        }
        save("a", records.toArray(OaiRecord[]::new));
        assertThat(live(aggregate()).size()).isGreaterThan(130);
    }

    @ParameterizedTest
    @EnumSource
    void changeOfPolicy_reachesIncrementalHarvestersCompletely(Collisions policy) {
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01", "x"), live(3, "only of a"));
        save("b", dated(1, "of b", "2024-02-01", "y"), live(2, "only of b"));
        List<AggregateContract.Follower> followers = Stream.of("a", "b", "a:x", "b:y")
                .map(set -> new AggregateContract.Follower(aggregate(), DC, set)).collect(Collectors.toList());
        followers.add(new AggregateContract.Follower(aggregate(), DC, null));
        List<Collisions> steps = List.of(policy, Collisions.KEEP_ALL, policy, Collisions.MOST_RECENT, Collisions.KEEP_ALL,
                Collisions.MOST_RECENT);
        for (Collisions step : steps) {
            followers.forEach(follower -> follower.harvest(2));
            clock.advance(Duration.ofMinutes(1));
            Instant since = aggregate().settled();
            policy(step, "a", "b");
            followers.forEach(follower -> {
                follower.harvest(2);
                assertThat(follower.holdings()).as("after %s", step).isEqualTo(follower.shown());
            });
            assertThat(live(aggregate())).as("after %s", step)
                    .containsExactlyElementsOf(
                            step == Collisions.KEEP_ALL ? List.of("1", "2", "3", "b/oai:example.org:1") : List.of("1", "2", "3"));
            assertThat(list(aggregate(), DC, null, since, FOREVER, 5)).as("others keep their datestamps after %s", step)
                    .extracting(record -> shortened(record.identifier())).isSubsetOf("1", "b/oai:example.org:1");
        }
        assertThat(listed(aggregate(), null)).contains("1 of b [b:y]");
    }

    @Test
    void prefixUsedForTwoFormats_getsTwoNamesInAggregates() {
        MetadataFormat one = new MetadataFormat(FULL, "https://example.org/one.xsd", "https://example.org/one/");
        MetadataFormat other = new MetadataFormat(FULL, "https://example.org/other.xsd", "https://example.org/other/");
        register("a", "b", "c");
        save("a", one, live(1, "one of a", "x"));
        save("b", other, live(1, "other of b"), live(2, "other of b"));
        save("c", new MetadataFormat(FULL, "https://example.org/v2/one.xsd", one.namespace()), live(3, "one of c"));
        assertThat(aggregate().formats()).contains(one,
                new MetadataFormat(new MetadataPrefix("full.2"), other.schema(), other.namespace()));
        MetadataFormat second = new MetadataFormat(new MetadataPrefix("full.2"), other.schema(), other.namespace());
        assertThat(brief(list(aggregate(), one, null))).containsExactly("1 one of a [a:x]", "3 one of c [c]");
        assertThat(brief(list(aggregate(), second, null))).containsExactly("1 other of b [b]", "2 other of b [b]");
        assertThat(brief(list(aggregate(), second, "b"))).hasSize(2);
        assertThat(brief(aggregate().record(SampleRecords.identifier(1), second.prefix()).orElseThrow()))
                .isEqualTo("1 other of b [b]");
        assertThat(aggregate().formats(SampleRecords.identifier(1)).orElseThrow()).containsExactlyInAnyOrder(one, second);
        assertThat(repository("b").formats()).contains(other);
        assertThat(brief(list(repository("b"), other, null))).hasSize(2);

        save("b", other, deleted(2), live(1, "other of b, changed"));
        store().remove("a", false);
        reopen();
        assertThat(brief(list(aggregate(), second, null))).containsExactlyInAnyOrder("1 other of b, changed [b]",
                "2 deleted [b]");
        assertThat(brief(list(aggregate(), one, null))).containsExactlyInAnyOrder("1 deleted [a:x]", "3 one of c [c]");
        assertThat(firstPage(aggregate(), second, null, 9).size()).hasValue(2);
    }

    @Test
    void aggregate_showsTheRecordsThatPassItsFilters() {
        register("a", "b", "c");
        save("a", live(1, "A", "x:y"), live(2, "A"));
        save("b", live(3, "B", "x"), live(4, "B"));
        save("c", live(5, "C", "x"));
        save("b", MARC, live(3, "B", "x"));
        store().put(Aggregate.of("two").withSources("a", "b"));
        store().put(Aggregate.of("xs").withSets("x"));
        store().put(Aggregate.of("ax").withSets("a:x", "c"));
        store().put(Aggregate.of("marc").withPrefixes(MARC.prefix()));
        assertThat(live(aggregate("two"))).containsExactly("1", "2", "3", "4");
        assertThat(live(aggregate("xs"))).containsExactly("1", "3", "5");
        assertThat(live(aggregate("ax"))).containsExactly("1", "5");
        assertThat(list(aggregate("marc"), DC, null)).isEmpty();
        assertThat(list(aggregate("marc"), MARC, null)).hasSize(1);
        assertThat(aggregate("marc").formats(SampleRecords.identifier(3))).hasValue(List.of(MARC));
        assertThat(aggregate("xs").record(SampleRecords.identifier(2), DC.prefix())).isEmpty();
        assertThat(aggregate("xs").formats(SampleRecords.identifier(2))).isEmpty();
        assertThat(aggregate("xs").sets(null, 9).sets()).extracting(set -> set.spec().value()).containsExactly("a", "a:x",
                "a:x:y", "b", "b:x", "c", "c:x");
        assertThat(listed(aggregate("two"), "a:x")).containsExactly("1 A [a:x:y]");
        assertThat(aggregate("two").describe().baseUrl()).isEqualTo("https://hub.example.org/oai/two");
        assertThat(store().repository("none", "x")).isEmpty();

        save("a", live(1, "A without sets"), live(2, "A", "x"));
        assertThat(brief(list(aggregate("xs"), DC, null))).contains("1 deleted [a]", "2 A [a:x]");
        assertThat(aggregate("xs").record(SampleRecords.identifier(1), DC.prefix()).orElseThrow().deleted()).isTrue();
        assertThat(live(aggregate("two"))).containsExactly("1", "2", "3", "4");
    }

    @Test
    void changeOfAnAggregate_givesNewDatestampsOnlyToRecordsThatEnterOrLeave() {
        register("a", "b", "c");
        save("a", live(1, "A"));
        save("b", live(2, "B"));
        save("c", live(3, "C"));
        store().put(Aggregate.of("some").withSources("a", "b"));
        clock.advance(Duration.ofHours(1));
        Instant since = aggregate().settled();
        store().put(Aggregate.of("some").withSources("b", "c"));
        assertThat(brief(list(aggregate("some"), DC, null, since, FOREVER, 5))).containsExactly("1 deleted [a]", "3 C [c]");
        assertThat(listed(aggregate("some"), "a")).containsExactly("1 deleted [a]");
        assertThat(live(aggregate("some"))).containsExactly("2", "3");
        clock.advance(Duration.ofHours(1));
        Instant later = aggregate().settled();
        store().put(Aggregate.of("some").withSources("b", "c"));
        store().put(Aggregate.of("everybody"));
        assertThat(list(aggregate("some"), DC, null, later, FOREVER, 5)).extracting(OaiRecord::deleted)
                .as("records that enter another list are repeated here, and look the same").hasSize(3);
        assertThat(live(aggregate("some"))).containsExactly("2", "3");

        store().removeAggregate("some");
        assertThat(store().repository("some", "x")).isEmpty();
        assertThat(store().aggregates()).extracting(Aggregate::id).containsExactly(Aggregate.EVERYTHING, "everybody");
        store().put(Aggregate.of("some").withSources("c"));
        assertThat(brief(list(aggregate("some"), DC, null))).containsExactlyInAnyOrder("1 deleted [a]", "2 deleted [b]",
                "3 C [c]");
    }

    @Test
    void sourceAddedLater_entersExistingAggregates() {
        store().put(Aggregate.of("all"));
        store().put(Aggregate.of("later").withSources("z"));
        register("z");
        save("z", live(1, "Z"));
        assertThat(live(aggregate("all"))).containsExactly("1");
        assertThat(live(aggregate("later"))).containsExactly("1");
        store().remove("z", false);
        assertThat(list(aggregate("later"), DC, null)).allMatch(OaiRecord::deleted).hasSize(1);
    }

    @Test
    void shownCopy_isChosenForEachAggregateSeparately() {
        register("a", "b");
        save("a", dated(1, "of a", "2024-01-01"));
        save("b", dated(1, "of b", "2024-02-01"));
        store().put(Aggregate.of("trusting").withSources("a", "b").withCollisions(Collisions.TRUSTED_ORDER));
        store().put(Aggregate.of("keeping").withCollisions(Collisions.KEEP_ALL));
        store().put(Aggregate.of("only-b").withSources("b").withCollisions(Collisions.KEEP_ALL));
        assertThat(listed(aggregate(), null)).containsExactly("1 of b [b]");
        assertThat(listed(aggregate("trusting"), null)).containsExactly("1 of a [a]");
        assertThat(live(aggregate("keeping"))).containsExactly("1", "b/oai:example.org:1");
        assertThat(live(aggregate("only-b"))).as("nobody else is there").containsExactly("1");
        store().put(Aggregate.of("only-b").withCollisions(Collisions.KEEP_ALL));
        assertThat(live(aggregate("only-b"))).as("who was there first keeps it").containsExactly("1", "a/oai:example.org:1");
    }

    @Test
    void idOfASource_isRefusedForAnAggregate_andViceVersa() {
        register("a");
        store().put(Aggregate.of("b"));
        assertThatThrownBy(() -> store().put(Aggregate.of("a"))).isInstanceOf(StoreException.class).hasMessageContaining("'a'");
        assertThatThrownBy(() -> register("b")).isInstanceOf(StoreException.class).hasMessageContaining("'b'");
        assertThatThrownBy(() -> store().removeAggregate("a")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store().removeAggregate(Aggregate.EVERYTHING)).isInstanceOf(StoreException.class);
    }

    private static Repair repair(String identifier, MetadataFormat format) {
        return new Repair(identifier, format.prefix(), Repair.Kind.ENTITY, "an entity");
    }

    private void saveRepaired(String source, MetadataFormat format, OaiRecord... records) {
        store().save(new Batch(source, 1, List.of(new Part(format, List.of(records), false)), List.of(), null, null,
                Stream.of(records).map(record -> repair(record.identifier(), format)).toList()));
    }

    @Test
    void alteredItem_getsALocalIdentifierInAggregates() {
        register("a");
        store().put(Source.imported("local", "Local"));
        save("a", live(1, "One"), live(2, "Two"));
        saveRepaired("local", DC, live(3, "Three"));
        assertThat(live(aggregate())).containsExactly("1", "2", "3");
        Instant since = aggregate().settled();
        clock.advance(Duration.ofHours(1));

        saveRepaired("a", MARC, live(1, "One"));
        assertThat(live(aggregate())).containsExactly("2", "3", "a/oai:example.org:1");
        OaiRecord renamed = list(aggregate(), MARC, null).getFirst();
        assertThat(aggregate().formats(renamed.identifier()).orElseThrow()).as("all formats of an item go by one identifier")
                .containsExactlyInAnyOrder(DC, MARC);
        assertThat(aggregate().record(renamed.identifier(), DC.prefix()).map(OaiRecord::deleted)).contains(false);
        assertThat(list(aggregate(), DC, null, since, FOREVER, 5)).extracting(StoreContract::brief)
                .as("harvesters learn of changed identifiers").contains("1 deleted []", "1 One [a]");
        assertThat(list(repository("a"), DC, null)).extracting(OaiRecord::identifier).as("mirrors keep what they received")
                .contains(SampleRecords.identifier(1));

        save("a", MARC, deleted(1));
        save("a", deleted(1));
        assertThat(aggregate().record(renamed.identifier(), DC.prefix()).map(OaiRecord::deleted)).contains(true);
        save("a", live(1, "One, repaired"));
        assertThat(live(aggregate())).containsExactly("1", "2", "3");
        assertThat(aggregate().record(renamed.identifier(), DC.prefix()).map(OaiRecord::deleted)).contains(true);
    }

    @ParameterizedTest
    @EnumSource
    void alteredCopy_leavesTheOriginalIdentifierToAnUnalteredCopy(Collisions policy) {
        policy(policy);
        register("a", "b");
        saveRepaired("a", DC, dated(1, "of a", "2024-01-01"));
        save("b", dated(1, "of b", "2024-02-01"));
        assertThat(live(aggregate())).isEqualTo(
                policy == Collisions.KEEP_ALL ? List.of("1", "a/oai:example.org:1") : List.of("1"));
        assertThat(brief(aggregate().record(SampleRecords.identifier(1), DC.prefix()).orElseThrow())).isEqualTo("1 of b [b]");
    }

    @Test
    void ownRecordsThatReturn_areCountedAndNotStored() {
        store().servesAt("https://hub.example.org/oai");
        register("a", "x");
        assertThat(save("a", about(dated(1, "home", "2024-06-01"), provenance("https://a.example.org/oai", "y",
                "https://hub.example.org/oai/x", SampleRecords.identifier(1), "https://x.example.org/oai", "z"))).same())
                .isEqualTo(1);
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1))).isEmpty();
        save("a", about(dated(1, "by way of a", "2024-06-01"),
                provenance("https://x.example.org/oai", SampleRecords.identifier(1))));
        assertThat(listed(aggregate(), null)).containsExactly("1 by way of a [a]");
        OaiRecord home = about(dated(1, "by way of a", "2024-06-02"),
                provenance("https://hub.example.org/oai", SampleRecords.identifier(1), "https://x.example.org/oai",
                        SampleRecords.identifier(1)));
        assertThat(save("a", home).deleted()).as("what the source has from here it has not got itself").isEqualTo(1);
        assertThat(live(aggregate())).isEmpty();
        assertThat(save("a", home).same()).isEqualTo(1);
        assertThat(save("a", about(live(2, "elsewhere"), provenance("https://hub.example.org/oaiother", "2"))).created())
                .isEqualTo(1);
        assertThat(store().differing("a", new Part(DC, List.of(home), false))).isEmpty();
    }

    /** Checks that after any changes of records and settings, a harvester that follows a list incrementally has the records of the list. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void incrementalHarvesterOfAnyAggregate_holdsWhatItShows(long seed) {
        Random random = new Random(seed);
        List<String> sources = List.of("a", "b", "c");
        register("a", "b", "c");
        store().put(random(random, "one"));
        store().put(random(random, "two"));
        Map<String, AggregateContract.Follower> followers = new TreeMap<>();
        for (MetadataFormat format : List.of(DC, MARC)) {
            for (String id : List.of(Aggregate.EVERYTHING, "one", "two")) {
                Repository repository = id.equals(Aggregate.EVERYTHING) ? aggregate() : aggregate(id);
                for (String set : new String[]{null, "a", "b", "b:x", "c:x:y"}) {
                    followers.put(format.prefix() + " " + id + " " + set,
                            new AggregateContract.Follower(repository, format, set));
                }
            }
            sources.forEach(id -> followers.put(format.prefix() + " " + id,
                    new AggregateContract.Follower(repository(id), format, null)));
        }
        for (int step = 0; step < 90; step++) {
            String source = sources.get(random.nextInt(3));
            if (random.nextInt(12) == 0) {
                String id = List.of(Aggregate.EVERYTHING, "one", "two").get(random.nextInt(3));
                store().put(random(random, id));
            } else {
                List<OaiRecord> records = new ArrayList<>();
                for (int n = 1 + random.nextInt(3); n > 0; n--) {
                    records.add(randomRecord(random, source));
                }
                Part part = new Part(random.nextInt(3) == 0 ? MARC : DC, records, false);
                store().save(new Batch(source, 1, List.of(part), List.of(), null, null, records.stream()
                        .filter(_ -> random.nextInt(4) == 0).map(record -> repair(record.identifier(), part.format())).toList()));
            }
            if (random.nextInt(3) == 0) {
                clock.advance(Duration.ofSeconds(random.nextInt(3)));
            }
            for (AggregateContract.Follower follower : followers.values()) {
                if (random.nextInt(5) == 0) {
                    follower.harvest(1 + random.nextInt(4));
                }
            }
        }
        followers.forEach((name, follower) -> {
            follower.harvest(3);
            assertThat(follower.holdings()).as(name).isEqualTo(follower.shown());
        });
        for (Aggregate settings : store().aggregates()) {
            Repository repository = settings.id().equals(Aggregate.EVERYTHING) ? aggregate() : aggregate(settings.id());
            for (MetadataFormat format : List.of(DC, MARC)) {
                List<OaiRecord> shown = list(repository, format, null);
                assertThat(shown).extracting(OaiRecord::identifier).as("one entry per identifier").doesNotHaveDuplicates();
                assertThat(firstPage(repository, format, null, 1).size().orElse(-1)).isEqualTo(shown.size());
                for (OaiRecord record : shown) {
                    OaiRecord single = repository.record(record.identifier(), format.prefix()).orElseThrow();
                    assertThat(single.deleted()).as("%s in %s", record.identifier(), settings).isEqualTo(record.deleted());
                    if (!record.deleted()) {
                        assertThat(single).isEqualTo(record);
                    }
                }
            }
        }
    }

    private static Aggregate random(Random random, String id) {
        Aggregate aggregate = Aggregate.of(id).withCollisions(List.of(Collisions.values()).get(random.nextInt(4)),
                random.nextBoolean() ? new String[]{"c", "a"} : new String[0]);
        if (!id.equals(Aggregate.EVERYTHING)) {
            aggregate = random.nextInt(3) == 0 ? aggregate.withSources("a", "b") : aggregate;
            aggregate = random.nextInt(3) == 0 ? aggregate.withSets("x", "a") : aggregate;
            aggregate = random.nextInt(4) == 0 ? aggregate.withPrefixes(DC.prefix()) : aggregate;
        }
        return aggregate;
    }

    private static OaiRecord randomRecord(Random random, String source) {
        int number = random.nextInt(5);
        List<SetSpec> sets = Stream.of("x", "x:y", "z").filter(_ -> random.nextBoolean()).map(SetSpec::new).toList();
        // One identifier is unique in its repository only, and one differs from that of number 0 but means the same item.
        String identifier = number == 3
                ? "17"
                : number == 4 ? "oai:" + source + ".example.org:0" : SampleRecords.identifier(number);
        Header header = new Header(identifier, Datestamp.parse("2024-01-0" + (1 + random.nextInt(3))), sets,
                random.nextInt(3) == 0);
        if (header.deleted()) {
            return new OaiRecord(header, null);
        }
        OaiRecord record = new OaiRecord(header, SampleRecords.dublinCore(number, "title " + random.nextInt(3)));
        return number == 4 ? about(record, provenance("https://x.example.org/oai", SampleRecords.identifier(0))) : record;
    }
}
