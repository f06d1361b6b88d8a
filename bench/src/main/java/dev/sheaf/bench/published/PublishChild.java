package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.bench.Filling;
import dev.sheaf.bench.Usage;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.publish.Approval;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.Publication;
import dev.sheaf.publish.PublishException;
import dev.sheaf.publish.PublishListener;
import dev.sheaf.publish.PublishSummary;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Publishes the files of a folder as the source {@value #SOURCE}: data directory, folder, index formats with commas between. */
final class PublishChild {

    static final String SOURCE = "files";

    private PublishChild() {}

    private static CollectionSettings settings(String folder, String formats) {
        return new CollectionSettings(List.of(new CollectionSettings.Location(folder, null)), CollectionSettings.ORDER, null,
                Arrays.stream(formats.split(",", -1)).map(prefix -> IndexFormat.ofPrefix(prefix).orElseThrow()).toList(), 0, "",
                List.of(), null, List.of(), CrawlBounds.DEFAULT, ExtractionLimits.DEFAULT,
                Approval.NONE, null, false);
    }

    /** Publishes, then reports. */
    public static void main(String[] arguments) throws IOException, PublishException {
        PublishSummary summary;
        double begunCpu;
        double ownCpu;
        double seconds;
        try (HubStore store = HubStores.open(Path.of(arguments[0]), Filling.IDENTITY, InstantSource.system());
                HttpFetcher fetcher = new HttpFetcher()) {
            begunCpu = Usage.cpuSeconds();
            long begun = System.nanoTime();
            summary = new Publication(store, store, () -> "bench.example.org", fetcher, InstantSource.system(),
                    (time, reason) -> {}).run(SOURCE, settings(arguments[1], arguments[2]), -1, new Quiet(), () -> false);
            seconds = (System.nanoTime() - begun) / 1e9;
            ownCpu = Usage.cpuSeconds() - begunCpu;
        }
        System.out.println("seconds=" + seconds);
        System.out.println("publish.cpu=" + ownCpu);
        System.out.println("extract.cpu=" + Usage.endedChildrenCpuSeconds());
        System.out.println("created=" + summary.created());
        System.out.println("changed=" + summary.changed());
        System.out.println("refused=" + summary.refused());
        System.out.println("bytes=" + summary.bytes());
        Usage.report();
    }

    private static final class Quiet implements PublishListener {

        @Override
        public void listed(long files) {
            // Nobody watches.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            // Nobody watches.
        }

        @Override
        public void refused(String path, String reason) {
            // The summary has their number.
        }

        @Override
        public void sample(OaiRecord record) {
            // There are none.
        }

        @Override
        public void note(String message) {
            System.err.println(message);
        }
    }
}
