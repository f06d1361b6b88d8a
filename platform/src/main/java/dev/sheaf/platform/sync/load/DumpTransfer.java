package dev.sheaf.platform.sync.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

import dev.sheaf.core.Sha256;
import dev.sheaf.harvester.FirstLoad;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.Passing;

/** Transfer of one file of a dump to the disk. A transfer that breaks off goes on where it ended. For one thread. */
final class DumpTransfer {

    private static final int ATTEMPTS = 4;
    private static final int CHUNK = 1 << 16;

    private final FirstLoad.Wanted list;
    private final OfferedFile file;
    private final Path place;
    private final MessageDigest digest;
    private long arrived;

    /** @param place where the file is written; overwritten */
    DumpTransfer(FirstLoad.Wanted list, OfferedFile file, Path place) {
        this.list = list;
        this.file = file;
        this.place = place;
        this.digest = Sha256.begin();
    }

    /**
     * Brings the file and verifies its size and checksum.
     *
     * @throws IOException if it does not come, or is not the file that the manifest describes
     */
    void run() throws IOException {
        for (int attempt = 1; arrived < file.bytes(); attempt++) {
            try {
                list.pass(file.address(), arrived == 0 ? Map.of() : Map.of("Range", "bytes=" + arrived + "-"),
                        file.bytes() + 1, new Receiver());
                if (arrived < file.bytes() && attempt >= ATTEMPTS) {
                    throw new IOException("the file " + file.name() + " has " + arrived + " bytes instead of " + file.bytes());
                }
            } catch (HarvestException failure) {
                if (attempt >= ATTEMPTS || failure.kind() != Kind.CONNECTION && failure.kind() != Kind.TIMEOUT) {
                    throw failure;
                }
            }
        }
        if (!HexFormat.of().formatHex(digest.digest()).equals(file.sha256())) {
            throw new IOException("the file " + file.name() + " has another checksum than its manifest says");
        }
    }

    /** Writer of the bytes that arrive. */
    private final class Receiver implements Passing<Boolean> {

        @Override
        public Boolean take(Arriving response) throws IOException {
            boolean goesOn = arrived > 0 && response.header("Content-Range").orElse("").startsWith("bytes " + arrived + "-");
            if (!goesOn) {
                // A server that does not know ranges sends the file from its beginning.
                digest.reset();
                arrived = 0;
            }
            try (OutputStream out = Files.newOutputStream(place, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
                byte[] chunk = new byte[CHUNK];
                InputStream in = response.body();
                for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                    list.checkCancelled();
                    if (arrived + length > file.bytes()) {
                        throw new IOException("the file " + file.name() + " is longer than the " + file.bytes()
                                + " bytes that its manifest states");
                    }
                    out.write(chunk, 0, length);
                    digest.update(chunk, 0, length);
                    arrived += length;
                }
            }
            return true;
        }

        @Override
        public long mostBytes(FetchRules rules) {
            return file.bytes() + 1;
        }

        @Override
        public Boolean refused(Fetched response) throws IOException {
            throw new IOException("the file " + file.name() + " was answered with status " + response.status());
        }
    }
}
