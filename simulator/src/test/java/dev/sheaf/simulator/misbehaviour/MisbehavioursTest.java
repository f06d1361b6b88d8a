package dev.sheaf.simulator.misbehaviour;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MisbehavioursTest {

    /**
     * Faults that this server does not play: 48 is a client's; 85 takes several hosts.
     */
    private static final Set<Integer> ELSEWHERE = Set.of(48, 85);

    @Test
    void everyMisbehaviour_hasANameForAddresses_andADescription() {
        assertThat(Misbehaviours.all()).hasSizeGreaterThan(180).allSatisfy(one -> {
            assertThat(one.name()).matches("[a-z0-9.]+(-[a-z0-9.]+)*").hasSizeLessThan(50);
            assertThat(one.description()).as(one.name()).matches("(?s)\\p{Lu}?.*");
            assertThat(one.description().strip()).as(one.name()).isNotEmpty().doesNotContain("\n");
            assertThat(Misbehaviours.named(one.name())).contains(one);
        });
    }

    @Test
    void everyRowOfTheCatalogue_hasAMisbehaviour() {
        Set<Integer> played = Misbehaviours.all().stream().flatMap(one -> one.rows().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<Integer> wanted = IntStream.rangeClosed(1, 88).filter(row -> !ELSEWHERE.contains(row)).boxed()
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(played).isEqualTo(wanted);
    }

    @Test
    void combination_hasTheExpectationsOfBothFaults() {
        Misbehaviour both = Misbehaviours.named("no-metadata+control-character").orElseThrow();
        assertThat(both.name()).isEqualTo("no-metadata+control-character");
        assertThat(both.expectation().ending()).isEqualTo(Ending.QUARANTINE);
        assertThat(both.expectation().altered()).containsExactly(5);
        assertThat(Misbehaviours.named("no-metadata+")).isEmpty();
        assertThat(Misbehaviours.named("no-such-thing")).isEmpty();
    }

    @Test
    void sameSeed_givesTheSameCombinations() {
        List<String> drawn = names(7);
        assertThat(names(7)).isEqualTo(drawn).hasSize(20).allMatch(name -> name.chars().filter(c -> c == '+').count() == 2);
        assertThat(names(8)).isNotEqualTo(drawn);
    }

    private static List<String> names(long seed) {
        return Misbehaviours.combinations(new SplittableRandom(seed), 20, 3).stream().map(Misbehaviour::name).toList();
    }

    @Test
    void numberOfARecord_isReadFromItsIdentifier() {
        assertThat(SimulatedRecords.number(SimulatedRecords.identifier(17))).isEqualTo(17);
        assertThat(SimulatedRecords.number("oai:other.example.org:17")).isEqualTo(-1);
        assertThat(SimulatedRecords.number("oai:simulated.example.org:1x")).isEqualTo(-1);
    }
}
