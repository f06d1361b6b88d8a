package dev.sheaf.simulator.misbehaviour;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.sheaf.simulator.Encryption;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.Reply;

/**
 * A server of misbehaving repositories, each under a base URL of its own: {@code /oai/{name}}, or {@code /oai/{name}+{name}} for several
 * faults at once. {@code /} shows them to people, {@code /behaviours.json} to programs, both with the score of each harvester; {@code
 * /ca.pem} is the authority of its certificates; {@code POST /rounds/{name}} makes later changes happen, {@code POST /reset/{name}} resets
 * a repository.
 *
 * <p>Safe for many threads. Listens on the loopback interface only.
 */
public final class MisbehavingServer implements AutoCloseable {

    private static final String OAI = "/oai/";

    private final List<Misbehaviour> offered;
    private final Set<String> names;
    private final int records;
    private final int pageSize;
    private final InstantSource clock;
    private final Map<String, Stage> stages = new ConcurrentHashMap<>();
    private final LoopbackServer server;
    private final LoopbackServer other;
    private final Map<Encryption, LoopbackServer> secured = new ConcurrentHashMap<>();

    private final Consumer<Duration> passing;

    private MisbehavingServer(int port, List<Misbehaviour> offered, int records, int pageSize, InstantSource clock,
            Consumer<Duration> passing) {
        this.passing = passing;
        this.offered = List.copyOf(offered);
        this.names = offered.stream().flatMap(one -> List.of(one.name().split("\\+")).stream()).collect(Collectors.toSet());
        this.records = records;
        this.pageSize = pageSize;
        this.clock = clock;
        this.server = LoopbackServer.start(port, this::answer);
        this.other = LoopbackServer.start(0, this::answer);
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any free port
     * @param offered the faults on offer; combinations of them are answered too
     * @param records number of records in each repository
     * @param pageSize entries on a page
     * @throws IllegalArgumentException for fewer than {@link SimulatedRecords#FEWEST} records, or for empty pages
     * @throws java.io.UncheckedIOException if the port is taken
     */
    public static MisbehavingServer start(int port, List<Misbehaviour> offered, int records, int pageSize, InstantSource clock) {
        return start(port, offered, records, pageSize, clock, time -> LockSupport.parkNanos(time.toNanos()));
    }

    /**
     * Starts a server whose slow answers take no real time.
     *
     * @param passing lets time pass on the clock, for answers that take long
     * @throws IllegalArgumentException for fewer than {@link SimulatedRecords#FEWEST} records, or for empty pages
     * @throws java.io.UncheckedIOException if the port is taken
     */
    public static MisbehavingServer start(int port, List<Misbehaviour> offered, int records, int pageSize, InstantSource clock,
            Consumer<Duration> passing) {
        if (records < SimulatedRecords.FEWEST || pageSize < 1) {
            throw new IllegalArgumentException(
                    "at least " + SimulatedRecords.FEWEST + " records, and at least one on a page");
        }
        return new MisbehavingServer(port, offered, records, pageSize, clock, passing);
    }

    /** Starts a server with all faults, and with {@link SimulatedRecords#FEWEST} records in pages of 10. */
    public static MisbehavingServer start(InstantSource clock) {
        return start(0, Misbehaviours.all(), SimulatedRecords.FEWEST, 10, clock);
    }

    /** Returns scheme, host and port. */
    public String address() {
        return server.address();
    }

    /** Returns the base URL of a fault, or of several with {@code +} between them. */
    public String baseUrl(String behaviours) {
        return server(behaviours).address() + OAI + behaviours;
    }

    /** Returns the server of a fault; each kind of encryption has a port of its own. */
    private LoopbackServer server(String behaviours) {
        Encryption encryption = Misbehaviours.named(behaviours).map(Misbehaviour::encryption).orElse(Encryption.NONE);
        return encryption == Encryption.NONE
                ? server
                : secured.computeIfAbsent(encryption, kind -> LoopbackServer.start(0, kind, this::answer));
    }

    /**
     * Returns the stage of a fault, which is created at the first request.
     *
     * @return empty if a name is not on offer
     */
    public Optional<Stage> stage(String behaviours) {
        return stage(behaviours, true);
    }

    /**
     * Returns the stage of a fault that has not broken out yet; see {@link Stage#breakDown}.
     *
     * @return empty if a name is not on offer
     */
    public Optional<Stage> wellStage(String behaviours) {
        return stage(behaviours, false);
    }

    private Optional<Stage> stage(String behaviours, boolean broken) {
        Stage set = stages.get(behaviours);
        if (set != null) {
            return Optional.of(set);
        }
        if (!names.containsAll(List.of(behaviours.split("\\+", -1)))) {
            return Optional.empty();
        }
        return Misbehaviours.named(behaviours).map(found -> stages.computeIfAbsent(behaviours, _ -> {
            Stage created = new Stage(found, records, pageSize, clock, passing, server(behaviours).address(), other.address(),
                    OAI + behaviours);
            if (broken) {
                created.breakDown();
            }
            return created;
        }));
    }

    /** Removes a stage; the next request creates it again in its initial state. */
    public void forget(String behaviours) {
        stages.remove(behaviours);
    }

    private Reply answer(LoopbackServer.Asked asked) {
        String path = URLDecoder.decode(asked.path().replace("+", "%2B"), StandardCharsets.UTF_8);
        Overview overview = new Overview(this::baseUrl, offered, stages);
        if (path.equals("/")) {
            return page("text/html; charset=utf-8", overview.html());
        }
        if (path.equals("/behaviours.json")) {
            return page("application/json", overview.json());
        }
        if (path.equals("/ca.pem")) {
            return page("application/x-pem-file", authority());
        }
        String[] parts = path.substring(1).split("/", 3);
        if (parts.length < 2) {
            return notFound();
        }
        return switch (parts[0]) {
            case "oai" -> stage(parts[1]).map(stage -> stage.answer(asked)).orElseGet(MisbehavingServer::notFound);
            case "rounds" -> change(asked, parts[1], () -> stage(parts[1]).ifPresent(Stage::playRound));
            case "reset" -> change(asked, parts[1], () -> forget(parts[1]));
            default -> notFound();
        };
    }

    private Reply change(LoopbackServer.Asked asked, String behaviours, Runnable change) {
        if (stage(behaviours).isEmpty()) {
            return notFound();
        }
        if (!asked.method().equals("POST")) {
            return page("text/plain; charset=utf-8", "This changes what is played: send it by POST.\n").withStatus(405)
                    .withHeader("Allow", "POST");
        }
        change.run();
        return page("text/plain; charset=utf-8", "Done.\n").withStatus(303).withHeader("Location", "/#" + behaviours);
    }

    private static String authority() {
        try (InputStream in = Encryption.authority()) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException failure) {
            throw new UncheckedIOException("the simulator's own certificate cannot be read", failure);
        }
    }

    private static Reply notFound() {
        return page("text/plain; charset=utf-8", "Nothing of that name is played here; / lists what is.\n").withStatus(404);
    }

    private static Reply page(String type, String body) {
        return Reply.of(body.getBytes(StandardCharsets.UTF_8)).withHeader("Content-Type", type);
    }

    /** Stops answering. */
    @Override
    public void close() {
        server.close();
        other.close();
        secured.values().forEach(LoopbackServer::close);
    }
}
