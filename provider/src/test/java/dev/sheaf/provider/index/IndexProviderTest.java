package dev.sheaf.provider.index;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.SegmentForm;
import dev.sheaf.provider.ServedResponse;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.testkit.SampleIndices;
import dev.sheaf.testkit.repository.ListedRepository;

import static dev.sheaf.testkit.repository.ListedRepository.dublinCore;
import static org.assertj.core.api.Assertions.assertThat;

class IndexProviderTest {

    private static final String STANDARD = "http://hub.example/oai";
    private static final String BASE_URL = "http://hub.example/index/oai";
    private static final String SCHEMAS = "http://hub.example/ns/1.0/";
    private static final MetadataPrefix COMBINED = SampleIndices.FORMAT.prefix();
    private static final TokenKey KEY = TokenKey.of(TokenKey.freshSecret());

    private final ListedRepository repository = new ListedRepository(Instant.parse("2024-06-30T12:00:00Z"));
    private final DataProvider standard = new DataProvider(repository,
            ProviderSettings.of(STANDARD, KEY).withPages(3, 4, 2).withIndexUrl(BASE_URL));
    private IndexProvider provider = provider(Granularity.SECOND);

    private IndexProvider provider(Granularity granularity) {
        return new IndexProvider(new DataProvider(repository,
                ProviderSettings.of(BASE_URL, KEY).withPages(3, 4, 2).withGranularity(granularity)), STANDARD, SCHEMAS);
    }

    /** Ten records with metadata; the even ones have an index, the tenth had both. */
    @BeforeEach
    void fill() {
        repository.addFormat(SampleIndices.FORMAT);
        repository.addFormat(SampleIndices.format(Index.TERMS));
        repository.addSet("maps", "Maps");
        for (int i = 1; i <= 10; i++) {
            repository.put(id(i), "2024-03-%02dT12:00:00Z".formatted(i), "maps");
            if (i % 2 == 0) {
                repository.put(id(i), COMBINED, "2024-04-%02dT12:00:00Z".formatted(i),
                        SampleIndices.combined(dublinCore(id(i)), Index.TF_BASIC, "opera minora opera " + i), "maps");
            }
        }
        repository.put(id(1), ListedRepository.MARC.prefix(), "2024-03-11T00:00:00Z", ListedRepository.marc());
        repository.delete(id(10), COMBINED, "2024-05-01T00:00:00Z", "maps");
        repository.delete("oai:a:gone", COMBINED, "2024-05-02T00:00:00Z");
        repository.delete("oai:a:gone", MetadataFormat.OAI_DC.prefix(), "2024-05-02T00:00:00Z");
    }

    private static String id(int number) {
        return "oai:a:" + number;
    }

    private OaiResponse ask(String query) {
        return ServedResponse.joined(provider.answer(OaiQueryString.parse(query), SegmentForm.RECORDS));
    }

    private static List<String> codes(OaiResponse response) {
        return response.answer() instanceof OaiResponse.Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    private static String messages(OaiResponse response) {
        return ((OaiResponse.Errors) response.answer()).errors().stream().map(OaiError::message).toList().toString();
    }

    private static List<OaiRecord> records(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.records();
            case OaiResponse.ListIdentifiers list -> list.headers().stream().map(header -> new OaiRecord(header, null)).toList();
            case OaiResponse.GetRecord(OaiRecord record) -> List.of(record);
            default -> throw new AssertionError(response.answer());
        };
    }

    private static @Nullable String token(OaiResponse response) {
        ResumptionToken token = switch (response.answer()) {
            case OaiResponse.ListRecords list -> list.resumptionToken();
            case OaiResponse.ListIdentifiers list -> list.resumptionToken();
            default -> null;
        };
        return token == null || token.isLast() ? null : token.value();
    }

    private List<OaiRecord> walk(String verb, String arguments) {
        OaiResponse page = ask("verb=" + verb + arguments);
        List<OaiRecord> records = new ArrayList<>(records(page));
        for (String token = token(page); token != null; token = token(page)) {
            page = ask("verb=" + verb + "&resumptionToken=" + token);
            records.addAll(records(page));
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void listWithAnIndex_hasTheRecordsWithBothFormatsOnly(int segments) {
        repository.serveInSegments(segments);
        List<OaiRecord> records = walk("ListRecords", "&metadataPrefix=oai_dc&indexPrefix=tf_basic");

        assertThat(records).extracting(OaiRecord::identifier).containsExactly(id(2), id(4), id(6), id(8), id(10), "oai:a:gone");
        assertThat(records.getFirst().metadata()).isEqualTo(dublinCore(id(2)));
        assertThat(records.getFirst().index()).isEqualTo(SampleIndices.index(Index.TF_BASIC, "opera minora opera 2"));
        assertThat(records.getFirst().header().datestamp().text()).isEqualTo("2024-04-02T12:00:00Z");
        assertThat(records.subList(4, 6))
                .allMatch(record -> record.deleted() && record.metadata() == null && record.index() == null);
    }

    @Test
    void listWithoutAnIndex_isThatOfPlainOaiPmh() {
        List<OaiRecord> records = walk("ListRecords", "&metadataPrefix=oai_dc");

        assertThat(records).isEqualTo(repository.all(MetadataPrefix.OAI_DC)).allMatch(record -> record.index() == null);
        assertThat(records(ask("verb=ListRecords&metadataPrefix=marc21"))).hasSize(1);
    }

    @Test
    void identifiersWithAnIndex_areHeadersOfTheSameRecords() {
        assertThat(walk("ListIdentifiers", "&metadataPrefix=oai_dc&indexPrefix=tf_basic&set=maps&from=2024-04-04"))
                .extracting(OaiRecord::identifier).containsExactly(id(4), id(6), id(8), id(10));
    }

    @Test
    void getRecord_answersWithMetadataAndIndex() {
        OaiResponse response = ask("verb=GetRecord&identifier=oai:a:4&metadataPrefix=oai_dc&indexPrefix=tf_basic");

        assertThat(records(response).getFirst().index()).isEqualTo(SampleIndices.index(Index.TF_BASIC, "opera minora opera 4"));
        assertThat(records(response).getFirst().metadata()).isEqualTo(dublinCore(id(4)));
        assertThat(records(ask("verb=GetRecord&identifier=oai:a:10&metadataPrefix=oai_dc&indexPrefix=tf_basic")).getFirst()
                .deleted())
                .isTrue();
        assertThat(records(ask("verb=GetRecord&identifier=oai:a:4&metadataPrefix=oai_dc")).getFirst().index()).isNull();
    }

    @Test
    void request_isToldWithItsTwoPrefixes() {
        OaiResponse response = ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic&from=2024-04-01");

        assertThat(response.request().baseUrl()).isEqualTo(BASE_URL);
        assertThat(response.request().arguments()).isEqualTo(Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc",
                "indexPrefix", "tf_basic", "from", "2024-04-01"));
        assertThat(ask("verb=ListRecords&resumptionToken=" + token(response)).request().arguments())
                .doesNotContainKey("indexPrefix");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Identify", "verb=ListSets", "verb=ListMetadataFormats", "verb=ListIndexFormats",
            "verb=ListRecords&metadataPrefix=oai_dc", "verb=ListIdentifiers&metadataPrefix=oai_dc&indexPrefix=tf_basic",
            "verb=GetRecord&identifier=oai:a:1&metadataPrefix=oai_dc", "verb=ListRecords", "verb=x",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=x", "verb=ListIndexFormats&x=y"})
    void everyResponse_isOfTheExtension(String query) {
        for (int segments : List.of(0, 2)) {
            repository.serveInSegments(segments);
            OaiResponse.Envelope envelope = switch (provider.answer(OaiQueryString.parse(query), SegmentForm.RECORDS)) {
                case ServedResponse.Page<?> page -> page.envelope();
                case ServedResponse.Whole<?>(OaiResponse response) -> response.envelope();
            };
            assertThat(envelope.isOfIndex()).isTrue();
            assertThat(envelope.schema()).isEqualTo("http://hub.example/ns/1.0/oai-pmh-index.xsd");
        }
    }

    @Test
    void indexFormats_areThoseThatAreStored() {
        assertThat(ask("verb=ListIndexFormats").answer()).isEqualTo(new OaiResponse.ListIndexFormats(
                List.of(Index.TERMS.format(SCHEMAS), Index.TF_BASIC.format(SCHEMAS))));
        assertThat(ask("verb=ListIndexFormats&identifier=oai:a:2").answer())
                .isEqualTo(new OaiResponse.ListIndexFormats(List.of(Index.TF_BASIC.format(SCHEMAS))));
        assertThat(ask("verb=ListIndexFormats").request().arguments()).isEqualTo(Map.of("verb", "ListIndexFormats"));
    }

    @Test
    void combinedFormats_areNoMetadataFormats() {
        assertThat(ask("verb=ListMetadataFormats").answer())
                .isEqualTo(new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC, ListedRepository.MARC)));
        assertThat(ask("verb=ListMetadataFormats&identifier=oai:a:2").answer())
                .isEqualTo(new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC)));
        for (String list : List.of("ListRecords", "ListIdentifiers", "GetRecord&identifier=oai:a:2")) {
            OaiResponse response = ask("verb=" + list + "&metadataPrefix=oai_dc__tf_basic");
            assertThat(codes(response)).containsExactly("cannotDisseminateFormat");
            assertThat(messages(response)).contains("metadataPrefix='oai_dc'", "indexPrefix='tf_basic'");
        }
    }

    @ParameterizedTest
    @CsvSource({
            // The verb of the extension.
            "verb=ListIndexFormats&identifier=nobody, idDoesNotExist", "verb=ListIndexFormats&identifier=oai:a:1, noIndexFormats",
            "verb=ListIndexFormats&identifier=oai:a:gone, noIndexFormats",
            "verb=ListIndexFormats&indexPrefix=tf_basic, badArgument",
            "verb=ListIndexFormats&metadataPrefix=oai_dc, badArgument", "verb=ListIndexFormats&identifier=, badArgument",
            "verb=ListIndexFormats&identifier=a&identifier=b, badArgument", "verb=ListIndexFormats&identifier=%C3, badArgument",
            "verb=ListIndexFormats&verb=ListIndexFormats, badVerb", "verb=ListIndexFormats&verb=Identify, badVerb",
            "verb=listIndexFormats, badVerb", "indexPrefix=tf_basic, badVerb",
            // Unknown and unavailable index formats.
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_positional, cannotDisseminateFormat",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=other, cannotDisseminateFormat",
            "verb=ListRecords&metadataPrefix=oai_dc__tf_basic&indexPrefix=tf_basic, cannotDisseminateFormat",
            "verb=ListIdentifiers&metadataPrefix=none&indexPrefix=tf_basic, cannotDisseminateFormat",
            "verb=ListRecords&metadataPrefix=none&indexPrefix=other, cannotDisseminateFormat cannotDisseminateFormat",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=terms, noRecordsMatch",
            "verb=ListIdentifiers&metadataPrefix=marc21&indexPrefix=tf_basic, noRecordsMatch",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic&until=2024-03-31, noRecordsMatch",
            "verb=GetRecord&identifier=oai:a:1&metadataPrefix=oai_dc&indexPrefix=tf_basic, cannotDisseminateFormat",
            "verb=GetRecord&identifier=oai:a:1&metadataPrefix=marc21&indexPrefix=tf_basic, cannotDisseminateFormat",
            "verb=GetRecord&identifier=oai:a:2&metadataPrefix=oai_dc&indexPrefix=other, cannotDisseminateFormat",
            "verb=GetRecord&identifier=nobody&metadataPrefix=oai_dc&indexPrefix=tf_basic, idDoesNotExist",
            "verb=GetRecord&identifier=nobody&metadataPrefix=oai_dc&indexPrefix=other, cannotDisseminateFormat idDoesNotExist",
            // Where the argument is not one.
            "verb=Identify&indexPrefix=tf_basic, badArgument", "verb=ListSets&indexPrefix=tf_basic, badArgument",
            "verb=ListMetadataFormats&indexPrefix=tf_basic, badArgument",
            // Repeated, ill-formed, alone, with a token.
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic&indexPrefix=tf_basic, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf/basic, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=%zz, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=%00, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&IndexPrefix=tf_basic, badArgument",
            "verb=ListRecords&indexPrefix=tf_basic, badArgument",
            "verb=GetRecord&identifier=oai:a:2&indexPrefix=tf_basic, badArgument",
            "verb=GetRecord&metadataPrefix=oai_dc&indexPrefix=tf_basic, badArgument",
            "verb=ListRecords&resumptionToken=junk&indexPrefix=tf_basic, badArgument badResumptionToken",
            "verb=GetRecord&identifier=oai:a:2&metadataPrefix=oai_dc&indexPrefix=tf_basic&resumptionToken=x, badArgument",
            // All that is wrong at once.
            "verb=ListRecords&metadataPrefix=none&indexPrefix=a/b&from=junk, badArgument badArgument cannotDisseminateFormat",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=other&from=junk, cannotDisseminateFormat badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic&from=2024-01-02&until=2024-01-01, badArgument",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic&junk=1, badArgument"})
    void errors_areThoseOfMetadataPrefix(String query, String codes) {
        OaiResponse response = ask(query);

        assertThat(codes(response)).as(query).containsExactly(codes.split(" "));
        if (codes.contains("badArgument") || codes.contains("badVerb")) {
            assertThat(response.request().arguments()).isEmpty();
        } else {
            assertThat(response.request().arguments()).containsKey("verb");
        }
    }

    @Test
    void messages_nameTheArgumentThatIsWrong() {
        assertThat(messages(ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=other"))).contains("indexPrefix='other'");
        assertThat(messages(ask("verb=GetRecord&identifier=oai:a:1&metadataPrefix=oai_dc&indexPrefix=tf_basic")))
                .contains("'oai:a:1'", "indexPrefix='tf_basic'");
        assertThat(messages(ask("verb=ListIndexFormats&x=1"))).contains("ListIndexFormats takes no argument 'x'")
                .doesNotContain("ListMetadataFormats");
        assertThat(messages(ask("verb=x"))).contains("ListIndexFormats");
        String token = Objects.requireNonNull(token(ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic")));
        assertThat(messages(ask("verb=ListRecords&indexPrefix=tf_basic&resumptionToken=" + token)))
                .contains("it came with indexPrefix");
        assertThat(codes(ask("verb=ListRecords&indexPrefix=tf_basic&resumptionToken=" + token))).containsExactly("badArgument");
    }

    @Test
    void token_isValidOnlyAtItsBaseUrl() {
        String token = token(ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic"));

        assertThat(codes(standard.answer(OaiQueryString.parse("verb=ListRecords&resumptionToken=" + token))))
                .containsExactly("badResumptionToken");
        assertThat(codes(ask("verb=ListIdentifiers&resumptionToken=" + token))).containsExactly("badResumptionToken");
        String plain = token(standard.answer(OaiQueryString.parse("verb=ListRecords&metadataPrefix=oai_dc")));
        assertThat(codes(ask("verb=ListRecords&resumptionToken=" + plain))).containsExactly("badResumptionToken");
    }

    @Test
    void repositoryWithoutAnIndex_saysSo() {
        ListedRepository plain = new ListedRepository(Instant.parse("2024-06-30T12:00:00Z"));
        plain.put(id(1), "2024-03-01T00:00:00Z");
        ProviderSettings settings = ProviderSettings.of(BASE_URL, KEY);
        provider = new IndexProvider(new DataProvider(plain, settings), STANDARD, SCHEMAS);

        assertThat(codes(ask("verb=ListIndexFormats"))).containsExactly("noIndexFormats");
        assertThat(codes(ask("verb=ListIndexFormats&identifier=oai:a:1"))).containsExactly("noIndexFormats");
        assertThat(codes(ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic")))
                .containsExactly("cannotDisseminateFormat");
        assertThat(records(ask("verb=ListRecords&metadataPrefix=oai_dc"))).hasSize(1);
        assertThat(friends(new DataProvider(plain, settings.withIndexUrl("http://x.example/"))
                .answer(OaiQueryString.parse("verb=Identify"))))
                .isEmpty();
    }

    private static List<String> friends(OaiResponse identify) {
        return ((OaiResponse.Identify) identify.answer()).description().descriptions().stream()
                .flatMap(fragment -> ContainerReader.description(fragment).stream())
                .flatMap(description -> description instanceof Friends(List<String> urls) ? urls.stream() : Stream.of())
                .toList();
    }

    @Test
    void bothBaseUrls_nameEachOtherAsFriends() {
        OaiResponse plain = standard.answer(OaiQueryString.parse("verb=Identify"));
        assertThat(friends(ask("verb=Identify"))).containsExactly(STANDARD);
        assertThat(friends(plain)).containsExactly(BASE_URL);
        assertThat(((OaiResponse.Identify) plain.answer()).description().descriptions().toString())
                .contains("can still be found if it shares term statistics");
        assertThat(((OaiResponse.Identify) ask("verb=Identify").answer()).description().protocolVersion()).isEqualTo("2.0");
    }

    @Test
    void daysAsGranularity_holdForRecordsWithAnIndexToo() {
        repository.serveInSegments(2);
        provider = provider(Granularity.DAY);

        assertThat(walk("ListRecords", "&metadataPrefix=oai_dc&indexPrefix=tf_basic"))
                .allMatch(record -> record.header().datestamp().text().length() == 10)
                .filteredOn(record -> record.index() != null).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void recordThatCannotBeSplit_isLeftOutOfTheList(int segments) {
        repository.serveInSegments(segments);
        repository.put(id(4), COMBINED, "2024-04-04T12:00:00Z", XmlFragment
                .of("<indexed xmlns=\"https://sheaf.dev/ns/1.0/indexed/\"><metadata>" + dublinCore("x")
                        + "</metadata></indexed>"));

        assertThat(walk("ListRecords", "&metadataPrefix=oai_dc&indexPrefix=tf_basic")).extracting(OaiRecord::identifier)
                .containsExactly(id(2), id(6), id(8), id(10), "oai:a:gone");
        assertThat(codes(ask("verb=GetRecord&identifier=oai:a:4&metadataPrefix=oai_dc&indexPrefix=tf_basic")))
                .containsExactly("cannotDisseminateFormat");
    }

    @Test
    void segmentsWithAnIndex_haveOtherFingerprints() {
        repository.serveInSegments(2);
        List<String> fingerprints = new ArrayList<>();
        SegmentForm<String> form = new SegmentForm<>() {
            @Override
            public String of(RecordSegment segment) {
                fingerprints.add(segment.fingerprint());
                assertThat(segment.read()).hasSizeLessThanOrEqualTo(segment.size());
                return segment.fingerprint();
            }

            @Override
            public boolean isEmpty(String made) {
                return false;
            }
        };
        provider.answer(OaiQueryString.parse("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic"), form);

        assertThat(fingerprints).hasSize(2).doesNotHaveDuplicates().allMatch(text -> text.startsWith("index "));
    }

    @Test
    void deeperPages_readNoMoreThanTheFirst() {
        ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic");
        int first = repository.pagesRead();
        String token = Objects.requireNonNull(token(ask("verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic")));
        int second = repository.pagesRead();
        ask("verb=ListRecords&resumptionToken=" + token);

        assertThat(repository.pagesRead() - second).isEqualTo(first);
    }
}
