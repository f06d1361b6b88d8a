package dev.sheaf.platform.dumps;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.transfer.exports.OutputFile;

/**
 * The list of the files of a repository's dump. Immutable.
 *
 * @param repository id of the source or aggregate
 * @param baseUrl its base URL for harvesters
 * @param files the full dumps, and the deltas in the order of their times
 * @param sources names of the sources whose records the files may hold; not told to clients
 */
public record DumpManifest(String repository, String baseUrl, List<DumpFile> files, Set<String> sources) {

    /** Name of the file that holds a manifest. */
    public static final String FILE = "manifest.json";
    private static final String SOURCES = "sources";

    /** Copies the lists. */
    public DumpManifest {
        files = List.copyOf(files);
        sources = Set.copyOf(sources);
    }

    /**
     * Reads the manifest of a folder.
     *
     * @return empty when the folder has none, or when it cannot be understood: then a full dump is made again
     * @throws IOException when the file cannot be read
     */
    static Optional<DumpManifest> read(Path folder) throws IOException {
        try {
            JsonNode root = JsonMapper.shared().readTree(Files.readAllBytes(folder.resolve(FILE)));
            List<DumpFile> files = new ArrayList<>();
            for (JsonNode one : root.path("files")) {
                String prefix = one.path("metadataPrefix").asString("");
                String from = one.path("from").asString("");
                files.add(new DumpFile(one.path("name").asString(), prefix.isEmpty() ? null : new MetadataPrefix(prefix),
                        one.path("form").asString(), from.isEmpty() ? null : Instant.parse(from),
                        Instant.parse(one.path("until").asString()), one.path("records").asLong(), one.path("bytes").asLong(),
                        one.path("sha256").asString()));
            }
            Set<String> sources = new HashSet<>();
            root.path(SOURCES).forEach(source -> sources.add(source.asString()));
            return Optional.of(
                    new DumpManifest(root.path("repository").asString(), root.path("baseURL").asString(), files, sources));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JacksonException | DateTimeException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Writes the manifest into a folder in one step: readers see the old one or the new one. */
    void write(Path folder) throws IOException {
        try (OutputFile file = OutputFile.begin(folder.resolve(FILE))) {
            file.out().write(json(sources));
            file.complete();
        }
    }

    /** Returns the manifest for clients, as JSON in UTF-8. */
    public byte[] json() {
        return json(Set.of());
    }

    private byte[] json(Set<String> named) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonMapper.shared().writerWithDefaultPrettyPrinter().createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("repository", repository);
            json.writeStringProperty("baseURL", baseUrl);
            json.writeArrayPropertyStart("files");
            for (DumpFile file : files) {
                json.writeStartObject();
                json.writeStringProperty("name", file.name());
                json.writeStringProperty("kind", file.isFull() ? "full" : "delta");
                text(json, "metadataPrefix", file.prefix() == null ? null : file.prefix().value());
                json.writeStringProperty("form", file.form());
                text(json, "from", file.from() == null ? null : file.from().toString());
                json.writeStringProperty("until", file.until().toString());
                json.writeNumberProperty("records", file.records());
                json.writeNumberProperty("bytes", file.bytes());
                json.writeStringProperty("sha256", file.sha256());
                json.writeEndObject();
            }
            json.writeEndArray();
            if (!named.isEmpty()) {
                json.writeArrayPropertyStart(SOURCES);
                named.stream().sorted().forEach(json::writeString);
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    /** Returns a file by its name; empty when there is none. */
    public Optional<DumpFile> file(String name) {
        return files.stream().filter(one -> one.name().equals(name)).findFirst();
    }
}
