package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Batch.Part;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Repair;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of the aggregates of every {@link dev.sheaf.core.store.RecordStore} for records whose origin and copies differ. */
public abstract class OriginContract extends StoreContract {

    private static final String ORIGIN = "https://a.example.org/oai";

    private static OaiRecord byWayOfB(String title, String datestamp, String origin, boolean altered) {
        return about(dated(1, title, "2024-12-31"), "<provenance xmlns=\"" + Namespaces.PROVENANCE
                + "\"><originDescription harvestDate=\"2024-12-30T00:00:00Z\" altered=\"" + altered + "\"><baseURL>" + origin
                + "</baseURL><identifier>" + SampleRecords.identifier(1) + "</identifier><datestamp>" + datestamp
                + "</datestamp><metadataNamespace>urn:n</metadataNamespace></originDescription></provenance>");
    }

    private static OaiRecord deletedAt(String datestamp) {
        return SampleRecords.deleted(1, Datestamp.parse(datestamp));
    }

    private void saveRepaired(String source, MetadataFormat format, OaiRecord... records) {
        store().save(new Batch(source, 1, List.of(new Part(format, List.of(records), false)), List.of(), null, null,
                Stream.of(records)
                        .map(record -> new Repair(record.identifier(), format.prefix(), Repair.Kind.ENTITY, "an entity"))
                        .toList()));
    }

    private void shows(String record) {
        assertThat(listed(aggregate(), null)).filteredOn(text -> !text.contains(" deleted ")).containsExactly(record);
        assertThat(brief(aggregate().record(SampleRecords.identifier(1), DC.prefix()).orElseThrow())).isEqualTo(record);
    }

    private void showsDeletion() {
        assertThat(listed(aggregate(), null)).containsExactly("1 deleted [a]");
        assertThat(aggregate().record(SampleRecords.identifier(1), DC.prefix()).map(OaiRecord::deleted)).contains(true);
    }

    @ParameterizedTest
    @EnumSource(value = Collisions.class, names = "KEEP_ALL", mode = EnumSource.Mode.EXCLUDE)
    void faultlessCopy_isPreferredToANewerRepairedOne(Collisions policy) {
        store().put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy, "b"));
        register("a", "b");
        save("a", dated(1, "faultless", "2024-01-01"));
        saveRepaired("b", DC, dated(1, "repaired", "2024-06-01"));
        shows("1 faultless [a]");
        save("a", deletedAt("2024-02-01T00:00:00Z"));
        assertThat(listed(aggregate(), null)).filteredOn(text -> !text.contains(" deleted ")).as("the only live one")
                .containsExactly("1 repaired [b]");
        save("a", dated(1, "faultless", "2024-03-01"));
        shows("1 faultless [a]");
    }

    @Test
    void faultlessCopy_isPreferredToOneAlteredOnItsWay() {
        register("a", "b");
        save("b", byWayOfB("repaired on its way", "2024-06-01", "https://x.example.org/oai", true));
        save("a", dated(1, "faultless", "2024-01-01"));
        shows("1 faultless [a]");
    }

    @Test
    void copyIsNotPreferred_ifAnotherFormatOfItsItemWasRepaired() {
        register("a", "b");
        save("a", dated(1, "faultless", "2024-01-01"));
        saveRepaired("b", MARC, dated(1, "repaired", "2024-06-01"));
        save("b", dated(1, "sound, but under another name", "2024-06-01"));
        shows("1 faultless [a]");
    }

    @Test
    void deletionAtTheOrigin_isPreferredToOlderCopiesElsewhere() {
        register("a", "b");
        save("a", dated(1, "One", "2024-01-01"));
        save("b", byWayOfB("One", "2024-01-01", "https://A.example.org:443/oai/", false));
        Instant since = aggregate().settled();
        clock.advance(Duration.ofHours(1));
        save("a", deletedAt("2024-06-01T00:00:00Z"));
        showsDeletion();
        assertThat(brief(list(aggregate(), DC, null, since, FOREVER, 5))).as("harvesters learn of it").contains("1 deleted [a]");
        save("b", byWayOfB("One, once more", "2024-01-01", ORIGIN, false));
        showsDeletion();
        save("b", byWayOfB("One, back", "2024-07-01", ORIGIN, false));
        shows("1 One, back [b]");
        save("a", dated(1, "One, back", "2024-08-01"));
        shows("1 One, back [a]");
    }

    @Test
    void deletionInAnAggregator_isNotPreferredToTheLiveOriginal() {
        register("a", "b");
        save("a", dated(1, "One", "2024-01-01"));
        save("b", byWayOfB("One", "2024-01-01", ORIGIN, false));
        save("b", deletedAt("2024-06-01T00:00:00Z"));
        shows("1 One [a]");
    }

    @Test
    void deletionInARepositoryOtherThanTheOrigin_isNotPreferredToALiveCopy() {
        register("a", "b");
        save("a", dated(1, "One", "2024-01-01"));
        save("b", byWayOfB("One", "2024-01-01", "https://x.example.org/oai", false));
        save("a", deletedAt("2024-06-01T00:00:00Z"));
        shows("1 One [b]");
        register("c");
        save("b", dated(1, "its own", "2024-01-01"));
        shows("1 its own [b]");
    }

    @ParameterizedTest
    @EnumSource(value = Collisions.class, names = "MOST_RECENT", mode = EnumSource.Mode.EXCLUDE)
    void deletionAtTheOriginUnderOtherPolicies_isNotPreferredToALiveCopy(Collisions policy) {
        store().put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(policy));
        register("a", "b");
        save("a", dated(1, "One", "2024-01-01"));
        save("b", byWayOfB("One", "2024-01-01", ORIGIN, false));
        save("a", deletedAt("2024-06-01T00:00:00Z"));
        assertThat(aggregate().record(SampleRecords.identifier(1), DC.prefix())
                .filter(record -> !record.deleted()).isPresent() || policy == Collisions.KEEP_ALL).isTrue();
    }

    @Test
    void recordMissingAtItsOrigin_isShownAsDeleted_butNotAfterRemovalOfTheSource() {
        register("a", "b");
        save("a", dated(1, "One", "2024-01-01"));
        save("b", byWayOfB("One", "2024-01-01", ORIGIN, false));
        store().remove("a", false);
        shows("1 One [b]");
        register("a");
        save("a", dated(1, "One", "2024-01-01"));
        try (Census census = store().census("a")) {
            census.deleteMissing(1, clock.instant());
        }
        showsDeletion();
    }
}
