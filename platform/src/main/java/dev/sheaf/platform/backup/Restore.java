package dev.sheaf.platform.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.keys.PrivateFiles;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.open.HubStores;

/**
 * Creates a data directory from a backup. It unpacks everything next to the directory and checks it first: lengths, checksums, the
 * structure of the database and its numbers. Only then does the new directory take its place; an existing one is kept under another name.
 */
public final class Restore {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    /** Limit on the size of a manifest in bytes; no real manifest comes near it. */
    private static final int MANIFEST_BYTES = 64 * 1024;

    private Restore() {}

    /**
     * Result of a restore.
     *
     * @param created time at which the backup was begun
     * @param sources number of registered sources
     * @param records number of records, one for each source, identifier and format, deleted ones included
     * @param former directory with the former content; null if there was none
     * @param configuration restored configuration file; null if the backup has none
     */
    public record Restored(Instant created, long sources, long records, @Nullable Path former, @Nullable Path configuration) {}

    /**
     * Restores an archive.
     *
     * @param archive file that {@link Backup} wrote
     * @param dataDir directory to create
     * @param replace true to move an existing directory aside
     * @param now present time, for the name of the former directory
     * @throws BackupException if the archive is damaged, or the directory exists or is in use; the directory is then unchanged
     */
    public static Restored restore(Path archive, Path dataDir, boolean replace, Instant now) {
        Path unpacked = null;
        try (ZipFile zip = open(archive)) {
            Manifest manifest = manifest(zip, archive);
            boolean present = holdsAnything(dataDir);
            if (present && !replace) {
                throw new BackupException("The data directory " + dataDir + " is not empty. Give another one with --data, or let "
                        + "--replace put it aside.");
            }
            if (present && HubStores.isInUse(dataDir)) {
                throw new BackupException("The data directory " + dataDir + " is in use. Stop the hub and all commands that work "
                        + "with it, then restore again.");
            }
            unpacked = PrivateFiles.directoryBeside(dataDir, ".restoring-");
            for (Manifest.Entry file : manifest.files()) {
                unpack(zip, file, unpacked.resolve(file.name()));
            }
            StoreCopy facts = HubStores.checkCopy(unpacked.resolve(StoreCopy.DATABASE_FILE));
            if (!facts.equals(manifest.store())) {
                throw new BackupException("The database of the backup has " + facts + ", its manifest says " + manifest.store()
                        + ". Nothing was restored; use another backup.");
            }
            Path former = present ? dataDir.resolveSibling(dataDir.getFileName() + ".before-restore-" + TIME.format(now)) : null;
            if (former != null) {
                Files.move(dataDir, former);
            } else {
                Files.deleteIfExists(dataDir);
            }
            Files.move(unpacked, dataDir);
            unpacked = null;
            Path configuration = dataDir.resolve(Manifest.CONFIGURATION);
            return new Restored(manifest.created(), facts.sources(), facts.records(), former,
                    Files.exists(configuration) ? configuration : null);
        } catch (IOException | StoreException e) {
            throw new BackupException("The backup " + archive + " was not restored: " + Reason.of(e), e);
        } finally {
            delete(unpacked);
        }
    }

    private static ZipFile open(Path archive) throws IOException {
        try {
            return new ZipFile(archive.toFile());
        } catch (ZipException e) {
            throw new BackupException("The file " + archive + " is not a backup of Sheaf, or it is incomplete.", e);
        }
    }

    private static Manifest manifest(ZipFile zip, Path archive) throws IOException {
        ZipEntry entry = zip.getEntry(Manifest.NAME);
        if (entry == null) {
            throw new BackupException("The file " + archive + " is not a backup of Sheaf: it has no " + Manifest.NAME + ".");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return Manifest.read(in.readNBytes(MANIFEST_BYTES));
        }
    }

    /** Unpacks a file. Never writes more than the manifest announces, even if the archive unpacks to more. */
    private static void unpack(ZipFile zip, Manifest.Entry file, Path target) throws IOException {
        ZipEntry entry = zip.getEntry(file.name());
        if (entry == null) {
            throw damaged(file);
        }
        PrivateFiles.emptyFile(target);
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(target);
                DigestOutputStream digested = new DigestOutputStream(out, Sha256.begin())) {
            byte[] buffer = new byte[1 << 16];
            long bytes = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes += n;
                if (bytes > file.bytes()) {
                    throw damaged(file);
                }
                digested.write(buffer, 0, n);
            }
            String sum = HexFormat.of().formatHex(digested.getMessageDigest().digest());
            if (bytes != file.bytes() || !sum.equals(file.sha256())) {
                throw damaged(file);
            }
        } catch (ZipException e) {
            throw new BackupException(damage(file), e);
        }
    }

    private static BackupException damaged(Manifest.Entry file) {
        return new BackupException(damage(file));
    }

    private static String damage(Manifest.Entry file) {
        return "The backup is damaged: " + file.name()
                + " differs from its checksum in the manifest. Nothing was restored; use another backup.";
    }

    private static boolean holdsAnything(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isPresent();
        }
    }

    private static void delete(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // The name of the remaining directory shows that it does not belong to the hub. The caller reports the first failure.
        }
    }
}
