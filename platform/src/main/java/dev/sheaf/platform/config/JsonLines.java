package dev.sheaf.platform.config;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writer of each event of the log as one JSON object on a line of its own. */
final class JsonLines extends EncoderBase<ILoggingEvent> {

    private final JsonFactory factory = JsonFactory.builder().build();
    private final boolean traces;

    /** @param traces true to add stack traces */
    JsonLines(boolean traces) {
        this.traces = traces;
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), line)) {
            Instant at = event.getInstant();
            json.writeStartObject();
            json.writeStringProperty("time", (at == null ? Instant.ofEpochMilli(event.getTimeStamp()) : at).toString());
            json.writeStringProperty("level", event.getLevel().toString());
            json.writeStringProperty("logger", event.getLoggerName());
            json.writeStringProperty("message", event.getFormattedMessage());
            List<KeyValuePair> pairs = event.getKeyValuePairs();
            if (pairs != null) {
                for (KeyValuePair pair : pairs) {
                    json.writeStringProperty(pair.key, String.valueOf(pair.value));
                }
            }
            IThrowableProxy failure = event.getThrowableProxy();
            if (traces && failure != null) {
                json.writeStringProperty("trace", ThrowableProxyUtil.asString(failure));
            }
            json.writeEndObject();
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }
}
