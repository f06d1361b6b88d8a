package dev.sheaf.provider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** A provider over a hand-filled repository, and the questions that tests ask it. */
final class ProviderFixture {

    static final String BASE_URL = "http://hub.example/oai";
    static final Instant NOW = Instant.parse("2024-06-30T12:00:00Z");
    static final TokenKey KEY = TokenKey.of("a key that only this test knows".getBytes(StandardCharsets.UTF_8));

    final ListedRepository repository = new ListedRepository(NOW);
    final ProviderSettings settings = ProviderSettings.of(BASE_URL, KEY).withPages(3, 4, 2);
    DataProvider provider = new DataProvider(repository, settings);

    /** Ten records, one a day, from 2024-03-01 on, each at noon. */
    ProviderFixture withTenRecords() {
        for (int day = 1; day <= 10; day++) {
            repository.put(identifier(day), "2024-03-%02dT12:00:00Z".formatted(day));
        }
        return this;
    }

    static String identifier(int number) {
        return "oai:hub.example:" + number;
    }

    /** Answers a request given as it stands in a URL. */
    OaiResponse ask(String query) {
        return provider.answer(OaiQueryString.parse(query));
    }

    /** Answers the same without reading the segments of a page. */
    ServedResponse<RecordSegment> askUnread(String query) {
        return provider.answer(OaiQueryString.parse(query), UNREAD);
    }

    /** The page of records of an answer. */
    static ServedResponse.Page<RecordSegment> page(ServedResponse<RecordSegment> response) {
        return switch (response) {
            case ServedResponse.Page<RecordSegment> page -> page;
            case ServedResponse.Whole<RecordSegment> whole -> throw new AssertionError("not a page in segments: " + whole);
        };
    }

    /** Segments as the repository gave them. */
    static final SegmentForm<RecordSegment> UNREAD = new SegmentForm<>() {

        @Override
        public RecordSegment of(RecordSegment segment) {
            return segment;
        }

        @Override
        public boolean isEmpty(RecordSegment made) {
            return false;
        }
    };

    List<String> codes(String query) {
        return codes(ask(query));
    }

    static List<String> codes(OaiResponse response) {
        return response.answer() instanceof Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    List<String> identifiers(String query) {
        return headers(ask(query).answer()).stream().map(Header::identifier).toList();
    }

    static List<Header> headers(Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords page -> page.records().stream().map(OaiRecord::header).toList();
            case OaiResponse.ListIdentifiers page -> page.headers();
            default -> throw new AssertionError("not a list of records: " + answer);
        };
    }

    static ResumptionToken token(OaiResponse response) {
        ResumptionToken token = switch (response.answer()) {
            case OaiResponse.ListRecords page -> page.resumptionToken();
            case OaiResponse.ListIdentifiers page -> page.resumptionToken();
            case OaiResponse.ListSets page -> page.resumptionToken();
            default -> throw new AssertionError("not a list: " + response.answer());
        };
        return Objects.requireNonNull(token, "the list came whole");
    }

    static boolean hasToken(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords page -> page.resumptionToken() != null;
            case OaiResponse.ListIdentifiers page -> page.resumptionToken() != null;
            case OaiResponse.ListSets page -> page.resumptionToken() != null;
            default -> throw new AssertionError("not a list: " + response.answer());
        };
    }

    /** Follows the tokens of a list to its end. */
    List<OaiResponse> walk(String verb, String arguments) {
        List<OaiResponse> pages = new ArrayList<>();
        OaiResponse page = ask("verb=" + verb + arguments);
        pages.add(page);
        while (hasToken(page) && !token(page).isLast()) {
            page = ask("verb=" + verb + "&resumptionToken=" + token(page).value());
            pages.add(page);
            assertThat(pages.size()).as("pages").isLessThan(100);
        }
        return pages;
    }

    /** Writes the response and reads it back. */
    static OaiResponse throughXml(OaiResponse response) throws OaiFormatException {
        return OaiReader.read(xml(response).getBytes(StandardCharsets.UTF_8));
    }

    static String xml(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
