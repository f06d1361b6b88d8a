package dev.sheaf.cli.source;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.store.sources.SourceCare;

/** Monitoring settings of a source as {@code --option NAME=VALUE}. Settings that are not named stay unchanged. */
final class CareOptions {

    /** Names that {@link #applyTo} reads. */
    static final List<String> NAMES = List.of("validate", "census", "vanishing", "history", "listed", "quota");

    /** Explanation of the names in the help of a command; {@code %n} ends a line. */
    static final String HELP = "validate=on|off: check every page of every harvest against schemas;%n"
            + "census=7d|never: time between two checks for records that vanished without a deletion (default: 7d to 90d, by the repository's statement, its history and its size);%n"
            + "vanishing=PERCENT: share of the records that may vanish at once; more are held for approval (default: 10);%n"
            + "history=on|off: keep every version of each record from now on; off keeps the existing versions (default: off);%n"
            + "listed=on|off: off leaves its records out of /oai and serves them at /oai/ID only (default: on);%n"
            + "quota=5GB|none: space that its records may take in the store; the source is paused if they take more (default: 20GB, or a tenth of the disk if that is less)";

    private CareOptions() {}

    /** Returns the monitoring settings with the given ones. A wrong value is a usage error. */
    static SourceCare applyTo(SourceCare care, NamedValues said, CommandSpec spec) {
        String census = said.one("census");
        Duration every = census == null
                ? care.census()
                : census.equals("never") ? Duration.ZERO : Words.duration(spec, said.label("census"), census);
        String vanishing = said.one("vanishing");
        Integer percent = vanishing == null
                ? care.vanishingPercent()
                : Words.read(spec, said.label("vanishing"), () -> SourceInput.percent(SourceInput.whole(vanishing)));
        return new SourceCare(or(said.truth("validate"), care.validate()), every, percent,
                or(said.truth("history"), care.history()), or(said.truth("listed"), care.listed()),
                bytes(care.quota(), said, spec));
    }

    private static boolean or(@Nullable Boolean said, boolean before) {
        return said == null ? before : said;
    }

    private static @Nullable Long bytes(@Nullable Long before, NamedValues said, CommandSpec spec) {
        String quota = said.one("quota");
        if (quota == null) {
            return before;
        }
        return quota.equals("none") ? SourceCare.NO_QUOTA : Words.read(spec, said.label("quota"), () -> SourceInput.bytes(quota));
    }
}
