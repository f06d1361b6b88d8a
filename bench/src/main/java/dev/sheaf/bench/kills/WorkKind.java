package dev.sheaf.bench.kills;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Kind of work that this benchmark interrupts by killing the process. */
enum WorkKind {
    /** The command {@code import}. */
    IMPORT,
    /** The command {@code harvest}. */
    HARVEST,
    /** The command {@code aggregate set}, which moves records into, out of and within an aggregate. */
    MEMBERSHIP,
    /** The command {@code source approve}. */
    APPROVE,
    /** The command {@code source rollback}. */
    ROLLBACK,
    /** The command {@code push}, and the hub that takes what it sends. */
    PUSH,
    /** The command {@code search}, which brings the search index up to date first. */
    INDEX;

    /**
     * Reads a kind.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static WorkKind of(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--kind: there is no kind " + text + "; known: "
                        + Arrays.stream(values()).map(WorkKind::text).collect(Collectors.joining(", "))));
    }

    /** Returns the name that {@code --kind} accepts and messages show. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Begins such work in a data directory of its own. */
    KilledWork begin(WorkSetting setting) throws IOException, InterruptedException {
        return switch (this) {
            case IMPORT -> new KilledImport(setting);
            case HARVEST -> new KilledHarvest(setting);
            case MEMBERSHIP -> new KilledMembership(setting);
            case APPROVE -> new KilledApproval(setting);
            case ROLLBACK -> new KilledRollback(setting);
            case PUSH -> new KilledPush(setting);
            case INDEX -> new KilledIndexing(setting);
        };
    }
}
