package dev.sheaf.platform.hub;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The order in which a hub opens, starts and closes the parts of its features. */
class HubPartsTest {

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final List<String> events = new ArrayList<>();
    private HubStore store;

    @BeforeEach
    void open() {
        store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "hub.example.org"), clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Notes what is done with its part. */
    private final class Noted implements Feature {

        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public HubPart open(HubContext hub) {
            events.add("open " + name);
            return new HubPart() {
                @Override
                public void start() {
                    events.add("start " + name);
                }

                @Override
                public void close() {
                    events.add("close " + name);
                }
            };
        }
    }

    private Hub start(Feature... features) throws ServerStartException {
        return Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(100),
                List.of(features), clock);
    }

    @Test
    void parts_startInOrder_andCloseInReverse() throws Exception {
        start(new Noted("a"), new Noted("b")).close();

        assertThat(events).containsExactly("open a", "open b", "start a", "start b", "close b", "close a");
    }

    @Test
    void partThatCannotBeOpened_closesTheEarlierParts() {
        Feature failing = new Feature() {
            @Override
            public HubPart open(HubContext hub) throws ServerStartException {
                throw new ServerStartException("The port is in use.", new IOException("in use"));
            }
        };

        assertThatExceptionOfType(ServerStartException.class).isThrownBy(() -> start(new Noted("a"), failing, new Noted("b")));
        assertThat(events).containsExactly("open a", "close a");
    }
}
