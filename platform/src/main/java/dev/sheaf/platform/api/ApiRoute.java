package dev.sheaf.platform.api;

import java.io.IOException;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.platform.server.Routes;

/**
 * An address of the programming interface.
 *
 * @param method with which it is asked
 * @param path below the hub's, with names in braces for its parts
 * @param handler answers, once the administrator is known to be asking
 */
record ApiRoute(HandlerType method, String path, Handler handler) {

    static final String SOURCES = Routes.API + "/sources";
    static final String SOURCE = SOURCES + "/{source}";

    /** Answers a request. */
    @FunctionalInterface
    interface Handler {

        /** @throws Problem when it cannot be done as asked */
        void answer(Context context) throws IOException;
    }

    /** Returns whether asking changes nothing. */
    boolean isSafe() {
        return method.equals(HandlerType.GET);
    }
}
