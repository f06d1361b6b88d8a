package dev.sheaf.core.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Faults in texts inside metadata are noticed, although such texts are passed over without being decoded. */
class FaultsInTextsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a control character                   | 01
            a byte that begins nothing            | 80
            a byte that is in no UTF-8            | ff
            two bytes of which the second lacks   | c3
            three bytes of which the third lacks  | e4b8
            four bytes of which the last lacks    | f09f98
            two bytes for an ASCII character      | c1bf
            three bytes where one would do        | e08080
            four bytes where one would do         | f0808080
            beyond the last character             | f4908080
            far beyond the last character         | f7bfbfbf
            a surrogate                           | eda080
            U+FFFE                                | efbfbe
            U+FFFF                                | efbfbf
            an ampersand alone                    | 2620
            an entity that nobody defined         | 266e6273703b
            a number that is no character         | 2623383b
            a section's end                       | 5d5d3e
            an angle bracket alone                | 3c20
            """)
    void malformedCharactersAnywhere_makeThePageMalformed(String what, String hex) {
        for (String place : new String[]{"<identifier>%</identifier>", "<setSpec>%</setSpec>", "<x:x xmlns:x='urn:x'>%</x:x>",
                "<x:x xmlns:x='urn:x'><x:y/>text %</x:x>"}) {
            byte[] page = page(place, hex);
            assertThatExceptionOfType(OaiFormatException.class).as(what + " in " + place).isThrownBy(() -> OaiReader.read(page))
                    .satisfies(failure -> assertThat(failure.getMessage()).contains("not well-formed"));
        }
    }

    private static byte[] page(String place, String hex) {
        boolean inHeader = !place.startsWith("<x:x");
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        put(page, "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords><record><header>");
        put(page,
                inHeader
                        ? place.substring(0, place.indexOf('%'))
                        : "</header><metadata>" + place.substring(0, place.indexOf('%')));
        page.writeBytes(HexFormat.of().parseHex(hex));
        put(page, place.substring(place.indexOf('%') + 1) + (inHeader ? "</header>" : "</metadata>"));
        put(page, "</record></ListRecords></OAI-PMH>");
        return page.toByteArray();
    }

    private static void put(ByteArrayOutputStream page, String text) {
        page.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
