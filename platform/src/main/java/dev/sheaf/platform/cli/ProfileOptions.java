package dev.sheaf.platform.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;

/** Options that pin traits of a server. A pinned value replaces the one that harvests learn, until it is unpinned. */
final class ProfileOptions {

    @Option(names = "--granularity", paramLabel = "day|second", description = "finest datestamps that the server accepts")
    private @Nullable String granularity;

    @Option(names = "--overlap", paramLabel = "1h", description = "how far each harvest reaches back: 5m, 1h, 2d")
    private @Nullable String overlap;

    @Option(names = "--ranges", negatable = true, description = "the server keeps to from and until, or does not")
    private @Nullable Boolean ranges;

    @Option(names = "--until", negatable = true, description = "the server includes the day named in until, or does not")
    private @Nullable Boolean until;

    @Option(names = "--compression", negatable = true, description = "the server is asked to compress its answers, or is not")
    private @Nullable Boolean compression;

    @Option(names = "--sizes", negatable = true, description = "the sizes that the server states can be believed, or not")
    private @Nullable Boolean sizes;

    @Option(names = "--tokens", paramLabel = "FORM", description = "how resumptionTokens are sent: encoded, with-prefix, raw, plus, twice")
    private @Nullable String tokens;

    @Option(names = "--list-limit", paramLabel = "N", description = "longest list that the server gives: longer ones are split")
    private @Nullable String listLimit;

    @Option(names = "--unpin", paramLabel = "NAME", description = {
            "lets harvests find out again (may be repeated): granularity, overlap, ranges, until, compression,",
            "sizes, tokens, list-limit; all for all of them"})
    private @Nullable List<String> unpin;

    /** The profile with what was said. */
    ServerProfile applyTo(ServerProfile profile, CommandSpec spec) {
        ServerProfile pinned = profile;
        for (String name : unpin == null ? List.<String>of() : unpin) {
            pinned = unpinned(pinned, name, spec);
        }
        pinned = pin(pinned, ServerTrait.GRANULARITY, granularity, spec);
        pinned = pin(pinned, ServerTrait.OVERLAP,
                overlap == null ? null : Words.duration(spec, "--overlap", overlap).toString(), spec);
        pinned = pin(pinned, ServerTrait.RANGES, word(ranges), spec);
        pinned = pin(pinned, ServerTrait.UNTIL, word(until), spec);
        pinned = pin(pinned, ServerTrait.COMPRESSION, word(compression), spec);
        pinned = pin(pinned, ServerTrait.SIZES, word(sizes), spec);
        pinned = pin(pinned, ServerTrait.TOKENS, tokens, spec);
        return pin(pinned, ServerTrait.LIST_LIMIT, listLimit, spec);
    }

    private static @Nullable String word(@Nullable Boolean value) {
        return value == null ? null : value ? "yes" : "no";
    }

    private static ServerProfile pin(ServerProfile profile, ServerTrait trait, @Nullable String value, CommandSpec spec) {
        try {
            return value == null ? profile : profile.pin(trait, value);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, "--" + failure.getMessage());
        }
    }

    private static ServerProfile unpinned(ServerProfile profile, String name, CommandSpec spec) {
        if (name.toLowerCase(Locale.ROOT).equals("all")) {
            return new ServerProfile(profile.learnt(), Map.of());
        }
        ServerTrait trait = ServerTrait.of(name.toLowerCase(Locale.ROOT)).filter(known -> !known.isOnlyLearnt())
                .orElseThrow(() -> Words.wrong(spec, "--unpin: '" + name
                        + "' is none of granularity, overlap, ranges, until, compression, sizes, tokens, list-limit, all"));
        return profile.pin(trait, null);
    }
}
