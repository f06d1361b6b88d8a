package dev.sheaf.platform.exports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Quarantined;

/**
 * File next to an output file with the records that were refused: one JSON object a line. The bytes as received are in base64, because they
 * are often no text in any charset. The file exists only when something was refused. One left by an earlier harvest is deleted, because it
 * describes records that are no longer those of the output file. For one thread.
 */
public final class QuarantineFile implements AutoCloseable {

    private final Path place;
    private @Nullable OutputFile file;
    private @Nullable JsonGenerator json;

    /** @param beside the file of records; nothing is written before something is refused */
    public QuarantineFile(Path beside) {
        this.place = beside.resolveSibling(beside.getFileName() + ".quarantine");
    }

    /** Keeps something that was refused. */
    public void write(String source, @Nullable MetadataPrefix prefix, Quarantined refused) throws IOException {
        JsonGenerator line = begun();
        try {
            line.writeStartObject();
            line.writeStringProperty("source", source);
            line.writeStringProperty("prefix", prefix == null ? null : prefix.value());
            line.writeStringProperty("identifier", refused.identifier());
            line.writeStringProperty("reason", refused.reason());
            line.writeBinaryProperty("raw", refused.raw());
            line.writeEndObject();
        } catch (JacksonException failure) {
            throw unwrapped(failure);
        }
    }

    private JsonGenerator begun() throws IOException {
        JsonGenerator known = json;
        if (known == null) {
            OutputFile begun = OutputFile.begin(place);
            file = begun;
            known = JsonFactory.builder().rootValueSeparator("\n").disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build()
                    .createGenerator(ObjectWriteContext.empty(), begun.out());
            json = known;
        }
        return known;
    }

    /**
     * The file of records is complete, and so is this.
     *
     * @return where it is; null when nothing was refused
     */
    public @Nullable Path complete() throws IOException {
        OutputFile written = ended();
        if (written == null) {
            Files.deleteIfExists(place);
            Files.deleteIfExists(OutputFile.unfinished(place));
            return null;
        }
        written.complete();
        return place;
    }

    /**
     * The file of records is not complete and stays under another name: this too.
     *
     * @return where it is; null when nothing was refused
     */
    public @Nullable Path keepUnfinished() throws IOException {
        OutputFile written = ended();
        if (written == null) {
            Files.deleteIfExists(OutputFile.unfinished(place));
            return null;
        }
        written.keepUnfinished();
        return written.unfinished();
    }

    private @Nullable OutputFile ended() throws IOException {
        JsonGenerator lines = json;
        if (lines != null) {
            try {
                lines.writeRaw('\n');
                lines.close();
            } catch (JacksonException failure) {
                throw unwrapped(failure);
            }
        }
        return file;
    }

    /** Removes what was written, unless {@link #complete} or {@link #keepUnfinished} was called. */
    @Override
    public void close() throws IOException {
        OutputFile written = file;
        if (written != null) {
            written.close();
        }
    }

    private static IOException unwrapped(JacksonException failure) {
        return failure.getCause() instanceof IOException cause ? cause : new IOException(failure.getOriginalMessage(), failure);
    }
}
