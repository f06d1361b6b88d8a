package dev.sheaf.core.extension;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.extension.ExtensionResponse.Answer;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.RecordProblem;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.extension.ExtensionResponse.Status;
import dev.sheaf.core.xml.OaiFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Responses of Notify and PushMetadata, written and read. */
class ExtensionDocumentsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    static Stream<Answer> answers() {
        return Stream.of(new Refused(Code.BAD_VERB, "no <verb> & no \"reason\""), new Refused(Code.GAP, ""),
                new Notified(Status.ACCEPTED),
                new Notified(Status.IGNORED), new Pushed(0, 0, null, null, List.of()),
                new Pushed(99, 1, "2026-01-01", "2025-12-01T00:00:00Z",
                        List.of(new RecordProblem("oai:a.example.org:7&8", "metadata <not> valid"))));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void writtenResponses_areReadBackEqual(Answer answer) throws Exception {
        ExtensionResponse response = new ExtensionResponse(NOW, "https://sp.example.org/sync", Map.of("verb", "Notify", "baseURL",
                "https://a.example.org/oai?a=b&c=d"), answer);

        assertThat(ExtensionReader.read(ExtensionWriter.write(response))).isEqualTo(response);
    }

    @Test
    void writtenDocument_equalsTheExampleOfTheExtension() {
        ExtensionResponse response = new ExtensionResponse(NOW.plusMillis(999), "https://sp.example.org/sync",
                Map.of("verb", "Notify"),
                new Notified(Status.ACCEPTED));

        assertThat(new String(ExtensionWriter.write(response), StandardCharsets.UTF_8)).isEqualTo("""
                <?xml version="1.0" encoding="UTF-8"?>
                <OAI-EXT xmlns="https://sheaf.dev/ns/1.0/">
                <responseDate>2026-01-01T00:00:00Z</responseDate>
                <request verb="Notify">https://sp.example.org/sync</request>
                <Notify><status>accepted</status></Notify>
                </OAI-EXT>
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Not found", "<html/>", "<OAI-EXT xmlns='https://sheaf.dev/ns/1.0/'/>",
            "<!DOCTYPE OAI-EXT [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><OAI-EXT xmlns='https://sheaf.dev/ns/1.0/'>&a;</OAI-EXT>",
            "<OAI-EXT xmlns='https://sheaf.dev/ns/1.0/'><PushMetadata><accepted>many</accepted></PushMetadata></OAI-EXT>"})
    void documentThatIsNoExtensionResponse_isRefused(String document) {
        assertThatThrownBy(() -> ExtensionReader.read(document.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(OaiFormatException.class);
    }
}
