package dev.sheaf.bench.publish;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.sheaf.bench.TimedCommand;

/** Commands of Sheaf in processes of their own, with the options of its launcher. Stateless. */
public final class SheafCommand {

    private SheafCommand() {}

    /**
     * Runs a command to its end.
     *
     * @param folder for what it says
     * @param data its data directory
     * @throws IOException when it fails, with its messages
     */
    public static TimedCommand run(Path folder, Path data, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Djava.awt.headless=true",
                "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), "dev.sheaf.cli.Sheaf", "--quiet", "--data", data.toString()));
        words.addAll(List.of(arguments));
        return TimedCommand.run(folder, Map.of(), "\"$@\"", words.toArray(String[]::new));
    }
}
