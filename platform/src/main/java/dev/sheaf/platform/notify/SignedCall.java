package dev.sheaf.platform.notify;

import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.provider.OaiArguments;

/**
 * A request to the verbs, as far as it says who sends it.
 *
 * @param arguments decoded
 * @param client who sends it, for the log
 * @param signature value of that header; empty when there is none
 * @param request what should be signed
 */
record SignedCall(OaiArguments arguments, String client, String signature, SignedRequest request) {

    /** Returns a copy with its body. */
    SignedCall withBody(byte[] body) {
        return new SignedCall(arguments, client, signature, new SignedRequest(request.method(), request.path(), request.query(),
                request.contentEncoding(), request.date(), body));
    }

    /** A value that may stand once; empty when it is not there. */
    java.util.Optional<String> value(String key) {
        return arguments.values(key).stream().findFirst();
    }
}
