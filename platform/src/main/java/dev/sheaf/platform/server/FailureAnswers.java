package dev.sheaf.platform.server;

import java.util.concurrent.TimeoutException;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.server.load.OverloadedException;

/**
 * Translation of an endpoint's exceptions to an HTTP status and a sentence. The log gets the cause on one line, and its stack trace only at
 * a finer log level. Clients see neither (S2.2: internal failures are not protocol errors).
 */
final class FailureAnswers implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(FailureAnswers.class);
    /** Seconds after which a harvester may try again: long enough for a restart, short enough for a harvest. */
    private static final String RETRY_AFTER = "60";
    /** Seconds after which a client may repeat a request that exceeded the limits of work. */
    private static final String BUSY_SECONDS = "10";

    @Override
    public void register(JavalinConfig config) {
        config.routes.exception(StoreException.class, FailureAnswers::storeFailed);
        config.routes.exception(OverloadedException.class, FailureAnswers::overloaded);
        config.routes.exception(HttpResponseException.class, FailureAnswers::refused);
        config.routes.exception(Exception.class, FailureAnswers::failed);
    }

    private static void storeFailed(StoreException failure, Context context) {
        log(failure, context, 503);
        context.header("Retry-After", RETRY_AFTER);
        PlainText.answer(context, 503, "The hub cannot read its records at the moment. Try again in a minute.");
    }

    private static void overloaded(OverloadedException overload, Context context) {
        LOG.warn("request refused: status=503 method={} path={} reason={}", context.method().name(), context.path(),
                overload.getMessage());
        context.header("Retry-After", BUSY_SECONDS);
        PlainText.answer(context, 503, "The hub is overloaded at the moment. Try again in " + BUSY_SECONDS + " seconds.");
    }

    private static void failed(Exception failure, Context context) {
        if (isClients(failure)) {
            LOG.debug("request broken by its client: method={} path={} reason={}", context.method().name(), context.path(),
                    failure.toString());
            if (!context.res().isCommitted()) {
                context.header("Connection", "close");
                PlainText.answer(context, 400, "The request is malformed or incomplete.");
            }
            return;
        }
        log(failure, context, 500);
        if (context.res().isCommitted()) {
            // The connection is already closed.
            return;
        }
        PlainText.answer(context, 500, "The hub failed to answer this request. The reason is in its log.");
    }

    /** Returns true if the client caused the failure: a body with malformed chunks, a truncated body or a body that comes too slowly. */
    private static boolean isClients(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (cause instanceof HttpException http && http.getCode() / 100 == 4 || cause instanceof EofException
                    || cause instanceof TimeoutException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static void refused(HttpResponseException refusal, Context context) {
        int status = refusal.getStatus();
        String text = switch (status) {
            case 404 -> "There is nothing at this address.";
            case 405 -> "This address does not support the method " + context.method().name() + ".";
            case 413 -> "The request is too large.";
            default -> String.valueOf(refusal.getMessage());
        };
        String allowed = refusal instanceof MethodNotAllowedResponse ? refusal.getDetails().get("availableMethods") : null;
        if (allowed != null) {
            context.header("Allow", allowed);
        }
        PlainText.answer(context, status, text);
    }

    private static void log(Exception failure, Context context, int status) {
        // Without the query, which may contain a secret of another endpoint.
        LOG.error("request failed: status={} method={} path={} reason={}", status, context.method().name(), context.path(),
                failure.toString());
        LOG.debug("trace of the failed request", failure);
    }
}
