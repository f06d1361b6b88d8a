package dev.sheaf.harvester.example;

import java.util.HashSet;
import java.util.Set;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.HttpFetcher;

/** Counts what a repository has, without fetching it. */
final class CountHeaders {

    private CountHeaders() {}

    static String count(String baseUrl) {
        Set<String> identifiers = new HashSet<>();
        try (HttpFetcher fetcher = new HttpFetcher()) {
            HarvestOutcome outcome = new Harvester(fetcher).identifiers(Source.harvested("physics", baseUrl),
                    Selection.all(MetadataPrefix.OAI_DC), HarvestOptions.DEFAULT,
                    headers -> headers.forEach(header -> identifiers.add(header.identifier())), ProgressListener.NONE);
            return outcome.isComplete() ? identifiers.size() + " records" : "not complete: " + outcome.reason();
        }
    }
}
