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
 * Host names whose addresses are fixed during a connection attempt, for the whole process. {@link PinnedNamesProvider} uses them for the
 * look-ups of the JDK. Thread-safe.
 */
public final class PinnedNames {

    private static final Map<String, Entry> PINS = new ConcurrentHashMap<>();
    private static final Map<String, Supplier<List<InetAddress>>> ANSWERS = new ConcurrentHashMap<>();

    /** @param users number of open pins */
    private record Entry(Set<InetAddress> addresses, int users) {}

    private PinnedNames() {}

    /** A name that keeps its addresses until this is closed. */
    public interface Pin extends AutoCloseable {

        /** A pin that fixes nothing. */
        Pin NONE = () -> {
            // Nothing to release.
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
     * Resolves a name once and fixes the result: all connections to the name before the pin is closed go to a checked address.
     *
     * @param host a name, or an address in any form that the JDK reads
     * @param allowed test for each address
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
            // The JDK may have cached an answer from before the pin, which the client would get. A second look-up shows this.
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
     * Returns whether the JDK uses this class to resolve names. A program may have installed a resolver of its own; then names cannot be
     * pinned, only addresses.
     */
    public static boolean isInForce() {
        try {
            return InetAddress.getAllByName(PinnedNamesProvider.SENTINEL)[0].isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    /**
     * Makes a name resolve to answers of the caller's choice, for tests with names that change. Each look-up calls the supplier.
     *
     * @param answers supplier of addresses; an empty list stands for an unknown name
     * @return ends it when closed
     */
    public static Pin answering(String host, Supplier<List<InetAddress>> answers) {
        ANSWERS.put(key(host), answers);
        return () -> ANSWERS.remove(key(host));
    }

    /** Returns the addresses of a pinned name; null if it is not pinned. */
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
