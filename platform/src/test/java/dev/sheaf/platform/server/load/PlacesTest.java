package dev.sheaf.platform.server.load;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlacesTest {

    private static final long LONGEST_WAIT = 1_000;

    private final List<String> done = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    private final class Named implements Places.Work {

        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            done.add(name);
        }

        @Override
        public void refuse() {
            refused.add(name);
        }
    }

    private Places places(int most, int mostOfClient, int mostWaiting) {
        return new Places(most, mostOfClient, mostWaiting, LONGEST_WAIT, Runnable::run);
    }

    private void enter(Places places, String client, int times) {
        for (int i = 0; i < times; i++) {
            Named work = new Named(client + i);
            if (places.enter(client, work, 0)) {
                work.run();
            }
        }
    }

    @Test
    void clientsThatHoldOnToAllTheirPlaces_leaveTheLastOnesToOthers() {
        Places places = places(16, 8, 100);
        enter(places, "a", 10);
        enter(places, "b", 10);
        assertThat(done).as("two of sixteen are kept").hasSize(14);
        enter(places, "reader", 1);
        assertThat(done).endsWith("reader0");
        assertThat(refused).isEmpty();
    }

    @Test
    void fullQueue_makesRoomForAClientThatWaitsForLess() {
        Places places = places(2, 1, 4);
        enter(places, "a", 3);
        enter(places, "b", 3);
        enter(places, "reader", 1);
        enter(places, "other", 1);
        assertThat(refused).as("of both crowds the youngest").containsExactlyInAnyOrder("a2", "b2");
        enter(places, "a", 1);
        assertThat(refused).as("the newcomer, because no client waits for more").hasSize(3).endsWith("a0");
        for (String client : List.of("a", "b", "a", "b")) {
            places.leave(client);
        }
        assertThat(done).containsExactly("a0", "b0", "a1", "b1", "reader0", "other0");
    }

    @Test
    void freePlace_goesToTheClientWithTheFewestPlaces() {
        Places places = places(4, 4, 10);
        enter(places, "a", 6);
        enter(places, "b", 1);
        assertThat(done).containsExactly("a0", "a1", "a2", "a3");
        places.leave("a");
        assertThat(done).endsWith("b0");
        places.leave("a");
        assertThat(done).endsWith("a4");
    }

    @Test
    void requestThatWaitsTooLong_isRefused() {
        Places places = places(1, 1, 2);
        enter(places, "a", 2);
        places.sweep(LONGEST_WAIT);
        assertThat(refused).isEmpty();
        places.sweep(LONGEST_WAIT + 1);
        assertThat(refused).containsExactly("a1");
        enter(places, "a", 1);
        assertThat(refused).hasSize(1);
        places.leave("a");
        assertThat(done).containsExactly("a0", "a0");
    }
}
