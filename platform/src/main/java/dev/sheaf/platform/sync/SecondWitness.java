package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.SingleRecords;
import dev.sheaf.harvester.SingleRecords.Answer;
import dev.sheaf.harvester.client.Repeats;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.SavedPage;

/**
 * The second witness where a list lacks a record, or names one that is not here: GetRecord. It sends at most {@value #MOST} requests a run,
 * those of the run's lists and repeated ones included. Belongs to one run; called by one thread at a time.
 */
final class SecondWitness {

    /** Largest number of requests for single records in a run. */
    static final int MOST = 90;
    /** Number of records of the list that are requested before refusals of others are believed. */
    private static final int CONTROLS = 3;
    /** Number of unanswered questions in a row after which no more are asked: the server may be down. */
    private static final int UNANSWERED_IN_A_ROW = 5;
    private static final int NAMED = 3;

    private final HubStore store;
    private final Harvester harvester;
    private final Source source;
    private final HarvestOptions options;
    private final Function<Batch, SavedPage> save;
    private final Map<MetadataPrefix, SingleRecords> records = new HashMap<>();
    private final AtomicInteger left = new AtomicInteger(MOST);
    private final AtomicInteger sent = new AtomicInteger();
    private final Repeats repeats = new Repeats() {

        @Override
        public int left() {
            return left.get();
        }

        @Override
        public void count(int again) {
            left.addAndGet(-again);
            sent.addAndGet(again);
        }
    };

    /**
     * @param save saves records that have arrived as pages of a list are saved, without those that are older than the stored versions
     */
    SecondWitness(HubStore store, Harvester harvester, Source source, HarvestOptions options, Function<Batch, SavedPage> save) {
        this.store = store;
        this.harvester = harvester;
        this.source = source;
        this.options = options;
        this.save = save;
    }

    /** Statements of the repository about records that a list lacks. */
    static final class Statements {

        private final List<String> live = new ArrayList<>();
        private final List<Header> headers = new ArrayList<>();
        private final List<String> gone = new ArrayList<>();
        private final Map<String, Header> deletedHeaders = new HashMap<>();
        /** Records that are delivered, and whose headers name other sets than those that are harvested. */
        private final List<String> ofOtherSets = new ArrayList<>();
        private final List<String> unanswered = new ArrayList<>();
        private String reason = "";
        private Counts counts = Counts.ZERO;
        private int behind;

        /** Returns the identifiers of records that the repository still delivers. They have been saved. */
        List<String> live() {
            return live;
        }

        /** Returns the headers of the live records, as they were delivered. */
        List<Header> headers() {
            return headers;
        }

        /** Returns the identifiers of records that the repository states it does not have. */
        List<String> gone() {
            return gone;
        }

        /** Returns those of {@link #gone()} about which the repository answers with an error, and not with a deleted header. */
        List<String> denied() {
            return gone.stream().filter(identifier -> !deletedHeaders.containsKey(identifier)).toList();
        }

        /** Returns the deleted headers of records that are gone, as they were delivered. */
        Map<String, Header> deletedHeaders() {
            return deletedHeaders;
        }

        /** Takes the errors for no answers. */
        void doubtDenials(String why) {
            List<String> denied = denied();
            gone.removeAll(denied);
            unanswered(denied, why);
        }

        /** Returns the identifiers of records about which nothing is known. */
        List<String> unanswered() {
            return unanswered;
        }

        /** Returns why nothing is known about some records, for people; empty if there are none. */
        String reason() {
            return reason;
        }

        /** Returns the counts of the records that have been saved. */
        Counts counts() {
            return counts;
        }

        /** Returns the number of unanswered ones that GetRecord delivers in an older version than the one that is here. */
        int behind() {
            return behind;
        }

        private void unanswered(List<String> identifiers, String why) {
            unanswered.addAll(identifiers);
            reason = reason.isEmpty() ? why : reason;
        }
    }

    /** Notes a request for a single record that the lists of the run have sent. */
    void used() {
        left.decrementAndGet();
    }

    /** Returns the number of requests that were sent from here. */
    int sent() {
        return sent.get();
    }

    /** Returns true if the source can be asked at all: one that pushes its records cannot. */
    boolean canBeAsked() {
        return source.kind().isHarvested();
    }

    /** Returns the number of records about which can be asked, besides those of the list. */
    int left() {
        return Math.max(0, left.get() - CONTROLS);
    }

    /**
     * Asks about records that a list lacks: about all of them, or about an even sample if there are too many. A repository that denies records
     * which it lists itself is no witness, so a few of these are requested first.
     *
     * @param census of the list
     * @param missing number of records that it lacks
     */
    Statements about(Census census, MetadataPrefix prefix, long missing, long run, RunRecorder recorder) {
        Statements statements = new Statements();
        int most = left();
        if (most == 0) {
            statements.unanswered(census.missing(prefix, Math.max(1, missing / MOST)),
                    "this run has already requested " + MOST + " single records");
            return statements;
        }
        List<String> sample = census.missing(prefix, Math.max(1, (missing + most - 1) / most));
        recorder.doing("requesting " + sample.size() + " records in " + prefix + " that a list lacks");
        SingleRecords single = single(prefix, run, recorder);
        int inARow = 0;
        for (int i = 0; i < sample.size(); i++) {
            String identifier = sample.get(i);
            switch (ask(single, identifier)) {
                case Answer.Live(Header header, Batch batch) -> {
                    inARow = 0;
                    live(header, identifier, batch, statements);
                }
                case Answer.Gone(var _) -> {
                    inARow = 0;
                    statements.gone.add(identifier);
                }
                case Answer.None(String reason, boolean isHopeless) -> {
                    statements.unanswered(List.of(identifier), reason);
                    if (isHopeless || ++inARow >= UNANSWERED_IN_A_ROW) {
                        statements.unanswered(sample.subList(i + 1, sample.size()), reason);
                        i = sample.size();
                    }
                }
            }
        }
        if (!statements.gone.isEmpty() && statements.live.isEmpty()) {
            believeOnlyWitnesses(census, prefix, single, statements);
        }
        if (!statements.ofOtherSets.isEmpty()) {
            believeOnlyTrueHeaders(census, prefix, single, statements);
        }
        return statements;
    }

    /**
     * A live record of another set is no record of this source any more. The header shows that only where the headers of records that the list
     * of the set names have the set: many repositories have sets that no header names, or spell them in another way there.
     */
    private void believeOnlyTrueHeaders(Census census, MetadataPrefix prefix, SingleRecords single, Statements statements) {
        List<String> controls = census.present(prefix, CONTROLS);
        boolean areTrue = !controls.isEmpty();
        for (String control : controls) {
            areTrue &= ask(single, control) instanceof Answer.Live(Header header, Batch _) && isHarvested(header);
        }
        if (areTrue) {
            statements.gone.addAll(statements.ofOtherSets);
        } else {
            statements.unanswered(statements.ofOtherSets, "the headers of records do not name the sets in whose lists they are");
        }
        statements.ofOtherSets.clear();
    }

    private boolean isHarvested(Header header) {
        return source.sets().isEmpty() || source.sets().stream().anyMatch(set -> isIn(header, set));
    }

    private void live(Header header, String identifier, Batch batch, Statements statements) {
        if (isHarvested(header)) {
            statements.live.add(identifier);
            statements.counts = statements.counts.plus(save.apply(batch).counts());
        } else if (header.sets().isEmpty()) {
            statements.unanswered(List.of(identifier), "its header does not say in which sets it is");
        } else {
            statements.ofOtherSets.add(identifier);
        }
    }

    private static boolean isIn(Header header, SetSpec set) {
        return header.sets().stream().anyMatch(of -> of.equals(set) || set.contains(of));
    }

    /** Treats refusals as no answer if the repository also denies records that its list names. */
    private void believeOnlyWitnesses(Census census, MetadataPrefix prefix, SingleRecords single, Statements statements) {
        int delivered = 0;
        List<String> controls = census.present(prefix, CONTROLS);
        for (String control : controls) {
            delivered += ask(single, control) instanceof Answer.Live ? 1 : 0;
        }
        if (controls.isEmpty() || delivered * 2 <= controls.size()) {
            List<String> denied = List.copyOf(statements.gone);
            statements.gone.clear();
            statements.unanswered(denied, controls.isEmpty()
                    ? "the list names no record by which GetRecord could be tested"
                    : "GetRecord also denies records that the list names (" + controls.getFirst() + ")");
        }
    }

    /**
     * Requests records that the repository names and that are not here, and saves those that come.
     *
     * @param identifiers of the records; those beyond the bound of the run are unanswered
     * @param fruitless number of records that bring nothing new after which no more are requested
     */
    Statements fetch(MetadataPrefix prefix, List<String> identifiers, int fruitless, long run, RunRecorder recorder) {
        Statements statements = new Statements();
        SingleRecords single = single(prefix, run, recorder);
        int inARow = 0;
        int same = 0;
        for (int i = 0; i < identifiers.size(); i++) {
            if (left.get() <= 0 || same >= fruitless) {
                statements.unanswered(identifiers.subList(i, identifiers.size()), left.get() <= 0
                        ? "this run has already requested " + MOST + " single records"
                        : "the first of them had not changed");
                break;
            }
            String identifier = identifiers.get(i);
            switch (ask(single, identifier)) {
                case Answer.Live(Header header, Batch batch) -> {
                    inARow = 0;
                    SavedPage saved = save.apply(batch);
                    if (saved.olderCount() > 0) {
                        statements.behind++;
                        statements.unanswered(List.of(identifier),
                                "GetRecord delivers an older version than the one that is here");
                        continue;
                    }
                    statements.live.add(identifier);
                    statements.headers.add(header);
                    statements.counts = statements.counts.plus(saved.counts());
                    same = saved.counts().same() > 0 && statements.counts.same() == statements.counts.received() ? same + 1 : 0;
                }
                case Answer.Gone(Header header) -> {
                    inARow = 0;
                    statements.gone.add(identifier);
                    if (header != null) {
                        statements.deletedHeaders.put(identifier, header);
                    }
                }
                case Answer.None(String reason, boolean isHopeless) -> {
                    statements.unanswered(List.of(identifier), reason);
                    if (isHopeless || ++inARow >= UNANSWERED_IN_A_ROW) {
                        statements.unanswered(identifiers.subList(i + 1, identifiers.size()), reason);
                        return statements;
                    }
                }
            }
        }
        return statements;
    }

    /** Requests a record, without saving it. */
    Answer ask(MetadataPrefix prefix, String identifier, long run, RunRecorder recorder) {
        return left.get() <= 0
                ? new Answer.None("this run has already requested " + MOST + " single records", true)
                : ask(single(prefix, run, recorder), identifier);
    }

    private Answer ask(SingleRecords single, String identifier) {
        repeats.count(1);
        return single.ask(identifier);
    }

    private SingleRecords single(MetadataPrefix prefix, long run, RunRecorder recorder) {
        return records.computeIfAbsent(prefix,
                _ -> harvester.single(source, format(prefix), run, options, repeats, recorder.waitsOnly()));
    }

    /** Returns the format of a prefix, as the repository describes it. */
    MetadataFormat format(MetadataPrefix prefix) {
        List<MetadataFormat> known = store.description(source.id()).map(SourceDescription::formats).orElse(List.of());
        return (known == null ? List.<MetadataFormat>of() : known).stream().filter(format -> format.prefix().equals(prefix))
                .findFirst()
                .orElseGet(
                        () -> prefix.equals(MetadataPrefix.OAI_DC) ? MetadataFormat.OAI_DC : new MetadataFormat(prefix, "", ""));
    }

    /** Returns some of the identifiers, for people. */
    static String some(List<String> identifiers) {
        return identifiers.stream().limit(NAMED).collect(Collectors.joining(", ")) + (identifiers.size() > NAMED ? ", …" : "");
    }
}
