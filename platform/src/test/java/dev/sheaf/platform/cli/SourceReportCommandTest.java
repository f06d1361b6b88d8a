package dev.sheaf.platform.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.testkit.Behaviour;
import dev.sheaf.testkit.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.ScriptedProvider;
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
            Typed text = Typed.in(folder, "source", "report", "library");
            assertThat(text.status()).as(text.err()).isZero();
            assertThat(text.out()).contains("Ampersands or less-than signs", "1 record, since 20",
                    SampleRecords.identifier(3) + " in oai_dc: an ampersand that begins nothing was escaped");
            assertThat(text.err()).contains("its administrator: ");

            assertThat(Typed.in(folder, "source", "report", "library", "--format", "html", "-o", "faults.html").status())
                    .isZero();
            assertThat(Files.readString(folder.resolve("faults.html"))).startsWith("<!DOCTYPE html>");
        }
    }

    @Test
    void mistakesAreTold() {
        assertThat(Typed.in(folder, "source", "report", "nobody").err()).contains("there is no source 'nobody'");
        Typed wrong = Typed.in(folder, "source", "report", "library", "--format", "pdf");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("text, html, csv or json");
    }
}
