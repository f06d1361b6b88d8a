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
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.platform.keys.PrivateFiles;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.open.HubStores;

/**
 * Writer of a backup: one archive with everything that a data directory needs, that is the database as it was at one moment, the key of the
 * secrets, the key that signs requests, and the configuration. The search index is left out because the hub can rebuild it. A hub and
 * commands may work in the directory at the same time.
 */
public final class Backup {

    private Backup() {}

    /**
     * Content of a backup.
     *
     * @param sources number of registered sources
     * @param records number of records, one for each source, identifier and format, deleted ones included
     * @param before number of records in the backup that was replaced; 0 if none was replaced
     * @param bytes size of the archive
     * @param withKey false if the data directory has no key, because it keeps no secrets
     * @param withSigningKey true if the archive has the private key that signs requests
     * @param withConfiguration true if a configuration file was given
     */
    public record Written(long sources, long records, long before, long bytes, boolean withKey, boolean withSigningKey,
            boolean withConfiguration) {}

    /**
     * Writes an archive that only its owner may read. It replaces a file of the same name as soon as it is complete and on the disk.
     *
     * @param dataDir directory with a store
     * @param archive file to write
     * @param configuration configuration file to include; null for none
     * @param program version of this program
     * @param now present time
     * @throws BackupException if something cannot be read or written, or if the store is empty and would replace the backup of one that was
     * not; an existing file of that name is then unchanged
     */
    public static Written write(Path dataDir, Path archive, @Nullable Path configuration, String program, Instant now) {
        checkPlace(archive);
        Path partial = archive.resolveSibling(archive.getFileName() + ".partial");
        Path copy = archive.resolveSibling(archive.getFileName() + ".database.partial");
        try {
            PrivateFiles.emptyFile(copy);
            StoreCopy facts = HubStores.copy(dataDir, copy);
            Optional<StoreCopy> former = Manifest.storeIn(archive);
            if (facts.sources() == 0 && facts.records() == 0 && former.filter(store -> store.records() > 0).isPresent()) {
                throw new BackupException("The backup " + archive + " was not written: the data directory " + dataDir
                        + " holds no sources and no records, and that file is a backup of "
                        + count(former.get().sources(), "source")
                        + " and " + count(former.get().records(), "record") + ". If the data directory is the right one, choose "
                        + "another name, or remove that file.");
            }
            // The key is read after the database, because a key exists before the first secret that it encrypts.
            Path key = dataDir.resolve(StoreCopy.KEY_FILE);
            boolean withKey = Files.exists(key);
            Path signingKey = dataDir.resolve(KeyFile.NAME);
            boolean withSigningKey = Files.exists(signingKey);
            PrivateFiles.emptyFile(partial);
            try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                // The file stays open until its content is forced to the disk.
                ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel));
                // Payloads are compressed already, so fast compression is enough.
                zip.setLevel(Deflater.BEST_SPEED);
                List<Manifest.Entry> entries = new ArrayList<>();
                entries.add(add(zip, StoreCopy.DATABASE_FILE, copy));
                if (withKey) {
                    entries.add(add(zip, StoreCopy.KEY_FILE, key));
                }
                if (withSigningKey) {
                    entries.add(add(zip, KeyFile.NAME, signingKey));
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
            return new Written(facts.sources(), facts.records(), former.map(StoreCopy::records).orElse(0L), Files.size(archive),
                    withKey, withSigningKey, configuration != null);
        } catch (IOException | StoreException e) {
            throw new BackupException("The backup " + archive + " was not written: " + Reason.of(e), e);
        } finally {
            delete(copy);
            delete(partial);
        }
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Refuses an impossible place before anything is copied. Otherwise the message would name a temporary file. */
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
                DigestInputStream digested = new DigestInputStream(in, Sha256.begin())) {
            long bytes = digested.transferTo((OutputStream) zip);
            zip.closeEntry();
            return new Manifest.Entry(name, bytes, HexFormat.of().formatHex(digested.getMessageDigest().digest()));
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // A temporary file that stays does no harm: the next backup of that name overwrites it.
        }
    }
}
