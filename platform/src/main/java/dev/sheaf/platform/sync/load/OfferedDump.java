package dev.sheaf.platform.sync.load;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;

/** Reader of the manifest of a dump that a repository offers. Nothing in it is trusted. Stateless. */
final class OfferedDump {

    /** The form that is loaded: one ListRecords response, compressed with Zstandard. */
    static final String FORM = "xml.zst";
    private static final int MOST_FILES = 10_000;

    private OfferedDump() {}

    /**
     * Returns the last full file of a format and the deltas after it, in their order.
     *
     * @param manifest the document
     * @param address of the manifest; the files are beside it
     * @param baseUrl base URL of the repository, which the manifest must name
     * @param prefix the format
     * @return empty if the dump has no full file of the format
     * @throws IOException if the manifest cannot be read, belongs to another repository, or has a gap between its files
     */
    static List<OfferedFile> files(byte[] manifest, URI address, String baseUrl, String prefix) throws IOException {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(manifest);
        } catch (JacksonException unreadable) {
            throw new IOException("its manifest is no JSON: " + unreadable.getOriginalMessage(), unreadable);
        }
        String of = root.path("baseURL").asString("");
        if (!of.equals(baseUrl)) {
            throw new IOException("its manifest belongs to '" + of + "', not to " + baseUrl);
        }
        if (root.path("files").size() > MOST_FILES) {
            throw new IOException("its manifest names more than " + MOST_FILES + " files");
        }
        List<OfferedFile> files = new ArrayList<>();
        for (JsonNode one : root.path("files")) {
            if (one.path("metadataPrefix").asString("").equals(prefix) && one.path("form").asString("").equals(FORM)) {
                OfferedFile file = file(one, address);
                if (file.from() == null) {
                    files.clear();
                }
                if (file.from() == null || !files.isEmpty() && !isBefore(file, files.getFirst())) {
                    check(files.isEmpty() ? null : files.getLast(), file);
                    files.add(file);
                }
            }
        }
        return List.copyOf(files);
    }

    /** Returns true for a delta that belongs to an earlier full file. */
    private static boolean isBefore(OfferedFile delta, OfferedFile full) {
        return !delta.until().isAfter(full.until());
    }

    private static void check(@Nullable OfferedFile before, OfferedFile file) throws IOException {
        Instant from = file.from();
        if (before != null && from != null && !from.equals(before.until().plusSeconds(1))) {
            throw new IOException("the file " + file.name() + " begins at " + from + " and not at the second after "
                    + before.until() + ", where the file before it ends");
        }
        if (from != null && file.until().isBefore(from)) {
            throw new IOException("the file " + file.name() + " ends before it begins");
        }
    }

    private static OfferedFile file(JsonNode one, URI address) throws IOException {
        String name = one.path("name").asString("");
        // A name with a path could lead to any resource of the host.
        if (!name.matches("[A-Za-z0-9_.=-]{1,255}") || name.equals(".") || name.equals("..")) {
            throw new IOException("its manifest names a file '" + name + "', which is no name of a file");
        }
        String from = one.path("from").asString("");
        long records = one.path("records").asLong(-1);
        long bytes = one.path("bytes").asLong(-1);
        String sha256 = one.path("sha256").asString("").toLowerCase(Locale.ROOT);
        if (records < 0 || bytes < 1 || !sha256.matches("[0-9a-f]{64}")) {
            throw new IOException("its manifest lacks the size or the checksum of the file " + name);
        }
        // The headers of the list are read until there are more than these.
        if (records > bytes) {
            throw new IOException("its manifest states " + records + " records in " + bytes + " bytes of the file " + name);
        }
        return new OfferedFile(address.resolve(name), from.isEmpty() ? null : time(from, name),
                time(one.path("until").asString(""), name), records, bytes, sha256);
    }

    /** Reads a time as datestamps can state it. */
    private static Instant time(String text, String file) throws IOException {
        return Datestamp.received(text).instant().filter(_ -> text.endsWith("Z"))
                .orElseThrow(() -> new IOException("its manifest has a time of the file " + file + " that cannot be read"));
    }
}
