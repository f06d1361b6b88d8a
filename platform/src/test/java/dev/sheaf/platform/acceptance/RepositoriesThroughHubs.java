package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.CanonicalXml;
import dev.sheaf.simulator.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All repositories of a folder of data that have records, of every version of the protocol, mirrored and aggregated by a hub. Others harvest
 * its mirrors, its aggregate, and the aggregate of that one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RepositoriesThroughHubs {

    private final Path recordings;
    private final Path table;
    private final Map<String, RecordedRepository> repositories = new LinkedHashMap<>();
    private final Map<String, String> origins = new LinkedHashMap<>();
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private Path data = Path.of("");
    private @Nullable TestHub first;

    /**
     * @param recordings folder of the recorded responses and sessions
     * @param table file in which the result is written down
     */
    RepositoriesThroughHubs(Path recordings, String table) {
        this.recordings = recordings;
        this.table = Path.of("target", table);
    }

    /** Least numbers of names, sets and repositories with formats that are found in the mirrors, and of sets in the aggregate. */
    abstract List<Integer> least();

    /** Numbers of records of one kind of repositories, by what became of them. */
    private static final class Row {
        private int repositories;
        private int beside;
        private int records;
        private long quarantined;
        private int mirrored;
        private int aggregated;
        private int third;

        private String text(String kind) {
            return "| %s | %d | %d | %d | %d | %d | %d | %d |".formatted(kind, repositories, beside, records, quarantined,
                    mirrored,
                    aggregated, third);
        }
    }

    @BeforeAll
    void mirrorAll(@TempDir Path folder) throws IOException, OaiFormatException, ServerStartException {
        data = folder;
        List<RecordedRepository> all = RecordedRepository.all(recordings);
        first = new TestHub(data.resolve("first"), "first");
        for (RecordedRepository repository : all) {
            String id = "r" + (repositories.size() + 1);
            try (ScriptedProvider provider = repository.play()) {
                HarvestOutcome outcome = first().harvest(id, provider.baseUrl());
                assertThat(outcome.verdict()).as(repository.name() + ": " + outcome).isNotEqualTo(HarvestOutcome.Verdict.FAILED);
                origins.put(id, provider.baseUrl());
            }
            repositories.put(id, repository);
            Row row = row(id);
            row.repositories++;
            row.beside += repository.beside().isEmpty() ? 0 : 1;
            row.quarantined += first().store().repairs().quarantined(id, 1_000).size();
        }
    }

    @AfterAll
    void close() throws IOException {
        if (first != null) {
            first.close();
            List<String> lines = new ArrayList<>(List.of(
                    "| protocol | repositories | of these with other answers recorded | records | "
                            + "in quarantine | same in the mirror and its mirror | in the aggregate | in that of the third hub |",
                    "|---".repeat(8) + "|"));
            rows.forEach((kind, row) -> lines.add(row.text(kind)));
            Files.write(table, lines);
        }
    }

    private TestHub first() {
        return Objects.requireNonNull(first);
    }

    private Row row(String id) {
        return rows.computeIfAbsent(Objects.requireNonNull(repositories.get(id)).kind(), _ -> new Row());
    }

    @Test
    void recordedRecords_passThroughTwoMirrorsUnchanged() throws Exception {
        Compared compared = new Compared();
        try (TestHub second = new TestHub(data.resolve("mirrors"), "mirrors")) {
            for (Map.Entry<String, RecordedRepository> one : repositories.entrySet()) {
                String id = one.getKey();
                second.harvest(id, first().sourceUrl(id));
                for (Map.Entry<MetadataPrefix, List<OaiRecord>> format : one.getValue().records().entrySet()) {
                    Map<String, OaiRecord> expected = new LinkedHashMap<>();
                    format.getValue().stream().filter(RecordedRepository::isAcceptable)
                            .forEach(record -> expected.put(record.identifier(), record));
                    row(id).records += expected.size();
                    for (OaiRecord sent : expected.values()) {
                        String what = one.getValue().name() + " " + sent.identifier();
                        if (isRefused(sent, format.getKey(), one.getValue())) {
                            assertThat(first().store().repairs().quarantined(id, 1_000)).as(what)
                                    .anyMatch(entry -> sent.identifier().equals(entry.identifier()));
                            compared.refused++;
                            continue;
                        }
                        OaiRecord legal = legal(sent, format.getKey(), one.getValue());
                        compared.add(sent, legal);
                        for (TestHub hub : List.of(first(), second)) {
                            Optional<StoredRecord> found = hub.store().get(id, format.getKey(), sent.identifier());
                            assertThat(found).as(what).isPresent();
                            assertSame(what, legal, found.get().record());
                            if (hub == first()) {
                                assertThat(found.get().originDatestamp()).as(what)
                                        .isEqualTo(sent.header().datestamp().text().isEmpty() ? null : sent.header().datestamp());
                                assertThat(Set.copyOf(found.get().record().header().sets())).as(what)
                                        .isEqualTo(Set.copyOf(sent.header().sets()));
                            } else if (!sent.deleted()) {
                                assertDatestamp(what, sent, found.get().record());
                            }
                        }
                        row(id).mirrored++;
                    }
                }
            }
        }
        System.out.println("equal in the mirrors of " + repositories.size() + " recorded repositories and in their mirrors: "
                + compared);
        assertThat(compared.refused).as("readable, and so must not be refused").isZero();
        assertThat(compared.changed).as("namespaces put right, and so cannot become the rule").isLessThan(160);
        assertThat(repositories.values()).extracting(RecordedRepository::kind)
                .contains("2.0", "1.1", "1.0", RecordedRepository.MALFORMED, RecordedRepository.SESSION);
    }

    /** A record that cannot be served in any form. */
    private static boolean isRefused(OaiRecord sent, MetadataPrefix prefix, RecordedRepository repository)
            throws OaiFormatException {
        XmlFragment metadata = sent.metadata();
        String namespace = repository.formats().stream().filter(format -> format.prefix().equals(prefix))
                .map(MetadataFormat::namespace).findFirst().orElse("");
        return metadata != null && !sent.deleted()
                && LegalFragment.metadata(metadata, new MetadataFormat(prefix, "", namespace)).fragment() == null;
    }

    /** As a record has to be changed to be served at all: counted, so that it cannot become the rule. */
    private static OaiRecord legal(OaiRecord sent, MetadataPrefix prefix, RecordedRepository repository)
            throws OaiFormatException {
        XmlFragment metadata = sent.metadata();
        if (sent.deleted() || metadata == null) {
            return sent;
        }
        String namespace = repository.formats().stream().filter(format -> format.prefix().equals(prefix))
                .map(MetadataFormat::namespace).findFirst().orElse("");
        return new OaiRecord(sent.header(),
                LegalFragment.metadata(metadata, new MetadataFormat(prefix, "", namespace)).fragment(), sent.about());
    }

    /** Numbers of what was found equal in both mirrors. */
    private static final class Compared {
        private int identifiers;
        private int deleted;
        private int metadata;
        private int changed;
        private int setSpecs;
        private int datestamps;
        private int refused;

        private void add(OaiRecord sent, OaiRecord legal) {
            identifiers++;
            deleted += sent.deleted() ? 1 : 0;
            metadata += sent.deleted() ? 0 : 1;
            changed += Objects.equals(sent.metadata(), legal.metadata()) ? 0 : 1;
            setSpecs += Set.copyOf(sent.header().sets()).size();
            datestamps += sent.header().datestamp().text().isEmpty() ? 0 : 1;
        }

        @Override
        public String toString() {
            return "identifiers " + identifiers + " (deleted " + deleted + "), datestamps " + datestamps + ", setSpecs "
                    + setSpecs
                    + ", metadata " + metadata + " (of these with namespaces put right " + changed
                    + "); quarantined for a namespace "
                    + refused;
        }
    }

    /** The second hub has the datestamp from the provenance that the first one added. */
    private static void assertDatestamp(String what, OaiRecord sent, OaiRecord kept) {
        Provenance innermost = kept.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).findFirst()
                .orElseThrow();
        List<Provenance> before = sent.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).toList();
        Provenance hop = innermost;
        while (hop.origin() != null && before.isEmpty()) {
            hop = hop.origin();
        }
        String text = sent.header().datestamp().text();
        if (before.isEmpty()) {
            assertThat(hop.datestamp().text()).as(what).isIn(text,
                    ReceivedDate.legal(text).map(Datestamp::text).orElse(hop.harvestDate().text()));
        }
    }

    @Test
    void responsesOfAllVerbs_areValid() throws Exception {
        EnvelopeSurvey survey = new EnvelopeSurvey(first());
        survey.ask(first().aggregateUrl(), "/oai", "aggregate");
        for (Map.Entry<String, RecordedRepository> one : repositories.entrySet()) {
            survey.ask(first().sourceUrl(one.getKey()), "/oai/{id}", one.getValue().name());
            try (ScriptedProvider provider = one.getValue().playSingles()) {
                String id = "p" + one.getKey();
                first().store().put(Source.harvested(id, provider.baseUrl()));
                survey.ask(first().proxyUrl(id), "proxy", one.getValue().name());
            }
        }
        System.out.println(repositories.size() + " recorded repositories; responses with a valid envelope: " + survey.valid()
                + "; of these errors of the protocol: " + survey.errors() + "; refused by the proxy: " + survey.refused());
        assertThat(survey.faults()).isEmpty();
        // ListIndexFormats belongs to the extension, which has a base URL of its own.
        assertThat(survey.valid().keySet()).hasSize(3 * (Verb.values().length - 1));
    }

    private static void assertSame(String what, OaiRecord sent, OaiRecord kept) {
        assertThat(kept.deleted()).as(what).isEqualTo(sent.deleted());
        if (sent.deleted()) {
            return;
        }
        assertThat(canonical(kept.metadata())).as(what).isEqualTo(canonical(sent.metadata()));
        assertThat(carriedOn(kept)).as(what).isEqualTo(carriedOn(sent));
        // The second hub sees illegal names in their escaped form.
        assertThat(kept.header().sets()).as(what).hasSameSizeAs(Set.copyOf(sent.header().sets()))
                .containsAll(sent.header().sets().stream().filter(SetSpec::isLegal).toList());
    }

    /** All about containers but provenance, of which each hub tells more. */
    private static List<String> carriedOn(OaiRecord record) {
        return record.about().stream().filter(about -> ProvenanceReader.read(about).isEmpty())
                .map(RepositoriesThroughHubs::canonical).toList();
    }

    private static String canonical(@Nullable XmlFragment fragment) {
        return CanonicalXml.of(AnyHub.metadata(Objects.requireNonNull(fragment)).utf8());
    }

    @Test
    void mirror_hasTheRecordedNamesSetsAndFormats() throws Exception {
        int names = 0;
        int sets = 0;
        int formats = 0;
        for (Map.Entry<String, RecordedRepository> one : repositories.entrySet()) {
            RecordedRepository recorded = one.getValue();
            String mirror = first().sourceUrl(one.getKey());
            Optional<RepositoryDescription> description = recorded.description();
            if (description.isPresent()) {
                OaiResponse.Identify told = (OaiResponse.Identify) first().read(mirror + "?verb=Identify").answer();
                String name = description.get().repositoryName();
                assertThat(told.description().repositoryName()).as(recorded.name())
                        .isEqualTo(name.isEmpty() ? one.getKey() : name);
                assertThat(told.description().protocolVersion()).isEqualTo("2.0");
                assertThat(told.description().baseUrl()).isEqualTo(mirror);
                names++;
            }
            if (!recorded.sets().isEmpty()) {
                Map<String, String> told = AggregateChain.sets(first(), mirror);
                for (OaiSet set : recorded.sets()) {
                    if (set.spec().isLegal()) {
                        assertThat(told).as(recorded.name()).containsEntry(set.spec().value(), set.name());
                        sets++;
                    }
                }
            }
            // Formats in which there is no record are not shown; those of 1.x may come without a namespace.
            List<MetadataPrefix> used = recorded.formats().stream().map(MetadataFormat::prefix)
                    .filter(prefix -> recorded.records().getOrDefault(prefix, List.of()).stream()
                            .anyMatch(RecordedRepository::isAcceptable))
                    .toList();
            if (!used.isEmpty()) {
                assertThat(AggregateChain.formats(first(), mirror)).extracting(MetadataFormat::prefix).as(recorded.name())
                        .containsAll(used);
                formats++;
            }
        }
        System.out.println(names + " recorded names, " + sets + " recorded sets and the formats of " + formats
                + " repositories found in their mirrors");
        assertThat(names).isGreaterThanOrEqualTo(least().getFirst());
        assertThat(sets).isGreaterThanOrEqualTo(least().get(1));
        assertThat(formats).isGreaterThanOrEqualTo(least().get(2));
    }

    @Test
    void recordsOfTheAggregate_reachAThirdHub_withThreeLevelsOfProvenance() throws Exception {
        try (TestHub second = new TestHub(data.resolve("second"), "second");
                TestHub third = new TestHub(data.resolve("third"), "third")) {
            assertThat(second.harvest("first", first().aggregateUrl()).isComplete()).isTrue();
            assertThat(third.harvest("second", second.aggregateUrl()).isComplete()).isTrue();
            AggregateChain chain = new AggregateChain(first(), second, third, origins);
            chain.check(least().getLast());
            chain.aggregated().forEach((id, records) -> row(id).aggregated += records);
            chain.arrived().forEach((id, records) -> row(id).third += records);
            System.out.println(origins.size() + " recorded repositories through three hubs: " + chain);
        }
    }
}
