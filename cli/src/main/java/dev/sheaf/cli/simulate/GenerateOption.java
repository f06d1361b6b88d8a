package dev.sheaf.cli.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Words;
import dev.sheaf.schedule.simulation.TraceGenerator;

/** Option for generating a trace of changes: the kind of its sources, then {@code NAME=VALUE} for its size, all joined by commas. */
final class GenerateOption {

    private static final String OPTION = "--generate";
    private static final String SOURCES = "sources";
    private static final String DAYS = "days";
    private static final String SEED = "seed";
    private static final int MOST_SOURCES = 1_000_000;
    private static final int MOST_DAYS = 10_000;

    @Option(names = OPTION, paramLabel = "KIND[,NAME=VALUE]...", description = {
            "make a trace instead of a simulation. KIND of its sources: repo (like repositories), news (like news) or hourly (each changes every hour). "
                    + "NAME=VALUE, after commas:%n"
                    + "sources=N: number of sources (default: 1000);%n"
                    + "days=N: scored days, after the same number of days of history (default: 120);%n"
                    + "seed=N: seed of the random numbers; the same seed gives the same trace (default: 1)"})
    private @Nullable String given;

    /** Trace to generate. */
    record Wanted(TraceGenerator.Mix mix, int sources, int days, long seed) {}

    boolean isGiven() {
        return given != null;
    }

    /** Returns the trace that the option describes. A wrong value is a usage error. */
    Wanted read(CommandSpec spec) {
        List<String> parts = List.of(String.valueOf(given).split(",", -1));
        TraceGenerator.Mix mix = mix(parts.getFirst(), spec);
        NamedValues said = NamedValues.of(spec, OPTION, parts.subList(1, parts.size()), List.of(SOURCES, DAYS, SEED));
        int sources = number(said, SOURCES, 1_000, Integer::valueOf, spec);
        int days = number(said, DAYS, 120, Integer::valueOf, spec);
        if (sources < 1 || sources > MOST_SOURCES || days < 1 || days > MOST_DAYS) {
            throw Words.wrong(spec, OPTION + ": sources must be from 1 to " + MOST_SOURCES + ", days from 1 to " + MOST_DAYS);
        }
        return new Wanted(mix, sources, days, number(said, SEED, 1L, Long::valueOf, spec));
    }

    private static TraceGenerator.Mix mix(String text, CommandSpec spec) {
        return Arrays.stream(TraceGenerator.Mix.values()).filter(mix -> word(mix).equalsIgnoreCase(text)).findFirst()
                .orElseThrow(() -> Words.wrong(spec, OPTION + ": '" + text
                        + "' is not a kind of sources. Begin with repo, news or hourly, as in " + OPTION + " repo,sources=100"));
    }

    private static <N> N number(NamedValues said, String name, N usual, Function<String, N> reading, CommandSpec spec) {
        String text = said.one(name);
        try {
            return text == null ? usual : reading.apply(text.strip());
        } catch (NumberFormatException _) {
            throw Words.wrong(spec, said.label(name) + ": '" + text + "' is not a whole number, or too large a one");
        }
    }

    private static String word(TraceGenerator.Mix mix) {
        return mix.name().toLowerCase(Locale.ROOT);
    }
}
