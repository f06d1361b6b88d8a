package dev.sheaf.core.xml;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;

/** A list response that is written as its entries come, however many there are. For one thread. */
public interface ListStream {

    /** Writes a remark for readers of the source; harvesters pass over it. Any text will do. */
    void comment(String text) throws IOException;

    /**
     * Writes entries.
     *
     * @param entries of the list's verb; its token is not looked at
     * @throws IllegalArgumentException when it is no list
     */
    void write(OaiResponse.Answer entries) throws IOException;

    /**
     * Ends the response and flushes.
     *
     * @param token for what follows; null for a list that came whole
     */
    void end(@Nullable ResumptionToken token) throws IOException;
}
