package dev.sheaf.cli.source;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.harvest.AccessOptions;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.operate.SourceInput;

/** Options for describing a source. Options that are not given change nothing. */
final class SourceOptions {

    @Option(names = "--name", paramLabel = "TEXT", description = "name for people (default: the name in Identify)")
    private @Nullable String name;

    @Option(names = "--prefix", paramLabel = "P", description = "metadata format to harvest (may be repeated; default: all)")
    private @Nullable List<String> prefixes;

    @Option(names = "--set", paramLabel = "S", description = "set to harvest (may be repeated; default: the whole repository)")
    private @Nullable List<String> sets;

    @Option(names = "--latency", paramLabel = "1d", description = "longest wanted time between harvests: 30m, 6h, 1d, 2w")
    private @Nullable String latency;

    @Option(names = "--policy", paramLabel = "net-rate|adaptive|uniform", description = "policy that chooses the times of harvests")
    private @Nullable String policy;

    @Option(names = "--user-agent", paramLabel = "TEXT", description = "User-Agent sent to this repository")
    private @Nullable String userAgent;

    @Option(names = "--from-header", paramLabel = "MAIL", description = "e-mail address sent to this repository as From")
    private @Nullable String from;

    @Mixin
    private AccessOptions access = new AccessOptions();

    /** Returns the source with the given options. */
    Source applyTo(Source source, CommandSpec spec) {
        Source.Settings old = source.settings();
        Duration longest = latency == null ? old.latency() : Words.duration(spec, "--latency", latency);
        Source.Settings settings = new Source.Settings(header(spec, "--user-agent", userAgent, old.userAgent()),
                header(spec, "--from-header", from, old.from()), longest, policy(spec, policy, old.policy()),
                access.applyTo(old.access(), spec));
        if (access.isGiven()) {
            AccessOptions.warn(settings.access(), source.baseUrl(), Program.of(spec).console());
        }
        return new Source(source.id(), source.kind(), source.baseUrl(), name == null ? source.name() : name,
                prefixes == null ? source.prefixes() : prefixes.stream().map(text -> Words.prefix(spec, text)).toList(),
                sets == null ? source.sets() : sets.stream().map(text -> Words.set(spec, text)).toList(), settings);
    }

    private static @Nullable String policy(CommandSpec spec, @Nullable String given, @Nullable String old) {
        return given == null ? old : Words.read(spec, "--policy", () -> SourceInput.policy(given));
    }

    private static @Nullable String header(CommandSpec spec, String option, @Nullable String given, @Nullable String old) {
        return given == null ? old : Words.read(spec, option, () -> SourceInput.header(given));
    }
}
