package dev.sheaf.validator.mutations;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another validator, run as a process of its own. For one thread. */
public final class OtherValidator {

    /** The reference validator waits for up to a minute when a server asks for it. */
    private static final long LONGEST_SECONDS = 90;
    private static final int SHOWN = 300;

    private final List<String> command;

    /** Prepares calls of a command whose words are separated by spaces; the base URL comes after them. */
    public OtherValidator(String command) {
        this.command = List.of(command.strip().split(" +"));
    }

    /**
     * Result of a run. Immutable.
     *
     * @param isPassed true when it passed the repository
     * @param faults the first lines that name a fault; empty when there are none
     */
    public record Result(boolean isPassed, String faults) {}

    /**
     * Validates a repository; a run that does not end in time counts as not passed.
     *
     * @throws UncheckedIOException if the command cannot be run
     */
    public Result validate(String baseUrl) throws InterruptedException {
        try {
            Path output = Files.createTempFile("sheaf-other-validator", ".txt");
            try {
                List<String> words = new ArrayList<>(command);
                words.add(baseUrl);
                Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile())
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null"))).start();
                boolean hasEnded = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
                if (!hasEnded) {
                    process.destroyForcibly().waitFor();
                }
                List<String> faults = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines()
                        .filter(line -> line.startsWith("FAIL:")).map(line -> line.substring("FAIL:".length()).strip()).toList();
                String text = hasEnded ? String.join("; ", faults) : "did not end within " + LONGEST_SECONDS + " seconds";
                return new Result(hasEnded && process.exitValue() == 0 && faults.isEmpty(),
                        text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the other validator cannot be run: " + command.getFirst(), failure);
        }
    }
}
