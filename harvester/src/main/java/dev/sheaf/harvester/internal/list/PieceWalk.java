package dev.sheaf.harvester.internal.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.HarvestException;

/** One piece of a list, page by page. Used by one thread at a time. */
interface PieceWalk extends AutoCloseable {

    /** The result of a step. Its page is taken from the walk. */
    sealed interface Step {

        /** A page came, and more are to come. */
        record More() implements Step {}

        /** The end. */
        record End() implements Step {}

        /** It cannot go on in this way. */
        record Stuck(ListFailure failure) implements Step {}
    }

    /**
     * Takes a step. Not to be called after {@link Step.End} or {@link Step.Stuck}.
     *
     * @throws HarvestException when the host cannot be asked at all, or nobody wants the list any more
     */
    Step next() throws HarvestException;

    /**
     * Hands over the page of the last step, so that the walk does not hold its memory; null when it brought none, or was handed over. A page
     * without records may come with the end, and one with records before a failure.
     */
    @Nullable
    OaiReply takePage();

    /** Records of the last step that the repository has named, but that are not to be had. */
    default List<Quarantined> lost() {
        return List.of();
    }

    /**
     * Tells how many different records of the piece have come with the last step. To be called after each step that brought a page.
     *
     * @param isNew true when the page named a record that the piece had not brought before
     */
    void counted(long different, boolean isNew);

    /** Returns the evidence against the piece's being whole, after {@link Step.End}; null when nothing does. */
    @Nullable
    Gap gap();

    /** Tells that the size fell while the piece was read, beside a gap of another sort; null when it did not. */
    default @Nullable Gap shrunk() {
        return null;
    }

    /** Tells that pages without records came in front of others, whether the piece has ended or not; null when none did. */
    default @Nullable Gap hole() {
        return null;
    }

    /**
     * Returns the pages without records, when nothing else speaks against the piece; empty when their neighbours are not known.
     *
     * @param isRestAsked true when all that follows the last record is asked for, so that pages without records may stand there
     */
    default List<Holes.Hole> holes(boolean isRestAsked) {
        return List.of();
    }

    /** Tells that the only pages without records stand after all records, and nothing else speaks against the piece. */
    default boolean endsInHole() {
        return false;
    }

    /** How far it has come. */
    Piece place();

    /** Entries received, those that came twice included. */
    long entries();

    /** The size of the piece as the repository stated it last; null when it did not. */
    @Nullable
    Long size();

    /** True when that number may be the size of the piece, and speaks for its end. */
    boolean knowsSize();

    /** Records of the last step that could not be fetched and may come another time; they are also among those lost. */
    default List<Unfetched> unfetched() {
        return List.of();
    }

    /** Gives back what it holds. */
    @Override
    default void close() {
        // Most hold nothing.
    }
}
