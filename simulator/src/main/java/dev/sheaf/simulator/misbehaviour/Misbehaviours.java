package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** All faults by name, in the order of the catalogue. */
public final class Misbehaviours {

    private static final Map<String, Misbehaviour> ALL = new LinkedHashMap<>();

    static {
        List.of(EncodingFaults.all(), MarkupFaults.all(), ListFaults.all(), DateFaults.all(), SetFaults.all(), HttpFaults.all(),
                ProtocolFaults.all()).forEach(some -> some.forEach(one -> {
                    if (ALL.put(one.name(), one) != null) {
                        throw new IllegalStateException("two misbehaviours are named " + one.name());
                    }
                }));
    }

    private Misbehaviours() {}

    /** Returns every single fault. */
    public static List<Misbehaviour> all() {
        return List.copyOf(ALL.values());
    }

    /**
     * Returns a fault, or a combination.
     *
     * @param names one name, or several with {@code +} between them
     * @return empty if a name is not known
     */
    public static Optional<Misbehaviour> named(String names) {
        List<Misbehaviour> parts = Arrays.stream(names.split("\\+", -1))
                .flatMap(name -> Optional.ofNullable(ALL.get(name)).stream())
                .toList();
        return parts.size() == names.split("\\+", -1).length ? parts.stream().reduce(Misbehaviour::and) : Optional.empty();
    }

    /**
     * Returns random combinations of faults of different groups. Only faults are used against which every record can arrive ({@link
     * MustReach}).
     *
     * @param count number of combinations
     * @param size number of faults in each
     */
    public static List<Misbehaviour> combinations(RandomGenerator random, int count, int size) {
        List<Misbehaviour> candidates = all().stream().filter(Misbehaviours::canBeSurvived).toList();
        List<Misbehaviour> combinations = new ArrayList<>();
        while (combinations.size() < count) {
            List<Misbehaviour> parts = new ArrayList<>();
            while (parts.size() < size) {
                Misbehaviour next = candidates.get(random.nextInt(candidates.size()));
                if (parts.stream().allMatch(part -> part.group() != next.group() && part.goesWith(next))) {
                    parts.add(next);
                }
            }
            combinations.add(parts.stream().reduce(Misbehaviour::and).orElseThrow());
        }
        return combinations;
    }

    private static boolean canBeSurvived(Misbehaviour one) {
        return MustReach.of(one.name(), 0).claim() == LeastResult.Claim.COMPLETE && one.rounds().isEmpty()
                && one.sets().isEmpty();
    }
}
