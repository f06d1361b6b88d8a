package dev.sheaf.harvester.names;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Cache of the system resolver's answers, for the default time of the JDK. Bounded; thread-safe. */
final class AnswerCache {

    private static final long KEPT_NANOS = 30_000_000_000L;
    private static final int MOST = 10_000;

    private final InetAddressResolver system;
    private final Map<Question, Answer> answers = new ConcurrentHashMap<>();

    private record Question(String host, int characteristics) {}

    private record Answer(List<InetAddress> addresses, long at) {
        boolean isOld() {
            return System.nanoTime() - at > KEPT_NANOS;
        }
    }

    AnswerCache(InetAddressResolver system) {
        this.system = system;
    }

    /** @throws UnknownHostException if the name has no address; such an answer is not cached */
    Stream<InetAddress> lookupByName(String host, InetAddressResolver.LookupPolicy policy) throws UnknownHostException {
        Question question = new Question(host, policy.characteristics());
        Answer known = answers.get(question);
        if (known == null || known.isOld()) {
            try (Stream<InetAddress> found = system.lookupByName(host, policy)) {
                known = new Answer(found.toList(), System.nanoTime());
            }
            if (answers.size() >= MOST) {
                answers.values().removeIf(Answer::isOld);
            }
            if (answers.size() < MOST) {
                answers.put(question, known);
            }
        }
        return known.addresses().stream();
    }
}
