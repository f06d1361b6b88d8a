package dev.sheaf.platform.cli;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.platform.store.SourceLease;

import static org.assertj.core.api.Assertions.assertThat;

class SourceCommandsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    @Test
    void addingASourceAsksTheNetworkNothing() {
        // Nothing answers at this address; a request would fail, or take long.
        Typed typed = Typed.in(folder, "source", "add", "nowhere", "http://nothing.invalid/oai?verb=Identify", "--latency", "12h",
                "--set", "a:b", "--prefix", "marcxml");
        assertThat(typed.status()).as(typed.err()).isZero();
        JsonNode shown = JSON.readTree(Typed.in(folder, "source", "show", "nowhere", "--json").out());
        assertThat(shown.path("baseUrl").asString()).isEqualTo("http://nothing.invalid/oai");
        assertThat(shown.path("latency").asString()).isEqualTo("12h");
        assertThat(shown.path("sets").get(0).asString()).isEqualTo("a:b");
        assertThat(shown.path("prefixes").get(0).asString()).isEqualTo("marcxml");
    }

    @Test
    void theListAsJsonHasTheFieldsOfTheContract() {
        Typed.in(folder, "source", "add", "b", "http://b.invalid/oai", "--name", "The B");
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        JsonNode list = JSON.readTree(Typed.in(folder, "source", "list", "--json").out());
        assertThat(list.size()).isEqualTo(2);
        JsonNode first = list.get(0);
        assertThat(first.propertyNames()).containsExactly("id", "baseUrl", "name", "records", "deleted", "state", "lastHarvest",
                "nextHarvest", "error");
        assertThat(first.path("id").asString()).isEqualTo("a");
        assertThat(first.path("state").asString()).isEqualTo("idle");
        assertThat(first.path("records").asLong(-1)).isZero();
        assertThat(first.path("lastHarvest").isNull()).isTrue();
        assertThat(list.get(1).path("name").asString()).isEqualTo("The B");
    }

    @Test
    void anEmptyListIsAnEmptyArray() {
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @Test
    void whatIsNotSaidStaysAsItIs() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai", "--name", "A", "--latency", "1d");
        assertThat(Typed.in(folder, "source", "set", "a", "--policy", "uniform").status()).isZero();
        JsonNode shown = JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out());
        assertThat(shown.path("name").asString()).isEqualTo("A");
        assertThat(shown.path("latency").asString()).isEqualTo("1d");
        assertThat(shown.path("policy").asString()).isEqualTo("uniform");
        assertThat(shown.path("baseUrl").asString()).isEqualTo("http://a.invalid/oai");
    }

    @Test
    void aSourceIsNotAddedTwice() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        Typed again = Typed.in(folder, "source", "add", "a", "http://other.invalid/oai");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("there is a source 'a' already");
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("http://a.invalid/oai");
    }

    @Test
    void aRemovedSourceIsGone() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        assertThat(Typed.in(folder, "source", "remove", "a").status()).isZero();
        Typed shown = Typed.in(folder, "source", "show", "a");
        assertThat(shown.status()).isEqualTo(1);
        assertThat(shown.err()).contains("there is no source 'a'");
    }

    @Test
    void aSourceThatIsBeingFilledIsRunningAndCannotBeHarvestedTwice() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        try (SourceLease _ = SourceLease.tryTake(folder.resolve("sheaf-data"), "a").orElseThrow()) {
            assertThat(JSON.readTree(Typed.in(folder, "source", "list", "--json").out()).get(0).path("state").asString())
                    .isEqualTo("running");
            Typed second = Typed.in(folder, "harvest", "a");
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.err()).contains("'a' is being harvested already");
        }
    }
}
