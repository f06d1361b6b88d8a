package dev.sheaf.platform.backup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.store.StoreCopy;

/**
 * Table of contents of an archive, stored in it as {@value #NAME}.
 *
 * @param program version of the program that wrote the archive
 * @param created time at which the copy of the database was begun
 * @param store numbers of the database in the archive
 * @param files files in the order of the archive
 */
record Manifest(String program, Instant created, StoreCopy store, List<Entry> files) {

    static final String NAME = "manifest.json";
    /** Name of the configuration in an archive. */
    static final String CONFIGURATION = "configuration.yaml";

    private static final String KIND = "sheaf-backup";
    private static final int FORMAT = 1;
    private static final int MAX_BYTES = 1 << 20;
    private static final String DAMAGED = "The " + NAME + " of the backup is damaged. Nothing was restored; use another backup.";
    private static final Set<String> KNOWN = Set.of(StoreCopy.DATABASE_FILE, StoreCopy.KEY_FILE, KeyFile.NAME,
            CONFIGURATION);

    Manifest {
        files = List.copyOf(files);
    }

    /**
     * File of the archive.
     *
     * @param bytes its length in bytes
     * @param sha256 checksum of its content, hexadecimal
     */
    record Entry(String name, long bytes, String sha256) {}

    byte[] toJson() {
        JsonMapper json = JsonMapper.shared();
        ObjectNode root = json.createObjectNode().put("kind", KIND).put("format", FORMAT).put("program", program)
                .put("created", created.toString());
        root.putObject("store").put("schemaVersion", store.schemaVersion()).put("sources", store.sources())
                .put("records", store.records()).put("lastSequence", store.lastSequence());
        var list = root.putArray("files");
        files.forEach(file -> list.addObject().put("name", file.name()).put("bytes", file.bytes()).put("sha256", file.sha256()));
        return json.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    /**
     * Reads a manifest.
     *
     * @throws BackupException if the bytes are no manifest, or one of a newer program
     */
    static Manifest read(byte[] bytes) {
        try {
            JsonNode root = JsonMapper.shared().readTree(bytes);
            if (!KIND.equals(root.path("kind").asString(""))) {
                throw new BackupException("The file is not a backup of Sheaf: its " + NAME + " is of another kind.");
            }
            if (root.path("format").asInt(0) != FORMAT) {
                throw new BackupException(
                        "The backup has format " + root.path("format").asString("") + "; this program reads format "
                                + FORMAT + ". Restore it with the version of Sheaf that wrote it: "
                                + root.path("program").asString("") + ".");
            }
            JsonNode store = root.path("store");
            List<Entry> files = new ArrayList<>();
            for (JsonNode file : root.path("files")) {
                Entry entry = new Entry(file.path("name").asString(""), file.path("bytes").asLong(-1),
                        file.path("sha256").asString(""));
                if (!KNOWN.contains(entry.name()) || entry.bytes() < 0) {
                    throw damaged();
                }
                files.add(entry);
            }
            if (files.stream().map(Entry::name).distinct().count() != files.size()
                    || files.stream().noneMatch(file -> file.name().equals(StoreCopy.DATABASE_FILE))) {
                throw damaged();
            }
            return new Manifest(root.path("program").asString(""), Instant.parse(root.path("created").asString("")),
                    new StoreCopy(store.path("schemaVersion").asInt(0), store.path("sources").asLong(0),
                            store.path("records").asLong(0), store.path("lastSequence").asLong(0)),
                    files);
        } catch (JacksonException | DateTimeParseException e) {
            throw new BackupException(DAMAGED, e);
        }
    }

    /** Returns the numbers of the store in an archive; empty if the file is missing or is no backup that this program can read. */
    static Optional<StoreCopy> storeIn(Path archive) {
        if (!Files.isRegularFile(archive)) {
            return Optional.empty();
        }
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(NAME);
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return Optional.of(read(in.readNBytes(MAX_BYTES)).store());
            }
        } catch (IOException | BackupException _) {
            return Optional.empty();
        }
    }

    private static BackupException damaged() {
        return new BackupException(DAMAGED);
    }
}
