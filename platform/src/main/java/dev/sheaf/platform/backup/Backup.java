package dev.sheaf.platform.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.open.HubStores;

/**
 * Writer of everything that a data directory cannot do without into one archive: the database as it is at one moment, the key of the
 * secrets, and the configuration. The search index is left out because the hub builds it again. A hub and commands may go on with their
 * work meanwhile.
 */
public final class Backup {

    private Backup() {}

    /**
     * Content of a backup.
     *
     * @param sources registered
     * @param records one for each source, identifier and format, deleted ones included
     * @param bytes of the archive
     * @param withKey false when the data directory has no key, because it keeps no secrets
     * @param withConfiguration true when a configuration file was given
     */
    public record Written(long sources, long records, long bytes, boolean withKey, boolean withConfiguration) {}

    /**
     * Writes an archive that only its owner may read; it replaces a file of the same name once it is complete and on the disk.
     *
     * @param dataDir with a store in it
     * @param archive to write
     * @param configuration a file to add; null for none
     * @param program version of this program
     * @param now the time
     * @throws BackupException when something cannot be read or written; a file of that name is then as it was
     */
    public static Written write(Path dataDir, Path archive, @Nullable Path configuration, String program, Instant now) {
        checkPlace(archive);
        Path partial = archive.resolveSibling(archive.getFileName() + ".partial");
        Path copy = archive.resolveSibling(archive.getFileName() + ".database.partial");
        try {
            PrivateFiles.emptyFile(copy);
            StoreCopy facts = HubStores.copy(dataDir, copy);
            // Read after the database: the key of a secret that stands in the copy was there before the secret was.
            Path key = dataDir.resolve(StoreCopy.KEY_FILE);
            boolean withKey = Files.exists(key);
            PrivateFiles.emptyFile(partial);
            try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                // Not closed before it is forced to the disk.
                ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel));
                // Payloads are compressed already.
                zip.setLevel(Deflater.BEST_SPEED);
                List<Manifest.Entry> entries = new ArrayList<>();
                entries.add(add(zip, StoreCopy.DATABASE_FILE, copy));
                if (withKey) {
                    entries.add(add(zip, StoreCopy.KEY_FILE, key));
                }
                if (configuration != null) {
                    entries.add(add(zip, Manifest.CONFIGURATION, configuration));
                }
                zip.putNextEntry(new ZipEntry(Manifest.NAME));
                zip.write(new Manifest(program, now, facts, entries).toJson());
                zip.closeEntry();
                zip.finish();
                channel.force(true);
            }
            Files.move(partial, archive, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return new Written(facts.sources(), facts.records(), Files.size(archive), withKey, configuration != null);
        } catch (IOException | StoreException e) {
            throw new BackupException("The backup " + archive + " was not written: " + Reason.of(e), e);
        } finally {
            delete(copy);
            delete(partial);
        }
    }

    /** Refuses a place where no file can be before anything is copied; the fault would name an intermediate file. */
    private static void checkPlace(Path archive) {
        Path folder = archive.toAbsolutePath().getParent();
        if (Files.isDirectory(archive)) {
            throw new BackupException("The backup " + archive + " was not written: that is a folder; name a file in it.");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new BackupException("The backup " + archive + " was not written: there is no folder " + folder + ".");
        }
    }

    private static Manifest.Entry add(ZipOutputStream zip, String name, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digested = new DigestInputStream(in, Checksum.sha256())) {
            long bytes = digested.transferTo((OutputStream) zip);
            zip.closeEntry();
            return new Manifest.Entry(name, bytes, HexFormat.of().formatHex(digested.getMessageDigest().digest()));
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // A remnant next to the backup does no harm: the next backup of that name writes it again.
        }
    }
}
