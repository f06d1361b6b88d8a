package dev.sheaf.harvester.http;

import java.io.IOException;

import dev.sheaf.core.Limit;

/** Failure because more bytes came than are accepted; the message is the limit. */
final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
        super("the " + limit + " bytes that are accepted; " + Limit.BODY_BYTES.raising().replace("`", "") + " raises the limit");
    }
}
