package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.CodedBody;

/** Target of an answer. Belongs to one request; exactly one of the two methods is called, once. */
interface AnswerTarget {

    /**
     * Refuses the request.
     *
     * @param status HTTP status
     * @param reason reason for people
     * @param retryAfter value of the header; null for none
     */
    void refuse(int status, String reason, @Nullable String retryAfter) throws IOException;

    /**
     * Sends an answer.
     *
     * @param headers headers of the response
     * @param trailers values that are known after the body was written
     * @param body body in XML
     */
    void send(Map<String, String> headers, Map<String, Supplier<String>> trailers, CodedBody.Content body) throws IOException;
}
