package dev.sheaf.provider;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.repository.RecordSegment;

import static dev.sheaf.provider.ProviderFixture.headers;
import static dev.sheaf.provider.ProviderFixture.page;
import static org.assertj.core.api.Assertions.assertThat;

/** A repository that counts in days over one that counts in seconds (S3.3). */
class DayGranularityTest {

    private static final String ALL = "&metadataPrefix=oai_dc";

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.repository.put("first-second", "2024-03-02T00:00:00Z");
        fixture.repository.put("last-second", "2024-03-02T23:59:59Z");
        fixture.repository.put("next-day", "2024-03-03T00:00:00Z");
        fixture.repository.put("today", "2024-06-30T11:59:59Z");
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withGranularity(Granularity.DAY));
    }

    @Test
    void writesEveryDatestampAsADayAndResponseDateInSeconds() {
        for (String query : List.of("verb=ListRecords&until=2024-03-03" + ALL, "verb=ListIdentifiers&until=2024-03-03" + ALL)) {
            assertThat(headers(fixture.ask(query).answer())).extracting(header -> header.datestamp().text())
                    .containsExactly("2024-03-02", "2024-03-02", "2024-03-03");
        }
        OaiResponse.GetRecord got = (OaiResponse.GetRecord) fixture.ask("verb=GetRecord&identifier=today" + ALL).answer();
        assertThat(got.record().header().datestamp()).isEqualTo(Datestamp.parse("2024-06-30"));
        RepositoryDescription told = ((OaiResponse.Identify) fixture.ask("verb=Identify").answer()).description();
        assertThat(told.granularityText()).isEqualTo("YYYY-MM-DD");
        assertThat(told.earliestDatestamp()).isEqualTo(Datestamp.parse("2000-01-01"));
        assertThat(fixture.ask("verb=Identify").responseDate()).isEqualTo(Datestamp.ofSecond(ProviderFixture.NOW));
    }

    @ParameterizedTest
    @CsvSource({
            "from=2024-03-02&until=2024-03-02, first-second last-second",
            "from=2024-03-03&until=2024-03-03, next-day",
            "until=2024-03-02, first-second last-second",
            "from=2024-03-03, next-day today",
            "from=2024-06-30, today",
            "from=2024-06-30&until=9999-12-31, today"})
    void fromAndUntil_includeWholeDays(String dates, String identifiers) {
        assertThat(fixture.identifiers("verb=ListRecords&" + dates + ALL)).containsExactly(identifiers.split(" "));
        assertThat(fixture.identifiers("verb=ListIdentifiers&" + dates + ALL)).containsExactly(identifiers.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=2024-03-02T00:00:00Z", "until=2024-03-02T23:59:59Z",
            "from=2024-03-02T00:00:00Z&until=2024-03-02T23:59:59Z", "from=2024-03-02&until=2024-03-02T23:59:59Z",
            "from=2024-03-03&until=2024-03-02", "from=2024-03", "until=junk"})
    void timesAndInvalidDays_areBadArguments(String dates) {
        assertThat(fixture.codes("verb=ListRecords&" + dates + ALL)).isNotEmpty().containsOnly("badArgument");
    }

    @Test
    void incrementFromTheDayOfTheLastResponse_findsLaterRecordsOfThatDay() {
        String day = fixture.ask("verb=ListRecords" + ALL).responseDate().text().substring(0, 10);
        fixture.repository.put("later today", "2024-06-30T12:00:00Z");
        fixture.repository.settle(Instant.parse("2024-06-30T18:00:00Z"));

        assertThat(fixture.identifiers("verb=ListRecords&from=" + day + ALL)).containsExactly("today", "later today");
    }

    @Test
    void segmentsWithDays_haveOtherFingerprintsThanWithSeconds_andStayUnread() {
        fixture.repository.serveInSegments(2);
        DataProvider seconds = new DataProvider(fixture.repository, fixture.settings);
        List<RecordSegment> inSeconds = page(
                seconds.answer(OaiQueryString.parse("verb=ListRecords" + ALL), ProviderFixture.UNREAD))
                .segments();
        List<RecordSegment> inDays = page(fixture.askUnread("verb=ListRecords" + ALL)).segments();

        assertThat(fixture.repository.segmentsRead()).isZero();
        assertThat(inDays).hasSameSizeAs(inSeconds);
        for (int i = 0; i < inDays.size(); i++) {
            assertThat(inDays.get(i).fingerprint()).isNotEqualTo(inSeconds.get(i).fingerprint());
            assertThat(inDays.get(i).size()).isEqualTo(inSeconds.get(i).size());
        }
        assertThat(inDays.stream().flatMap(segment -> segment.read().stream()))
                .extracting(record -> record.header().datestamp().text()).containsExactly("2024-03-02", "2024-03-02",
                        "2024-03-03");
        assertThat(inSeconds.stream().flatMap(segment -> segment.read().stream()))
                .extracting(record -> record.header().datestamp().text()).contains("2024-03-02T23:59:59Z");
        assertThat(fixture.walk("ListRecords", ALL).stream().flatMap(page -> headers(page.answer()).stream())
                .map(Header::identifier))
                .containsExactly("first-second", "last-second", "next-day", "today");
    }
}
