package dev.sheaf.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Time for which the machine has been running. No setting of the clock changes it, so it can tell a wrong clock from a pause. Safe for use
 * by many threads.
 */
public interface Uptime {

    /** Uptime of a machine that does not tell it. */
    Uptime UNKNOWN = Optional::empty;

    /** Uptime as Linux tells it. It includes the time during which the machine was suspended. */
    Uptime OF_MACHINE = () -> {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII).strip();
            String seconds = Files.readString(Path.of("/proc/uptime"), StandardCharsets.US_ASCII).split("[. ]", 2)[0];
            return boot.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Running(boot, Duration.ofSeconds(Long.parseLong(seconds))));
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    };

    /**
     * A moment in the life of a machine.
     *
     * @param boot name of its last start, which no other start of any machine has
     * @param time time since that start
     */
    record Running(String boot, Duration time) {}

    /** Returns the present moment; empty if the machine does not tell it. */
    Optional<Running> now();
}
