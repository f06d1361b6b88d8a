package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.io.OutputStream;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.NormalisedRecord;

/** Writer of JSON Lines with all data that {@code import} needs to create the same record. */
public final class JsonLinesOutput implements RecordOutput {

    private final JsonGenerator json;
    private final EscapedText escaped = new EscapedText();
    private final boolean normalising;

    /** Creates a writer. Nothing is written before the first record. */
    public JsonLinesOutput(OutputStream out) {
        this(out, false);
    }

    /**
     * Creates a writer. Nothing is written before the first record.
     *
     * @param normalising true to add the normalised values of Dublin Core records, with the key {@code normalised}
     */
    public JsonLinesOutput(OutputStream out, boolean normalising) {
        this.normalising = normalising;
        JsonFactory factory = JsonFactory.builder().rootValueSeparator("\n").disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        json = factory.createGenerator(ObjectWriteContext.empty(), out);
    }

    @Override
    public void write(ExportedRecord exported) throws IOException {
        try {
            json.writeStartObject();
            json.writeStringProperty("source", exported.source());
            json.writeStringProperty("prefix", exported.prefix().value());
            json.writeStringProperty("identifier", exported.record().identifier());
            json.writeStringProperty("datestamp", text(exported.record().header().datestamp()));
            json.writeStringProperty("originDatestamp", text(exported.originDatestamp()));
            json.writeBooleanProperty("deleted", exported.record().deleted());
            json.writeArrayPropertyStart("sets");
            for (SetSpec set : exported.record().header().sets()) {
                json.writeString(set.value());
            }
            json.writeEndArray();
            XmlFragment metadata = exported.record().metadata();
            json.writeName("metadata");
            if (metadata == null) {
                json.writeNull();
            } else {
                xml(metadata);
            }
            json.writeArrayPropertyStart("about");
            for (XmlFragment about : exported.record().about()) {
                xml(about);
            }
            json.writeEndArray();
            if (normalising && exported.prefix().equals(MetadataPrefix.OAI_DC)) {
                json.writeName("normalised");
                new NormalisedJson(json).write(NormalisedRecord.of(DublinCore.readOrEmpty(metadata)));
            }
            json.writeEndObject();
        } catch (JacksonException failure) {
            throw unwrapped(failure);
        }
    }

    /** Copies the bytes of the XML. They are UTF-8, as JSON is, and only some of them need escapes. */
    private void xml(XmlFragment fragment) {
        escaped.set(fragment.utf8());
        json.writeRawUTF8String(escaped.array(), 0, escaped.length());
    }

    private static @Nullable String text(@Nullable Datestamp datestamp) {
        return datestamp == null || datestamp.text().isEmpty() ? null : datestamp.text();
    }

    @Override
    public void end() throws IOException {
        try {
            // Every line ends with a line feed, the last one too.
            if (json.streamWriteContext().getEntryCount() > 0) {
                json.writeRaw('\n');
            }
            json.close();
        } catch (JacksonException failure) {
            throw unwrapped(failure);
        }
    }

    private static IOException unwrapped(JacksonException failure) {
        return failure.getCause() instanceof IOException cause ? cause : new IOException(failure.getOriginalMessage(), failure);
    }
}
