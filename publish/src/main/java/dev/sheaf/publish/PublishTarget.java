package dev.sheaf.publish;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.records.QuarantineEntry;

/** Destination of what a crawl reads. Belongs to one thread. */
interface PublishTarget {

    /** Numbers of saved resources. */
    record Tally(long created, long changed, long same) {
        static final Tally ZERO = new Tally(0, 0, 0);

        Tally plus(Tally other) {
            return new Tally(created + other.created, changed + other.changed, same + other.same);
        }
    }

    /** Takes note of a resource that has not changed. */
    void unchanged(String identifier, List<OaiSet> sets);

    /** Saves resources. */
    Tally save(List<ReadResource> portion);

    /**
     * Ends a crawl that has seen everything: withdraws what it has not seen.
     *
     * @param gone files that have gone
     * @param refusals why files cannot be read in this crawl, besides the reasons that are noted with the files; others are forgotten
     */
    void complete(List<CrawledFile.Key> gone, Set<String> refusals);

    /** Returns the records of a portion by format. */
    static List<Batch.Part> parts(List<ReadResource> portion) {
        Map<MetadataFormat, List<OaiRecord>> byFormat = new LinkedHashMap<>();
        for (ReadResource read : portion) {
            read.records().forEach((format, record) -> byFormat.computeIfAbsent(format, _ -> new ArrayList<>()).add(record));
        }
        List<Batch.Part> parts = new ArrayList<>();
        byFormat.forEach((format, records) -> parts.add(new Batch.Part(format, records, false)));
        return parts;
    }

    /** Returns how many resources of a portion are new to a sink, how many differ, and how many do not. */
    static Tally tally(RecordSink sink, String source, List<Batch.Part> parts) {
        Set<String> all = new LinkedHashSet<>();
        Set<String> known = new HashSet<>();
        Set<String> differing = new HashSet<>();
        for (Batch.Part part : parts) {
            List<String> identifiers = part.records().stream().map(OaiRecord::identifier).toList();
            all.addAll(identifiers);
            known.addAll(sink.known(source, part.format().prefix(), identifiers).keySet());
            sink.differing(source, part).forEach(index -> differing.add(identifiers.get(index)));
        }
        long created = all.stream().filter(identifier -> !known.contains(identifier)).count();
        long changed = all.stream().filter(identifier -> known.contains(identifier) && differing.contains(identifier)).count();
        return new Tally(created, changed, all.size() - created - changed);
    }

    /** A crawl that changes nothing. */
    final class Dry implements PublishTarget {

        private final HubStore store;
        private final String source;
        private final PublishListener listener;
        private int samples;

        Dry(HubStore store, String source, int samples, PublishListener listener) {
            this.store = store;
            this.source = source;
            this.samples = samples;
            this.listener = listener;
        }

        @Override
        public void unchanged(String identifier, List<OaiSet> sets) {
            // It stays.
        }

        @Override
        public Tally save(List<ReadResource> portion) {
            List<Batch.Part> parts = parts(portion);
            for (ReadResource read : portion) {
                OaiRecord record = read.records().get(MetadataFormat.OAI_DC);
                if (samples > 0 && record != null) {
                    samples--;
                    listener.sample(record);
                }
            }
            return tally(store, source, parts);
        }

        @Override
        public void complete(List<CrawledFile.Key> gone, Set<String> refusals) {
            // Nothing is withdrawn.
        }
    }

    /** A crawl that saves. */
    final class Saving implements PublishTarget {

        private static final int IDENTIFIERS = 500;

        private final HubStore store;
        private final RecordSink sink;
        private final String source;
        private final long run;
        private final Census census;
        private final InstantSource clock;
        private final Approval approval;
        private final Map<String, OaiSet> before = new TreeMap<>();
        private final Map<String, OaiSet> sets = new TreeMap<>();
        private final Map<String, MetadataFormat> formats = new TreeMap<>();
        private final Map<MetadataPrefix, List<String>> seen = new LinkedHashMap<>();
        private boolean described;
        private Counts counts = Counts.ZERO;

        Saving(HubStore store, RecordSink sink, String source, long run, Census census, InstantSource clock,
                Approval approval) {
            this.approval = approval;
            this.store = store;
            this.sink = sink;
            this.source = source;
            this.run = run;
            this.census = census;
            this.clock = clock;
            store.description(source).ifPresent(known -> {
                List<OaiSet> knownSets = known.sets();
                if (knownSets != null) {
                    knownSets.forEach(set -> before.put(set.spec().value(), set));
                }
                List<MetadataFormat> knownFormats = known.formats();
                if (knownFormats != null) {
                    knownFormats.forEach(format -> formats.put(format.prefix().value(), format));
                }
            });
        }

        /** Returns the numbers of records. */
        Counts counts() {
            return counts;
        }

        @Override
        public void unchanged(String identifier, List<OaiSet> of) {
            of.forEach(set -> sets.putIfAbsent(set.spec().value(), set));
            keep(identifier);
        }

        private void keep(String identifier) {
            for (MetadataPrefix prefix : store.prefixes(source, identifier)) {
                saw(prefix, identifier);
            }
        }

        private void saw(MetadataPrefix prefix, String identifier) {
            List<String> identifiers = seen.computeIfAbsent(prefix, _ -> new ArrayList<>());
            identifiers.add(identifier);
            if (identifiers.size() >= IDENTIFIERS) {
                census.saw(prefix, identifiers);
                identifiers.clear();
            }
        }

        @Override
        public Tally save(List<ReadResource> portion) {
            List<Quarantined> quarantined = new ArrayList<>();
            for (ReadResource read : portion) {
                read.sets().forEach(set -> {
                    if (sets.putIfAbsent(set.spec().value(), set) == null && !before.containsKey(set.spec().value())) {
                        described = false;
                    }
                });
                read.records().keySet().forEach(format -> {
                    if (!format.equals(formats.put(format.prefix().value(), format))) {
                        described = false;
                    }
                });
                read.refusals().forEach(
                        refusal -> quarantined.add(new Quarantined(read.identifier(), refusal.text(), new byte[0])));
            }
            if (!described) {
                Map<String, OaiSet> all = new TreeMap<>(before);
                all.putAll(sets);
                describe(all);
            }
            List<Batch.Part> parts = parts(portion);
            Tally tally = tally(store, source, parts);
            counts = counts.plus(sink.save(new Batch(source, run, parts, quarantined, null, null)));
            for (ReadResource read : portion) {
                read.records().keySet().forEach(format -> saw(format.prefix(), read.identifier()));
                if (read.kept()) {
                    keep(read.identifier());
                }
            }
            keepDeposits(portion);
            keepFiles(portion);
            return tally;
        }

        private void keepDeposits(List<ReadResource> portion) {
            if (approval.isAsked()) {
                Map<String, Map<String, List<String>>> extracted = new LinkedHashMap<>();
                for (ReadResource read : portion) {
                    Map<String, List<String>> description = read.description();
                    if (description != null) {
                        extracted.put(read.name(), description);
                    }
                }
                store.deposits().found(source, extracted, Deposit.State.SUBMITTED, clock.instant());
            }
        }

        /** After the records: when the process dies between the two, the files are read again, and nothing is lost. */
        private void keepFiles(List<ReadResource> portion) {
            List<CrawledFile> files = new ArrayList<>();
            for (ReadResource read : portion) {
                for (CrawledFile file : read.files()) {
                    files.add(file);
                    if (files.size() == CrawledFiles.MAX_BATCH) {
                        store.crawledFiles().put(source, files, List.of());
                        files.clear();
                    }
                }
            }
            store.crawledFiles().put(source, files, List.of());
        }

        private void describe(Map<String, OaiSet> all) {
            sink.describe(source, new SourceDescription(null, List.copyOf(formats.values()), List.copyOf(all.values())));
            described = true;
        }

        @Override
        public void complete(List<CrawledFile.Key> gone, Set<String> refusals) {
            // Before the records: when the process dies between the two, the next crawl withdraws them, and never takes a file that
            // comes back for one that is published.
            for (int i = 0; i < gone.size(); i += CrawledFiles.MAX_BATCH) {
                store.crawledFiles().put(source, List.of(), gone.subList(i, Math.min(gone.size(), i + CrawledFiles.MAX_BATCH)));
            }
            seen.forEach((prefix, identifiers) -> {
                if (!identifiers.isEmpty()) {
                    census.saw(prefix, identifiers);
                }
            });
            seen.clear();
            counts = counts.plus(census.deleteMissing(run, clock.instant(), () -> store.control().isCancelled(source, run)));
            if (!before.keySet().equals(sets.keySet())) {
                describe(sets);
            }
            forgetRefusals(refusals);
        }

        private Set<String> present(Set<String> refusals) {
            Set<String> present = new HashSet<>(refusals);
            List<CrawledFile> page = store.crawledFiles().refused(source, null, CrawledFiles.MAX_BATCH);
            while (!page.isEmpty()) {
                for (CrawledFile file : page) {
                    present.add(FileRefusal.text(file.location(), file.path(), String.valueOf(file.refusal())));
                }
                page = store.crawledFiles().refused(source, page.getLast().key(), CrawledFiles.MAX_BATCH);
            }
            return present;
        }

        /** An entry of the quarantine goes when its file is readable, or gone. */
        private void forgetRefusals(Set<String> refusals) {
            if (store.repairs().tally(source).quarantined() == 0) {
                return;
            }
            Set<String> present = present(refusals);
            long offset = 0;
            List<QuarantineEntry> page = store.repairs().quarantine(source, IDENTIFIERS, offset);
            while (!page.isEmpty()) {
                for (QuarantineEntry entry : page) {
                    if (present.contains(entry.reason())) {
                        offset++;
                    } else {
                        store.repairs().release(source, entry.key());
                    }
                }
                page = store.repairs().quarantine(source, IDENTIFIERS, offset);
            }
        }
    }
}
