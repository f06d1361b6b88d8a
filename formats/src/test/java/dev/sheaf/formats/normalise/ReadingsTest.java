package dev.sheaf.formats.normalise;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.formats.normalise.Normalised.Field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** Names, languages, types and formats. */
class ReadingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"Smith, John > Smith, John", "John Smith > Smith, John", "SMITH, JOHN > Smith, John",
            "J.R.R. Tolkien > Tolkien, J. R. R.", "Tolkien, J.R.R. > Tolkien, J. R. R.", "Domberger K G > Domberger, K G",
            "Vincent van Gogh > van Gogh, Vincent", "Gogh, Vincent van > van Gogh, Vincent",
            "Berg, Jan van der > van der Berg, Jan",
            "Juan de la Cruz > de la Cruz, Juan", "Blass, Friedrich 1843-1907 > Blass, Friedrich",
            "Magie, David 1877- > Magie, David",
            "Müller, Theodor, > Müller, Theodor", "Turner, J. M. W. (Joseph Mallord William), 1775-1851 > Turner, J. M. W.",
            "Evelyn-White, Hugh G. (Hugh Gerard) d. 1924 > Evelyn-White, Hugh G.",
            "King, Martin Luther, Jr. > King, Martin Luther, Jr.",
            "Martin Luther King Jr. > King, Martin Luther, Jr.", "Dr. Anna Maier > Maier, Anna", "Doe, Jane (editor) > Doe, Jane",
            "Doe, Jane, b. 1945 > Doe, Jane", "Andocides ca. 440-ca. 390 B.C. > Andocides", "O'Neill, Eugene > O'Neill, Eugene",
            "Pseudo-Dionysius > Pseudo-Dionysius", "Garcia-Lopez, M. > Garcia-Lopez, M.", "Doe, Jane, Ph.D. > Doe, Jane"})
    void namesOfPeopleHaveTheFamilyNameFirst(String text, String name) {
        assertThat(PersonName.read(text).map(PersonName::text)).isEqualTo(Optional.ofNullable(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"University of Somewhere", "Max-Planck-Institut für Physik", "Styria Studio", "ATLAS Collaboration",
            "NASA",
            "Smith, John; Doe, Jane", "Smith and Sons", "Various", "et al.", "[s.n]", "Team 7",
            "data supplied by M. Donohue, also citing Name, Name",
            "https://example.org/", "Deutsche Forschungsgemeinschaft (DFG)", ""})
    void otherNames_stayUnchanged(String text) {
        assertThat(PersonName.read(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Carberry, Josiah (0000-0002-1825-0097)", "Josiah Carberry https://orcid.org/0000-0002-1825-0097",
            "Carberry, Josiah [orcid:0000-0002-1825-0097]"})
    void orcid_isSeparatedFromTheName(String text) {
        assertThat(PersonName.read(text)).hasValue(new PersonName("Carberry", "Josiah", "0000-0002-1825-0097"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"en > en eng", "eng > en eng", "English > en eng", "en_US > en-US eng", "ger > de deu",
            "deu > de deu",
            "Deutsch > de deu", "allemand > de deu", "zh-Hant > zh-Hant zho", "grc > grc grc",
            "Greek, Ancient (to 1453) > grc grc",
            "Indonesian [ind] > id ind", "cmn > cmn cmn", "ngy > ngy ngy", "en; fr > en eng, fr fra",
            "English and French > en eng, fr fra",
            "eng,fre > en eng, fr fra", "http://id.loc.gov/vocabulary/iso639-2/spa > es spa", "日本語 > ja jpn", "mul > mul mul",
            "Nahuatl > >"})
    void languages_becomeCodes(String text, String codes) {
        String read = LanguageCode.read(text).stream().map(language -> language.tag() + " " + language.iso639_3())
                .collect(Collectors.joining(", "));
        if (codes != null) {
            assertThat(read).isEqualTo(codes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Elvish", "qqq x", "en; Elvish", "12", "", "none given"})
    void rejectsTextsThatAreNoLanguage(String text) {
        assertThat(LanguageCode.read(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"Article > journal article > Text > c_6501",
            "info:eu-repo/semantics/article > journal article > Text > c_6501",
            "http://purl.org/coar/resource_type/c_db06 > doctoral thesis > Text > c_db06",
            "phdthesis > doctoral thesis > Text > c_db06",
            "info:eu-repo/semantics/doctoralThesis > doctoral thesis > Text > c_db06",
            "Zeitschriftenartikel > journal article > Text > c_6501",
            "http://purl.org/dc/dcmitype/StillImage > still image > StillImage > c_ecc8", "Dataset > dataset > Dataset > c_ddb1",
            "Thèse > thesis > Text > c_46ec", "doc-type:bookPart > book chapter > Text > c_3248",
            "Conference Paper > conference paper > Text > c_5794",
            "Working Papers > working paper > Text > c_8042", "Article (peer-reviewed) > journal article > Text > c_6501",
            "PhysicalObject > physical object > PhysicalObject >", "incollection > book chapter > Text > c_3248"})
    void types_becomeTermsOfTheVocabulary(String text, String label, String dcmi, String coar) {
        assertThat(ResourceType.read(text))
                .hasValue(new ResourceType(label, dcmi, coar == null ? null : "http://purl.org/coar/resource_type/" + coar));
    }

    @ParameterizedTest
    @ValueSource(strings = {"info:eu-repo/semantics/publishedVersion", "NonPeerReviewed", "supporting material", "", "12"})
    void rejectsTextsThatAreNoType(String text) {
        assertThat(ResourceType.read(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {"application/pdf > application/pdf", "Application/PDF; version=1.4 > application/pdf",
            "pdf > application/pdf",
            ".PDF > application/pdf", "PDF, 3 pages > application/pdf", "image/jpg > image/jpeg", "text/xml > application/xml",
            "JPEG image > image/jpeg",
            "application/vnd.example+json > application/vnd.example+json"})
    void formatsAreMediaTypes(String text, String type) {
        assertThat(MediaType.read(text)).hasValue(new MediaType(type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"234 p.", "12 cm", "3 MB", "", "oil on canvas", "application/", "x/y"})
    void rejectsTextsThatAreNoFormat(String text) {
        assertThat(MediaType.read(text)).isEmpty();
    }

    @Test
    void normalisedValues_areShownOnceBesideTheReceivedOnes() {
        Normalised.Reader reader = new Normalised.Reader();
        reader.read(Field.LANGUAGE, "eng");
        reader.read(Field.LANGUAGE, "English");
        reader.read(Field.DATE, "c1890");
        reader.read(Field.IDENTIFIER, "https://doi.org/10.1000/182");
        reader.read(Field.IDENTIFIER, "10.1000/182");
        reader.read(Field.TYPE, "nonsense");
        Normalised normalised = reader.result();
        assertThat(normalised.languages()).singleElement().satisfies(language -> {
            assertThat(language.original()).isEqualTo("eng");
            assertThat(language.value().tag()).isEqualTo("en");
        });
        assertThat(normalised.identifiers()).hasSize(1);
        assertThat(normalised.types()).isEmpty();
        assertThat(normalised.isEmpty()).isFalse();
    }

    @Test
    void hostileTexts_areReadInBoundedTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            for (String piece : new String[]{"A", "A. ", ", ", "van ", "1-", "(", "a/", "b. 1", "[", "- "}) {
                for (int length : new int[]{140, 190, 100_000}) {
                    String text = piece.repeat(length / piece.length());
                    PersonName.read(text);
                    LanguageCode.read(text);
                    ResourceType.read(text);
                    MediaType.read(text);
                }
            }
        });
    }
}
