package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class Utf8DocumentTest {

    private static final String CONTENT = "<a>ä€𝄞</a>".repeat(5_000);

    private static String read(byte[] bytes) throws IOException {
        return new String(Utf8Document.of(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, UTF-8, ''", "UTF-8, utf-8, \ufeff", "UTF-16LE, UTF-16, \ufeff", "UTF-16BE, UTF-16, \ufeff",
            "UTF-16LE, UTF-16, ''",
            "UTF-16BE, UTF-16, ''", "GB18030, GB18030, ''"})
    void documents_becomeUtf8WithoutADeclaration(String written, String declared, String mark) throws IOException {
        String document = mark + "<?xml version='1.0' encoding='" + declared + "'?>\n" + CONTENT;
        assertThat(read(document.getBytes(Charset.forName(written))).strip()).isEqualTo(CONTENT);
    }

    @Test
    void documentWithoutADeclaration_isRead() throws IOException {
        assertThat(read(CONTENT.getBytes(StandardCharsets.UTF_8))).isEqualTo(CONTENT);
        assertThat(read(new byte[0])).isEmpty();
        assertThat(read("\n\n <?xml version='1.0'?><a/>".getBytes(StandardCharsets.UTF_8))).isEqualTo("<a/>");
        assertThat(read("<?xml-stylesheet href='x'?><a/>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("<?xml-stylesheet href='x'?><a/>");
    }

    @Test
    void unknownOrWrongEncoding_isReported() {
        assertThatThrownBy(() -> read("<?xml version='1.0' encoding='klingon'?><a/>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class).hasMessageContaining("KLINGON");
        assertThatThrownBy(
                () -> read("<?xml version='1.0' encoding='Shift_JIS'?><a>\u0081</a>".getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(IOException.class).hasMessageContaining("Shift_JIS");
    }
}
