package dev.sheaf.core.repository;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;

/**
 * The sets of a repository, for the question whether an empty list has an unknown set. Reads them all, so it is for lists that were empty.
 *
 * @param specs at most {@value #MOST}
 */
public record KnownSets(List<SetSpec> specs) {

    private static final int MOST = 10_000;
    private static final int PAGE = 500;

    /** Copies the sets. */
    public KnownSets {
        specs = List.copyOf(specs);
    }

    /** Reads the sets of a repository. */
    public static KnownSets of(Repository repository) {
        List<SetSpec> specs = new ArrayList<>();
        SetPage page;
        do {
            page = repository.sets(specs.isEmpty() ? null : specs.getLast().value(), PAGE);
            page.sets().stream().map(OaiSet::spec).forEach(specs::add);
        } while (page.more() && !page.sets().isEmpty() && specs.size() < MOST);
        return new KnownSets(specs);
    }

    /** Reads the sets of several repositories. */
    public static KnownSets of(Collection<? extends Repository> repositories) {
        return new KnownSets(repositories.stream().flatMap(repository -> of(repository).specs().stream()).distinct().toList());
    }

    /** Returns true for a set that exists, or below which one exists; true also if there are too many sets to know. */
    public boolean has(SetSpec set) {
        return specs.size() >= MOST || specs.stream().anyMatch(set::contains);
    }

    /** Returns a message that a set does not exist, with those that do: see {@link KnownNames#lacking}. */
    public String lacking(String owner, SetSpec set) {
        return KnownNames.of(specs.stream().map(SetSpec::value).toList()).lacking(owner, "set", set.value());
    }
}
