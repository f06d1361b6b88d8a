package dev.sheaf.platform.notify;

import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.provider.OaiArguments;

/**
 * The parts of a request to the verbs that identify its sender.
 *
 * @param arguments decoded arguments
 * @param client address of the sender, for the log
 * @param signature value of that header; empty if it is missing
 * @param request the signed parts
 */
record SignedCall(OaiArguments arguments, String client, String signature, SignedRequest request) {

    /** Returns a copy with its body. */
    SignedCall withBody(byte[] body) {
        return new SignedCall(arguments, client, signature, new SignedRequest(request.method(), request.path(), request.query(),
                request.contentEncoding(), request.date(), body));
    }

    /** Returns the value of an argument that may occur once; empty if it is missing. */
    java.util.Optional<String> value(String key) {
        return arguments.values(key).stream().findFirst();
    }
}
