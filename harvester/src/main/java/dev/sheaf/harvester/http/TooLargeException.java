package dev.sheaf.harvester.http;

import java.io.IOException;

/** More came than is accepted; the message is the limit. */
final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
        super("the " + limit + " bytes that are accepted");
    }
}
