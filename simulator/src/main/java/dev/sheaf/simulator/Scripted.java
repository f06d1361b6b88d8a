package dev.sheaf.simulator;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A scripted provider without its socket: a repository, the script that changes its replies, and the log of requests.
 *
 * <p>Safe for many threads.
 */
public final class Scripted {

    private final ScriptedRepository repository;
    private final List<Line> script = new CopyOnWriteArrayList<>();
    private final Map<Map<String, String>, byte[]> recorded = new ConcurrentHashMap<>();
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private volatile UnaryOperator<ReceivedRequest> hearing = UnaryOperator.identity();

    /** Creates an empty repository that obeys the protocol. */
    public Scripted(InstantSource clock) {
        repository = new ScriptedRepository(clock);
    }

    /** Returns the content that is played. */
    public ScriptedRepository repository() {
        return repository;
    }

    /**
     * Answers a request with recorded bytes from now on.
     *
     * @param query the arguments, encoded, in any order
     */
    public void record(String query, byte[] body) {
        recorded.put(decode(query), body);
    }

    /** Answers the next requests of a kind, as many as given, with a behaviour. Several behaviours are applied in the order given. */
    public void script(int times, Predicate<ReceivedRequest> kind, Behaviour behaviour) {
        script.add(new Line(kind, behaviour, new AtomicInteger(times)));
    }

    /** Changes each request from now on before the repository reads it. Several changes are applied in the order given. */
    public void hear(UnaryOperator<ReceivedRequest> change) {
        UnaryOperator<ReceivedRequest> before = hearing;
        hearing = request -> change.apply(before.apply(request));
    }

    /** Clears the script, but not the log. */
    public void behave() {
        script.clear();
        hearing = UnaryOperator.identity();
    }

    /** Returns the requests received, oldest first. */
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns the number of requests received. */
    public int requestCount() {
        return requests.size();
    }

    /** Clears the log of requests. */
    public void clearLog() {
        requests.clear();
    }

    /**
     * Returns the reply to a request.
     *
     * @param baseUrl of the repository
     */
    public Reply answer(String baseUrl, LoopbackServer.Asked asked) {
        Map<String, String> arguments = decode(asked.query());
        ReceivedRequest request = new ReceivedRequest(asked.method(), asked.path(), asked.query(), arguments, asked.headers(),
                repository.page(arguments), asked.link());
        requests.add(request);
        ReceivedRequest heard = hearing.apply(request);
        byte[] body = recorded.get(heard.arguments());
        Reply reply = body == null
                ? Reply.of(ArgumentRules.repeated(heard.query()).map(error -> repository.refuse(baseUrl, error))
                        .orElseGet(() -> repository.answer(baseUrl, heard.arguments())))
                : Reply.of(body);
        for (Line line : script) {
            if (line.kind().test(request) && line.left().getAndDecrement() > 0) {
                reply = line.behaviour().change(request, reply);
            }
        }
        return reply;
    }

    /** Returns the arguments of a query; the last value of a repeated argument. */
    public static Map<String, String> decode(String query) {
        Map<String, String> arguments = new LinkedHashMap<>();
        if (!query.isEmpty()) {
            for (String argument : query.split("&")) {
                int equals = argument.indexOf('=');
                String name = equals < 0 ? argument : argument.substring(0, equals);
                String value = equals < 0 ? "" : argument.substring(equals + 1);
                arguments.put(decoded(name), decoded(value));
            }
        }
        return arguments;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    private record Line(Predicate<ReceivedRequest> kind, Behaviour behaviour, AtomicInteger left) {}
}
