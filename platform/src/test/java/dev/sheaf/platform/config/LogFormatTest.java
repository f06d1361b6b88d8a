package dev.sheaf.platform.config;

import java.nio.charset.StandardCharsets;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class LogFormatTest {

    @Test
    void eventAsJson_isOneLine() {
        LoggerContext context = new LoggerContext();
        LoggingEvent event = new LoggingEvent("", context.getLogger("dev.sheaf.platform.sync.Harvests"), Level.WARN,
                "harvest ended: source={} outcome=\"{}\"", new IllegalStateException("x"),
                new Object[]{"a", "failed\nERROR forged"});
        String plain = new String(new JsonLines(false).encode(event), StandardCharsets.UTF_8);
        assertThat(plain).endsWith("}\n").containsOnlyOnce("\n");
        JsonNode line = JsonMapper.shared().readTree(plain);
        assertThat(line.path("level").asString()).isEqualTo("WARN");
        assertThat(line.path("logger").asString()).endsWith("Harvests");
        assertThat(line.path("message").asString()).isEqualTo("harvest ended: source=a outcome=\"failed\nERROR forged\"");
        assertThat(line.path("trace").isMissingNode()).isTrue();
        assertThat(JsonMapper.shared().readTree(new JsonLines(true).encode(event)).path("trace").asString())
                .contains("IllegalStateException");
    }
}
