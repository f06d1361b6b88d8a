package dev.sheaf.harvester.example;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.HttpFetcher;

/** Harvests a repository into a sink of one's own. */
final class HarvestToFolder {

    private HarvestToFolder() {}

    static String harvest(String baseUrl, RecordSink sink) {
        try (HttpFetcher fetcher = new HttpFetcher()) {
            Source source = Source.harvested("physics", baseUrl);
            HarvestOptions onlyDublinCore = HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of());
            HarvestOutcome outcome = new Harvester(fetcher).harvest(source, onlyDublinCore, sink, ProgressListener.NONE);
            return switch (outcome.verdict()) {
                case COMPLETE, COMPLETE_UNPROVEN, COMPLETE_WITH_QUARANTINE -> outcome.counts().received() + " records";
                case PARTIAL, FAILED -> "not complete: " + outcome.reason();
            };
        }
    }
}
