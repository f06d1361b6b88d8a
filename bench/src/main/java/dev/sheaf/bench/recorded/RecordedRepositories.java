package dev.sheaf.bench.recorded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.sheaf.validator.run.SavedResponse;

/**
 * Recorded responses of repositories: a folder for each repository, in it a file for each response, some of them packed by gzip. Files are
 * read when they are asked for.
 */
final class RecordedRepositories {

    /** Folders of examples that a project wrote for its own tests. */
    private static final String WRITTEN = "gh--";
    private static final String SPECIFICATION = "openarchives.org";

    private final Path folder;

    RecordedRepositories(Path folder) {
        this.folder = folder;
    }

    /** Returns the names of the real repositories in the order of the alphabet; written examples are left out. */
    List<String> names() {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(Files::isDirectory).map(one -> one.getFileName().toString())
                    .filter(name -> !name.startsWith(WRITTEN) && !name.startsWith(SPECIFICATION)).sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(folder + " cannot be read", failure);
        }
    }

    /** Returns the responses of a repository in the order of their file names, by the base URL that they state. */
    Map<String, List<SavedResponse>> responses(String name) {
        Map<String, List<SavedResponse>> byBaseUrl = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(folder.resolve(name))) {
            for (Path file : files.sorted().toList()) {
                SavedResponse response = SavedResponse.of(name + "/" + file.getFileName(), bytes(file));
                byBaseUrl.computeIfAbsent(response.statedBaseUrl(), _ -> new ArrayList<>()).add(response);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(folder.resolve(name) + " cannot be read", failure);
        }
        return byBaseUrl;
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            if (!file.toString().endsWith(".gz")) {
                return in.readAllBytes();
            }
            try (GZIPInputStream unpacked = new GZIPInputStream(in)) {
                return unpacked.readAllBytes();
            }
        }
    }
}
