package dev.sheaf.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static dev.sheaf.provider.ProviderFixture.headers;
import static dev.sheaf.provider.ProviderFixture.identifier;
import static dev.sheaf.provider.ProviderFixture.page;
import static dev.sheaf.provider.ProviderFixture.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lists whose entries are kept from the first page on. */
class ResultSetsTest {

    private static final String ALL = "&metadataPrefix=oai_dc";
    private static final String LATER = "2024-06-30T12:00:05Z";

    private final ProviderFixture fixture = new ProviderFixture().withTenRecords();
    private final SettableClock clock = new SettableClock(ProviderFixture.NOW);
    private ProviderSettings settings = fixture.settings
            .withTokens(TokenStrategy.resultSets(Duration.ofMinutes(30), 1_000, clock));

    @BeforeEach
    void keepResultSets() {
        fixture.repository.addSet("a", "A");
        fixture.provider = new DataProvider(fixture.repository, settings);
    }

    private OaiResponse next(OaiResponse page) {
        return fixture.ask("verb=ListRecords&resumptionToken=" + token(page).value());
    }

    private static List<String> shown(OaiResponse page) {
        return headers(page.answer()).stream().map(header -> header.identifier().substring("oai:hub.example:".length())
                + (header.deleted() ? " deleted" : "")).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 9, 10, 100})
    void list_isCompleteAndItsTokensStateTheirExpiration(int size) {
        DataProvider stateless = new DataProvider(fixture.repository, fixture.settings.withPages(size, size, size));
        DataProvider kept = new DataProvider(fixture.repository, settings.withPages(size, size, size));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            fixture.provider = stateless;
            List<OaiResponse> expected = fixture.walk(verb, ALL + "&from=2024-03-01");
            fixture.provider = kept;
            List<OaiResponse> pages = fixture.walk(verb, ALL + "&from=2024-03-01");

            assertThat(pages).hasSameSizeAs(expected);
            for (int i = 0; i < pages.size(); i++) {
                assertThat(headers(pages.get(i).answer())).isEqualTo(headers(expected.get(i).answer()));
                assertThat(ProviderFixture.hasToken(pages.get(i))).isEqualTo(ProviderFixture.hasToken(expected.get(i)));
                if (ProviderFixture.hasToken(pages.get(i))) {
                    assertThat(token(pages.get(i)).cursor()).isEqualTo(token(expected.get(i)).cursor());
                    assertThat(token(pages.get(i)).completeListSize()).isEqualTo(10);
                    assertThat(token(pages.get(i)).expirationDate())
                            .isEqualTo(token(pages.get(i)).isLast() ? null : "2024-06-30T12:30:00Z");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void pages_endWhereTheRepositoryEndsThem(int segmentSize) {
        fixture.repository.serveInSegments(segmentSize);
        fixture.repository.fitIntoPage(3);
        fixture.provider = new DataProvider(fixture.repository, settings.withPages(5, 5, 5));
        assertThat(fixture.walk("ListRecords", ALL)).extracting(page -> headers(page.answer()).size()).containsExactly(3, 3, 3,
                1);
        assertThat(fixture.walk("ListIdentifiers", ALL)).extracting(page -> headers(page.answer()).size()).containsExactly(5, 5);
    }

    @Test
    void list_hasTheEntriesOfItsBeginningDespiteChanges() {
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        fixture.repository.put(identifier(2), LATER);
        fixture.repository.put(identifier(5), MetadataFormat.OAI_DC.prefix(), LATER,
                ListedRepository.dublinCore("changed"));
        fixture.repository.delete(identifier(6), MetadataFormat.OAI_DC.prefix(), LATER);
        fixture.repository.vanish(identifier(9));
        fixture.repository.put("new", LATER);
        fixture.repository.settle(Instant.parse("2024-06-30T12:01:00Z"));

        OaiResponse second = next(first);
        OaiResponse third = next(second);
        OaiResponse fourth = next(third);

        assertThat(shown(first)).containsExactly("1", "2", "3");
        assertThat(shown(second)).containsExactly("4", "5", "6 deleted");
        assertThat(((OaiResponse.ListRecords) second.answer()).records().get(1).metadata()).asString().contains("changed");
        assertThat(headers(second.answer()).get(1).datestamp().text()).isEqualTo(LATER);
        assertThat(shown(third)).containsExactly("7", "8");
        assertThat(shown(fourth)).containsExactly("10");
        assertThat(token(fourth).isLast()).isTrue();
        assertThat(token(fourth).completeListSize()).as("one has vanished").isEqualTo(9);
    }

    @Test
    void validToken_leadsBackToTheFirstRequestOfItsList() {
        String token = token(fixture.ask("verb=ListRecords&from=2024-01-01" + ALL)).value();

        assertThat(fixture.provider.beginning(token).map(OaiRequest::arguments)).hasValue(
                Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc", "from", "2024-01-01T00:00:00Z"));
        assertThat(new DataProvider(fixture.repository, settings.withTokens(TokenStrategy.stateless())).beginning(token))
                .isEmpty();
    }

    @Test
    void tokenSentAgain_returnsTheSamePage() {
        OaiResponse second = next(fixture.ask("verb=ListRecords" + ALL));
        OaiResponse third = next(second);

        assertThat(next(second)).isEqualTo(third);
        assertThat(next(second)).isEqualTo(third);
        assertThat(shown(next(third))).containsExactly("10");
    }

    @Test
    void recordThatLeftTheListedSet_isListedAsDeleted() {
        for (int i = 1; i <= 5; i++) {
            fixture.repository.put(identifier(i), "2024-03-0%dT12:00:00Z".formatted(i), "a:b");
        }
        OaiResponse first = fixture.ask("verb=ListRecords&set=a" + ALL);
        fixture.repository.put(identifier(4), LATER, "c");
        fixture.repository.put(identifier(5), LATER, "a:d");

        List<Header> second = headers(next(first).answer());

        assertThat(second).extracting(Header::identifier).containsExactly(identifier(4), identifier(5));
        assertThat(second.getFirst().deleted()).isTrue();
        assertThat(second.getFirst().sets()).containsExactly(new SetSpec("a"));
        assertThat(second.getLast().deleted()).isFalse();
    }

    @Test
    void deletedRecords_areLeftOutUnderThePolicyNo() {
        fixture.provider = new DataProvider(fixture.repository, settings.withDeletedRecord(DeletedRecordPolicy.NO));
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        for (int i = 4; i <= 7; i++) {
            fixture.repository.delete(identifier(i), MetadataFormat.OAI_DC.prefix(), LATER);
        }

        OaiResponse second = next(first);

        assertThat(shown(second)).as("a whole page is gone, another comes in its place").containsExactly("8", "9");
        assertThat(token(second).cursor()).isEqualTo(3);
        assertThat(shown(next(second))).containsExactly("10");
        assertThat(token(next(second)).cursor()).isEqualTo(5);
        for (int i = 8; i <= 10; i++) {
            fixture.repository.delete(identifier(i), MetadataFormat.OAI_DC.prefix(), LATER);
        }
        assertThat(ProviderFixture.codes(next(first))).containsExactly("badResumptionToken");
    }

    @Test
    void recordThatMovedBeyondTheRequestedUntil_isLeftOut() {
        OaiResponse first = fixture.ask("verb=ListRecords&until=2024-06-01" + ALL);
        fixture.repository.put(identifier(5), LATER);

        assertThat(shown(next(first))).containsExactly("4", "6");
    }

    @Test
    void expiredToken_isRefused() {
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        clock.advance(Duration.ofMinutes(30).minusSeconds(1));
        OaiResponse second = next(first);
        assertThat(shown(second)).containsExactly("4", "5", "6");
        assertThat(token(second).expirationDate()).as("a slow walk goes on").isEqualTo("2024-06-30T12:59:59Z");
        clock.advance(Duration.ofSeconds(1));

        assertThat(ProviderFixture.codes(next(first))).containsExactly("badResumptionToken");
        assertThat(((OaiResponse.Errors) next(first).answer()).errors().getFirst().message()).contains("2024-06-30T12:30:00Z");
        assertThat(shown(next(second))).containsExactly("7", "8", "9");
        clock.advance(Duration.ofDays(1));
        assertThat(ProviderFixture.codes(next(second))).containsExactly("badResumptionToken");
    }

    @Test
    void tokenOfAnotherProcessVerbOrRepository_isRefused() {
        String token = token(fixture.ask("verb=ListRecords" + ALL)).value();

        assertThat(fixture.codes("verb=ListIdentifiers&resumptionToken=" + token)).containsExactly("badResumptionToken");
        OaiArguments again = OaiArguments.of("verb", "ListRecords", "resumptionToken", token);
        for (ProviderSettings other : List.of(settings.withBaseUrl("http://hub.example/other"), fixture.settings,
                settings.withTokens(TokenStrategy.resultSets(Duration.ofMinutes(30), 1_000, clock)))) {
            assertThat(ProviderFixture.codes(new DataProvider(fixture.repository, other).answer(again)))
                    .containsExactly("badResumptionToken");
        }
        for (int i = 0; i < token.length(); i++) {
            String changed = token.substring(0, i) + (token.charAt(i) == 'A' ? 'B' : 'A') + token.substring(i + 1);
            assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + changed)).containsExactly("badResumptionToken");
        }
    }

    @Test
    void statelessTokens_stayValidAfterResultSetsAreEnabled() {
        fixture.provider = new DataProvider(fixture.repository, fixture.settings);
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        fixture.provider = new DataProvider(fixture.repository, settings);

        assertThat(shown(next(first))).containsExactly("4", "5", "6");
    }

    @Test
    void listWithoutRoomForAResultSet_getsStatelessTokens() {
        settings = fixture.settings.withTokens(TokenStrategy.resultSets(Duration.ofMinutes(30), 25, clock));
        fixture.provider = new DataProvider(fixture.repository, settings);
        List<OaiResponse> firsts = IntStream.range(0, 3).mapToObj(_ -> fixture.ask("verb=ListRecords" + ALL)).toList();

        assertThat(firsts).extracting(page -> token(page).expirationDate() != null).containsExactly(true, true, false);
        assertThat(firsts).allSatisfy(page -> assertThat(shown(next(page))).containsExactly("4", "5", "6"));
        fixture.repository.forgetSizes();
        assertThat(token(fixture.ask("verb=ListRecords" + ALL)).expirationDate()).isNull();
        clock.advance(Duration.ofMinutes(30));
        assertThat(token(fixture.ask("verb=ListRecords" + ALL)).expirationDate()).as("room again").isNotNull();
    }

    @Test
    void segmentsOfUnchangedPages_stayUnread() {
        fixture.repository.serveInSegments(2);
        String begin = Objects.requireNonNull(page(fixture.askUnread("verb=ListRecords" + ALL)).resumptionToken()).value();
        ServedResponse.Page<RecordSegment> unread = page(fixture.askUnread("verb=ListRecords&resumptionToken=" + begin));

        assertThat(unread.segments()).extracting(RecordSegment::size).containsExactly(2, 1);
        assertThat(fixture.repository.segmentsRead()).isZero();
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        OaiResponse second = next(first);
        assertThat(token(second).cursor()).isEqualTo(3);
        assertThat(shown(second)).containsExactly("4", "5", "6");
        fixture.repository.delete(identifier(5), MetadataFormat.OAI_DC.prefix(), LATER);
        assertThat(shown(next(first))).containsExactly("4", "5 deleted", "6");
    }

    @Test
    void lifetimeOrRoomOfZero_isRefused() {
        assertThatThrownBy(() -> TokenStrategy.resultSets(Duration.ofMillis(999), 1, clock))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TokenStrategy.resultSets(Duration.ofMinutes(1), 0, clock))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
