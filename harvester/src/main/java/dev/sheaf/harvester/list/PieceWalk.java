package dev.sheaf.harvester.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.http.HarvestException;

/** One piece of a list, page by page. Used by one thread at a time. */
interface PieceWalk {

    /** What a step brought. */
    sealed interface Step {

        /**
         * Records, and more to come.
         *
         * @param lost named by the repository, but not to be had
         */
        record More(ListPage page, List<Quarantined> lost) implements Step {}

        /**
         * The end.
         *
         * @param page the last one; without records when only the end was told
         * @param lost named by the repository, but not to be had
         * @param doubt what speaks against the piece's being whole; null when nothing does
         */
        record End(ListPage page, List<Quarantined> lost, @Nullable Doubt doubt) implements Step {}

        /**
         * It cannot go on in this way.
         *
         * @param page with records that came nevertheless; null when none did
         */
        record Stuck(@Nullable ListPage page, Trouble trouble) implements Step {}
    }

    /**
     * The next page. Not to be called behind {@link Step.End} or {@link Step.Stuck}.
     *
     * @throws HarvestException when the host cannot be asked at all, or nobody wants the list any more
     */
    Step next() throws HarvestException;

    /** How far it has come. */
    Piece place();

    /** The size of the piece as the repository stated it last; null when it did not. */
    @Nullable
    Long size();
}
