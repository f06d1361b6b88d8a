package dev.sheaf.provider;

import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** from and until (S2.7.1, S3.3). */
class DateRangesTest {

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.repository.put("midnight", "2024-03-01T00:00:00Z");
        fixture.repository.put("noon", "2024-03-01T12:00:00Z");
        fixture.repository.put("last-second", "2024-03-01T23:59:59Z");
        fixture.repository.put("next-day", "2024-03-02T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
            "from=2024-03-01&until=2024-03-01,                      midnight noon last-second",
            "until=2024-03-01,                                      midnight noon last-second",
            "until=2024-02-29&from=2024-02-29,                      ''",
            "from=2024-03-02,                                       next-day",
            "from=2024-03-01T00:00:01Z,                             noon last-second next-day",
            "from=2024-03-01T12:00:00Z&until=2024-03-01T12:00:00Z,  noon",
            "from=2024-03-01T12:00:01Z&until=2024-03-01T23:59:58Z,  ''",
            "from=2024-03-01T23:59:59Z&until=2024-03-02T00:00:00Z,  last-second next-day",
            "until=2024-03-01T00:00:00Z,                            midnight",
            "until=2024-02-29T23:59:59Z,                            ''",
            "from=1000-01-01&until=1000-01-01,                      ''",
            "until=9999-12-31&from=2024-03-02,                      next-day",
            "from=0001-01-01&until=2024-03-01T00:00:00Z,            badArgument"})
    void fromAndUntil_areInclusive(String range, String expected) {
        String query = "verb=ListIdentifiers&metadataPrefix=oai_dc&" + range.strip();
        if (expected.isEmpty()) {
            assertThat(fixture.codes(query)).containsExactly("noRecordsMatch");
        } else if (expected.startsWith("bad")) {
            assertThat(fixture.codes(query)).containsExactly(expected);
        } else {
            assertThat(fixture.identifiers(query)).containsExactly(expected.split(" "));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"junk", "", "2024", "2024-03", "2024-3-1", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10",
            "2024-03-01T12:00:00", "2024-03-01T12:00Z", "2024-03-01T12:00:00.0Z", "2024-03-01T12:00:00%2B00:00", "2024-03-01Z",
            "2024-03-01T24:00:00Z", "2024-03-01T23:59:60Z", "2024-03-01T12:60:00Z", "2024-03-01t12:00:00z", "+2024-03-01",
            "-2024-03-01", "0000-01-01", "12024-03-01", "20240301", "2024-03-01T12:00:00Z%20", "٢٠٢٤-03-01"})
    void invalidDate_isBadArgument(String date) {
        for (String key : new String[]{"from", "until"}) {
            OaiResponse response = fixture.ask("verb=ListRecords&metadataPrefix=oai_dc&" + key + "=" + date);

            assertThat(ProviderFixture.codes(response)).as(key + "=" + date).containsExactly("badArgument");
            assertThat(response.request().arguments()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=2024-03-01&until=2024-03-02T00:00:00Z", "from=2024-03-01T00:00:00Z&until=2024-03-02",
            "from=2024-03-02&until=2024-03-01", "from=2024-03-01T00:00:01Z&until=2024-03-01T00:00:00Z"})
    void rangeWithMixedGranularityOrReversedEnds_isBadArgument(String range) {
        assertThat(fixture.codes("verb=ListRecords&metadataPrefix=oai_dc&" + range)).containsExactly("badArgument");
    }

    @Test
    void responseEchoesDatesAsTheyWereSent() {
        assertThat(
                fixture.ask("verb=ListIdentifiers&until=2024-03-01&metadataPrefix=oai_dc&from=2024-03-01").request().arguments())
                .containsEntry("from", "2024-03-01").containsEntry("until", "2024-03-01").hasSize(4);
    }

    @Test
    void recordsAfterTheResponseDate_areNotListed() {
        fixture.repository.settle(Instant.parse("2024-03-01T12:00:00Z"));

        OaiResponse response = fixture.ask("verb=ListIdentifiers&metadataPrefix=oai_dc");

        assertThat(response.responseDate()).isEqualTo(Datestamp.parse("2024-03-01T12:00:00Z"));
        assertThat(ProviderFixture.headers(response.answer())).extracting(Header::identifier).containsExactly("midnight", "noon");
        assertThat(fixture.identifiers("verb=ListIdentifiers&metadataPrefix=oai_dc&from=" + response.responseDate()))
                .as("what the next harvest sees").containsExactly("noon");
        assertThat(fixture.codes("verb=ListIdentifiers&metadataPrefix=oai_dc&from=2024-03-01T12:00:01Z"))
                .containsExactly("noRecordsMatch");
    }

    @Test
    void repositoryWithDayGranularity_isServedWithDays() {
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withGranularity(Granularity.DAY));

        OaiResponse page = fixture.ask("verb=ListRecords&metadataPrefix=oai_dc&from=2024-03-01&until=2024-03-01");
        OaiResponse record = fixture.ask("verb=GetRecord&metadataPrefix=oai_dc&identifier=noon");
        OaiResponse identify = fixture.ask("verb=Identify");

        assertThat(ProviderFixture.headers(page.answer())).extracting(header -> header.datestamp().text())
                .containsExactly("2024-03-01", "2024-03-01", "2024-03-01");
        assertThat(page.responseDate().text()).as("responseDate always has seconds").isEqualTo("2024-06-30T12:00:00Z");
        assertThat(((OaiResponse.GetRecord) record.answer()).record().header().datestamp().text()).isEqualTo("2024-03-01");
        assertThat(((OaiResponse.Identify) identify.answer()).description())
                .satisfies(description -> assertThat(description.granularityText()).isEqualTo("YYYY-MM-DD"))
                .satisfies(description -> assertThat(description.earliestDatestamp().text()).isEqualTo("2000-01-01"));
        assertThat(fixture.codes("verb=ListRecords&metadataPrefix=oai_dc&from=2024-03-01T00:00:00Z"))
                .containsExactly("badArgument");
        assertThat(fixture.codes("verb=ListRecords&metadataPrefix=oai_dc&until=2024-03-01T00:00:00Z"))
                .containsExactly("badArgument");
    }
}
