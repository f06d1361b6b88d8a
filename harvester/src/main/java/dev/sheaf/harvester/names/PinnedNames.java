package dev.sheaf.harvester.names;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Host names whose addresses are fixed while somebody connects to them, for the whole process. {@link PinnedNamesProvider} answers the
 * look-ups of the JDK from here. Thread-safe.
 */
public final class PinnedNames {

    private static final Map<String, Entry> PINS = new ConcurrentHashMap<>();
    private static final Map<String, Supplier<List<InetAddress>>> ANSWERS = new ConcurrentHashMap<>();

    /** @param users how many pins are open */
    private record Entry(Set<InetAddress> addresses, int users) {}

    private PinnedNames() {}

    /** A name that keeps its addresses until this is closed. */
    public interface Pin extends AutoCloseable {

        /** Pin that fixes nothing. */
        Pin NONE = () -> {
            // There is nothing to release.
        };

        /** Releases the name. */
        @Override
        void close();
    }

    /** Thrown when one of the addresses of a name is not allowed. */
    public static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        RefusedException(InetAddress address) {
            super(address.getHostAddress());
        }
    }

    /**
     * Resolves a name once and fixes the result: anyone who connects to the name before the pin is closed connects to an address that was
     * checked.
     *
     * @param host a name, or an address in any form that the JDK reads
     * @param allowed judges each address
     * @throws UnknownHostException when the name has no address
     * @throws RefusedException when one of its addresses is not allowed; the message is that address
     */
    public static Pin pin(String host, Predicate<InetAddress> allowed) throws UnknownHostException, RefusedException {
        Set<InetAddress> found = checked(host, allowed);
        String key = key(host);
        PINS.merge(key, new Entry(found, 1), (old, own) -> new Entry(found, old.users() + 1));
        Pin pin = () -> PINS.computeIfPresent(key,
                (_, entry) -> entry.users() == 1 ? null : new Entry(entry.addresses(), entry.users() - 1));
        try {
            // The JDK may have kept an answer from before the pin, and it would be the one that the client gets. A second look shows it.
            checked(host, allowed);
            return pin;
        } catch (UnknownHostException | RefusedException failure) {
            pin.close();
            throw failure;
        }
    }

    private static Set<InetAddress> checked(String host, Predicate<InetAddress> allowed)
            throws UnknownHostException, RefusedException {
        InetAddress[] found = InetAddress.getAllByName(host);
        for (InetAddress address : found) {
            if (!allowed.test(address)) {
                throw new RefusedException(address);
            }
        }
        return Set.copyOf(Arrays.asList(found));
    }

    /**
     * Returns whether the JDK asks this class for names. A program with a resolver of its own may have taken the
     * place: names cannot be fixed
     * then, only addresses.
     */
    public static boolean isInForce() {
        try {
            return InetAddress.getAllByName(PinnedNamesProvider.SENTINEL)[0].isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    /**
     * Lets a name resolve to answers of the caller's choice, for tests of what happens when a name changes. Each look-up asks again.
     *
     * @param answers an empty list stands for an unknown name
     * @return ends it when it is closed
     */
    public static Pin answering(String host, Supplier<List<InetAddress>> answers) {
        ANSWERS.put(key(host), answers);
        return () -> ANSWERS.remove(key(host));
    }

    /** The addresses that a name has while it is pinned; null when it is not. */
    static @Nullable Set<InetAddress> pinned(String host) {
        Entry entry = PINS.get(key(host));
        return entry == null ? null : entry.addresses();
    }

    static @Nullable Supplier<List<InetAddress>> answer(String host) {
        return ANSWERS.get(key(host));
    }

    private static String key(String host) {
        return host.toLowerCase(Locale.ROOT);
    }
}
