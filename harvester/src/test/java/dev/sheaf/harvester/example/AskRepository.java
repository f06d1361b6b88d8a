package dev.sheaf.harvester.example;

import java.util.List;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;

/** Asks a repository who it is and what it offers. */
final class AskRepository {

    private AskRepository() {}

    static String introduce(String baseUrl) {
        try (HttpFetcher fetcher = new HttpFetcher()) {
            OaiClient client = new OaiClient(fetcher, BaseUrl.parse(baseUrl));
            RepositoryDescription description = client.identify();
            List<MetadataFormat> formats = client.listMetadataFormats();
            return description.repositoryName() + " offers "
                    + String.join(", ", formats.stream().map(format -> format.prefix().value()).toList());
        } catch (HarvestException failure) {
            return failure.kind() + ": " + failure.getMessage();
        }
    }
}
