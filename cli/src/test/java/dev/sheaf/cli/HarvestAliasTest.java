package dev.sheaf.cli;

import java.nio.file.Path;

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

/** Addresses of repositories that are registered already, under another address. */
class HarvestAliasTest {

    @TempDir
    private Path folder;

    private static ScriptedProvider provider() {
        return ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z")).put(SampleRecords.many(3));
    }

    private int sources() {
        return JsonMapper.shared().readTree(Typed.in(folder, "source", "list", "--json").out()).size();
    }

    @Test
    void otherSpellingOfAnAddress_isTheKnownSource() {
        try (ScriptedProvider provider = provider()) {
            String address = provider.baseUrl();
            assertThat(Typed.in(folder, "source", "add", "library", address).status()).isZero();
            for (String other : new String[]{address + "/", address.replace("http://", "https://")}) {
                Typed harvest = Typed.in(folder, "harvest", other);
                assertThat(harvest.status()).as(harvest.err()).isZero();
                assertThat(harvest.err()).contains(other + " is taken for 'library', which is registered with " + address,
                        "sheaf source set library --url " + other, "library: complete").doesNotContain("Registered");
            }
            assertThat(sources()).isEqualTo(1);
            assertThat(Typed.in(folder, "harvest", address).err()).doesNotContain("is taken for");
        }
    }

    @Test
    void baseUrlOfARegisteredRepository_isRegisteredWithAWarning() {
        try (ScriptedProvider moved = provider(); ScriptedProvider old = provider()) {
            old.when(ReceivedRequest.of(Verb.IDENTIFY),
                    Behaviour.text(body -> body.replaceFirst("<baseURL>[^<]*", "<baseURL>" + moved.baseUrl())));
            assertThat(Typed.in(folder, "source", "add", "library", old.baseUrl()).status()).isZero();
            assertThat(Typed.in(folder, "harvest", "library").status()).isZero();
            Typed harvest = Typed.in(folder, "harvest", moved.baseUrl());
            assertThat(harvest.status()).as(harvest.err()).isZero();
            assertThat(harvest.err()).contains("Beware: " + moved.baseUrl()
                    + " seems to be the repository that is registered as 'library' with " + old.baseUrl(),
                    "Its records would be here twice", "Registered " + moved.baseUrl());
            assertThat(sources()).isEqualTo(2);
        }
    }

    @Test
    void sameAddressTwice_isRegisteredWithAWarningThatNamesTheOther() {
        try (ScriptedProvider provider = provider(); ScriptedProvider moved = provider()) {
            Typed.in(folder, "source", "add", "library", provider.baseUrl());
            Typed second = Typed.in(folder, "source", "add", "dup", provider.baseUrl());
            assertThat(second.status()).isZero();
            assertThat(second.err()).contains("Beware: " + provider.baseUrl() + " is registered already as 'library'",
                    "Its records would be here twice");
            Typed.in(folder, "source", "add", "third", moved.baseUrl());
            assertThat(Typed.in(folder, "source", "set", "third", "--url", provider.baseUrl()).err())
                    .contains("Beware: " + provider.baseUrl() + " is registered already as ");
            assertThat(Typed.in(folder, "source", "set", "third", "--name", "Third").err()).doesNotContain("Beware");
        }
    }
}
