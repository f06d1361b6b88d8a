package dev.sheaf.platform.sync.copies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.sheaf.core.Sha256;

/**
 * Copies of files on the disk of a hub, each at {@code SOURCE/HASH}. The hash is the name, so a copy is what its record states
 * or is not there. Records decide whether a copy is served; one that no record names is removed later. Thread-safe.
 */
public final class CopiedFiles {

    /** Name of the folder among those of a hub. */
    public static final String FOLDER = "files";

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Path folder;

    /** @param folder of all copies; it may not exist yet */
    public CopiedFiles(Path folder) {
        this.folder = folder;
    }

    /** Returns a copy; empty when there is none. */
    public Optional<Path> find(String source, String sha256) {
        return HASH.matcher(sha256).matches()
                ? Optional.of(folder.resolve(source).resolve(sha256))
                        .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                : Optional.empty();
    }

    /** Returns the bytes of all copies of a source. */
    long bytes(String source) throws IOException {
        Path place = folder.resolve(source);
        if (!Files.isDirectory(place)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(place)) {
            long sum = 0;
            for (Path file : files.toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    /**
     * Keeps a copy. It appears whole or not at all.
     *
     * @return false when the content does not have this hash; nothing is kept then
     */
    boolean keep(String source, String sha256, byte[] content) throws IOException {
        if (!hash(content).equals(sha256)) {
            return false;
        }
        Path place = Files.createDirectories(folder.resolve(source));
        Path unfinished = place.resolve(UUID.randomUUID() + ".unfinished");
        try {
            Files.write(unfinished, content);
            Files.move(unfinished, place.resolve(sha256), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return true;
    }

    /** Removes all copies of a source but some. */
    void retain(String source, Set<String> hashes) throws IOException {
        Path place = folder.resolve(source);
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.toList()) {
                    if (!hashes.contains(String.valueOf(file.getFileName()))) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }

    /** Returns the sources with copies. */
    Set<String> sources() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (Stream<Path> places = Files.list(folder)) {
            return Set.copyOf(places.map(place -> String.valueOf(place.getFileName())).toList());
        }
    }

    private static String hash(byte[] content) {
        return HexFormat.of().formatHex(Sha256.of(content));
    }
}
