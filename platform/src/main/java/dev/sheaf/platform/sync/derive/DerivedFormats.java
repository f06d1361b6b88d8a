package dev.sheaf.platform.sync.derive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.Derivation;
import dev.sheaf.store.records.Derivations;
import dev.sheaf.store.records.ItemCopy;
import dev.sheaf.store.records.ListedItem;

/**
 * Formats that are derived from a source's records: oai_dc for every item, and the formats that its operator has chosen. Callers that
 * change them, or call {@link #catchUp}, must hold the lease on the source. Thread-safe.
 *
 * <p>{@link #catchUp} follows the changes of the source in each format that it delivers, and derives records that are missing or were made
 * with an earlier version of the crosswalks. It works in short transactions and saves its position, so it may be stopped or killed at any
 * moment and then continues there. A record with unchanged content keeps its datestamp.
 */
public final class DerivedFormats {

    /** Number of items between two saves of the position. */
    private static final int STEP = 200;

    private final HubStore store;
    private final Derivations derivations;
    private final BooleanSupplier stopped;

    /** @param stopped checked between steps: true ends {@link #catchUp} early */
    public DerivedFormats(HubStore store, BooleanSupplier stopped) {
        this.store = store;
        this.derivations = store.derivations();
        this.stopped = stopped;
    }

    /** Returns the formats that are derived from a source's oai_dc because its operator has chosen them. */
    public List<TargetFormat> chosen(String source) {
        return chosen(source, new MadeFormats(store));
    }

    private List<TargetFormat> chosen(String source, MadeFormats made) {
        return derivations.of(source).stream().filter(Derivation::wanted)
                .flatMap(derivation -> made.of(derivation.prefix()).stream())
                .filter(target -> !target.equals(TargetFormat.OAI_DC))
                .sorted().toList();
    }

    /**
     * Changes the derived formats besides oai_dc. {@link #catchUp} then derives the records, and withdraws those of other formats.
     *
     * @throws IllegalArgumentException if no crosswalk makes one of them
     */
    public void choose(String source, Collection<MetadataPrefix> wanted) {
        MadeFormats made = new MadeFormats(store);
        made.fault(wanted).ifPresent(fault -> {
            throw new IllegalArgumentException(fault);
        });
        Set<TargetFormat> targets = new TreeSet<>(Set.of(TargetFormat.OAI_DC));
        wanted.forEach(prefix -> made.of(prefix).ifPresent(targets::add));
        update(source, targets, made);
    }

    /** Saves the versions of the crosswalks, so that all records derived from now on count as made with them. */
    void prepare(String source) {
        MadeFormats made = new MadeFormats(store);
        Set<TargetFormat> targets = new TreeSet<>(Set.of(TargetFormat.OAI_DC));
        targets.addAll(chosen(source, made));
        update(source, targets, made);
    }

    private void update(String source, Set<TargetFormat> targets, MadeFormats made) {
        List<Derivation> known = derivations.of(source);
        List<Derivation> updated = new ArrayList<>();
        long now = store.lastSeq();
        for (TargetFormat target : targets) {
            Optional<Derivation> before = of(known, target.prefix());
            updated.add(before.filter(derivation -> derivation.version() == made.edition(target) && derivation.wanted())
                    .orElseGet(() -> new Derivation(target.prefix(), made.edition(target), now, true)));
        }
        for (Derivation before : known) {
            if (of(updated, before.prefix()).isEmpty()) {
                updated.add(new Derivation(before.prefix(), before.version(), before.stale(), false));
            }
        }
        updated.sort(Comparator.comparing(derivation -> derivation.prefix().value()));
        if (!updated.equals(known)) {
            derivations.put(source, updated);
        }
    }

    private static Optional<Derivation> of(List<Derivation> derivations, MetadataPrefix prefix) {
        return derivations.stream().filter(derivation -> derivation.prefix().equals(prefix)).findFirst();
    }

    /** Returns the formats to be made for a source, oai_dc first. */
    List<DerivedRecords.Target> targets(String source) {
        MadeFormats made = new MadeFormats(store);
        return derivations.of(source).stream().filter(Derivation::wanted)
                .flatMap(derivation -> made.of(derivation.prefix())
                        .map(format -> new DerivedRecords.Target(format, derivation.stale(), made.to(format))).stream())
                .sorted(Comparator.comparing(DerivedRecords.Target::format)).toList();
    }

    /**
     * Derives the missing records of a source.
     *
     * @param progress receives the number of examined records after each step
     * @return true if everything was examined, false if it was stopped before
     */
    public boolean catchUp(String source, LongConsumer progress) {
        prepare(source);
        if (!withdrawUnwanted(source)) {
            return false;
        }
        List<DerivedRecords.Target> targets = targets(source);
        List<MetadataPrefix> prefixes = derivations.prefixes(source);
        if (prefixes.equals(List.of(MetadataPrefix.OAI_DC))
                && targets.stream().allMatch(target -> target.format().equals(TargetFormat.OAI_DC) && target.own().isEmpty())) {
            // No other record can be its basis. A further format has a separate list, and other targets begin all lists again.
            derivations.setWalkedToEnd(source, MetadataPrefix.OAI_DC);
            return true;
        }
        long looked = 0;
        for (MetadataPrefix prefix : prefixes) {
            Position position = derivations.walked(source, prefix);
            List<ListedItem> step = derivations.list(source, prefix, position, STEP);
            while (!step.isEmpty()) {
                if (stopped.getAsBoolean()) {
                    return false;
                }
                look(source, targets, step);
                position = step.getLast().position();
                derivations.setWalked(source, prefix, position);
                looked += step.size();
                progress.accept(looked);
                step = derivations.list(source, prefix, position, STEP);
            }
        }
        return true;
    }

    private void look(String source, List<DerivedRecords.Target> targets, List<ListedItem> step) {
        Set<String> identifiers = new LinkedHashSet<>();
        step.stream().filter(item -> !item.derived()).forEach(item -> identifiers.add(item.identifier()));
        if (identifiers.isEmpty()) {
            return;
        }
        Map<String, List<ItemCopy>> copies = derivations.copies(source, identifiers);
        DerivedRecords records = new DerivedRecords(store, source, targets);
        for (ListedItem item : step) {
            List<ItemCopy> known = copies.get(item.identifier());
            if (!item.derived() && known != null) {
                records.add(new ItemForms(store, source, item.identifier(), known),
                        item.deleted() ? item.position().seq() : 0);
            }
        }
        records.save();
    }

    /** Withdraws the records of formats that are no longer chosen. */
    private boolean withdrawUnwanted(String source) {
        List<Derivation> all = derivations.of(source);
        List<Derivation> unwanted = all.stream().filter(derivation -> !derivation.wanted()).toList();
        for (Derivation derivation : unwanted) {
            Position position = new Position(Long.MIN_VALUE, 0);
            List<ListedItem> step = derivations.list(source, derivation.prefix(), position, STEP);
            while (!step.isEmpty()) {
                if (stopped.getAsBoolean()) {
                    return false;
                }
                withdraw(source, derivation.prefix(), step);
                position = step.getLast().position();
                step = derivations.list(source, derivation.prefix(), position, STEP);
            }
        }
        if (!unwanted.isEmpty()) {
            for (Derivation derivation : unwanted) {
                derivations.noteWithheld(source, List.of(),
                        Map.of(derivation.prefix(), derivations.withheld(source, Integer.MAX_VALUE)
                                .stream().filter(one -> one.prefix().equals(derivation.prefix())).map(one -> one.identifier())
                                .toList()));
            }
            derivations.put(source, all.stream().filter(Derivation::wanted).toList());
        }
        return true;
    }

    private void withdraw(String source, MetadataPrefix prefix, List<ListedItem> step) {
        List<OaiRecord> deleted = new ArrayList<>();
        for (ListedItem item : step) {
            if (item.derived() && !item.deleted()) {
                store.get(source, prefix, item.identifier()).map(DerivedFormats::deletion).ifPresent(deleted::add);
            }
        }
        if (!deleted.isEmpty()) {
            new MadeFormats(store).of(prefix).ifPresent(target -> store.save(new Batch(source, 0,
                    List.of(new Batch.Part(target.format(), deleted, true)), List.of(), null, null)));
        }
    }

    private static OaiRecord deletion(StoredRecord stored) {
        Header header = stored.record().header();
        Datestamp origin = stored.originDatestamp();
        return new OaiRecord(new Header(header.identifier(), origin == null ? header.datestamp() : origin, header.sets(), true),
                null);
    }
}
