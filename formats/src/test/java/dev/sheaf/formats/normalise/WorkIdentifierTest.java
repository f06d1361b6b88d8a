package dev.sheaf.formats.normalise;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class WorkIdentifierTest {

    private static List<String> keys(String text) {
        return WorkIdentifier.in(text).stream().map(WorkIdentifier::key).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
            "10.1000/182 > doi:10.1000/182 > https://doi.org/10.1000/182",
            "doi:10.1000/ABC.def > doi:10.1000/abc.def > https://doi.org/10.1000/abc.def",
            "https://dx.doi.org/10.1000%2F182 > doi:10.1000/182 > https://doi.org/10.1000/182",
            "info:doi/10.1000/182 > doi:10.1000/182 > https://doi.org/10.1000/182",
            "See DOI 10.1000/182. > doi:10.1000/182 > https://doi.org/10.1000/182",
            "(10.1016/0021-9991(87)90140-9) > doi:10.1016/0021-9991(87)90140-9 > https://doi.org/10.1016/0021-9991(87)90140-9",
            "https://onlinelibrary.example.org/doi/10.1002/abc.1/abstract > doi:10.1002/abc.1 > https://doi.org/10.1002/abc.1",
            "https://x.example.org/a?doi=10.1000/182&lang=en > doi:10.1000/182 > https://doi.org/10.1000/182",
            "ISBN 3-16-148410-X > isbn:9783161484100 > urn:isbn:9783161484100",
            "978-3-16-148410-0 > isbn:9783161484100 > urn:isbn:9783161484100",
            "isbn: 080442957X > isbn:9780804429573 > urn:isbn:9780804429573",
            "9783161484100 > isbn:9783161484100 > urn:isbn:9783161484100",
            "ISSN: 0378-5955 > issn:0378-5955 > https://portal.issn.org/resource/ISSN/0378-5955",
            "2434-561X > issn:2434-561x > https://portal.issn.org/resource/ISSN/2434-561X",
            "urn:issn:03785955 > issn:0378-5955 > https://portal.issn.org/resource/ISSN/0378-5955",
            "http://hdl.handle.net/2027/mdp.39015 > handle:2027/mdp.39015 > https://hdl.handle.net/2027/mdp.39015",
            "hdl:1721.1/12345 > handle:1721.1/12345 > https://hdl.handle.net/1721.1/12345",
            "arXiv:0704.0001v2 > arxiv:0704.0001 > https://arxiv.org/abs/0704.0001",
            "https://arxiv.org/pdf/2101.12345v1 > arxiv:2101.12345 > https://arxiv.org/abs/2101.12345",
            "hep-th/9901001 > arxiv:hep-th/9901001 > https://arxiv.org/abs/hep-th/9901001",
            "arXiv:math.GT/0309136 > arxiv:math/0309136 > https://arxiv.org/abs/math/0309136",
            "PMID: 12345678 > pmid:12345678 > https://pubmed.ncbi.nlm.nih.gov/12345678/",
            "https://orcid.org/0000-0002-1825-0097 > orcid:0000-0002-1825-0097 > https://orcid.org/0000-0002-1825-0097",
            "urn:nbn:de:101:1-201102033592 > urn:urn:nbn:de:101:1-201102033592 > https://nbn-resolving.org/urn:nbn:de:101:1-201102033592",
            "https://n2t.net/ark:/12148/btv1b8449691v > ark:ark:12148/btv1b8449691v > https://n2t.net/ark:12148/btv1b8449691v",
            "oai:repository.example.org:123/4 > oai:oai:repository.example.org:123/4 >"})
    void notationsOfOneIdentifier_haveOneForm(String text, String key, String url) {
        assertThat(WorkIdentifier.in(text)).singleElement().satisfies(identifier -> {
            assertThat(identifier.key()).isEqualTo(key);
            assertThat(identifier.url()).isEqualTo(url);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISBN 3-16-148410-0", "978-3-16-148410-1", "ISSN 0378-5956", "1990-1995", "0000-0002-1825-0098",
            "3161484100",
            "12345678", "10.5/x", "2010.1000/182", "arXiv", "pmid", "urn:isbn:none", "hdl:10.1000/",
            "https://example.org/10/1000/182",
            "oai:nodomain:1", "asjp2010:1", "math/123", "Seen 10.1000/", "71.194"})
    void similarTexts_areNotIdentifiers(String text) {
        assertThat(keys(text)).isEmpty();
    }

    @Test
    void allIdentifiersOfATextAreFoundOnce() {
        assertThat(keys(
                "Journal of Rivers, ISSN 0378-5955, doi:10.1000/182; see also https://doi.org/10.1000/182 and ISBN 3-16-148410-X, 978-3-16-148410-0; arXiv:0704.0001."))
                .containsExactly("doi:10.1000/182", "isbn:9783161484100", "issn:0378-5955", "arxiv:0704.0001");
    }

    @Test
    void doiOfArxiv_isAnArxivIdentifier() {
        assertThat(keys("https://doi.org/10.48550/arXiv.2101.12345")).containsExactly("doi:10.48550/arxiv.2101.12345",
                "arxiv:2101.12345");
    }

    @Test
    void reservedCharacters_areEscapedInAddresses() {
        assertThat(WorkIdentifier.in("doi:10.1002/(sici)1097<1::aid-x>3.0.co;2-#")).singleElement()
                .satisfies(identifier -> assertThat(identifier.url()).doesNotContain("<").doesNotContain(" "));
        assertThat(WorkIdentifier.in("doi:10.1000/a#b")).singleElement()
                .satisfies(identifier -> assertThat(identifier.url()).isEqualTo("https://doi.org/10.1000/a%23b"));
    }

    @Test
    void hostileTexts_areReadInBoundedTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (String piece : new String[]{"1", "10.1000/", "isbn 9-", "urn:a:", "ark:/1", "oai:a.", "a-", "math/", "(",
                    "issn "}) {
                for (int i = 0; i < 20; i++) {
                    WorkIdentifier.in(piece.repeat(100_000 / piece.length()));
                }
            }
        });
    }
}
