package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoreException;

/**
 * The content of one version of a static repository: headers in memory, the contents of the records in a file. Thread-safe.
 */
final class StaticContent {

    private final RepositoryDescription description;
    private final List<MetadataFormat> formats;
    private final Map<MetadataPrefix, List<StaticEntry>> lists = new LinkedHashMap<>();
    private final Map<MetadataPrefix, Map<String, StaticEntry>> byIdentifier = new HashMap<>();
    private final Path contents;

    /**
     * Creates the content.
     *
     * @param entries records of each format, in the order of the file
     * @param contents file with the contents of the records; belongs to this object from now on
     */
    StaticContent(RepositoryDescription description, List<MetadataFormat> formats,
            Map<MetadataPrefix, List<StaticEntry>> entries, Path contents) {
        this.description = description;
        this.formats = List.copyOf(formats);
        this.contents = contents;
        entries.forEach((prefix, list) -> {
            Map<String, StaticEntry> known = new HashMap<>();
            list.forEach(entry -> known.put(entry.identifier(), entry));
            byIdentifier.put(prefix, known);
            lists.put(prefix, list.stream().sorted(Comparator.comparingLong(StaticEntry::day).thenComparingLong(StaticEntry::seq))
                    .toList());
        });
    }

    /** Returns Identify as in the file. */
    RepositoryDescription description() {
        return description;
    }

    /** Returns ListMetadataFormats as in the file. */
    List<MetadataFormat> formats() {
        return formats;
    }

    /** Returns the records of a format in the order of their days, and on one day in the order of the file. */
    List<StaticEntry> list(MetadataPrefix prefix) {
        return lists.getOrDefault(prefix, List.of());
    }

    /** Returns a record; empty if there is none. */
    Optional<StaticEntry> find(String identifier, MetadataPrefix prefix) {
        return Optional.ofNullable(byIdentifier.getOrDefault(prefix, Map.of()).get(identifier));
    }

    /** Returns the number of records of all formats. */
    int size() {
        return lists.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the earliest of the stated day and the days of the records, because files often state one that is too late. */
    Datestamp earliest() {
        long stated = description.earliestDatestamp().instant().orElseThrow().getEpochSecond();
        long earliest = lists.values().stream().filter(list -> !list.isEmpty()).mapToLong(list -> list.getFirst().day()).min()
                .orElse(stated);
        return day(Math.min(stated, earliest));
    }

    private static Datestamp day(long seconds) {
        return Datestamp.of(Instant.ofEpochSecond(seconds), Granularity.DAY);
    }

    /** Returns the header of a record. */
    static Header header(StaticEntry entry) {
        return new Header(entry.identifier(), day(entry.day()), List.of(), false);
    }

    /**
     * Reads records with their contents.
     *
     * @throws StoreException if the kept contents cannot be read
     */
    List<OaiRecord> read(List<StaticEntry> entries) {
        List<OaiRecord> records = new ArrayList<>(entries.size());
        try (FileChannel channel = FileChannel.open(contents, StandardOpenOption.READ)) {
            for (StaticEntry entry : entries) {
                long at = entry.at();
                XmlFragment metadata = fragment(channel, at, entry.metadata());
                at += entry.metadata();
                List<XmlFragment> about = new ArrayList<>(entry.about().size());
                for (int length : entry.about()) {
                    about.add(fragment(channel, at, length));
                    at += length;
                }
                records.add(new OaiRecord(header(entry), metadata, about));
            }
        } catch (IOException failure) {
            throw new StoreException("the kept copy of a static repository cannot be read: " + failure.getMessage(), failure);
        }
        return records;
    }

    private static XmlFragment fragment(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("it is shorter than expected");
            }
        }
        return XmlFragment.of(buffer.array());
    }

    /** Deletes the contents of the records. Answers that need them then fail. */
    void delete() {
        try {
            Files.deleteIfExists(contents);
        } catch (IOException _) {
            // The folder is emptied when the hub starts.
        }
    }
}
