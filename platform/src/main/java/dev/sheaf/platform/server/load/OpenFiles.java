package dev.sheaf.platform.server.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limit of the system on open files; connections count as files. Stateless. */
public final class OpenFiles {

    private static final Pattern LINE = Pattern.compile("(?m)^Max open files\\s+(\\d+)");

    private OpenFiles() {}

    /** Returns how many files this process may have open; {@link Long#MAX_VALUE} if the system does not tell it. */
    public static long limit() {
        try {
            // Other ways ask Java's management, which takes longer than the rest of a short command.
            Matcher line = LINE.matcher(Files.readString(Path.of("/proc/self/limits"), StandardCharsets.US_ASCII));
            return line.find() ? Long.parseLong(line.group(1)) : Long.MAX_VALUE;
        } catch (IOException | NumberFormatException _) {
            return Long.MAX_VALUE;
        }
    }
}
