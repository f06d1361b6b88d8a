package dev.sheaf.platform.server;

import java.util.concurrent.Callable;

import io.javalin.config.JavalinConfig;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.http.Handler;

import dev.sheaf.platform.server.load.WorkPool;

/**
 * Has answers made on the threads of a {@link WorkPool}. The thread of the request waits meanwhile, and sends the finished answer: a client
 * that reads slowly holds no thread of the pool.
 */
public final class Rendering {

    private static final Key<Workshop> KEY = new Key<>("sheaf.workshop");

    private Rendering() {}

    /** The pool of a server, and who its clients are. */
    private record Workshop(WorkPool pool, ClientAddresses clients) {}

    /** Says which pool a server's answers are made on. */
    static void register(JavalinConfig config, WorkPool pool, ClientAddresses clients) {
        config.appData(KEY, new Workshop(pool, clients));
    }

    /**
     * Returns a handler that runs on the pool, the coding of its result included. It must not wait for the network or
     * for the client.
     */
    public static Handler of(Handler handler) {
        return context -> run(context, () -> handler.handle(context));
    }

    /** Work without a result. */
    @FunctionalInterface
    public interface Work {
        /** Does the work. */
        void run() throws Exception;
    }

    /** Makes the answer to a request on the pool, the coding of its result included. It must not wait for the network or for the client. */
    public static void run(Context context, Work work) throws Exception {
        compute(context, () -> {
            work.run();
            CodedBody.encodeResult(context);
            return true;
        });
    }

    /** Computes on the pool what an answer needs. */
    static <T> T compute(Context context, Callable<T> work) throws Exception {
        Workshop workshop = context.appData(KEY);
        return workshop.pool().run(workshop.clients().of(context).client().toString(), work);
    }
}
