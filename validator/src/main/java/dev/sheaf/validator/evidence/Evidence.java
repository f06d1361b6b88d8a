package dev.sheaf.validator.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.report.ListSnapshot;

/**
 * Everything that a validation has seen so far. Rules read it; the run alone adds to it. For one thread.
 */
public final class Evidence {

    private final String baseUrl;
    private final ValidationOptions options;
    private final Instant began;
    private final Map<ProbeRequest, Observation> observations;
    private final Map<ListName, PageSequence> lists;
    private final Map<String, String> schemas = new LinkedHashMap<>();
    private final List<List<Observation>> together = new ArrayList<>();
    /** Identifiers of records that changed while the run lasted. Copies of this evidence share it. */
    private final Set<String> changed;
    /** First request of the list that a token continues, by verb and token. Copies of this evidence share it. */
    private final Map<String, ProbeRequest> starts;
    private @Nullable Observation withoutTls;
    private @Nullable String limit;

    /** The lists that every run reads. */
    public enum ListName {
        /** ListSets. */
        SETS,
        /** ListIdentifiers in oai_dc. */
        IDENTIFIERS,
        /** ListRecords in oai_dc. */
        RECORDS
    }

    /**
     * Begins without observations.
     *
     * @param baseUrl that is asked
     * @param began when the run began
     */
    public Evidence(String baseUrl, ValidationOptions options, Instant began) {
        this(baseUrl, options, began, new LinkedHashMap<>(), new LinkedHashMap<>(), new HashSet<>(), new HashMap<>());
    }

    private Evidence(String baseUrl, ValidationOptions options, Instant began, Map<ProbeRequest, Observation> observations,
            Map<ListName, PageSequence> lists, Set<String> changed, Map<String, ProbeRequest> starts) {
        this.changed = changed;
        this.starts = starts;
        this.baseUrl = baseUrl;
        this.options = options;
        this.began = began;
        this.observations = observations;
        this.lists = lists;
    }

    /** Returns the base URL that is asked. */
    public String baseUrl() {
        return baseUrl;
    }

    /** Returns the base URL that the repository should state. */
    public String publicUrl() {
        String knownAs = options.knownAs();
        return knownAs == null ? baseUrl : knownAs;
    }

    /** Returns the records as an earlier run saw them; empty when there was none. */
    public Optional<ListSnapshot> earlier() {
        return Optional.ofNullable(options.earlier());
    }

    /** Returns the bounds of the run. */
    public ValidationOptions options() {
        return options;
    }

    /** Returns when the run began. */
    public Instant began() {
        return began;
    }

    /** Adds the observation of a request. */
    public void add(Observation observation) {
        observations.put(observation.request(), observation);
        if (observation.isOai()) {
            String token = observation.document().nextToken();
            if (!token.isEmpty()) {
                starts.putIfAbsent(observation.request().verb() + " " + token, startOf(observation.request()));
            }
        }
    }

    /** Returns the first request of the list to which a request belongs; the request itself when that is not known. */
    public ProbeRequest startOf(ProbeRequest request) {
        return starts.getOrDefault(request.verb() + " " + request.argument("resumptionToken"), request);
    }

    /** Notes that a record changed, came or went while the run lasted. */
    public void putChanged(String identifier) {
        changed.add(identifier.strip());
    }

    /** Returns whether a record is known to have changed, come or gone while the run lasted. */
    public boolean isChanged(String identifier) {
        return changed.contains(identifier.strip());
    }

    /** Returns whether any record is known to have changed, come or gone while the run lasted. */
    public boolean hasChanged() {
        return !changed.isEmpty();
    }

    /** Sets a list once it has been read. */
    public void put(ListName name, PageSequence pages) {
        lists.put(name, pages);
    }

    /** Notes what became of the schemas that were fetched, by namespace: why one cannot be used, or an empty text. */
    public void putSchemas(Map<String, String> outcomes) {
        schemas.putAll(outcomes);
    }

    /** Returns what became of the schemas that were fetched, by namespace: why one cannot be used, or an empty text. */
    public Map<String, String> schemas() {
        return Collections.unmodifiableMap(schemas);
    }

    /** Adds the answers to two requests that were made at the same time. */
    public void addTogether(List<Observation> pair) {
        together.add(List.copyOf(pair));
    }

    /** Returns the answers to requests that were made at the same time, pair by pair; empty when none were. */
    public List<List<Observation>> together() {
        return List.copyOf(together);
    }

    /** Sets the answer at the same address without TLS. */
    public void putWithoutTls(Observation observation) {
        withoutTls = observation;
    }

    /** Returns the answer at the same address without TLS; empty when it was not asked for. */
    public Optional<Observation> withoutTls() {
        return Optional.ofNullable(withoutTls);
    }

    /** Notes which bound of the run was reached, for people. */
    public void stopped(String reason) {
        limit = reason;
    }

    /** Returns which bound of the run was reached, for people; empty when none was. */
    public Optional<String> limit() {
        return Optional.ofNullable(limit);
    }

    /** Returns everything seen, in the order in which it was first asked for. */
    public List<Observation> all() {
        return new ArrayList<>(observations.values());
    }

    /** Returns the observation of a request; empty when it was not made. */
    public Optional<Observation> of(ProbeRequest request) {
        return Optional.ofNullable(observations.get(request));
    }

    /** Returns a list; {@link PageSequence#NONE} when it was not read. */
    public PageSequence list(ListName name) {
        return lists.getOrDefault(name, PageSequence.NONE);
    }

    /** Returns the same with some requests answered otherwise: as they were when they were made again. */
    public Evidence replacing(Map<ProbeRequest, Observation> others) {
        Map<ProbeRequest, Observation> answers = new LinkedHashMap<>(observations);
        answers.replaceAll((request, old) -> others.getOrDefault(request, old));
        Map<ListName, PageSequence> pages = new LinkedHashMap<>(lists);
        pages.replaceAll((_, old) -> old.replacing(others));
        Evidence other = new Evidence(baseUrl, options, began, answers, pages, changed, starts);
        other.putSchemas(schemas);
        other.together.addAll(together);
        other.withoutTls = withoutTls;
        return other;
    }

    /** Returns the Identify element; empty when there is none. */
    public Optional<XmlNode> identify() {
        return of(ProbeRequest.of("verb", "Identify")).filter(Observation::isOai)
                .filter(found -> found.document().answers("Identify")).flatMap(found -> found.document().answer());
    }

    /** Returns the text of an element of Identify without blanks around it; empty when there is none. */
    public String identify(String element) {
        return identify().map(node -> node.textOf(element).strip()).orElse("");
    }

    /** Returns the granularity that Identify states, also in another spelling; empty when that says nothing. */
    public Optional<Granularity> granularity() {
        return Granularity.fromText(identify("granularity"));
    }

    /** Returns the earliest datestamp that Identify states; illegal when it is. */
    public Datestamp earliest() {
        return Datestamp.received(identify("earliestDatestamp"));
    }

    /** Returns the metadataFormat elements of ListMetadataFormats. */
    public List<XmlNode> formats() {
        return of(ProbeRequest.of("verb", "ListMetadataFormats")).filter(Observation::isOai)
                .flatMap(found -> found.document().answer()).map(answer -> answer.children("metadataFormat")).orElse(List.of());
    }

    /** Returns the set elements of all pages of ListSets that were read. */
    public List<XmlNode> sets() {
        List<XmlNode> sets = new ArrayList<>();
        for (Observation page : list(ListName.SETS).pages()) {
            page.document().answer().ifPresent(answer -> sets.addAll(answer.children("set")));
        }
        return sets;
    }

    /** Returns whether the repository says by ListSets that it has sets; empty when its answer says neither. */
    public Optional<Boolean> hasSets() {
        Observation first = list(ListName.SETS).first();
        if (first == null || !first.isOai()) {
            return Optional.empty();
        }
        if (first.hasCode("noSetHierarchy")) {
            return Optional.of(false);
        }
        return first.document().answers("ListSets") ? Optional.of(true) : Optional.empty();
    }

    /** Returns the entries of ListRecords that were read, then those of ListIdentifiers that were not among them. */
    public List<RecordFacts> records() {
        Map<String, RecordFacts> all = new LinkedHashMap<>(list(ListName.RECORDS).byIdentifier());
        list(ListName.IDENTIFIERS).byIdentifier().forEach(all::putIfAbsent);
        return new ArrayList<>(all.values());
    }

    /** Returns a record that is not deleted and has an identifier and a legal datestamp; empty when none was seen. */
    public Optional<RecordFacts> sample() {
        return records().stream().filter(record -> !record.isDeleted() && isUsable(record)).findFirst();
    }

    /** Returns a deleted record with an identifier; empty when none was seen. */
    public Optional<RecordFacts> deletedSample() {
        return records().stream().filter(record -> record.isDeleted() && !record.identifier().isBlank()).findFirst();
    }

    /**
     * Returns whether a record has changed since the run began, by the clock of the repository: it may differ between two responses then.
     */
    public boolean isChangedMeanwhile(RecordFacts record) {
        return isChanged(record.identifier())
                || record.stamp().lastSecond().filter(time -> !time.isBefore(start())).isPresent();
    }

    /** Returns when the run began by the clock of the repository. */
    public Instant start() {
        return of(ProbeRequest.of("verb", "Identify")).filter(Observation::isOai)
                .flatMap(identify -> identify.document().responseTime().instant()).orElse(began);
    }

    /** Returns the records of ListRecords as they were seen, for a later run. */
    public ListSnapshot snapshot() {
        PageSequence list = list(ListName.RECORDS);
        Observation first = list.first();
        if (first == null || !list.isBegun()) {
            return ListSnapshot.NONE;
        }
        Map<String, ListSnapshot.Seen> seen = new LinkedHashMap<>();
        list.byIdentifier().values().stream().filter(record -> !record.identifier().isBlank())
                .limit(ListSnapshot.MOST_RECORDS)
                .forEach(record -> seen.put(record.identifier(), new ListSnapshot.Seen(record.datestamp(), record.isDeleted(),
                        record.metadataRoot() == null ? "" : record.metadataRoot())));
        return new ListSnapshot(first.document().responseDate().strip(),
                list.isWhole() && list.byIdentifier().size() <= ListSnapshot.MOST_RECORDS, seen);
    }

    private static boolean isUsable(RecordFacts record) {
        return !record.identifier().isBlank() && record.stamp().isLegal();
    }
}
