package dev.sheaf.transfer.exports;

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
 * File of the refused records, next to the output file: one JSON object on each line. The received bytes are in base64, because they are
 * often invalid text. The file exists only if a record was refused. A file of an earlier harvest is deleted, because it does not belong to
 * the new output file. For one thread.
 */
public final class QuarantineFile implements AutoCloseable {

    private final Path place;
    private @Nullable OutputFile file;
    private @Nullable JsonGenerator json;

    /**
     * @param beside the file of records; the first refused record triggers the first output
     */
    public QuarantineFile(Path beside) {
        this.place = beside.resolveSibling(beside.getFileName() + ".quarantine");
    }

    /** Writes a refused record. */
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
     * Completes the file, after the file of records was completed.
     *
     * @return path of the file; null if nothing was refused
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
     * Keeps the file under its temporary name, like the incomplete file of records.
     *
     * @return path of the file; null if nothing was refused
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

    /** Deletes the content, unless {@link #complete} or {@link #keepUnfinished} was called. */
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
