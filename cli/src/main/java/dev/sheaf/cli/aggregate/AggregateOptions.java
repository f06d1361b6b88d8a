package dev.sheaf.cli.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.platform.sync.operate.AggregateActions;
import dev.sheaf.store.HubStore;

/** Options that describe an aggregate. An option that is not given changes nothing; an empty value removes a filter. */
final class AggregateOptions {

    @Option(names = "--name", paramLabel = "TEXT", description = "name for people, shown in Identify")
    private @Nullable String name;

    @Option(names = "--source", paramLabel = "ID", description = "source whose records it contains; may be repeated (default: all)")
    private @Nullable List<String> sources;

    @Option(names = "--set", paramLabel = "SPEC", description = "set whose records it contains, with its subsets: physics in every source, arxiv:physics in one; may be repeated (default: all)")
    private @Nullable List<String> sets;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "format that it contains; may be repeated (default: all)")
    private @Nullable List<String> prefixes;

    @Option(names = "--query", paramLabel = "QUERY", description = "query that its records match, as in the search box")
    private @Nullable String query;

    @Option(names = "--collisions", paramLabel = "POLICY", description = "policy for copies of one record: most-recent (default), trusted-order, identical-once or keep-all")
    private @Nullable String collisions;

    @Option(names = "--trusted", paramLabel = "ID", description = "order of trust for trusted-order, most trusted first; may be repeated (default: the order of --source)")
    private @Nullable List<String> trusted;

    boolean isEmpty() {
        return name == null && sources == null && sets == null && prefixes == null && query == null && collisions == null
                && trusted == null;
    }

    /** Returns the aggregate with the given options. */
    Aggregate applyTo(Aggregate aggregate, CommandSpec spec) {
        List<String> wanted = given(sources, aggregate.sources());
        wanted.forEach(id -> Words.id(spec, id));
        List<String> order = given(trusted, aggregate.trusted());
        order.forEach(id -> Words.id(spec, id));
        List<SetSpec> specs = sets == null ? aggregate.sets() : words(sets).stream().map(text -> Words.set(spec, text)).toList();
        List<MetadataPrefix> formats = prefixes == null
                ? aggregate.prefixes()
                : words(prefixes).stream().map(text -> Words.prefix(spec, text)).toList();
        try {
            return new Aggregate(aggregate.id(), name == null ? aggregate.name() : name.isBlank() ? null : name.strip(), wanted,
                    specs, formats, query == null ? aggregate.query() : query, policy(aggregate.collisions(), spec), order);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    private static List<String> given(@Nullable List<String> typed, List<String> before) {
        return typed == null ? before : words(typed);
    }

    private static List<String> words(List<String> typed) {
        return typed.stream().map(String::strip).filter(text -> !text.isEmpty()).distinct().toList();
    }

    private Collisions policy(Collisions before, CommandSpec spec) {
        String typed = collisions;
        return typed == null
                ? before
                : Collisions.of(typed).orElseThrow(() -> Words.wrong(spec, "--collisions: '" + typed + "' is none of "
                        + Arrays.stream(Collisions.values()).map(Collisions::text).collect(Collectors.joining(", "))));
    }

    /** Warns of names that nothing has yet, and of a query that means something else. */
    static void warnOfUnknown(HubStore store, Aggregate aggregate, Console console) {
        AggregateActions.warnings(store, aggregate).forEach(console::problem);
    }
}
