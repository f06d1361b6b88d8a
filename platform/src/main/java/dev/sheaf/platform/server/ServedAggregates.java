package dev.sheaf.platform.server;

import java.util.List;

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
        for (String path : List.of(Routes.OAI, Routes.INDEX_OAI, Routes.BROWSE)) {
            config.routes.after(path, context -> look(context, Aggregate.EVERYTHING));
        }
        for (String path : List.of(Routes.OAI_ONE, Routes.INDEX_OAI_ONE, Routes.BROWSE_ONE, Routes.RESOURCESYNC_ONE,
                Routes.RESOURCESYNC_RECORD, Routes.DUMPS_FILE)) {
            config.routes.after(path, context -> look(context, context.pathParam("id")));
        }
    }

    private void look(Context context, String repository) {
        int status = context.statusCode();
        if (status == OK || status == PARTIAL) {
            note(membership, repository);
        }
    }

    /**
     * Notes that records of a repository go out.
     *
     * @param repository id of a source or aggregate
     */
    public static void note(AggregateMembership membership, String repository) {
        try {
            membership.noteServed(repository);
        } catch (StoreException failure) {
            LOG.warn("answer not noted: repository={} reason=\"{}\"; the next answer tries again", repository,
                    failure.getMessage());
        }
    }
}
