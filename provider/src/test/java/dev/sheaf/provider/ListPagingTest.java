package dev.sheaf.provider;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.StoreException;

import static dev.sheaf.provider.ProviderFixture.headers;
import static dev.sheaf.provider.ProviderFixture.identifier;
import static dev.sheaf.provider.ProviderFixture.page;
import static dev.sheaf.provider.ProviderFixture.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Flow control of lists of records (S3.5). */
class ListPagingTest {

    private static final String ALL = "&metadataPrefix=oai_dc";

    private final ProviderFixture fixture = new ProviderFixture();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 9, 10, 11, 100})
    void listWithAnyPageSize_isComplete(int size) {
        fixture.withTenRecords();
        fixture.repository.delete(identifier(4), MetadataFormat.OAI_DC.prefix(), "2024-03-20T00:00:00Z");
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withPages(size, size, size));

        List<OaiResponse> records = fixture.walk("ListRecords", ALL);
        List<OaiResponse> identifiers = fixture.walk("ListIdentifiers", ALL);

        List<OaiRecord> all = fixture.repository.all(MetadataFormat.OAI_DC.prefix());
        assertThat(records.stream().flatMap(page -> ((OaiResponse.ListRecords) page.answer()).records().stream()))
                .containsExactlyElementsOf(all);
        assertThat(identifiers.stream().flatMap(page -> headers(page.answer()).stream()))
                .containsExactlyElementsOf(all.stream().map(OaiRecord::header).toList());
        assertThat(records).hasSize((10 + size - 1) / size);
        long cursor = 0;
        for (OaiResponse page : records) {
            assertThat(headers(page.answer())).isNotEmpty();
            if (records.size() > 1) {
                assertThat(token(page).cursor()).isEqualTo(cursor);
                assertThat(token(page).completeListSize()).isEqualTo(10);
                assertThat(token(page).isLast()).isEqualTo(cursor + headers(page.answer()).size() == 10);
                assertThat(token(page).expirationDate()).isNull();
            } else {
                assertThat(ProviderFixture.hasToken(page)).isFalse();
            }
            cursor += headers(page.answer()).size();
        }
    }

    @Test
    void manyRecordsOfOneSecond_areListedInPages() {
        IntStream.range(0, 50).forEach(i -> fixture.repository.put("same-" + i, "2024-03-01T00:00:00Z"));

        assertThat(fixture.walk("ListRecords", ALL).stream().flatMap(page -> headers(page.answer()).stream())
                .map(Header::identifier))
                .containsExactlyElementsOf(IntStream.range(0, 50).mapToObj(i -> "same-" + i).toList());
    }

    @Test
    void token_keepsTheSelection() {
        fixture.repository.addSet("a", "A");
        for (int i = 1; i <= 9; i++) {
            fixture.repository.put(identifier(i), "2024-03-%02dT00:00:00Z".formatted(i), i % 2 == 0 ? "a:b" : "ab");
        }

        assertThat(fixture.walk("ListRecords", ALL + "&set=ab&from=2024-03-03&until=2024-03-09").stream()
                .flatMap(page -> headers(page.answer()).stream()).map(Header::identifier))
                .containsExactly(identifier(3), identifier(5), identifier(7), identifier(9));
        assertThat(fixture.walk("ListRecords", ALL + "&set=a").stream()
                .flatMap(page -> headers(page.answer()).stream()).map(Header::identifier))
                .as("a set holds its descendants, and whole nodes are compared")
                .containsExactly(identifier(2), identifier(4), identifier(6), identifier(8));
    }

    @Test
    void token_leadsBackToTheFirstRequestOfItsList() {
        fixture.withTenRecords();
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withPages(2, 2, 1));
        String bounded = token(fixture.ask("verb=ListIdentifiers" + ALL + "&from=2024-01-01&until=2024-12-31")).value();
        String whole = token(fixture.ask("verb=ListRecords" + ALL)).value();

        assertThat(fixture.provider.beginning(bounded).map(OaiRequest::arguments)).hasValue(Map.of("verb", "ListIdentifiers",
                "metadataPrefix", "oai_dc", "from", "2024-01-01T00:00:00Z", "until", "2024-12-31T23:59:59Z"));
        assertThat(fixture.provider.beginning(whole).map(OaiRequest::arguments))
                .hasValue(Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc"));
        assertThat(fixture.provider.beginning(whole + "x")).isEmpty();
    }

    @Test
    void tokenSentAgain_returnsTheSamePage() {
        fixture.withTenRecords();
        String first = token(fixture.ask("verb=ListRecords" + ALL)).value();
        OaiResponse second = fixture.ask("verb=ListRecords&resumptionToken=" + first);
        OaiResponse third = fixture.ask("verb=ListRecords&resumptionToken=" + token(second).value());

        assertThat(fixture.ask("verb=ListRecords&resumptionToken=" + first)).isEqualTo(second);
        assertThat(fixture.ask("verb=ListRecords&resumptionToken=" + token(second).value())).isEqualTo(third);
        assertThat(fixture.ask("verb=ListRecords" + ALL)).isEqualTo(fixture.ask("verb=ListRecords" + ALL));
    }

    @Test
    void tokenFromBeforeARestart_continuesTheList() {
        fixture.withTenRecords();
        String first = token(fixture.ask("verb=ListRecords" + ALL)).value();

        DataProvider other = new DataProvider(fixture.repository, ProviderSettings
                .of(ProviderFixture.BASE_URL, TokenKey.of("a key that only this test knows".getBytes(StandardCharsets.UTF_8)))
                .withPages(5, 5, 5));

        OaiResponse page = other.answer(OaiArguments.of("verb", "ListRecords", "resumptionToken", first));
        assertThat(headers(page.answer())).extracting(Header::identifier).startsWith(identifier(4)).hasSize(5);
        assertThat(token(page).cursor()).isEqualTo(3);
    }

    @Test
    void changesDuringAList_loseNoUnchangedRecord() {
        fixture.withTenRecords();
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        fixture.repository.put(identifier(2), "2024-06-30T12:00:05Z");
        fixture.repository.put(identifier(5), "2024-06-30T12:00:05Z");
        fixture.repository.delete(identifier(9), MetadataFormat.OAI_DC.prefix(), "2024-06-30T12:00:06Z");
        fixture.repository.put("new", "2024-06-30T12:00:07Z");
        fixture.repository.settle(Instant.parse("2024-06-30T12:00:10Z"));

        OaiResponse second = fixture.ask("verb=ListRecords&resumptionToken=" + token(first).value());
        OaiResponse third = fixture.ask("verb=ListRecords&resumptionToken=" + token(second).value());

        assertThat(headers(second.answer())).extracting(Header::identifier).containsExactly(identifier(4), identifier(6),
                identifier(7));
        assertThat(headers(third.answer())).extracting(Header::identifier).containsExactly(identifier(8), identifier(10));
        assertThat(token(third)).isEqualTo(new ResumptionToken("", null, 8L, 6L));
        assertThat(fixture.identifiers(
                "verb=ListRecords&metadataPrefix=oai_dc&from=" + first.responseDate() + "&until=2024-06-30T12:00:06Z"))
                .as("the next harvest begins at the first responseDate")
                .containsExactly(identifier(2), identifier(5), identifier(9));
    }

    @Test
    void listWhoseRemainingRecordsAllChanged_endsWithTheChangedRecords() {
        fixture.withTenRecords();
        OaiResponse first = fixture.ask("verb=ListRecords" + ALL);
        for (int i = 4; i <= 10; i++) {
            fixture.repository.put(identifier(i), "2024-06-30T12:00:0%dZ".formatted(i - 3));
        }
        fixture.repository.settle(Instant.parse("2024-06-30T12:01:00Z"));

        OaiResponse second = fixture.ask("verb=ListRecords&resumptionToken=" + token(first).value());
        OaiResponse third = fixture.ask("verb=ListRecords&resumptionToken=" + token(second).value());
        OaiResponse last = fixture.ask("verb=ListRecords&resumptionToken=" + token(third).value());

        assertThat(headers(second.answer())).extracting(Header::identifier).containsExactly(identifier(4), identifier(5),
                identifier(6));
        assertThat(headers(last.answer())).extracting(Header::identifier).containsExactly(identifier(10));
        assertThat(token(last).isLast()).isTrue();
    }

    @Test
    void tokenWithoutRemainingRecords_isRefused() {
        fixture.withTenRecords();
        String unbounded = token(fixture.ask("verb=ListRecords" + ALL)).value();
        String bounded = token(fixture.ask("verb=ListRecords&until=2024-06-01" + ALL)).value();
        for (int i = 4; i <= 10; i++) {
            fixture.repository.put(identifier(i), "2024-06-30T12:00:05Z");
        }
        fixture.repository.settle(Instant.parse("2024-06-30T12:01:00Z"));
        assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + bounded))
                .as("what moved does not belong to a list with until").containsExactly("badResumptionToken");

        for (int i = 4; i <= 10; i++) {
            fixture.repository.vanish(identifier(i));
        }
        assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + unbounded)).containsExactly("badResumptionToken");
    }

    @Test
    void unknownSize_isNotStated() {
        fixture.withTenRecords();
        fixture.repository.forgetSizes();

        List<OaiResponse> pages = fixture.walk("ListRecords", ALL);

        assertThat(pages).extracting(page -> token(page).completeListSize()).containsExactly(null, null, null, 10L);
        assertThat(pages).extracting(page -> token(page).cursor()).containsExactly(0L, 3L, 6L, 9L);
    }

    @Test
    void statedSize_isAtLeastTheNumberOfListedEntries() {
        fixture.withTenRecords();
        String first = token(fixture.ask("verb=ListRecords&until=2024-12-31" + ALL)).value();
        IntStream.range(0, 5).forEach(i -> fixture.repository.put("late-" + i, "2024-07-01T00:00:00Z"));

        OaiResponse page = fixture.ask("verb=ListRecords&resumptionToken=" + first);
        long shown = 3;
        while (!token(page).isLast()) {
            shown += headers(page.answer()).size();
            assertThat(token(page).completeListSize()).isGreaterThan(shown);
            page = fixture.ask("verb=ListRecords&resumptionToken=" + token(page).value());
        }
        assertThat(token(page).completeListSize()).isEqualTo(15);
    }

    @Test
    void tokenOfAnotherVerbRepositoryOrKey_isRefused() {
        fixture.withTenRecords();
        fixture.repository.addSet("a", "A");
        fixture.repository.addSet("b", "B");
        fixture.repository.addSet("c", "C");
        String records = token(fixture.ask("verb=ListRecords" + ALL)).value();
        String identifiers = token(fixture.ask("verb=ListIdentifiers" + ALL)).value();
        String sets = token(fixture.ask("verb=ListSets")).value();

        assertThat(fixture.codes("verb=ListIdentifiers&resumptionToken=" + records)).containsExactly("badResumptionToken");
        assertThat(fixture.codes("verb=ListSets&resumptionToken=" + records)).containsExactly("badResumptionToken");
        assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + identifiers)).containsExactly("badResumptionToken");
        assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + sets)).containsExactly("badResumptionToken");

        OaiArguments again = OaiArguments.of("verb", "ListRecords", "resumptionToken", records);
        ProviderSettings settings = fixture.settings;
        DataProvider elsewhere = new DataProvider(fixture.repository, settings.withBaseUrl(ProviderFixture.BASE_URL + "/other"));
        DataProvider otherKey = new DataProvider(fixture.repository,
                ProviderSettings.of(ProviderFixture.BASE_URL, TokenKey.of(TokenKey.freshSecret())));
        assertThat(ProviderFixture.codes(fixture.provider.answer(again))).isEmpty();
        assertThat(ProviderFixture.codes(elsewhere.answer(again))).containsExactly("badResumptionToken");
        assertThat(ProviderFixture.codes(otherKey.answer(again))).containsExactly("badResumptionToken");
    }

    @Test
    void changedToken_isRefused() {
        fixture.withTenRecords();
        String token = token(fixture.ask("verb=ListRecords" + ALL)).value();
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        Random random = new Random(42);
        for (int i = 0; i < token.length(); i++) {
            char other;
            do {
                other = alphabet.charAt(random.nextInt(alphabet.length()));
            } while (other == token.charAt(i));
            String changed = token.substring(0, i) + other + token.substring(i + 1);
            assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + changed)).as(changed)
                    .containsExactly("badResumptionToken");
            assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + token.substring(0, i)))
                    .containsExactly("badResumptionToken");
        }
        for (String changed : List.of(token + "=", token + "A", "A" + token, token + "%20", token + "%0A", token + token,
                "x".repeat(100_000))) {
            assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + changed)).containsExactly("badResumptionToken");
        }
        assertThat(fixture.repository.pagesRead()).as("nothing is read for a bad token").isEqualTo(1);
    }

    @Test
    void tokens_areShortAndNeedNoEncoding() {
        fixture.withTenRecords();

        assertThat(token(fixture.ask("verb=ListRecords" + ALL)).value()).matches("[A-Za-z0-9_-]{20,100}");
    }

    @Test
    void tokens_areMadeWithoutReadingSegments() {
        fixture.withTenRecords();
        List<OaiResponse> plain = fixture.walk("ListRecords", ALL);
        fixture.repository.serveInSegments(2);

        assertThat(page(fixture.askUnread("verb=ListRecords" + ALL)).resumptionToken()).isEqualTo(token(plain.getFirst()));
        assertThat(fixture.repository.segmentsRead()).isZero();
        assertThat(fixture.walk("ListRecords", ALL)).isEqualTo(plain);
    }

    @Test
    void pageOfDamagedRecords_isReplacedByTheNextPage() {
        fixture.withTenRecords();
        List<OaiResponse> pages = fixture.walk("ListRecords", ALL);
        fixture.repository.serveInSegments(2);
        fixture.repository.damage(identifier(1), identifier(2), identifier(3), identifier(5));

        OaiResponse instead = fixture.ask("verb=ListRecords" + ALL);

        assertThat(headers(instead.answer())).extracting(Header::identifier).containsExactly(identifier(4), identifier(6));
        assertThat(token(instead)).isEqualTo(token(pages.get(1)));
        assertThat(instead.request()).as("it answers the request that was sent").isEqualTo(pages.getFirst().request());
    }

    @Test
    void damagedRecordsAtTheEndOfAList_areAnsweredWithNoRecordsMatch() {
        fixture.withTenRecords();
        fixture.repository.serveInSegments(2);
        String last = token(fixture.walk("ListRecords", ALL).get(1)).value();
        fixture.repository.damage(identifier(7), identifier(8), identifier(9), identifier(10));

        assertThat(fixture.codes("verb=ListRecords&resumptionToken=" + last)).containsExactly("noRecordsMatch");
    }

    @Test
    void listOfAThousandDamagedPages_failsInsteadOfReadingOn() {
        for (int number = 1; number <= 1_010; number++) {
            fixture.repository.put(identifier(number), "2024-03-01T12:00:00Z");
            if (number < 1_005) {
                fixture.repository.damage(identifier(number));
            }
        }
        fixture.repository.serveInSegments(1);
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withPages(1, 1, 1));

        assertThatThrownBy(() -> fixture.ask("verb=ListRecords" + ALL)).isInstanceOf(StoreException.class)
                .hasMessageContaining("1000 pages");
        assertThat(fixture.repository.pagesRead()).isLessThan(1_010);
    }

    @Test
    void responseEchoesTheTokenOfAContinuation() {
        fixture.withTenRecords();
        String first = token(fixture.ask("verb=ListRecords" + ALL)).value();

        assertThat(fixture.ask("verb=ListRecords&resumptionToken=" + first).request().arguments())
                .containsOnlyKeys("verb", "resumptionToken").containsEntry("resumptionToken", first);
    }
}
