package dev.sheaf.platform.api;

import java.io.IOException;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.platform.server.Routes;

/**
 * Route of the programming interface.
 *
 * @param method method of the request
 * @param path path below the hub's address, with names in braces for variable parts
 * @param handler called after the administrator was authenticated
 */
record ApiRoute(HandlerType method, String path, Handler handler) {

    static final String SOURCES = Routes.API + "/sources";
    static final String SOURCE = SOURCES + "/{source}";

    /** Handler of a request. */
    @FunctionalInterface
    interface Handler {

        /**
         * Answers a request.
         *
         * @throws Problem if the request cannot be fulfilled
         */
        void answer(Context context) throws IOException;
    }

    /** Returns whether the method changes nothing. */
    boolean isSafe() {
        return method.equals(HandlerType.GET);
    }
}
