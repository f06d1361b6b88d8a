package dev.sheaf.platform.web;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.SortOrder;

import static org.assertj.core.api.Assertions.assertThat;

class SearchParametersTest {

    @Test
    void requestWithoutParameters_isTheFrontPage() {
        SearchParameters asked = SearchParameters.read(Map.of());
        assertThat(asked.start()).isTrue();
        assertThat(asked.order()).isEqualTo(SortOrder.RECENT);
    }

    @Test
    void emptySearchBox_findsAllRecords() {
        SearchParameters asked = SearchParameters.read(Map.of("q", List.of(" ")));
        assertThat(asked.start()).isFalse();
        assertThat(asked.path()).isEqualTo("/?q=");
    }

    @Test
    void parameters_areReadBackFromTheirAddress() {
        SearchParameters asked = SearchParameters
                .read(Map.of("q", List.of("a & b"), "type", List.of("Text", "Text", " "), "subject",
                        List.of("C++"), "sort", List.of("newest"), "page", List.of("3"), "more", List.of("year")));
        assertThat(asked.filters()).containsExactly(new Filter(Facet.TYPE, "Text"), new Filter(Facet.SUBJECT, "C++"));
        assertThat(asked.path()).isEqualTo("/?q=a+%26+b&type=Text&subject=C%2B%2B&sort=newest&more=year&page=3");
        assertThat(asked.without(new Filter(Facet.TYPE, "Text")).path()).as("narrowing starts on the first page")
                .isEqualTo("/?q=a+%26+b&subject=C%2B%2B&sort=newest");
        assertThat(asked.with(new Filter(Facet.YEAR, "2001")).path()).contains("&year=2001").doesNotContain("page=");
    }

    @Test
    void invalidParameters_areCorrectedOrIgnored() {
        SearchParameters asked = SearchParameters
                .read(Map.of("q", List.of("x".repeat(10_000)), "page", List.of("minus one"), "sort",
                        List.of("sideways"), "more", List.of("nonsense")));
        assertThat(asked.text()).hasSize(8_000);
        assertThat(asked.page()).isEqualTo(1);
        assertThat(asked.order()).isEqualTo(SortOrder.RELEVANCE);
        assertThat(SearchParameters.read(Map.of("page", List.of("-5"))).page()).isEqualTo(1);
        assertThat(SearchParameters.read(Map.of("page", List.of("99999"))).page()).isEqualTo(SearchParameters.LAST_PAGE);
    }
}
