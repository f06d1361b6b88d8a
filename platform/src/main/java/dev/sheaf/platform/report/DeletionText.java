package dev.sheaf.platform.report;

import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.records.Deletion.Cause;

/**
 * Why a record is deleted, for people and programs. It never says that a source deleted a record unless the source did.
 *
 * @param cause {@code deleted-by-source}, {@code no-longer-offered}, {@code source-removed} or {@code withdrawn-here}
 * @param sentence one or two sentences for people
 * @param deletion what the store knows
 */
public record DeletionText(String cause, String sentence, Deletion deletion) {

    private static final int DAY = 10;

    /** Returns the text of a deleted record; empty for a live or unknown one. */
    public static Optional<DeletionText> of(HubStore store, String source, MetadataPrefix prefix, String identifier) {
        return store.deletion(source, prefix, identifier).map(deletion -> of(deletion, store.source(source).isPresent()));
    }

    private static DeletionText of(Deletion deletion, boolean isRegistered) {
        String day = deletion.at().text().substring(0, DAY);
        if (deletion.cause() == Cause.SOURCE) {
            return new DeletionText("deleted-by-source", "Its source has deleted it.", deletion);
        }
        if (deletion.cause() == Cause.ABSENCE) {
            return new DeletionText("no-longer-offered",
                    "It is no longer in this catalogue: its source no longer offered it on " + day + ".", deletion);
        }
        return isRegistered
                ? new DeletionText("withdrawn-here", "It is no longer in this catalogue: this hub withdrew it on " + day
                        + ". Its source has not said that it deleted it.", deletion)
                : new DeletionText("source-removed",
                        "It is no longer in this catalogue: its source was removed on " + day + ".", deletion);
    }
}
