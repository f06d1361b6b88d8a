package dev.sheaf.platform.cli;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.platform.store.SourceCare;
import dev.sheaf.platform.sync.SourceInput;

/** Options for the monitoring of a source. Settings without an option stay as they are. */
final class CareOptions {

    @Option(names = "--validate", negatable = true, description = "check every page of every harvest against schemas; or --no-validate")
    private @Nullable Boolean validate;

    @Option(names = "--census", paramLabel = "7d|never", description = "time after which records that have vanished without a word are looked for (default: 7d, where the repository does not report all deletions)")
    private @Nullable String census;

    @Option(names = "--vanishing", paramLabel = "PERCENT", description = "share of the records that may vanish at once; more are held for approval (default: 10)")
    private @Nullable Integer vanishing;

    @Option(names = "--history", paramLabel = "on|off", description = "on: keep every version of each record from now on, to be looked at on its page; off: keep no more, those kept stay (default: off)")
    private @Nullable String history;

    @Option(names = "--listed", paramLabel = "on|off", description = "off: leave its records out of the repository of everything at /oai, and serve them at /oai/ID only (default: on)")
    private @Nullable String listed;

    @Option(names = "--quota", paramLabel = "5GB|none", description = "bytes that its records may take in the store; the source is paused when they take more (default: none)")
    private @Nullable String quota;

    /** The care with what was said. */
    SourceCare applyTo(SourceCare care, CommandSpec spec) {
        Duration every = census == null
                ? care.census()
                : census.equals("never") ? Duration.ZERO : Words.duration(spec, "--census", census);
        Integer percent = vanishing == null ? care.vanishingPercent() : vanishing;
        if (percent != null) {
            Words.read(spec, "--vanishing", () -> SourceInput.percent(percent));
        }
        return new SourceCare(validate == null ? care.validate() : validate, every, percent,
                onOrOff(spec, "--history", history, care.history()), onOrOff(spec, "--listed", listed, care.listed()),
                bytes(care.quota(), spec));
    }

    private @Nullable Long bytes(@Nullable Long before, CommandSpec spec) {
        String said = quota;
        if (said == null) {
            return before;
        }
        return said.equals("none") ? null : Words.read(spec, "--quota", () -> SourceInput.bytes(said));
    }

    private static boolean onOrOff(CommandSpec spec, String option, @Nullable String said, boolean otherwise) {
        if (said != null && !said.equals("on") && !said.equals("off")) {
            throw Words.wrong(spec, option + ": '" + said + "' is neither on nor off");
        }
        return said == null ? otherwise : said.equals("on");
    }
}
