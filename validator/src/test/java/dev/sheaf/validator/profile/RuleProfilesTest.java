package dev.sheaf.validator.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.StanzaFile;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;
import dev.sheaf.validator.run.ValidationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RuleProfilesTest {

    private final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());
    private final HttpFetcher fetcher = new HttpFetcher();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    static List<String> names() {
        return RuleProfiles.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyRuleOfAProfile_hasClauseReasonAndRemedy(String name) {
        Profile profile = RuleProfiles.named(name).orElseThrow();
        assertThat(profile.title()).isNotEqualTo(name);
        assertThat(profile.own()).allSatisfy(rule -> {
            RuleText text = Objects.requireNonNull(profile.texts().get(rule.name()));
            assertThat(text.clause()).as(rule.name()).isNotBlank();
            assertThat(text.title()).as(rule.name()).endsWith(".").hasSizeLessThan(130);
            assertThat(text.why()).as(rule.name()).endsWith(".");
            assertThat(text.mend()).as(rule.name()).endsWith(".");
        });
    }

    /** Verdicts of the rules that a profile adds, by their names without what is before the first dot. */
    private Map<String, Verdict> judged(String profile) {
        Profile read = RuleProfiles.named(profile).orElseThrow();
        List<String> own = read.own().stream().map(rule -> rule.name()).toList();
        Map<String, Verdict> verdicts = new TreeMap<>();
        for (RuleResult result : new Validation(fetcher, FetchRules.DEFAULT, Clock.systemUTC(), (_, _) -> {})
                .run(BaseUrl.parse(provider.baseUrl()), ValidationOptions.DEFAULT, List.of(read), ValidationListener.NONE)
                .results()) {
            if (own.contains(result.rule())) {
                verdicts.put(result.rule().substring(result.rule().indexOf('.') + 1), result.verdict());
            }
        }
        assertThat(verdicts).hasSameSizeAs(own);
        return verdicts;
    }

    private void offer(String prefix, String namespace, String file) {
        MetadataPrefix offered = new MetadataPrefix(prefix);
        if (!prefix.equals("oai_dc")) {
            provider.format(new MetadataFormat(offered, "https://example.org/schema.xsd", namespace));
        }
        provider.put(offered, List.of(new OaiRecord(new Header("oai:example.org:1", Datestamp.parse("2024-05-01T00:00:00Z"),
                List.of(), false), XmlFragment.of(resource(file)))));
    }

    private static String resource(String name) {
        try (InputStream in = RuleProfilesTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void describe(String description) {
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("</Identify>",
                "<description>" + description + "</description></Identify>")));
    }

    private void sets(String... specs) {
        for (String spec : specs) {
            provider.set(new OaiSet(new SetSpec(spec), "Set " + spec, List.of()));
        }
    }

    @ParameterizedTest
    @CsvSource({"openaire-data-3, oai_datacite, http://datacite.org/schema/kernel-4",
            "rioxx-3, rioxx, http://www.rioxx.net/schema/v3.0/rioxx/", "edm, edm, http://www.europeana.eu/schemas/edm/"})
    void recordsAsAProfileWantsThem_pass(String profile, String prefix, String namespace) {
        offer(prefix, namespace, profile + ".xml");
        assertThat(judged(profile)).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isEqualTo(Verdict.PASSED));
    }

    @Test
    void dataCiteWithFaults_isFoundByTheirRules() {
        offer("oai_datacite", "http://datacite.org/schema/kernel-4", "openaire-data-3-broken.xml");
        Map<String, Verdict> found = judged("openaire-data-3");
        assertThat(found).containsEntry("format", Verdict.PASSED);
        found.remove("format");
        assertThat(found).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isIn(Verdict.FAILED, Verdict.WARNED));
    }

    @Test
    void rioxxWithFaults_isFoundByItsRules() {
        offer("rioxx", "http://www.rioxx.net/schema/v3.0/rioxx/", "rioxx-3-broken.xml");
        Map<String, Verdict> found = judged("rioxx-3");
        found.remove("format");
        // There is one, with another fault.
        assertThat(found.remove("relation")).isEqualTo(Verdict.PASSED);
        assertThat(found).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isIn(Verdict.FAILED, Verdict.WARNED));
    }

    @Test
    void edmWithFaults_isFoundByItsRules() {
        offer("edm", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "edm-broken.xml");
        Map<String, Verdict> found = judged("edm");
        found.remove("format");
        assertThat(found).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isEqualTo(Verdict.FAILED));
    }

    @Test
    void aLanguage_isRequiredOfTextsAlone() {
        provider.format(new MetadataFormat(new MetadataPrefix("edm"), "https://example.org/edm.xsd",
                "http://www.europeana.eu/schemas/edm/"));
        provider.put(new MetadataPrefix("edm"), List.of(new OaiRecord(
                new Header("oai:example.org:1", Datestamp.parse("2024-05-01T00:00:00Z"), List.of(), false),
                XmlFragment.of(resource("edm.xml").replace("<dc:language>de</dc:language>", "").replace(">TEXT<", ">IMAGE<")))));
        assertThat(judged("edm")).containsEntry("language", Verdict.NOT_JUDGED).containsEntry("type", Verdict.PASSED);
    }

    @Test
    void aCrisAsTheGuidelinesWantIt_passes() {
        offer("oai_cerif_openaire_1.2", "https://www.openaire.eu/cerif-profile/1.2/", "openaire-cris-1.xml");
        sets("openaire_cris_publications", "openaire_cris_products", "openaire_cris_patents", "openaire_cris_persons",
                "openaire_cris_orgunits", "openaire_cris_projects", "openaire_cris_funding", "openaire_cris_events",
                "openaire_cris_equipments");
        describe("<Service xmlns='https://www.openaire.eu/cerif-profile/1.2/' id='Services/1'><Name>Example</Name></Service>");
        assertThat(judged("openaire-cris-1"))
                .allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isEqualTo(Verdict.PASSED));
    }

    @Test
    void aCrisWithFaults_isFoundByItsRules() {
        offer("cerif", "https://www.openaire.eu/cerif-profile/1.2/", "openaire-cris-1-broken.xml");
        sets("openaire_cris_publications");
        assertThat(judged("openaire-cris-1")).containsEntry("format", Verdict.FAILED).containsEntry("sets", Verdict.FAILED)
                .containsEntry("service", Verdict.FAILED).containsEntry("service-name", Verdict.NOT_JUDGED);
    }

    @Test
    void aRepositoryAsDiniWantsIt_passes() {
        offer("oai_dc", "", "dini.xml");
        sets("open_access", "ddc:004", "doc-type:doctoralThesis", "status-type:publishedVersion");
        describe("<x xmlns='urn:x'>A repository</x>");
        Map<String, Verdict> found = judged("dini");
        assertThat(found.remove("token-life")).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(found).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isEqualTo(Verdict.PASSED));
    }

    @Test
    void aRepositoryThatMissesWhatDiniWants_isFoundByItsRules() {
        offer("oai_dc", "", "dini-broken.xml");
        provider.put(List.of(new OaiRecord(new Header("oai:example.org:2", Datestamp.parse("2024-05-02T00:00:00Z"), List.of(),
                false), XmlFragment.of(resource("dini-broken.xml")))));
        provider.pageSize(1);
        sets("other");
        Map<String, Verdict> found = judged("dini");
        assertThat(found.remove("token-life")).isEqualTo(Verdict.NOT_JUDGED);
        for (String met : List.of("deletions", "date", "type", "identifier")) {
            assertThat(found.remove(met)).as(met).isEqualTo(Verdict.PASSED);
        }
        assertThat(found).allSatisfy((rule, verdict) -> assertThat(verdict).as(rule).isIn(Verdict.FAILED, Verdict.WARNED));
    }

    @Test
    void theDescriptionOfTheEprintsCommunity_isRequiredWithItsPolicies() {
        offer("oai_dc", "", "dini.xml");
        assertThat(judged("eprints")).containsEntry("description", Verdict.FAILED)
                .containsEntry("metadata-policy", Verdict.NOT_JUDGED).containsEntry("oai-identifier", Verdict.WARNED);
        describe("<e:eprints xmlns:e='http://www.openarchives.org/OAI/1.1/eprints'><e:content><e:text>Theses</e:text></e:content>"
                + "<e:metadataPolicy><e:URL>https://example.org/policy</e:URL></e:metadataPolicy><e:dataPolicy/></e:eprints>");
        assertThat(judged("eprints")).containsEntry("description", Verdict.PASSED)
                .containsEntry("metadata-policy", Verdict.PASSED).containsEntry("data-policy", Verdict.FAILED)
                .containsEntry("content", Verdict.PASSED).containsEntry("submission-policy", Verdict.WARNED);
    }

    private static Profile read(String text) throws IOException {
        return RuleProfiles.of(StanzaFile.read(new StringReader(text), "own.txt"), "own.txt");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
            "name = Own | own.txt: 'name' must give the profile a name",
            "name = own | own.txt: the profile has no rule",
            "name = own~inclde = oai-pmh | own.txt: unknown name 'inclde'",
            "name = own~include = nothing | 'include' takes 'oai-pmh' or the beginning of a rule's name, not 'nothing'",
            "name = own~include = dates.~level lists.size = MUST | 'lists.size' is no rule that is included",
            "name = own~include = dates.~level dates.from = must | a level is MUST, SHOULD or MAY, not 'must'",
            "name = own~include = dates.~leave = lists.size | 'leave' names 'lists.size'",
            "name = own~[x.a]~level = MUST | own.txt, line 2 [x.a]: a rule has one of format, element",
            "name = own~[x.a]~element = dc:title~in = dc | there is no namespace 'dc'",
            "name = own~namespace dc = urn:x~[x.a]~element = title~in = dc | 'element' takes an element as PREFIX:NAME, not 'title'",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title | 'in' is missing",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~leest = 1 | unknown name 'leest'; known here are",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~least = -1 | 'least' is a whole number from 0 on",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~least = 2~most = 1 | 'least' is more than 'most'",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~pattern = ( | 'pattern' is no regular expression",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~matching = any | 'matching' is all or some, not 'any'",
            "name = own~namespace dc = urn:x~[x.a]~element = dc:title~in = dc~when = dc:type | 'when = PREFIX:NAME=VALUE' is expected",
            "name = own~include = dates.~[dates.from]~set = x | there is a rule 'dates.from' already",
            "name = own~[x a]~set = x | a rule has a name in small letters"})
    void aMistakeInAProfile_isReportedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('~', '\n'))).isInstanceOf(ProfileFault.class).hasMessageContaining(message);
    }

    @Test
    void aPatternThatTakesTooLong_doesNotMatch() {
        AllowedValues allowed = new AllowedValues(List.of(), Pattern.compile("(a+)+b"), false);
        assertThat(allowed.allows("aaab")).isTrue();
        assertThat(allowed.allows("a".repeat(900))).isFalse();
    }
}
