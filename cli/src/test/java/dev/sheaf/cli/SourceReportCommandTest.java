package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class SourceReportCommandTest {

    @TempDir
    private Path folder;

    @Test
    void faultsOfAHarvestAreReported() throws Exception {
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"))) {
            provider.put(SampleRecords.many(8)).when(ReceivedRequest.any(),
                    Behaviour.text(body -> body.replace("Title 3", "Title & 3")));
            Typed.in(folder, "source", "add", "library", provider.baseUrl());
            Typed.in(folder, "harvest", "library");
            Typed json = Typed.in(folder, "source", "report", "library");
            assertThat(json.status()).as(json.err()).isZero();
            JsonNode kind = JsonMapper.shared().readTree(json.out()).path("kinds").path(0);
            assertThat(kind.path("fault").asString("")).startsWith("Ampersands or less-than signs");
            assertThat(kind.path("records").asInt(0)).isEqualTo(1);
            assertThat(kind.path("since").asString("")).startsWith("20");
            JsonNode fault = kind.path("faults").path(0);
            assertThat(fault.path("identifier").asString("")).isEqualTo(SampleRecords.identifier(3));
            assertThat(fault.path("prefix").asString("")).isEqualTo("oai_dc");
            assertThat(fault.path("what").asString("")).startsWith("an ampersand that begins nothing was escaped");
            assertThat(json.err()).contains("its administrator: ");

            assertThat(Typed.in(folder, "source", "report", "library", "--format", "html", "-o", "faults.html").status())
                    .isZero();
            assertThat(Files.readString(folder.resolve("faults.html"))).startsWith("<!DOCTYPE html>");
        }
    }

    @Test
    void wrongInput_isReported() {
        assertThat(Typed.in(folder, "source", "report", "nobody").err()).contains("there is no source 'nobody'");
        Typed wrong = Typed.in(folder, "source", "report", "library", "--format", "pdf");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("html or json");
    }
}
