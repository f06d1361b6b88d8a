package dev.sheaf.platform.server;

import java.util.List;
import java.util.function.Consumer;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.aggregates.AggregateMembership;

/**
 * Recorder of answers that show lists of aggregates to clients. Only records that such an answer may have shown leave an aggregate with a
 * deleted header. Thread-safe.
 */
public final class ServedAggregates implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ServedAggregates.class);
    private static final int OK = 200;
    private static final int PARTIAL = 206;

    private final AggregateMembership membership;

    public ServedAggregates(AggregateMembership membership) {
        this.membership = membership;
    }

    @Override
    public void register(JavalinConfig config) {
        // Answers of OAI-PMH are the most frequent ones, and repositories of the store have read all they show.
        config.routes.after(Routes.OAI, context -> look(context, Aggregate.EVERYTHING, membership::noteReadAndServed));
        config.routes.after(Routes.OAI_ONE, context -> look(context, context.pathParam("id"), membership::noteReadAndServed));
        for (String path : List.of(Routes.INDEX_OAI, Routes.BROWSE)) {
            config.routes.after(path, context -> look(context, Aggregate.EVERYTHING, membership::noteServed));
        }
        for (String path : List.of(Routes.INDEX_OAI_ONE, Routes.BROWSE_ONE, Routes.RESOURCESYNC_ONE,
                Routes.RESOURCESYNC_RECORD, Routes.DUMPS_FILE)) {
            config.routes.after(path, context -> look(context, context.pathParam("id"), membership::noteServed));
        }
    }

    private static void look(Context context, String repository, Consumer<String> noting) {
        int status = context.statusCode();
        if (status == OK || status == PARTIAL) {
            note(noting, repository);
        }
    }

    /**
     * Notes that records of a repository go out.
     *
     * @param repository id of a source or aggregate
     */
    public static void note(AggregateMembership membership, String repository) {
        note(membership::noteServed, repository);
    }

    private static void note(Consumer<String> noting, String repository) {
        try {
            noting.accept(repository);
        } catch (StoreException failure) {
            LOG.warn("answer not noted: repository={} reason=\"{}\"; the next answer tries again", repository,
                    failure.getMessage());
        }
    }
}
