package dev.sheaf.platform.server;

import java.util.concurrent.Callable;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.http.Handler;

import dev.sheaf.platform.server.load.WorkPool;

/**
 * Creation of answers on the threads of a {@link WorkPool}. The request's thread waits meanwhile and sends the finished answer, so a client
 * that reads slowly holds no thread of the pool.
 */
public final class Rendering {

    private static final Key<Workshop> KEY = new Key<>("sheaf.workshop");

    private Rendering() {}

    /** The pool of a server, with the rules that determine the address of a request's client. */
    private record Workshop(WorkPool pool, ClientAddresses clients) {}

    /** Sets the pool on which a server's answers are created. */
    static void register(JavalinConfig config, WorkPool pool, ClientAddresses clients) {
        config.appData(KEY, new Workshop(pool, clients));
    }

    /** Returns a handler that runs on the pool, including the coding of its result. It must not wait for the network or for the client. */
    public static Handler of(Handler handler) {
        return context -> run(context, () -> handler.handle(context));
    }

    /** Work without a result. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /**
     * Creates the answer to a request on the pool, including the coding of its result. The work must not wait for the network or for the
     * client.
     */
    public static void run(Context context, Work work) throws Exception {
        compute(context, () -> {
            work.run();
            CodedBody.encodeResult(context);
            return true;
        });
    }

    /** Returns the network of the client that sent a request, by which limits count it. */
    public static String client(Context context) {
        return context.<Workshop>appData(KEY).clients().of(context).client().toString();
    }

    /** Computes a value for an answer on the pool. */
    static <T> T compute(Context context, Callable<T> work) throws Exception {
        Workshop workshop = context.appData(KEY);
        return workshop.pool().run(client(context), work);
    }
}
