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
 * {@code /health}: 200 when the hub can do its work, 503 and what is wrong when it cannot. {@code /health/live} only says that the process
 * answers. Programs that restart processes ask there, because a restart does not help against a full disk.
 */
public final class HealthEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HealthEndpoint.class);

    /** Where it answers. */
    public static final Set<String> PATHS = Set.of(Routes.HEALTH, Routes.HEALTH_LIVE);

    private final Map<String, Supplier<Optional<String>>> checks;

    /**
     * With checks by name.
     *
     * @param checks each quick, and empty when all is well; else what is wrong, for everyone to read
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
