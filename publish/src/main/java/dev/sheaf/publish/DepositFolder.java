package dev.sheaf.publish;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;

/**
 * The folder of a collection into which its owner puts documents: its first location that is a local folder. Safe for use by many threads; two
 * processes that add files at once get different names too.
 */
public final class DepositFolder {

    private static final int PAGE = 200;
    private static final int MOST_COPIES = 10_000;
    /** Begins with a dot, so that a crawl passes it over. */
    private static final String TEMPORARY = ".sheaf-upload-";

    private final HubStore store;
    private final String source;
    private final CollectionSettings settings;

    /** Finds the folder of a collection. */
    public DepositFolder(HubStore store, String source, CollectionSettings settings) {
        this.store = store;
        this.source = source;
        this.settings = settings;
    }

    private List<Path> folders() {
        return settings.locations().stream().map(CollectionSettings.Location::address).filter(address -> !address.contains(":"))
                .map(Path::of).filter(Files::isDirectory).toList();
    }

    /** Returns the folder; empty when all locations are archives or on other machines. */
    public Optional<Path> path() {
        return folders().stream().findFirst();
    }

    /**
     * Adds a file under a name that no other file has. It appears whole or not at all.
     *
     * @param given name as it came from outside
     * @return its name in the folder
     * @throws IOException when the folder cannot be written, or the file is larger than the collection takes; nothing remains then
     */
    public String add(String given, InputStream content) throws IOException {
        Path folder = path().orElseThrow(() -> new IOException("the collection has no local folder for new files"));
        Path temporary = folder.resolve(TEMPORARY + UUID.randomUUID());
        try {
            long most = settings.bounds().bytes();
            try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(temporary,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownersOnly(folder)))) {
                long written = 0;
                byte[] buffer = new byte[1 << 16];
                for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                    written += count;
                    if (written > most) {
                        throw new IOException("it is larger than " + (most >> 20) + " MB (sheaf publish ID --option size=SIZE)");
                    }
                    out.write(buffer, 0, count);
                }
            }
            return named(folder, SafeName.of(given), temporary);
        } catch (InvalidPathException failure) {
            throw new IOException(
                    "its name has characters that names of files cannot have here: rename it, or start the hub with "
                            + "LC_ALL=C.UTF-8",
                    failure);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Returns the permissions of new files: they wait for approval, so other accounts of the machine do not read them. */
    private static FileAttribute<?>[] ownersOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }

    private String named(Path folder, String name, Path temporary) throws IOException {
        // Files of the same name with another extension would become manifestations of one document, which nobody has asked for here.
        Set<String> taken = taken(folder);
        int dot = name.lastIndexOf('.');
        String stem = dot <= 0 ? name : name.substring(0, dot);
        String extension = dot <= 0 ? "" : name.substring(dot);
        for (int copy = 1; copy <= MOST_COPIES; copy++) {
            String tried = copy == 1 ? name : stem + "-" + copy + extension;
            if (!taken.contains(Resource.nameOf(tried))) {
                try {
                    // A link is refused when the name exists, also when another process has taken it meanwhile.
                    link(folder.resolve(tried), temporary);
                    return tried;
                } catch (FileAlreadyExistsException _) {
                    // The next number.
                }
            }
        }
        throw new IOException("the folder has too many files with this name");
    }

    private static void link(Path target, Path temporary) throws IOException {
        try {
            Files.createLink(target, temporary);
        } catch (UnsupportedOperationException failure) {
            Files.move(temporary, target);
        }
    }

    private static Set<String> taken(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> Resource.nameOf(String.valueOf(file.getFileName()))).collect(Collectors.toSet());
        }
    }

    /** Returns the files of a resource as the last crawl found them. */
    public List<CrawledFile> files(String resource) {
        List<CrawledFile> found = new ArrayList<>();
        // A name without an extension, and those with one: other names that begin alike may be very many.
        for (String beginning : List.of(resource, resource + ".")) {
            List<CrawledFile> page = store.crawledFiles().files(source, new CrawledFile.Key("", beginning), PAGE);
            boolean more = true;
            while (more && !page.isEmpty()) {
                for (CrawledFile file : page) {
                    more &= beginning.equals(resource) ? file.path().equals(resource) : file.path().startsWith(beginning);
                    if (more && Resource.nameOf(file.path()).equals(resource)) {
                        found.add(file);
                    }
                }
                page = more ? store.crawledFiles().files(source, page.getLast().key(), PAGE) : List.of();
            }
        }
        return found;
    }

    /** Returns the name of the resource to which a file belongs. */
    public static String resourceOf(CrawledFile file) {
        return Resource.nameOf(file.path());
    }

    /** Returns a file of a local folder of the collection; empty when it is not there, or is no regular file. */
    public Optional<Path> local(CrawledFile file) {
        return folders().stream().filter(folder -> folder.toString().equals(file.location())).findFirst()
                .map(folder -> folder.resolve(file.path())).filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Deletes the files of a resource from the folder, and forgets what was decided about it. The next crawl withdraws its records.
     *
     * @return names of the deleted files
     * @throws IOException when a file cannot be deleted, or lies in no local folder; the decisions stay then
     */
    public List<String> remove(String resource) throws IOException {
        List<CrawledFile> files = files(resource);
        for (CrawledFile file : files) {
            if (folders().stream().noneMatch(folder -> folder.toString().equals(file.location()))) {
                throw new IOException(
                        file.path() + " lies in " + file.location() + ", which is no local folder: remove it there");
            }
        }
        for (CrawledFile file : files) {
            Optional<Path> path = local(file);
            if (path.isPresent()) {
                Files.delete(path.get());
            }
        }
        List<CrawledFile.Key> keys = files.stream().map(CrawledFile::key).toList();
        for (int i = 0; i < keys.size(); i += CrawledFiles.MAX_BATCH) {
            // A folder that is empty now is no disk that is not mounted.
            store.crawledFiles().put(source, List.of(), keys.subList(i, Math.min(keys.size(), i + CrawledFiles.MAX_BATCH)));
        }
        store.deposits().forget(source, resource);
        return files.stream().map(CrawledFile::path).toList();
    }
}
