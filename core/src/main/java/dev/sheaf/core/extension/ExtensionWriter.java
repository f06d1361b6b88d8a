package dev.sheaf.core.extension;

import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.RecordProblem;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.xml.ElementWriter;

/** Writer of responses of the verbs Notify and PushMetadata. Stateless. */
public final class ExtensionWriter {

    private ExtensionWriter() {}

    /** Returns a response as a document in UTF-8. */
    public static byte[] write(ExtensionResponse response) {
        ElementWriter out = new ElementWriter();
        out.start("OAI-EXT").attribute("xmlns", Namespaces.EXTENSION).text("\n");
        element(out, "responseDate", response.responseDate().truncatedTo(ChronoUnit.SECONDS).toString());
        out.text("\n").start("request");
        response.arguments().forEach(out::attribute);
        out.text(response.requestUrl()).end().text("\n");
        switch (response.answer()) {
            case Refused(ExtensionResponse.Code code, String message) -> out.start("error").attribute("code", code.text())
                    .text(message).end();
            case Notified(ExtensionResponse.Status status) -> {
                out.start("Notify");
                element(out, "status", status.text());
                out.end();
            }
            case Pushed pushed -> write(pushed, out);
        }
        return out.text("\n").end().document();
    }

    private static void write(Pushed pushed, ElementWriter out) {
        out.start("PushMetadata");
        element(out, "accepted", Long.toString(pushed.accepted()));
        element(out, "rejected", Long.toString(pushed.rejected()));
        element(out, "lastDatestamp", pushed.lastDatestamp());
        element(out, "expectedFrom", pushed.expectedFrom());
        for (RecordProblem problem : pushed.problems()) {
            out.text("\n").start("problem").attribute("identifier", problem.identifier()).text(problem.text()).end();
        }
        out.end();
    }

    private static void element(ElementWriter out, String name, @Nullable String text) {
        if (text != null) {
            out.start(name).text(text).end();
        }
    }
}
