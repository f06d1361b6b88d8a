package dev.sheaf.simulator.misbehaviour;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The table of what Sheaf must reach against each single misbehaviour, maintained by hand in {@code must-reach.txt}. It is separate from
 * {@link Expectation}, which states the allowed endings of any harvester.
 */
public final class MustReach {

    private static final Map<String, List<LeastResult>> PINNED = read();

    private MustReach() {}

    private static Map<String, List<LeastResult>> read() {
        Map<String, List<LeastResult>> pinned = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(MustReach.class.getResourceAsStream("must-reach.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split("\\s+", 2);
                List<LeastResult> reaches = Arrays.stream(parts[1].split(";", -1)).map(LeastResult::parse).toList();
                if (pinned.put(parts[0], reaches) != null) {
                    throw new IllegalStateException("must-reach.txt names " + parts[0] + " twice");
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("must-reach.txt cannot be read", failure);
        }
        return pinned;
    }

    /** Returns all names in the table, in its order. */
    public static List<String> names() {
        return List.copyOf(PINNED.keySet());
    }

    /**
     * Returns the result that must be reached against one misbehaviour.
     *
     * @param name of a single misbehaviour
     * @param events number of later events so far; 0 for the first harvest
     * @throws IllegalArgumentException when the table does not name it
     */
    public static LeastResult of(String name, int events) {
        List<LeastResult> reaches = PINNED.get(name);
        if (reaches == null) {
            throw new IllegalArgumentException("must-reach.txt does not name " + name);
        }
        return reaches.get(Math.min(events, reaches.size() - 1));
    }
}
