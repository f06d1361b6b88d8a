package dev.sheaf.harvester.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/**
 * Collection of addresses of repositories. On request it asks them for their identity and friends, breadth first and within limits.
 *
 * <p>For use by one thread; it sends requests on several threads. Its memory for an address does not depend on the length of the
 * repository's answer.
 */
public final class Discovery {

    /** Factor of the limit up to which friends of one round are kept, because most are named repeatedly. */
    private static final long MOST_KEPT = 5;

    private final DiscoveryLimits limits;
    private final List<FoundRepository> found = new ArrayList<>();
    private final Set<String> addresses = new HashSet<>();
    private final Map<String, Integer> friendsOfHost = new HashMap<>();
    /** The repository or fetched list that first named each address; absent for addresses that were typed or read from a file. */
    private final Map<String, URI> namers = new HashMap<>();
    private int asked;
    private long friendsKept;
    private long repeated;
    private long beyondNumber;
    private long beyondHost;
    private long invalidFriends;

    /** Creates a discovery that has found nothing yet. */
    public Discovery(DiscoveryLimits limits) {
        this.limits = limits;
    }

    /**
     * Adds an address of a list.
     *
     * @param list name of the list, for people
     */
    public void add(ListedAddress address, String list) {
        add(address, list, null);
    }

    /**
     * Adds an address of a list that was fetched.
     *
     * @param list name of the list, for people
     * @param from address of the list, for {@link RepositoryCheck#ask(BaseUrl, URI)}; null for a file
     */
    public void add(ListedAddress address, String list, @Nullable URI from) {
        if (from != null) {
            namers.putIfAbsent(address.baseUrl().toString(), from);
        }
        add(new FoundRepository(address.baseUrl(), address.name(), list + ", line " + address.line(), 1, null));
    }

    /**
     * Adds an address that was typed and has answered already, and the friends that it names.
     *
     * @param answer from {@link RepositoryCheck}
     */
    public void add(BaseUrl baseUrl, RepositoryCheck.Answer answer) {
        add(new FoundRepository(baseUrl, null, "", 0, answer.checked()));
        asked = found.size();
        answer.friends().forEach(friend -> addFriend(friend, baseUrl, 1));
        beyondNumber += (answer.checked() instanceof Checked.Reachable reachable ? reachable.friends() : 0)
                - answer.friends().size();
    }

    private boolean add(FoundRepository repository) {
        if (addresses.contains(repository.baseUrl().toString())) {
            repeated++;
            return false;
        }
        if (found.size() >= limits.number()) {
            beyondNumber++;
            return false;
        }
        addresses.add(repository.baseUrl().toString());
        found.add(repository);
        return true;
    }

    private void addFriend(String text, BaseUrl friendOf, int depth) {
        BaseUrl baseUrl;
        try {
            baseUrl = BaseUrl.parse(text);
        } catch (IllegalArgumentException _) {
            invalidFriends++;
            return;
        }
        String host = host(baseUrl);
        if (friendsOfHost.getOrDefault(host, 0) >= limits.perHost() && !addresses.contains(baseUrl.toString())) {
            beyondHost++;
        } else if (add(new FoundRepository(baseUrl, null, friendOf.toString(), depth, null))) {
            namers.put(baseUrl.toString(), friendOf.uri());
            friendsOfHost.merge(host, 1, Integer::sum);
        }
    }

    /**
     * Sends requests to the addresses without an answer, and follows friends.
     *
     * @param all true to ask every address; false to ask only those whose friends are within the depth
     * @param listener called after each answer
     * @throws HarvestException of kind CANCELLED if interrupted; received answers are kept
     */
    public void ask(RepositoryCheck check, boolean all, CheckListener listener) throws HarvestException {
        while (asked < found.size()) {
            // Breadth first: all known addresses are requested before the friends that they name.
            int end = found.size();
            Map<String, List<Integer>> byHost = new LinkedHashMap<>();
            for (int i = asked; i < end; i++) {
                FoundRepository repository = found.get(i);
                if (repository.checked() == null && (all || repository.depth() < limits.depth())) {
                    byHost.computeIfAbsent(host(repository.baseUrl()), _ -> new ArrayList<>()).add(i);
                }
            }
            asked = end;
            friendsKept = 0;
            Map<Integer, List<String>> friends = new HashMap<>();
            new HostRounds(limits.hostsAtOnce()).run(byHost,
                    index -> check.ask(found.get(index).baseUrl(), namers.get(found.get(index).baseUrl().toString())),
                    (index, answer) -> {
                        found.set(index, found.get(index).with(answer.checked()));
                        if (found.get(index).depth() < limits.depth()) {
                            keep(answer, index, friends);
                        }
                        listener.checked(found.get(index), end);
                    });
            for (int i = 0; i < end; i++) {
                FoundRepository repository = found.get(i);
                friends.getOrDefault(i, List.of())
                        .forEach(friend -> addFriend(friend, repository.baseUrl(), repository.depth() + 1));
            }
        }
    }

    /** Keeps the friends of one round within limits: a thousand repositories may name twenty thousand each. */
    private void keep(RepositoryCheck.Answer answer, int index, Map<Integer, List<String>> friends) {
        int told = answer.checked() instanceof Checked.Reachable reachable ? reachable.friends() : 0;
        int kept = (int) Math.min(answer.friends().size(), MOST_KEPT * limits.number() - friendsKept);
        if (kept > 0) {
            friends.put(index, answer.friends().subList(0, kept));
        }
        friendsKept += kept;
        beyondNumber += told - kept;
    }

    private static String host(BaseUrl baseUrl) {
        return baseUrl.uri().getHost().toLowerCase(Locale.ROOT)
                + (baseUrl.uri().getPort() < 0 ? "" : ":" + baseUrl.uri().getPort());
    }

    /** Returns the repositories found, in the order in which they were named. */
    public List<FoundRepository> repositories() {
        return List.copyOf(found);
    }

    /** Returns the number of repositories found. */
    public int found() {
        return found.size();
    }

    /** Returns the number of addresses that were named again in the same spelling. */
    public long repeated() {
        return repeated;
    }

    /** Returns a summary of the addresses that were left out because of the limits, for people; null if there are none. */
    public @Nullable String leftOut() {
        List<String> parts = new ArrayList<>();
        if (beyondNumber > 0) {
            parts.add(beyondNumber + " beyond the limit of " + limits.number() + " addresses");
        }
        if (beyondHost > 0) {
            parts.add(beyondHost + " beyond the limit of " + limits.perHost() + " friends on one host");
        }
        if (invalidFriends > 0) {
            parts.add(invalidFriends + " friends that are not base URLs");
        }
        return parts.isEmpty() ? null : String.join(", ", parts);
    }

    /** Listener of the answers, called by one thread at a time. */
    @FunctionalInterface
    public interface CheckListener {

        /**
         * Reports that an address has answered or failed.
         *
         * @param repository with its answer
         * @param known number of addresses known so far
         */
        void checked(FoundRepository repository, int known);
    }
}
