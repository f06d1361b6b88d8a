package dev.sheaf.core.xml;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;

/** A list response that is written while its entries arrive, in any number. For one thread. */
public interface ListStream {

    /** Writes a comment for people who read the source; harvesters ignore it. The text may have any characters. */
    void comment(String text) throws IOException;

    /**
     * Writes entries.
     *
     * @param entries of the list's verb; their token is ignored
     * @throws IllegalArgumentException if the answer is no list
     */
    void write(OaiResponse.Answer entries) throws IOException;

    /**
     * Ends the response and flushes.
     *
     * @param token for the next page; null if the list is complete
     */
    void end(@Nullable ResumptionToken token) throws IOException;
}
