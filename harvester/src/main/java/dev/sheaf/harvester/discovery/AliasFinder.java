package dev.sheaf.harvester.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * Finder of addresses that lead to one repository: by their spelling, by redirects, by the base URL that a repository names, and by its
 * Identify. The registered address represents the repository, else the one to which others lead, else the first. Not thread-safe.
 *
 * <p>A named base URL alone is weak evidence: many repositories name {@code localhost} or the example of a manual. It counts if the named
 * address is known here and its Identify does not contradict.
 */
public final class AliasFinder {

    /**
     * An address among others.
     *
     * @param place its index; registered addresses come first
     */
    private record Entry(int place, BaseUrl baseUrl, @Nullable String id, @Nullable Identity identity,
            @Nullable BaseUrl servedFrom) {}

    /** Evidence that an address leads to the repository of another one. */
    private record Link(Alias.Evidence evidence, String explanation) {}

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, Link> links = new HashMap<>();
    private final int[] parents;
    private final int known;

    private AliasFinder(List<KnownRepository> registered, List<FoundRepository> found) {
        registered.forEach(one -> entries.add(new Entry(entries.size(), one.baseUrl(), one.id(), one.identity(), null)));
        known = entries.size();
        for (FoundRepository one : found) {
            BaseUrl servedFrom = one.checked() instanceof Checked.Reachable reachable ? reachable.servedFrom() : null;
            entries.add(new Entry(entries.size(), one.baseUrl(), null, one.identity(), servedFrom));
        }
        parents = IntStream.range(0, entries.size()).toArray();
    }

    /**
     * Finds aliases among addresses.
     *
     * @param registered the registered repositories
     * @param found the addresses
     * @return one entry for each address, in their order: its alias, or empty. An address that is registered itself is no alias.
     */
    public static List<Optional<Alias>> find(List<KnownRepository> registered, List<FoundRepository> found) {
        AliasFinder finder = new AliasFinder(registered, found);
        finder.bySpelling();
        finder.byRedirect();
        finder.byBaseUrl();
        finder.byIdentity();
        return finder.aliases();
    }

    /** Returns the registered repository to which an otherwise unknown address leads; empty if there is none. */
    public static Optional<Alias> of(BaseUrl baseUrl, List<KnownRepository> registered) {
        return find(registered, List.of(new FoundRepository(baseUrl, null, "", 1, null))).getFirst();
    }

    private void bySpelling() {
        Map<AddressKey, Integer> first = new HashMap<>();
        for (Entry entry : entries) {
            Integer other = first.putIfAbsent(AddressKey.of(entry.baseUrl()), entry.place());
            if (other != null) {
                BaseUrl like = entries.get(other).baseUrl();
                join(entry.place(), other, Alias.Evidence.SPELLING,
                        "spelled differently: " + AddressKey.difference(like, entry.baseUrl()));
            }
        }
    }

    private void byRedirect() {
        Map<AddressKey, Integer> owners = owners();
        for (Entry entry : entries) {
            if (entry.servedFrom() != null) {
                AddressKey target = AddressKey.of(entry.servedFrom());
                Integer other = owners.putIfAbsent(target, entry.place());
                if (other != null && other != entry.place()) {
                    String to = entries.get(other).baseUrl().toString();
                    boolean direct = AddressKey.of(entries.get(other).baseUrl()).equals(target);
                    join(entry.place(), other, Alias.Evidence.REDIRECT, direct
                            ? "redirects to " + entry.servedFrom()
                            : "redirects to " + entry.servedFrom() + ", as " + to + " does");
                }
            }
        }
    }

    private void byBaseUrl() {
        Map<AddressKey, Integer> owners = owners();
        for (Entry entry : entries) {
            BaseUrl named = named(entry);
            Integer other = named == null ? null : owners.get(AddressKey.of(named));
            if (other == null || other == entry.place() || entry.identity() == null) {
                continue;
            }
            Identity there = entries.get(other).identity();
            if (there == null || entry.identity().mayBe(there)) {
                String text = "names " + named + " as its base URL";
                // A registered repository names the found address, so the found address gets the alias.
                if (entry.place() < known && other >= known) {
                    join(other, entry.place(), Alias.Evidence.BASE_URL, "'" + entry.id() + "' " + text);
                } else {
                    join(entry.place(), other, Alias.Evidence.BASE_URL, text);
                }
            }
        }
    }

    private void byIdentity() {
        Map<String, Integer> first = new HashMap<>();
        for (Entry entry : entries) {
            String fingerprint = entry.identity() == null ? null : entry.identity().fingerprint();
            Integer other = fingerprint == null ? null : first.putIfAbsent(fingerprint, entry.place());
            if (other != null && entry.identity() != null) {
                join(entry.place(), other, Alias.Evidence.IDENTITY,
                        "same repositoryIdentifier (" + entry.identity().repositoryIdentifier()
                                + "), name and first datestamp as "
                                + entries.get(other).baseUrl());
            }
        }
    }

    private Map<AddressKey, Integer> owners() {
        Map<AddressKey, Integer> owners = new HashMap<>();
        entries.forEach(entry -> owners.putIfAbsent(AddressKey.of(entry.baseUrl()), entry.place()));
        return owners;
    }

    private static @Nullable BaseUrl named(Entry entry) {
        try {
            return entry.identity() == null ? null : BaseUrl.parse(entry.identity().baseUrl());
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /**
     * Joins two addresses of one repository. The registered one represents it, else the second.
     *
     * @param explanation predicate whose subject is the first address
     */
    private void join(int one, int other, Alias.Evidence evidence, String explanation) {
        int a = root(one);
        int b = root(other);
        if (a == b) {
            return;
        }
        boolean turned = a < known && b >= known;
        int alias = turned ? b : a;
        parents[alias] = turned ? a : b;
        links.put(alias, new Link(evidence, alias == one || explanation.startsWith("'")
                ? explanation
                : entries.get(one).baseUrl() + " " + explanation));
    }

    private int root(int place) {
        int at = place;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }

    private List<Optional<Alias>> aliases() {
        List<Optional<Alias>> aliases = new ArrayList<>();
        for (Entry entry : entries.subList(known, entries.size())) {
            Link link = links.get(entry.place());
            Entry root = entries.get(root(entry.place()));
            if (link == null || root.baseUrl().toString().equals(entry.baseUrl().toString())) {
                aliases.add(Optional.empty());
            } else {
                aliases.add(Optional.of(new Alias(root.baseUrl().toString(), root.id(), link.evidence(), link.explanation())));
            }
        }
        return aliases;
    }
}
