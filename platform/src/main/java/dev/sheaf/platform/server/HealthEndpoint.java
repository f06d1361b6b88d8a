package dev.sheaf.platform.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /health}: 200 if the hub can work, otherwise 503 with the reasons. {@code /health/live} only shows that the process answers.
 * Supervisors that restart processes use it, because a restart does not help against a full disk.
 */
public final class HealthEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);

    /** Paths of the endpoint. */
    public static final Set<String> PATHS = Set.of(Routes.HEALTH, Routes.HEALTH_LIVE);

    private final Map<String, Supplier<Optional<String>>> checks;

    /**
     * Creates an endpoint with named checks.
     *
     * @param checks quick checks, each of which returns a reason for everyone to read, or empty if nothing is wrong
     */
    public HealthEndpoint(Map<String, Supplier<Optional<String>>> checks) {
        this.checks = new LinkedHashMap<>(checks);
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.HEALTH, this::readiness);
        config.routes.get(Routes.HEALTH_LIVE, context -> PlainText.answer(context, 200, "alive"));
    }

    private void readiness(Context context) {
        StringBuilder problems = new StringBuilder();
        checks.forEach((name, check) -> problem(name, check).ifPresent(problem -> problems.append('\n').append(name).append(": ")
                .append(problem)));
        context.header("Cache-Control", "no-store");
        PlainText.answer(context, problems.isEmpty() ? 200 : 503, problems.isEmpty() ? "ready" : "not ready" + problems);
    }

    private static Optional<String> problem(String name, Supplier<Optional<String>> check) {
        try {
            return check.get();
        } catch (RuntimeException e) {
            LOG.warn("health check failed: check={} reason={}", name, e.toString());
            return Optional.of("failed; the reason is in the hub's log");
        }
    }
}
