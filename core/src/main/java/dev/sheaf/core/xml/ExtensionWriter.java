package dev.sheaf.core.xml;

import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.RecordProblem;
import dev.sheaf.core.extension.ExtensionResponse.Refused;

/** Writer of responses of the verbs Notify and PushMetadata. Stateless. */
public final class ExtensionWriter {

    private ExtensionWriter() {}

    /** Returns a response as a document in UTF-8. */
    public static byte[] write(ExtensionResponse response) {
        Utf8Buffer out = new Utf8Buffer(1 << 10);
        out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OAI-EXT xmlns=\"").put(Namespaces.EXTENSION)
                .put("\">\n<responseDate>")
                .put(response.responseDate().truncatedTo(ChronoUnit.SECONDS).toString()).put("</responseDate>\n<request");
        response.arguments().forEach((name, value) -> out.put(" ").put(name).put("=\"").escapeAttribute(value).put("\""));
        out.put(">").escape(response.requestUrl()).put("</request>\n");
        switch (response.answer()) {
            case Refused(ExtensionResponse.Code code, String message) -> out.put("<error code=\"").put(code.text()).put("\">")
                    .escape(message).put("</error>");
            case Notified(ExtensionResponse.Status status) -> out.put("<Notify><status>").put(status.text())
                    .put("</status></Notify>");
            case Pushed pushed -> write(pushed, out);
        }
        return out.put("\n</OAI-EXT>\n").toByteArray();
    }

    private static void write(Pushed pushed, Utf8Buffer out) {
        out.put("<PushMetadata>");
        element(out, "accepted", Long.toString(pushed.accepted()));
        element(out, "rejected", Long.toString(pushed.rejected()));
        element(out, "lastDatestamp", pushed.lastDatestamp());
        element(out, "expectedFrom", pushed.expectedFrom());
        for (RecordProblem problem : pushed.problems()) {
            out.put("\n<problem identifier=\"").escapeAttribute(problem.identifier()).put("\">").escape(problem.text())
                    .put("</problem>");
        }
        out.put("</PushMetadata>");
    }

    private static void element(Utf8Buffer out, String name, @Nullable String text) {
        if (text != null) {
            out.put("<").put(name).put(">").escape(text).put("</").put(name).put(">");
        }
    }
}
