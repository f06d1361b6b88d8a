package dev.sheaf.cli.demo;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.cli.Features;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.ServerSettings;

import static org.assertj.core.api.Assertions.assertThat;

class DemoTest {

    @Test
    void demo_harvestsThreeRepositories_andTheirChanges() throws Exception {
        try (Demo demo = Demo.prepare(InstantSource.system()); HttpFetcher fetcher = new HttpFetcher()) {
            List<Demo.Shown> repositories = demo.repositories();
            assertThat(repositories).extracting(Demo.Shown::id).containsExactly("gallery", "library", "archive");
            long all = repositories.stream().mapToLong(Demo.Shown::records).sum();
            assertThat(all).isGreaterThanOrEqualTo(300);

            List<HarvestOutcome> outcomes = demo.harvestAll(_ -> ProgressListener.NONE);
            assertThat(outcomes).allMatch(outcome -> outcome.verdict() == HarvestOutcome.Verdict.COMPLETE);
            // The gallery has oai_dc only, the others offer it next to their own format (S3.4).
            long inEveryFormat = repositories.stream()
                    .mapToLong(shown -> shown.records() * (shown.id().equals("gallery") ? 1 : 2)).sum();
            assertThat(outcomes.stream().mapToLong(outcome -> outcome.counts().created()).sum()).isEqualTo(inEveryFormat);

            String hub = demo.serve(ServerSettings.of("127.0.0.1", 0, null), Features.ALL);
            assertThat(demo.changeAndHarvest()).contains("added").contains("(complete)");
            assertThat(demo.changeAndHarvest()).contains("added");
            assertThat(demo.changeAndHarvest()).contains("changed");
            assertThat(demo.changeAndHarvest()).contains("withdrew");
            assertThat(demo.repositories().getFirst().records()).isEqualTo(repositories.getFirst().records() + 1);

            String sets = new String(fetcher.fetch(URI.create(hub + "/oai?verb=ListSets"), FetchRules.DEFAULT, Pause.REAL).body(),
                    StandardCharsets.UTF_8);
            String library = new String(fetcher.fetch(URI.create(hub + "/oai/library?verb=ListIdentifiers&metadataPrefix=oai_dc"),
                    FetchRules.DEFAULT, Pause.REAL).body(), StandardCharsets.UTF_8);
            assertThat(library).contains("<header>");
            assertThat(sets).contains("<setSpec>gallery:painting:baroque</setSpec>").contains("Baroque painting");
        }
    }
}
