package dev.sheaf.validator.schema;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The schemas in a folder and those below it. A document is found by the end of its address, such as
 * {@code www.loc.gov/standards/xlink/xlink.xsd}, else by its file name with the right namespace, else by its namespace. Immutable.
 */
public final class FolderSource implements SchemaSource {

    private static final int MOST_FILES = 2_000;
    private static final int MOST_DEPTH = 20;

    private final List<Entry> entries;

    private record Entry(Path file, SchemaDocument document) {}

    private FolderSource(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads the files whose names end with {@code .xsd}. A file with a document type declaration, or one that is no schema, is left out.
     *
     * @throws IOException when the folder cannot be read, or holds no schema or too many; the message names it
     */
    public static FolderSource of(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder, MOST_DEPTH)) {
            files = walk.filter(file -> file.toString().endsWith(".xsd") && Files.isRegularFile(file)).limit(MOST_FILES + 1L)
                    .sorted().toList();
        }
        if (files.size() > MOST_FILES) {
            throw new IOException(folder + " holds more than " + MOST_FILES + " schemas");
        }
        List<Entry> entries = new ArrayList<>();
        for (Path file : files) {
            try {
                entries.add(new Entry(folder.relativize(file), document(file)));
            } catch (SchemaFault _) {
                // Published copies of xml.xsd have a document type declaration; the program has one of its own.
            }
        }
        if (entries.isEmpty()) {
            throw new IOException(folder + " holds no XML Schema (files whose names end with .xsd)");
        }
        return new FolderSource(entries);
    }

    /**
     * Reads a file.
     *
     * @throws SchemaFault when it is no schema
     * @throws IOException when it cannot be read
     */
    public static SchemaDocument document(Path file) throws IOException {
        if (Files.size(file) > SchemaDocument.LARGEST) {
            throw new SchemaFault(file + " is larger than " + (SchemaDocument.LARGEST >> 20) + " MB, and no schema is");
        }
        return SchemaDocument.read(file.toUri().toString(), Files.readAllBytes(file));
    }

    /** Returns the schema of a namespace; of several the one that refers to most of the others, which is the outermost. */
    public Optional<SchemaDocument> ofNamespace(String namespace) {
        return entries.stream().map(Entry::document).filter(document -> document.targetNamespace().equals(namespace))
                .reduce((one, other) -> includes(other) > includes(one) ? other : one);
    }

    private static long includes(SchemaDocument document) {
        return document.references().stream().filter(reference -> !reference.kind().equals("import")).count();
    }

    @Override
    public Optional<SchemaDocument> find(String namespace, String address) {
        if (address.isEmpty()) {
            return ofNamespace(namespace);
        }
        String path = path(address);
        Optional<SchemaDocument> whole = entries.stream()
                .filter(entry -> isSame(entry, address) || isEnd(path, entry.file())).map(Entry::document).findFirst();
        if (whole.isPresent()) {
            return whole;
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        Optional<SchemaDocument> named = entries.stream().filter(entry -> String.valueOf(entry.file().getFileName()).equals(name))
                .map(Entry::document)
                .filter(document -> namespace.isEmpty() || document.targetNamespace().equals(namespace)).findFirst();
        return named.isPresent() || namespace.isEmpty() ? named : ofNamespace(namespace);
    }

    private static boolean isSame(Entry entry, String address) {
        return entry.document().address().equals(address);
    }

    /** The folder may mirror the hosts, or only the paths below them. */
    private static boolean isEnd(String path, Path file) {
        String relative = file.toString().replace('\\', '/');
        return relative.contains("/") && (path.equals(relative) || path.endsWith("/" + relative));
    }

    private static String path(String address) {
        try {
            URI uri = URI.create(address);
            return String.valueOf(uri.getHost()) + String.valueOf(uri.getPath());
        } catch (IllegalArgumentException _) {
            return address;
        }
    }
}
