package dev.sheaf.platform.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.javalin.http.Context;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.provider.flow.FlowDecision;

/**
 * Decides which client may see which source or aggregate, by the access lists of the configuration. Every endpoint consults this policy
 * before it shows anything of a repository, so a closed repository is closed everywhere. Thread-safe.
 *
 * <p>Commands on the data directory and the administration do not consult it: a user with the directory or the password may see everything.
 */
public final class AccessPolicy {

    /** A policy that opens everything to everybody. */
    public static final AccessPolicy OPEN = new AccessPolicy(_ -> AccessList.OPEN, ClientAddresses.DIRECT);

    private static final int FORBIDDEN = 403;

    private final Function<String, AccessList> lists;
    private final ClientAddresses clients;

    /**
     * Creates a policy with fixed lists.
     *
     * @param lists access list of a source or aggregate by its id, {@link Aggregate#EVERYTHING} for the aggregate of everything
     * @param clients rules that determine the address of a request's client
     */
    public AccessPolicy(Function<String, AccessList> lists, ClientAddresses clients) {
        this.lists = lists;
        this.clients = clients;
    }

    /** Returns true if every client may see a source or aggregate. An answer about another one must not be kept by shared caches. */
    public boolean isOpen(String id) {
        return lists.apply(id).isOpen();
    }

    /** Returns true if the client of a request may see a source or aggregate. */
    public boolean admits(Context context, String id) {
        AccessList list = lists.apply(id);
        return list.isOpen() || list.admits(clients.of(context));
    }

    /** Answers with status 403 and returns true if the client of a request may not see a source or aggregate. */
    public boolean refuses(Context context, String id) {
        if (admits(context, id)) {
            return false;
        }
        context.header("Cache-Control", "no-store");
        PlainText.answer(context, FORBIDDEN, FlowDecision.Forbidden.to(clients.of(context)).reason());
        return true;
    }

    /** Returns those of some sources and aggregates that the client of a request may not see. */
    public Set<String> closed(Context context, Collection<String> ids) {
        return ids.stream().filter(id -> !admits(context, id)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns true if a receiver of notifications may see a source or aggregate, which requires that the list admits all addresses of its
     * host. A host without an address is not admitted.
     */
    public boolean admitsHost(String host, String id) {
        AccessList list = lists.apply(id);
        if (list.isOpen()) {
            return true;
        }
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).map(IpAddress::of).allMatch(list::admits);
        } catch (UnknownHostException _) {
            return false;
        }
    }
}
