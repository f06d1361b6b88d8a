package dev.sheaf.bench.soak;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.PushedDocument;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

/** Repository without an address that pushes signed changes to a hub. Used by one thread. */
final class PushedRecords implements AutoCloseable {

    private static final int CONFLICT = 409;

    private final HttpFetcher fetcher = new HttpFetcher();
    private final SteadyRecords records;
    private final String id;
    private final HubClient hub;
    /** Time up to which the hub has all changes; null if it has nothing or requested everything. */
    private @Nullable Instant since;

    /**
     * A repository.
     *
     * @param id under which the hub knows it
     * @param hub address of the hub
     */
    PushedRecords(Random random, int first, int count, String id, String hub, Secret secret) {
        this.records = new SteadyRecords(random, first, count);
        this.id = id;
        this.hub = new HubClient(fetcher, FetchRules.DEFAULT, HubClient.at(hub), secret, InstantSource.system(),
                Pause.REAL);
    }

    /** Changes some records. */
    void change(int count) {
        records.change(count);
    }

    /** Returns the model: all present records. */
    List<OaiRecord> records() {
        return records.all();
    }

    /**
     * Sends the changes since the last accepted push; all records the first time.
     *
     * @return false if the hub did not accept them now; the next push then contains them
     */
    boolean push() throws IOException {
        Instant begin = since;
        Instant now = Instant.now();
        List<OaiRecord> changed = records.all().stream()
                .filter(record -> begin == null || !record.header().datestamp().instant().orElseThrow().isBefore(begin)).toList();
        if (changed.isEmpty()) {
            return true;
        }
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        OaiWriter.write(new OaiResponse(Datestamp.ofSecond(now), new OaiResponse.RequestEcho("https://pushed.example.org/oai",
                Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc")), new OaiResponse.ListRecords(changed, null)), xml);
        String from = begin == null ? null : Datestamp.ofSecond(begin).text();
        String until = begin == null ? null : Datestamp.ofSecond(now).text();
        try {
            SyncReply reply = hub.push(new PushedDocument(id, null, MetadataPrefix.OAI_DC.value(), from, until, null, true,
                    xml.toByteArray()));
            if (reply.isTaken()) {
                since = Datestamp.ofSecond(now).instant().orElseThrow();
            } else if (reply.status() == CONFLICT) {
                since = null;
            } else if (!reply.mayPass()) {
                throw new IllegalStateException("the hub refuses a push: " + reply.reason());
            }
            return reply.isTaken();
        } catch (HarvestException _) {
            return false;
        }
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
