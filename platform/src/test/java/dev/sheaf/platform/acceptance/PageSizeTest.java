package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages of a hub hold as many records as its settings say. */
class PageSizeTest {

    @TempDir
    private Path data;

    @Test
    void pagesBeforeTheLast_areFull() throws Exception {
        try (ServingHub hub = new ServingHub(data, settings -> settings.withPages(100, 100, 100))) {
            hub.save("a", SampleRecords.many(1_050).toArray(OaiRecord[]::new));
            List<Integer> sizes = new ArrayList<>();
            List<String> identifiers = new ArrayList<>();
            String query = "verb=ListRecords&metadataPrefix=oai_dc";
            while (!query.isEmpty()) {
                OaiResponse response = ServingHub.read(hub.get("/oai?" + query));
                sizes.add(ServingHub.records(response).size());
                ServingHub.records(response).forEach(record -> identifiers.add(record.identifier()));
                ResumptionToken token = ((OaiResponse.ListRecords) response.answer()).resumptionToken();
                query = token == null || token.isLast() ? "" : "verb=ListRecords&resumptionToken=" + token.value();
            }
            assertThat(identifiers).hasSize(1_050).doesNotHaveDuplicates();
            assertThat(sizes).hasSize(11).endsWith(50);
            assertThat(sizes.subList(0, 10)).containsOnly(100);
        }
    }
}
