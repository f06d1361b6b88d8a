package dev.sheaf.platform.api;

import java.util.List;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;

import dev.sheaf.platform.sync.operate.SourceEdit.Fault;

/** Error response to a request, as problem details (RFC 9457). */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final String CONTENT_TYPE = "application/problem+json";

    private final int status;
    private final transient List<Fault> faults;

    Problem(int status, String detail, List<Fault> faults) {
        super(detail, null, false, false);
        this.status = status;
        this.faults = List.copyOf(faults);
    }

    Problem(int status, String detail) {
        this(status, detail, List.of());
    }

    int status() {
        return status;
    }

    void answer(Context context) {
        context.status(status);
        JsonAnswer.send(context, CONTENT_TYPE, json -> {
            json.writeStartObject();
            json.writeStringProperty("type", "about:blank");
            json.writeStringProperty("title", HttpStatus.forStatus(status).getMessage());
            json.writeNumberProperty("status", status);
            json.writeStringProperty("detail", getMessage());
            if (!faults.isEmpty()) {
                json.writeArrayPropertyStart("errors");
                for (Fault fault : faults) {
                    json.writeStartObject();
                    json.writeStringProperty("field", fault.field().text());
                    json.writeStringProperty("message", fault.message());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }
}
