package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/**
 * Process that harvests records into a store with the aggregates of one {@link Kind} and reports the CPU seconds of each harvest.
 * Arguments: folder, kind, number of records.
 */
final class AggregateChild {

    private static final int PAGE = 500;

    /** Aggregates of a measurement, and the records that they contain before. */
    enum Kind {
        /** One source, and only the aggregate of everything, which every hub has. */
        FLOOR,
        /** Three further aggregates: by source, by set, by format. */
        FILTERS,
        /** The same, and one by a query. Matches are computed, and nothing has matched before. */
        QUERY,
        /** Every record already exists in another source, and one copy is shown. */
        RIVALS,
        /** The same, and all copies are shown. */
        KEEP_ALL,
        /** Every record has come through another hub, and its provenance names the origin. */
        PROVENANCE,
        /** The same, and the record of the origin exists already. */
        KIN
    }

    private final HubStore store;
    private final SyntheticRecords synthetic = new SyntheticRecords();
    private final int records;

    private AggregateChild(HubStore store, int records) {
        this.store = store;
        this.records = records;
    }

    /** Harvests, then reports. */
    public static void main(String[] arguments) throws IOException {
        long[] second = {1_700_000_000L};
        InstantSource clock = () -> Instant.ofEpochSecond(second[0]++ / 100);
        try (HubStore store = HubStores.open(Path.of(arguments[0]), Filling.IDENTITY, clock)) {
            new AggregateChild(store, Integer.parseInt(arguments[2])).run(Kind.valueOf(arguments[1]));
        }
        Usage.report();
    }

    private void run(Kind kind) {
        store.put(Source.harvested("a", "https://a.example.org/oai"));
        store.put(Source.harvested("b", "https://b.example.org/oai"));
        // The dictionary and the compilers are the same for all kinds, so they are prepared before the measurement.
        harvest("warm", "warm", 20_000_000, false, 0);
        if (kind == Kind.FILTERS || kind == Kind.QUERY) {
            store.put(Aggregate.of("one").withSources("a"));
            store.put(Aggregate.of("two").withSets("tenth", "school:3"));
            store.put(Aggregate.of("three").withPrefixes(MetadataFormat.OAI_DC.prefix()));
        }
        if (kind == Kind.QUERY) {
            store.put(new Aggregate("four", null, List.of(), List.of(), List.of(), "title:anon", Collisions.MOST_RECENT,
                    List.of()));
        }
        if (kind == Kind.KEEP_ALL) {
            store.put(Aggregate.of(Aggregate.EVERYTHING).withCollisions(Collisions.KEEP_ALL));
        }
        if (kind == Kind.RIVALS || kind == Kind.KEEP_ALL || kind == Kind.KIN) {
            harvest("rival", "b", 0, false, 0);
        }
        boolean hops = kind == Kind.PROVENANCE || kind == Kind.KIN;
        harvest("new", "a", 0, hops, 0);
        harvest("same", "a", 0, hops, 0);
        harvest("changed", "a", 0, hops, 1);
    }

    private void harvest(String what, String source, int first, boolean hops, int version) {
        if (store.source(source).isEmpty()) {
            store.put(Source.harvested(source, "https://" + source + ".example.org/oai"));
        }
        double cpu = 0;
        for (int i = 0; i < records; i += PAGE) {
            List<OaiRecord> page = new ArrayList<>(PAGE);
            for (OaiRecord record : synthetic.batch(first + i, Math.min(PAGE, records - i))) {
                page.add(record(record, hops, version));
            }
            double before = Usage.cpuSeconds();
            store.save(new Batch(source, 1, MetadataFormat.OAI_DC, page));
            cpu += Usage.cpuSeconds() - before;
        }
        System.out.println(what + "=" + cpu);
    }

    /** Returns a record in a version with its own metadata, and with provenance if it has come through a hub. */
    private static OaiRecord record(OaiRecord record, boolean hops, int version) {
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            return record;
        }
        if (version > 0) {
            metadata = XmlFragment.of(metadata.toString().replaceFirst("<dc:title>", "<dc:title>" + version + " "));
        }
        Header header = record.header();
        XmlFragment origin = XmlFragment.of("""
                <provenance xmlns="%s"><originDescription harvestDate="2024-07-01T00:00:00Z" altered="false">\
                <baseURL>https://b.example.org/oai</baseURL><identifier>%s</identifier><datestamp>%s</datestamp>\
                <metadataNamespace>%s</metadataNamespace></originDescription></provenance>""".formatted(Namespaces.PROVENANCE,
                header.identifier(), header.datestamp().text(), Namespaces.OAI_DC));
        return new OaiRecord(hops
                ? new Header(header.identifier().replace("bench.", "hub."),
                        Datestamp.ofSecond(Instant.ofEpochSecond(1_650_000_000L)), header.sets(), false)
                : header, metadata,
                hops ? List.of(origin) : List.of());
    }
}
