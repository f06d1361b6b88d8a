package dev.sheaf.platform.explorer;

import org.jspecify.annotations.Nullable;

/**
 * An answer as the page shows it.
 *
 * @param request address that was asked
 * @param answeredBy address that answered, if it is another one; empty otherwise
 * @param status HTTP status
 * @param contentType value of the header; empty for none
 * @param bytes size of the body, content codings undone
 * @param millis time until the response had arrived
 * @param at when it was asked, UTC, to the second
 * @param parsed linked values; null if they are not wanted or cannot be had
 * @param unreadable why the response cannot be read, in English; empty if it can
 * @param raw the bytes; null if they are not wanted
 * @param findings what is wrong with it
 * @param repairs of the harvester; null if none was needed
 */
public record AnswerView(String request, String answeredBy, int status, String contentType, long bytes, long millis, String at,
        @Nullable ParsedView parsed, String unreadable, @Nullable RawView raw, FindingsView findings,
        @Nullable RepairsView repairs) {}
