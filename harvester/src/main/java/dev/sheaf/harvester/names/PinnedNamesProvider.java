package dev.sheaf.harvester.names;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.security.Security;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The resolver that connects the JDK to {@link PinnedNames}. The service loader installs it for the whole process. It answers pinned names
 * with their addresses and passes all others to the JDK's own resolver, whose answers it caches for half a minute as the JDK does.
 */
public final class PinnedNamesProvider extends InetAddressResolverProvider {

    /** A name that does not exist (RFC 6761): an answer shows that this provider is installed. */
    static final String SENTINEL = "pinned-names.sheaf.invalid";

    /** Creates the provider; called by the service loader. */
    public PinnedNamesProvider() {
        // Nothing to prepare.
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver system = configuration.builtinResolver();
        if (Security.getProperty("networkaddress.cache.ttl") != null || System.getProperty("sun.net.inetaddr.ttl") != null) {
            return new Resolver(system, system::lookupByName);
        }
        // The JDK would cache answers in front of this class. It reads the property after its first look-up.
        System.setProperty("sun.net.inetaddr.ttl", "0");
        AnswerCache cache = new AnswerCache(system);
        return new Resolver(system, cache::lookupByName);
    }

    @Override
    public String name() {
        return "Sheaf's pinned names";
    }

    /** A look-up of a name. */
    @FunctionalInterface
    interface Lookup {
        Stream<InetAddress> byName(String host, InetAddressResolver.LookupPolicy policy) throws UnknownHostException;
    }

    private record Resolver(InetAddressResolver system, Lookup lookup) implements InetAddressResolver {

        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            Set<InetAddress> pinned = PinnedNames.pinned(host);
            if (pinned != null) {
                return pinned.stream();
            }
            if (host.equals(SENTINEL)) {
                return Stream.of(InetAddress.getLoopbackAddress());
            }
            Supplier<List<InetAddress>> chosen = PinnedNames.answer(host);
            if (chosen == null) {
                return lookup.byName(host, policy);
            }
            List<InetAddress> addresses = chosen.get();
            if (addresses.isEmpty()) {
                throw new UnknownHostException(host);
            }
            return addresses.stream();
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            return system.lookupByAddress(address);
        }
    }
}
