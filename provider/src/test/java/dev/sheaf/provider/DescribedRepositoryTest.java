package dev.sheaf.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.description.Toolkit;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DescribedRepositoryTest {

    private static final Rights FREE = new Rights.Reference("http://creativecommons.org/publicdomain/zero/1.0/");
    private static final Rights NOT_FREE = new Rights.Reference("http://hub.example/terms");

    private final ListedRepository listed = new ListedRepository(ProviderFixture.NOW);

    @BeforeEach
    void fill() {
        listed.put("oai:hub.example:1", "2024-03-01T12:00:00Z");
        listed.put("oai:hub.example:2", "2024-03-02T12:00:00Z");
        listed.delete("oai:hub.example:3", MetadataFormat.OAI_DC.prefix(), "2024-03-03T12:00:00Z");
    }

    private static AddedDescriptions rights(Rights rights) {
        return new AddedDescriptions(List.of(), rights, Map.of());
    }

    private static List<Description> told(Repository repository) {
        return repository.describe().descriptions().stream().map(fragment -> ContainerReader.description(fragment).orElseThrow())
                .toList();
    }

    private static RecordPage page(Repository repository, boolean headersOnly) {
        return repository
                .records(new RecordQuery(MetadataFormat.OAI_DC.prefix(), null, Instant.parse("9999-01-01T00:00:00Z"), null,
                        null, 10, headersOnly));
    }

    @Test
    void withoutAddedDescriptions_theRepositoryIsReturnedUnchanged() {
        assertThat(DescribedRepository.of(listed, AddedDescriptions.NONE)).isSameAs(listed);
    }

    @Test
    void addedDescriptionReplacesItsKindOnly() {
        Description toolkit = new Toolkit("Sheaf", null, "1", null, null);
        Repository inner = DescribedRepository.of(listed,
                new AddedDescriptions(List.of(toolkit, new Friends(List.of("http://a.org/"))), null, Map.of()));

        Repository outer = DescribedRepository.of(inner,
                new AddedDescriptions(List.of(new Friends(List.of("http://b.org/"))), null, Map.of()));

        assertThat(told(outer)).containsExactly(toolkit, new Friends(List.of("http://b.org/")));
        assertThat(outer.describe().repositoryName()).isEqualTo(listed.describe().repositoryName());
    }

    @Test
    void descriptionBesides_replacesNone() {
        Description text = DublinCoreDescription.ofText("All about it");
        Description more = DublinCoreDescription.ofText("More about it");

        Repository described = DescribedRepository.of(listed,
                new AddedDescriptions(List.of(text), null, Map.of()).withBesides(List.of(more)));

        assertThat(told(described)).containsExactly(text, more);
    }

    @Test
    void sets_getTheAddedNamesAndDescriptions() {
        listed.addSet("a", "A");
        listed.addSet("a:b", "B");
        listed.addSet("c", "C");
        Description text = DublinCoreDescription.ofText("All about it");
        Repository described = DescribedRepository.of(listed,
                new AddedDescriptions(List.of(), null, Map.of("a:b", new AddedDescriptions.OfSet("Better", List.of(text)), "c",
                        new AddedDescriptions.OfSet(null, List.of()), "d", new AddedDescriptions.OfSet("Nowhere", List.of()))));

        assertThat(described.sets(null, 10).sets()).extracting(OaiSet::name).containsExactly("A", "Better", "C");
        assertThat(described.sets("a", 1).sets().getFirst().descriptions())
                .extracting(fragment -> ContainerReader.description(fragment).orElseThrow()).containsExactly(text);
        assertThat(described.sets("a", 1).more()).isTrue();
    }

    @Test
    void descriptionOfARepository_isRefusedForASet() {
        assertThatThrownBy(() -> new AddedDescriptions.OfSet(null, List.of(new Friends(List.of()))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("friends");
    }

    @Test
    void liveRecords_getTheAddedRights() {
        Repository described = DescribedRepository.of(listed, rights(FREE));

        List<OaiRecord> records = page(described, false).read();

        assertThat(records).hasSize(3);
        assertThat(records.subList(0, 2)).allSatisfy(record -> assertThat(record.about())
                .extracting(about -> ContainerReader.rights(about).orElseThrow()).containsExactly(FREE));
        assertThat(records.get(2).deleted()).isTrue();
        assertThat(records.get(2).about()).isEmpty();
        assertThat(described.record("oai:hub.example:1", MetadataFormat.OAI_DC.prefix())).contains(records.getFirst());
        assertThat(page(described, true).read()).allSatisfy(record -> assertThat(record.about()).isEmpty());
    }

    @Test
    void recordWithOwnRights_keepsThem() {
        Repository described = DescribedRepository.of(DescribedRepository.of(listed, rights(NOT_FREE)), rights(FREE));

        assertThat(page(described, false).read().getFirst().about())
                .extracting(about -> ContainerReader.rights(about).orElseThrow()).containsExactly(NOT_FREE);
    }

    @Test
    void segmentsWithAddedRights_haveOtherFingerprints_andStayUnread() {
        listed.serveInSegments(2);
        List<RecordSegment> plain = segments(listed);
        List<RecordSegment> free = segments(DescribedRepository.of(listed, rights(FREE)));
        List<RecordSegment> again = segments(DescribedRepository.of(listed, rights(FREE)));
        List<RecordSegment> notFree = segments(DescribedRepository.of(listed, rights(NOT_FREE)));

        assertThat(free).extracting(RecordSegment::size).isEqualTo(plain.stream().map(RecordSegment::size).toList());
        assertThat(free).extracting(RecordSegment::fingerprint)
                .isEqualTo(again.stream().map(RecordSegment::fingerprint).toList())
                .doesNotContainAnyElementsOf(plain.stream().map(RecordSegment::fingerprint).toList())
                .doesNotContainAnyElementsOf(notFree.stream().map(RecordSegment::fingerprint).toList());
        assertThat(listed.segmentsRead()).isZero();
        assertThat(free.getFirst().read().getFirst().about()).hasSize(1);
    }

    /** A service that adds a container to the first record. */
    private record Added(String version) implements AddedAbout {

        @Override
        public Optional<XmlFragment> of(String identifier, MetadataPrefix prefix) {
            return identifier.endsWith(":1") && prefix.equals(MetadataPrefix.OAI_DC)
                    ? Optional.of(XmlFragment.of("<added xmlns=\"urn:x\">" + version + "</added>"))
                    : Optional.empty();
        }
    }

    @Test
    void containersOfServices_areAddedAfterTheRights_andChangeTheFingerprintWithTheirVersion() {
        AddedDescriptions told = rights(FREE).withAbout(List.of(new Added("one")));
        Repository described = DescribedRepository.of(listed, told);

        List<OaiRecord> records = page(described, false).read();

        assertThat(records.getFirst().about()).hasSize(2).last().asString().contains(">one<");
        assertThat(records.get(1).about()).hasSize(1);
        assertThat(records.get(2).about()).isEmpty();
        assertThat(described.record("oai:hub.example:1", MetadataPrefix.OAI_DC)).contains(records.getFirst());
        assertThat(page(described, true).read()).allSatisfy(record -> assertThat(record.about()).isEmpty());
        listed.serveInSegments(2);
        assertThat(segments(described)).extracting(RecordSegment::fingerprint).doesNotContainAnyElementsOf(
                segments(DescribedRepository.of(listed, told.withAbout(List.of(new Added("two"))))).stream()
                        .map(RecordSegment::fingerprint).toList());
    }

    private static List<RecordSegment> segments(Repository repository) {
        return switch (page(repository, false)) {
            case RecordPage.Segments page -> page.segments();
            case RecordPage.Records page -> throw new AssertionError("not in segments: " + page);
        };
    }
}
