package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * All faults by name: those of the catalogue, in its order, which a harvester meets, and those that only a validator judges.
 */
public final class Misbehaviours {

    private static final Map<String, Misbehaviour> ALL = new LinkedHashMap<>();
    private static final List<Misbehaviour> CATALOGUE = Stream.of(EncodingFaults.all(), MarkupFaults.all(), ListFaults.all(),
            DateFaults.all(), SetFaults.all(), HttpFaults.all(), ProtocolFaults.all()).flatMap(List::stream).toList();
    private static final List<Misbehaviour> CONFORMANCE = ConformanceFaults.all();

    static {
        Stream.concat(CATALOGUE.stream(), CONFORMANCE.stream()).forEach(one -> {
            if (ALL.put(one.name(), one) != null) {
                throw new IllegalStateException("two misbehaviours are named " + one.name());
            }
        });
    }

    private Misbehaviours() {}

    /** Returns every single fault of the catalogue. */
    public static List<Misbehaviour> all() {
        return CATALOGUE;
    }

    /** Returns the violations that only a validator judges, and unusual repositories in which nothing is wrong. */
    public static List<Misbehaviour> forValidators() {
        return CONFORMANCE;
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
