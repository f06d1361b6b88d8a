package dev.sheaf.transfer.imports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.xml.Utf8Document;

import static org.assertj.core.api.Assertions.assertThat;

class JsonValuesTest {

    @Test
    void tooLongValue_isTruncated() throws IOException, OaiFormatException {
        String json = "[{\"id\":\"" + "x".repeat(2 * Limit.LINE_BYTES.count()) + "\"},{\"id\":\"b\"}]";
        JsonValues values = new JsonValues(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), false);

        assertThat(values.next()).satisfies(slice -> {
            assertThat(slice.isTooLong()).isTrue();
            assertThat(slice.bytes().length).as("bytes kept").isLessThan(10_000);
        });
        assertThat(values.next()).satisfies(slice -> assertThat(slice.bytes()).asString().isEqualTo("{\"id\":\"b\"}"));
    }

    @ParameterizedTest
    @CsvSource({"UTF-16LE, true", "UTF-16BE, true", "UTF-8, true", "UTF-16LE, false", "UTF-16BE, false", "UTF-8, false"})
    void aFileWithAByteOrderMark_isReadInItsEncoding(String charset, boolean lines, @TempDir Path folder) throws Exception {
        String json = lines ? "{\"id\":\"ü\"}\r\n{\"id\":\"ö\"}" : "[\r\n{\"id\":\"ü\"},\r\n{\"id\":\"ö\"}]";
        Path path = folder.resolve("records.json");
        Files.write(path, ("\ufeff" + json).getBytes(Charset.forName(charset)));
        InputFile file = new InputFile(path, "records.json", true);

        assertThat(JsonValues.isLines(file)).isEqualTo(lines);
        JsonValues values = new JsonValues(Utf8Document.ofMarked(file.open()), lines);
        assertThat(values.next()).satisfies(slice -> assertThat(slice.bytes()).asString().contains("{\"id\":\"ü\"}"));
        assertThat(values.next()).satisfies(slice -> assertThat(slice.bytes()).asString().contains("{\"id\":\"ö\"}"));
    }
}
