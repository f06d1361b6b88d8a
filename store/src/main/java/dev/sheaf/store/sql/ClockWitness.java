package dev.sheaf.store.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.store.Uptime;

/**
 * File of a data directory that holds the time of the clock together with the uptime of the machine. A later process of the same start of
 * the machine knows from it how much time has passed, whatever the clock says. After a restart of the machine the file says nothing,
 * because nobody counted the time while it was off. Safe for use by many threads and processes.
 *
 * @param dataDir the data directory
 * @param uptime uptime of this machine
 */
public record ClockWitness(Path dataDir, Uptime uptime) {

    /** Name of the file in a data directory. */
    public static final String FILE = "clock";

    private static final Logger LOG = LoggerFactory.getLogger(ClockWitness.class);
    private static final Pattern LINE = Pattern.compile("(\\S{1,64}) (\\d{1,12}) (\\d{1,12})\\s*");
    private static final int MAX_BYTES = 200;

    /** Returns the time that a right clock shows now; empty if the file or the machine does not tell. */
    public Optional<Instant> expected() {
        Path file = dataDir.resolve(FILE);
        try {
            if (!Files.exists(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            Matcher line = LINE.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            return !line.matches()
                    ? Optional.empty()
                    : uptime.now().filter(running -> running.boot().equals(line.group(1)))
                            .map(running -> Instant.ofEpochSecond(Long.parseLong(line.group(3)))
                                    .plus(running.time()).minusSeconds(Long.parseLong(line.group(2))));
        } catch (IOException _) {
            // Without the file the datestamps alone judge the clock.
            return Optional.empty();
        }
    }

    /** Writes that the clock is right now. Does nothing if the machine does not tell its uptime. */
    public void write(Instant now) {
        uptime.now().ifPresent(running -> {
            Path file = dataDir.resolve(FILE);
            Path partial = dataDir.resolve(FILE + "." + ProcessHandle.current().pid() + ".partial");
            try {
                try (var channel = OwnerOnly.open(partial, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
                    channel.write(StandardCharsets.US_ASCII
                            .encode(running.boot() + " " + running.time().toSeconds() + " " + now.getEpochSecond() + "\n"));
                }
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException failure) {
                LOG.warn("time of the clock not written: file={} reason=\"{}\"", file, failure.getMessage());
            }
        });
    }
}
