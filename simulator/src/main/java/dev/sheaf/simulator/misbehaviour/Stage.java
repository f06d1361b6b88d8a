package dev.sheaf.simulator.misbehaviour;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;
import dev.sheaf.simulator.Scripted;
import dev.sheaf.simulator.ScriptedRepository;

/**
 * One simulated repository with the faults that are played on it.
 *
 * <p>Safe for many threads once it answers.
 */
public final class Stage {

    /** Change of the token on a page of a list; the caller handles requests with the new token. */
    @FunctionalInterface
    interface TokenChange {

        /** Returns the token to send; null for none. */
        @Nullable
        ResumptionToken of(ReceivedRequest request, @Nullable ResumptionToken token);
    }

    private final Misbehaviour misbehaviour;
    private final Scripted scripted;
    private final InstantSource clock;
    private final Consumer<Duration> passing;
    private final String address;
    private final String otherAddress;
    private final String path;
    private final Map<Layer, List<Line>> layers = new EnumMap<>(Layer.class);
    private final AtomicInteger played = new AtomicInteger();
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();
    private final int first;
    private volatile boolean muted;

    /**
     * Creates a stage, which answers as a faultless repository until {@link #breakDown}.
     *
     * @param passing lets time pass on the clock
     * @param address scheme, host and port of the server
     * @param otherAddress a second port of the same server
     * @param path of the base URL
     */
    Stage(Misbehaviour misbehaviour, int records, int pageSize, InstantSource clock, Consumer<Duration> passing, String address,
            String otherAddress, String path) {
        this.misbehaviour = misbehaviour;
        this.first = records;
        this.clock = clock;
        this.passing = passing;
        this.address = address;
        this.otherAddress = otherAddress;
        this.path = path;
        this.scripted = new Scripted(clock);
        for (Layer layer : Layer.values()) {
            layers.put(layer, new CopyOnWriteArrayList<>());
        }
        ScriptedRepository repository = scripted.repository();
        repository.pageSize(pageSize);
        repository.tokenEnd("!");
        SimulatedRecords.first(records).forEach(record -> repository.put(MetadataPrefix.OAI_DC, record));
        for (String set : List.of("even", "odd", "third")) {
            repository.set(new OaiSet(new SetSpec(set), "The " + set + " ones", List.of()));
        }
        scripted.script(Integer.MAX_VALUE, ReceivedRequest.any(), this::change);
    }

    /** Sets up the fault. Called once, before requests that are to suffer from it. */
    public void breakDown() {
        misbehaviour.plays().accept(this);
    }

    /** Answers without faults again. What the fault has changed in the repository itself stays. */
    public void recover() {
        muted = true;
    }

    /** Returns the content that is played. */
    public Misbehaviour misbehaviour() {
        return misbehaviour;
    }

    /** Returns the repository, without the faults. */
    public ScriptedRepository repository() {
        return scripted.repository();
    }

    /** Returns the visible records in oai_dc, which a harvester should hold. */
    public List<OaiRecord> records() {
        return repository().records(MetadataPrefix.OAI_DC).stream().filter(repository()::isShown).toList();
    }

    /** Returns the requests so far. */
    public List<ReceivedRequest> requests() {
        return scripted.requests();
    }

    /** Returns the number of requests so far. */
    public int requestCount() {
        return scripted.requestCount();
    }

    /** Returns the repository's clock. */
    public InstantSource clock() {
        return clock;
    }

    /** Lets time pass, as if the answer took that long. */
    void take(Duration time) {
        passing.accept(time);
    }

    /** Returns the base URL. */
    public String baseUrl() {
        return address + path;
    }

    /** Returns another base URL, at another port. */
    public String otherBaseUrl() {
        return otherAddress + path;
    }

    /** Returns the next round; null if all have been played. */
    public @Nullable Round nextRound() {
        int next = played.get();
        return next < misbehaviour.rounds().size() ? misbehaviour.rounds().get(next) : null;
    }

    /** Plays the next round. The caller advances the clock. */
    public void playRound() {
        Round round = nextRound();
        if (round != null) {
            played.incrementAndGet();
            round.happens().accept(this);
        }
    }

    /** Changes records 11 and 12, adds two records, and deletes 9 and 14, all now. */
    public void moveOn() {
        Datestamp now = Datestamp.ofSecond(clock.instant());
        put(SimulatedRecords.record(11, now, "Title 11 changed"));
        put(SimulatedRecords.record(12, now, "Title 12 changed"));
        put(SimulatedRecords.record(first, now, "Title " + first + " new"));
        put(SimulatedRecords.record(first + 1, now, "Title " + (first + 1) + " new"));
        repository().withdraw(SimulatedRecords.record(9, now, null));
        repository().withdraw(SimulatedRecords.record(14, now, null));
    }

    Reply answer(LoopbackServer.Asked asked) {
        Reply reply = scripted.answer(baseUrl(), asked);
        return reply.headers().containsKey("Date")
                ? reply
                : reply.withHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(clock.instant().atOffset(ZoneOffset.UTC)));
    }

    private Reply change(ReceivedRequest request, Reply reply) {
        Reply changed = reply;
        List<String> identifiers = List.of();
        for (Layer layer : Layer.values()) {
            if (layer == Layer.RECORD) {
                identifiers = identifiers(changed);
            }
            for (Line line : script(layer)) {
                if (!muted && line.kind().test(request) && line.left().getAndDecrement() > 0) {
                    changed = line.behaviour().change(request, changed);
                }
            }
        }
        if (changed.status() / 100 == 2 && changed.delivery().sent() < 0 && changed.body().length > 0) {
            delivered.addAll(identifiers);
        }
        return changed;
    }

    /** Returns the identifiers of the records in an answer, including those in metadata. */
    private static List<String> identifiers(Reply reply) {
        OaiResponse response = reply.response();
        if (response == null) {
            return List.of();
        }
        return switch (response.answer()) {
            case OaiResponse.ListRecords(List<OaiRecord> records, var _) -> records.stream().map(OaiRecord::identifier).toList();
            case OaiResponse.GetRecord(OaiRecord record) -> List.of(record.identifier());
            default -> List.of();
        };
    }

    /** Returns the score of the harvester so far. */
    public Score score() {
        List<ReceivedRequest> asked = requests();
        Map<String, Long> same = asked.stream()
                .collect(Collectors.groupingBy(request -> request.path() + "?" + request.query(), Collectors.counting()));
        List<String> missed = records().stream().map(OaiRecord::identifier).filter(identifier -> !delivered.contains(identifier))
                .toList();
        return new Score(asked.size(), Math.toIntExact(asked.stream().filter(Asked.lists()).count()),
                same.values().stream().mapToLong(Long::longValue).max().orElse(0), records().size() - missed.size(),
                records().size(), missed, asked.size() > misbehaviour.expectation().requests());
    }

    private List<Line> script(Layer layer) {
        return Objects.requireNonNull(layers.get(layer));
    }

    /** Applies a behaviour to some requests of a kind. */
    void times(int times, Layer layer, Predicate<ReceivedRequest> kind, Behaviour behaviour) {
        script(layer).add(new Line(kind, behaviour, new AtomicInteger(times)));
    }

    /** Applies a behaviour to every request of a kind. */
    void when(Layer layer, Predicate<ReceivedRequest> kind, Behaviour behaviour) {
        times(Integer.MAX_VALUE, layer, kind, behaviour);
    }

    /** Changes each request before the repository reads it. */
    void hear(UnaryOperator<ReceivedRequest> change) {
        scripted.hear(change);
    }

    /** Changes a record's text in every reply. */
    void record(int number, UnaryOperator<String> change) {
        slice(number, "<record>", "</record>", change);
    }

    /** Changes the text of a record's header in every reply. */
    void header(int number, UnaryOperator<String> change) {
        slice(number, "<header", "</header>", change);
    }

    private void slice(int number, String start, String end, UnaryOperator<String> change) {
        String identifier = "<identifier>" + SimulatedRecords.identifier(number) + "</identifier>";
        when(Layer.RECORD, ReceivedRequest.any(), Behaviour.text(text -> {
            int at = text.indexOf(identifier);
            int from = at < 0 ? -1 : text.lastIndexOf(start, at);
            int to = at < 0 ? -1 : text.indexOf(end, at);
            if (from < 0 || to < 0) {
                return text;
            }
            String slice = text.substring(from, to + end.length());
            return text.substring(0, from) + change.apply(slice) + text.substring(to + end.length());
        }));
    }

    /** Appends a text to a record's title. */
    void inTitle(int number, String inserted) {
        record(number, text -> text.replace("</dc:title>", inserted + "</dc:title>"));
    }

    /** Changes every document. */
    void document(UnaryOperator<String> change) {
        when(Layer.DOCUMENT, ReceivedRequest.any(), Behaviour.text(change));
    }

    /** Changes the bytes of every document. */
    void bytes(UnaryOperator<byte[]> change) {
        when(Layer.BYTES, ReceivedRequest.any(), (_, reply) -> reply.withBody(change.apply(reply.body())));
    }

    /** Changes the token of lists of records and headers. */
    void tokens(TokenChange change) {
        when(Layer.ANSWER, Asked.lists(), (request, reply) -> {
            OaiResponse response = reply.response();
            if (response == null) {
                return reply;
            }
            return switch (response.answer()) {
                case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> reply
                        .withAnswer(new OaiResponse.ListRecords(records, change.of(request, token)));
                case OaiResponse.ListIdentifiers(var headers, ResumptionToken token) -> reply
                        .withAnswer(new OaiResponse.ListIdentifiers(headers, change.of(request, token)));
                default -> reply;
            };
        });
    }

    /** Replaces a record of the repository. */
    void put(OaiRecord record) {
        repository().put(MetadataPrefix.OAI_DC, record);
    }

    /** Replaces records of the repository without moving them to the end. */
    void replace(UnaryOperator<OaiRecord> change) {
        List<OaiRecord> changed = new ArrayList<>(repository().records(MetadataPrefix.OAI_DC));
        changed.replaceAll(change);
        changed.forEach(record -> repository().remove(record.identifier()));
        changed.forEach(this::put);
    }

    /** Returns a body as text. */
    static String text(Reply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    private record Line(Predicate<ReceivedRequest> kind, Behaviour behaviour, AtomicInteger left) {}
}
