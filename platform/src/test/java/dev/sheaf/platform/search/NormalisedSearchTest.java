package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.search.Facet;
import dev.sheaf.search.FacetCounts;
import dev.sheaf.search.Filter;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

class NormalisedSearchTest {

    @TempDir
    Path directory;

    SearchHub hub;

    @BeforeEach
    void open() {
        hub = new SearchHub(directory);
        hub.add("a",
                record("rivers", "title=Rivers", "identifier=https://dx.doi.org/10.1000/182", "language=ger", "date=c1890",
                        "type=article"),
                record("lakes", "title=Lakes", "identifier=ISBN 978-3-16-148410-0", "source=Journal of Lakes, ISSN 0378-5955",
                        "language=Deutsch", "date=19th century", "type=info:eu-repo/semantics/article"),
                record("hep", "title=Strings", "identifier=http://arxiv.org/abs/hep-th/9901001v3", "language=en_US",
                        "date=2001-2005",
                        "type=Wibble"));
    }

    @AfterEach
    void close() {
        hub.close();
    }

    private List<String> found(String text) {
        return hub.index().search(SearchQuery.of(text)).hits().stream().map(SearchHit::identifier).sorted().toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"10.1000/182|rivers", "doi:10.1000/182|rivers", "https://doi.org/10.1000/182|rivers",
            "DOI: 10.1000/182|rivers", "9783161484100|lakes", "3-16-148410-X|lakes", "ISBN 316148410X|lakes", "316148410X|lakes",
            "0378-5955|lakes", "issn 03785955|lakes", "arXiv:hep-th/9901001|hep", "hep-th/9901001v1|hep",
            "identifier:doi:10.1000/182|rivers",
            "year:1890|lakes rivers", "year:2003|hep", "year:1700-1799|", "language:de|lakes rivers",
            "language:german|lakes rivers",
            "language:deu|lakes rivers", "language:ger|lakes rivers", "lang:français|", "language:en|hep"})
    void identifier_isFoundInAnyNotation(String text, String identifiers) {
        assertThat(found(text)).isEqualTo(identifiers == null ? List.of() : List.of(identifiers.split(" ", -1)));
    }

    @Test
    void spellingsOfOneValue_areCountedTogether() {
        SearchResult result = hub.index()
                .search(SearchQuery.of("").counting(Map.of(Facet.TYPE, 9, Facet.LANGUAGE, 9, Facet.YEAR, 9)));
        assertThat(result.facets()).containsExactlyInAnyOrder(
                new FacetCounts(Facet.TYPE,
                        List.of(new FacetCounts.Value("Journal article", 2), new FacetCounts.Value("Wibble", 1)), 2),
                new FacetCounts(Facet.LANGUAGE, List.of(new FacetCounts.Value("de", 2), new FacetCounts.Value("en", 1)), 2),
                new FacetCounts(Facet.YEAR, List.of(new FacetCounts.Value("1890", 1), new FacetCounts.Value("2001", 1)), 2));
    }

    @Test
    void filterInAnotherSpelling_applies() {
        assertThat(hub.index().search(SearchQuery.of("").with(new Filter(Facet.TYPE, "article"))).total()).isEqualTo(2);
        assertThat(hub.index().search(SearchQuery.of("").with(new Filter(Facet.LANGUAGE, "deu"))).total()).isEqualTo(2);
    }

    @Test
    void identifierAmongWords_isSearchedAsAWord() {
        assertThat(found("Strings 10.1000/182")).isEmpty();
    }
}
