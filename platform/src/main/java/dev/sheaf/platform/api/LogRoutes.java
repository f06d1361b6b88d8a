package dev.sheaf.platform.api;

import java.util.List;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.platform.log.RecentLog;
import dev.sheaf.platform.log.RecentLog.Level;
import dev.sheaf.platform.server.Routes;

/** Routes for the newest lines of the hub's log. */
final class LogRoutes {

    private static final int USUAL = 50;

    private final RecentLog log;

    LogRoutes(RecentLog log) {
        this.log = log;
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, Routes.API + "/log", this::newest));
    }

    private void newest(Context context) {
        String wanted = context.queryParam("level");
        Level least = Level.of(wanted == null ? Level.INFO.text() : wanted)
                .orElseThrow(() -> new Problem(422, "'level' must be debug, info, warn or error."));
        int limit = NumberParameters.number(context, "limit", USUAL, 1, RecentLog.LINES);
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            for (RecentLog.Line line : log.newest(least, limit)) {
                json.writeStartObject();
                json.writeStringProperty("at", line.at().toString());
                json.writeStringProperty("level", line.level().text());
                json.writeStringProperty("where", line.where());
                json.writeStringProperty("message", line.message());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
