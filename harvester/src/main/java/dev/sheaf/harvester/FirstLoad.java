package dev.sheaf.harvester;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.Passing;

/**
 * Another way to the records of a list that was never harvested, such as files that the repository offers. The harvest continues the list by
 * OAI-PMH from the end of what has come. Safe for use by many threads.
 */
@FunctionalInterface
public interface FirstLoad {

    /** No other way: every list is harvested from its beginning. */
    FirstLoad NONE = (_, _) -> Optional.empty();

    /**
     * Loads the records of a list, deleted ones included.
     *
     * @param list the list, and requests to its repository
     * @param receiver receives the records in the order of their changes; all that it has compared must be stored before this method returns
     * @return the last second of the datestamps that have come completely; empty if there is no other way to this list
     * @throws HarvestException of kind {@code CANCELLED} if the run is cancelled
     * @throws IOException if the records may be wrong or incomplete; the list is then harvested from its beginning, and the message is
     *     reported
     */
    Optional<Instant> load(Wanted list, Receiver receiver) throws IOException;

    /** A list that is wanted, and requests to its repository with the rules for its source. For one thread. */
    interface Wanted {

        /** Returns the list: all records of one format. */
        Selection asked();

        /** Returns the answer of the repository to Identify. */
        RepositoryDescription repository();

        /** Returns the base URL of the source. */
        URI baseUrl();

        /**
         * Gets a resource and passes it on while it arrives. The request is sent once.
         *
         * @param headers further request headers
         * @param mostBytes largest number of bytes of the body, as sent
         * @throws HarvestException if there is no response, or no acceptable one
         * @throws IOException failures of the receiver
         */
        <T> T pass(URI address, Map<String, String> headers, long mostBytes, Passing<T> passing) throws IOException;

        /**
         * Checks for the end of the run.
         *
         * @throws HarvestException of kind {@code CANCELLED} if the run is cancelled
         */
        void checkCancelled() throws HarvestException;
    }

    /** Receiver of records. It compares them with the headers that the repository lists. */
    interface Receiver {

        /**
         * Prepares for records; called once, before the first of them. Asks the repository for its headers.
         *
         * @param until last second of the datestamps of all records that will come
         * @param most largest number of records that will come
         * @throws HarvestException if the run is cancelled, or the repository does not answer
         * @throws IOException if the records could not be compared
         */
        void begin(Instant until, long most) throws IOException;

        /**
         * Compares records with the headers that the repository lists. Safe on another thread than {@link #begin}, for one call at a time: the
         * next records can be compared while these are stored.
         *
         * @param response with some records of the list, in the order of their changes; its time is that of the repository
         * @param bytes size of the response
         * @throws IOException if the repository does not list one of the records; none of them may be stored
         */
        Compared compare(OaiResponse response, long bytes) throws IOException;
    }

    /** Records that agree with the headers that the repository lists. */
    @FunctionalInterface
    interface Compared {

        /**
         * Stores the records durably; on the thread of {@link Receiver#begin}, once, in the order in which they were compared.
         *
         * @throws HarvestException of kind {@code CANCELLED} if the run is cancelled
         */
        void store() throws HarvestException;
    }
}
