package dev.sheaf.cli;

import java.nio.file.Path;
import java.time.Instant;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Messages about failed harvests, and the files that stay. */
class HarvestMessagesTest {

    @TempDir
    private Path folder;

    private final ScriptedProvider provider = ScriptedProvider.start(new SettableClock(Instant.parse("2026-03-01T00:00:00Z")));

    @AfterEach
    void close() {
        provider.close();
    }

    private int sources() {
        return JsonMapper.shared().readTree(Typed.in(folder, "source", "list", "--json").out()).size();
    }

    @Test
    void mistypedAddress_isNotRegistered() {
        provider.when(ReceivedRequest.any(), Behaviour.html("Welcome"));
        Typed page = Typed.in(folder, "harvest", provider.baseUrl("/"));
        assertThat(page.status()).isEqualTo(1);
        assertThat(page.err()).contains("Welcome", "'127-0-0-1' is not registered", "sheaf source add 127-0-0-1");
        assertThat(sources()).isZero();

        Typed host = Typed.in(folder, "harvest", "http://nothing.invalid/oai");
        assertThat(host.status()).isEqualTo(1);
        assertThat(host.err()).contains("'nothing-invalid' is not registered");
        assertThat(sources()).isZero();
    }

    @Test
    void removesControlSequencesFromForeignText() {
        provider.put(SampleRecords.many(1)).when(ReceivedRequest.of(Verb.IDENTIFY),
                Behaviour.text(body -> body.replace("<repositoryName>", "<repositoryName>\u009b2J")));
        Typed.in(folder, "source", "add", "a", provider.baseUrl());
        assertThat(Typed.in(folder, "harvest", "a").status()).isZero();
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains(" 2J").doesNotContain("\u009b");
    }

    @Test
    void addressThatAnswered_staysRegistered() {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(404))
                .when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(404));
        assertThat(Typed.in(folder, "harvest", provider.baseUrl()).status()).isEqualTo(1);
        assertThat(sources()).isEqualTo(1);
        Typed.in(folder, "source", "add", "later", "http://nothing.invalid/oai");
        assertThat(Typed.in(folder, "harvest", "later").status()).isEqualTo(1);
        assertThat(sources()).isEqualTo(2);
    }

    @Test
    void missingPage_doesNotBlameTheBaseUrl_andAFileIsNotResumed() {
        provider.put(SampleRecords.many(25)).when(ReceivedRequest.beyondTheFirstPage(), Behaviour.status(404));
        Typed fetched = Typed.in(folder, "fetch", provider.baseUrl());
        assertThat(fetched.status()).isEqualTo(1);
        assertThat(fetched.err()).contains("HTTP 404").doesNotContain("the base URL?").doesNotContain("goes on from there");
    }
}
