package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.testkit.CanonicalXml;
import dev.sheaf.testkit.ScriptedProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All recorded repositories that have records, of every version of the protocol, mirrored and aggregated by a hub. Others harvest its mirrors,
 * its aggregate, and the aggregate of that one.
 */
class RecordedRepositoriesTest {

    private static final Path TABLE = Path.of("target", "recorded-repositories.md");

    @TempDir
    private static Path data = Path.of("");

    private static @Nullable TestHub first;
    private static final Map<String, RecordedRepository> REPOSITORIES = new LinkedHashMap<>();
    private static final Map<String, String> ORIGINS = new LinkedHashMap<>();
    /** Records whose namespaces had to be put right. */
    private static int changed;
    private static int refusedForNamespace;
    private static final Map<String, Row> ROWS = new LinkedHashMap<>();

    /** What became of the records of one kind of repositories. */
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
    static void mirrorAll() throws IOException, OaiFormatException, ServerStartException {
        List<RecordedRepository> all = RecordedRepository.all();
        first = new TestHub(data.resolve("first"), "first");
        for (RecordedRepository repository : all) {
            String id = "r" + (REPOSITORIES.size() + 1);
            try (ScriptedProvider provider = repository.play()) {
                HarvestOutcome outcome = first().harvest(id, provider.baseUrl());
                assertThat(outcome.verdict()).as(repository.name() + ": " + outcome).isNotEqualTo(HarvestOutcome.Verdict.FAILED);
                ORIGINS.put(id, provider.baseUrl());
            }
            REPOSITORIES.put(id, repository);
            Row row = row(id);
            row.repositories++;
            row.beside += repository.beside().isEmpty() ? 0 : 1;
            row.quarantined += first().store().quarantined(id, 1_000).size();
        }
    }

    @AfterAll
    static void close() throws IOException {
        if (first != null) {
            first.close();
            List<String> table = new ArrayList<>(List.of(
                    "| protocol | repositories | of these with other answers recorded | records | "
                            + "in quarantine | same in the mirror and its mirror | in the aggregate | in that of the third hub |",
                    "|---".repeat(8) + "|"));
            ROWS.forEach((kind, row) -> table.add(row.text(kind)));
            Files.write(TABLE, table);
        }
    }

    private static TestHub first() {
        return Objects.requireNonNull(first);
    }

    private static Row row(String id) {
        return ROWS.computeIfAbsent(Objects.requireNonNull(REPOSITORIES.get(id)).kind(), _ -> new Row());
    }

    @Test
    void everyRecordedRecordIsMirroredAndItsMirrorMirroredWithNothingChanged() throws Exception {
        try (TestHub second = new TestHub(data.resolve("mirrors"), "mirrors")) {
            for (Map.Entry<String, RecordedRepository> one : REPOSITORIES.entrySet()) {
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
                            assertThat(first().store().quarantined(id, 1_000)).as(what)
                                    .anyMatch(entry -> sent.identifier().equals(entry.identifier()));
                            continue;
                        }
                        for (TestHub hub : List.of(first(), second)) {
                            Optional<StoredRecord> found = hub.store().get(id, format.getKey(), sent.identifier());
                            assertThat(found).as(what).isPresent();
                            assertSame(what, legal(sent, found.get(), one.getValue()), found.get().record());
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
        assertThat(REPOSITORIES.values()).extracting(RecordedRepository::kind)
                .contains("2.0", "1.1", "1.0", RecordedRepository.MALFORMED, RecordedRepository.SESSION);
    }

    /** A record of which nothing tells the namespace cannot be served. */
    private static boolean isRefused(OaiRecord sent, MetadataPrefix prefix, RecordedRepository repository)
            throws OaiFormatException {
        XmlFragment metadata = sent.metadata();
        String namespace = repository.formats().stream().filter(format -> format.prefix().equals(prefix))
                .map(MetadataFormat::namespace).findFirst().orElse("");
        boolean refused = metadata != null && !sent.deleted()
                && LegalFragment.metadata(metadata, new MetadataFormat(prefix, "", namespace)).fragment() == null;
        refusedForNamespace += refused ? 1 : 0;
        return refused;
    }

    /** As a record has to be changed to be served at all: counted, so that it cannot become the rule. */
    private static OaiRecord legal(OaiRecord sent, StoredRecord kept, RecordedRepository repository) throws OaiFormatException {
        XmlFragment metadata = sent.metadata();
        if (sent.deleted() || metadata == null) {
            return sent;
        }
        String namespace = repository.formats().stream().filter(format -> format.prefix().equals(kept.prefix()))
                .map(MetadataFormat::namespace).findFirst().orElse("");
        LegalFragment.Checked checked = LegalFragment.metadata(metadata, new MetadataFormat(kept.prefix(), "", namespace));
        if (!checked.what().isEmpty()) {
            changed++;
        }
        return new OaiRecord(sent.header(), checked.fragment() == null ? kept.record().metadata() : checked.fragment(),
                sent.about());
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
    void everyResponseOfEveryVerbIsValidInItsEnvelope() throws Exception {
        Map<String, Integer> valid = new TreeMap<>();
        Map<String, List<String>> faults = new LinkedHashMap<>();
        ask(first().aggregateUrl(), "/oai", valid, faults);
        for (Map.Entry<String, RecordedRepository> one : REPOSITORIES.entrySet()) {
            ask(first().sourceUrl(one.getKey()), "/oai/{id}", valid, faults);
            try (ScriptedProvider provider = one.getValue().play()) {
                String id = "p" + one.getKey();
                first().store().put(Source.harvested(id, provider.baseUrl()));
                ask(first().proxyUrl(id), "proxy", valid, faults);
            }
        }
        System.out.println("responses that are valid in their envelope: " + valid + "; altered for their namespaces: " + changed
                + ", refused: " + refusedForNamespace);
        assertThat(faults).isEmpty();
        assertThat(valid.keySet()).hasSize(3 * Verb.values().length);
    }

    private static void ask(String url, String door, Map<String, Integer> valid, Map<String, List<String>> faults)
            throws Exception {
        judge(url, door, Verb.IDENTIFY, "", valid, faults);
        list(url, door, Verb.LIST_SETS, "", valid, faults);
        OaiResponse formats = judge(url, door, Verb.LIST_METADATA_FORMATS, "", valid, faults);
        if (!(formats != null && formats.answer() instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> all))) {
            return;
        }
        for (MetadataFormat format : all) {
            String prefix = "&metadataPrefix=" + format.prefix();
            list(url, door, Verb.LIST_IDENTIFIERS, prefix, valid, faults);
            List<OaiRecord> records = list(url, door, Verb.LIST_RECORDS, prefix, valid, faults);
            if (!door.equals("proxy") && records.stream().anyMatch(record -> !record.deleted())) {
                assertThat(format.namespace()).as(url + " " + format.prefix()).isNotBlank();
            }
            for (OaiRecord record : records.subList(0, Math.min(5, records.size()))) {
                String identifier = "&identifier=" + URLEncoder.encode(record.identifier(), StandardCharsets.UTF_8);
                judge(url, door, Verb.GET_RECORD, prefix + identifier, valid, faults);
                judge(url, door, Verb.LIST_METADATA_FORMATS, identifier, valid, faults);
            }
        }
    }

    private static List<OaiRecord> list(String url, String door, Verb verb, String arguments, Map<String, Integer> valid,
            Map<String, List<String>> faults) throws Exception {
        List<OaiRecord> records = new ArrayList<>();
        String next = arguments;
        for (int page = 0; next != null && page < 100; page++) {
            OaiResponse response = judge(url, door, verb, next, valid, faults);
            ResumptionToken token = response == null ? null : switch (response.answer()) {
                case OaiResponse.ListRecords list -> {
                    records.addAll(list.records());
                    yield list.resumptionToken();
                }
                case OaiResponse.ListIdentifiers list -> list.resumptionToken();
                case OaiResponse.ListSets list -> list.resumptionToken();
                default -> null;
            };
            next = token == null || token.isLast()
                    ? null
                    : "&resumptionToken=" + URLEncoder.encode(token.value(), StandardCharsets.UTF_8);
        }
        return records;
    }

    private static @Nullable OaiResponse judge(String url, String door, Verb verb, String arguments, Map<String, Integer> valid,
            Map<String, List<String>> faults) throws Exception {
        String address = url + "?verb=" + verb.text() + arguments;
        byte[] body = first().bytes(address);
        List<String> found;
        try {
            found = EnvelopeCheck.faults(body);
        } catch (RuntimeException failure) {
            found = List.of(String.valueOf(failure), new String(body, StandardCharsets.UTF_8));
        }
        if (!found.isEmpty()) {
            faults.put(door + " " + REPOSITORIES.getOrDefault(url.substring(url.lastIndexOf('/') + 1).replace("pr", "r"),
                    REPOSITORIES.values().iterator().next()).name() + " " + verb.text() + arguments, found);
            return null;
        }
        valid.merge(door + " " + verb.text(), 1, Integer::sum);
        return OaiReader.read(body);
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
                .map(RecordedRepositoriesTest::canonical).toList();
    }

    private static String canonical(@Nullable XmlFragment fragment) {
        return CanonicalXml.of(Objects.requireNonNull(fragment).utf8());
    }

    @Test
    void recordedNamesSetsAndFormatsAreThoseOfTheMirror() throws Exception {
        int names = 0;
        int sets = 0;
        int formats = 0;
        for (Map.Entry<String, RecordedRepository> one : REPOSITORIES.entrySet()) {
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
        assertThat(names).isGreaterThan(30);
        assertThat(sets).isGreaterThan(300);
        assertThat(formats).isGreaterThan(20);
    }

    @Test
    void everyRecordOfTheAggregateReachesAThirdHubWithProvenanceThreeDeep() throws Exception {
        try (TestHub second = new TestHub(data.resolve("second"), "second");
                TestHub third = new TestHub(data.resolve("third"), "third")) {
            assertThat(second.harvest("first", first().aggregateUrl()).isComplete()).isTrue();
            assertThat(third.harvest("second", second.aggregateUrl()).isComplete()).isTrue();
            AggregateChain chain = new AggregateChain(first(), second, third, ORIGINS);
            chain.check();
            chain.aggregated().forEach((id, records) -> row(id).aggregated += records);
            chain.arrived().forEach((id, records) -> row(id).third += records);
            System.out.println(ORIGINS.size() + " recorded repositories through three hubs: " + chain);
        }
    }
}
