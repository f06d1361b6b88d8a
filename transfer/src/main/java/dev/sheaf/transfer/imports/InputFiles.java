package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finder of the files of an import. */
final class InputFiles {

    private InputFiles() {}

    /**
     * Returns all files that were given or are in the given folders, in order of their names, so that every run has the same order. Hidden
     * files are left out.
     *
     * @throws ImportException if a given file or folder does not exist or cannot be read
     */
    static List<InputFile> find(List<Path> paths) throws ImportException {
        List<InputFile> files = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new ImportException("there is no file or folder " + path);
            }
            if (Files.isDirectory(path)) {
                below(path, files);
            } else {
                files.add(new InputFile(path, StandardInput.is(path) ? "stdin" : path.getFileName().toString(), true));
            }
        }
        return files;
    }

    private static void below(Path folder, List<InputFile> files) throws ImportException {
        try (Stream<Path> found = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            found.filter(Files::isRegularFile).filter(file -> !isHidden(folder.relativize(file))).sorted()
                    .map(file -> new InputFile(file, slashed(folder.relativize(file)), false)).forEach(files::add);
        } catch (IOException | java.io.UncheckedIOException failure) {
            throw new ImportException("cannot read the folder " + folder + ": " + failure.getMessage(), failure);
        }
    }

    private static boolean isHidden(Path relative) {
        return StreamSupport.stream(relative.spliterator(), false).anyMatch(part -> part.toString().startsWith("."));
    }

    private static String slashed(Path relative) {
        return String.join("/", StreamSupport.stream(relative.spliterator(), false).map(Path::toString).toList());
    }
}
