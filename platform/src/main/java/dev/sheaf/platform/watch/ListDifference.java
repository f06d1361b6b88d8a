package dev.sheaf.platform.watch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.harvester.discovery.AddressKey;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.store.conformance.Registry.Listed;

/**
 * The difference between the registry and a list of others. Addresses that differ only in scheme, {@code www.} or a slash at the end count as
 * one. Immutable.
 *
 * @param both number of repositories in both
 * @param onlyThere base URLs that only the list has
 * @param onlyHere base URLs that only the registry has
 * @param missing base URLs that the list had and has not any more
 */
public record ListDifference(int both, List<String> onlyThere, List<String> onlyHere, List<String> missing) {

    /** Compares the base URLs of the registry with the entries of a list. */
    public static ListDifference of(Collection<String> registry, Collection<Listed> listed) {
        Set<AddressKey> here = keys(registry);
        Set<AddressKey> there = keys(listed.stream().filter(entry -> entry.missing() == 0).map(Listed::address).toList());
        List<String> onlyThere = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Listed entry : listed) {
            if (entry.missing() > 0) {
                missing.add(entry.address());
            } else if (!here.contains(key(entry.address()))) {
                onlyThere.add(entry.address());
            }
        }
        List<String> onlyHere = registry.stream().filter(address -> !there.contains(key(address))).sorted().toList();
        return new ListDifference(registry.size() - onlyHere.size(), List.copyOf(onlyThere), onlyHere, List.copyOf(missing));
    }

    private static Set<AddressKey> keys(Collection<String> addresses) {
        Set<AddressKey> keys = new HashSet<>();
        addresses.forEach(address -> keys.add(key(address)));
        return keys;
    }

    private static AddressKey key(String address) {
        return AddressKey.of(BaseUrl.parse(address));
    }
}
