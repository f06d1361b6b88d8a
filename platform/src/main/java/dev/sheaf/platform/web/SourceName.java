package dev.sheaf.platform.web;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;

/** Names of a source and of its state for people. */
final class SourceName {

    private SourceName() {}

    static String of(Source source) {
        String name = source.name();
        return name == null || name.isBlank() ? source.id() : name;
    }

    static String status(SourceStatus status) {
        HarvestOutcome outcome = status.lastOutcome();
        return switch (status.state()) {
            case RUNNING -> "being " + status.source().kind().done();
            case PAUSED -> "paused";
            case HELD -> "deletions are held for approval";
            case IDLE, WAITING, FAILING -> outcome == null ? notYet(status) : verdict(outcome.verdict());
        };
    }

    private static String notYet(SourceStatus status) {
        return "not " + status.source().kind().done() + " yet";
    }

    /** Returns true if the hub's copy of the source may be incomplete. */
    static boolean isTroubled(SourceStatus status) {
        HarvestOutcome outcome = status.lastOutcome();
        return status.state() == SourceStatus.State.FAILING || status.state() == SourceStatus.State.HELD
                || outcome != null && !outcome.isComplete();
    }

    /**
     * Returns the verdict without its reason. Reasons are for operators, because they quote addresses of internal servers and paths of
     * files; the administration shows them.
     */
    private static String verdict(HarvestOutcome.Verdict verdict) {
        return switch (verdict) {
            case COMPLETE -> "complete";
            case COMPLETE_UNPROVEN -> "complete, by its own list alone";
            case COMPLETE_WITH_QUARANTINE -> "complete, some records could not be accepted";
            case PARTIAL -> "incomplete";
            case FAILED -> "failed";
        };
    }
}
