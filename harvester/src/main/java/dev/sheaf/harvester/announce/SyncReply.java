package dev.sheaf.harvester.announce;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Refused;

/**
 * The answer of a receiver.
 *
 * @param status HTTP status
 * @param response the document; null if there was none that can be read, for instance because the receiver is no Sheaf
 * @param retryAfter time that the sender is asked to wait; null if not stated
 * @param text the beginning of the answer, if it is not the document, on one line; empty if there was none
 */
public record SyncReply(int status, @Nullable ExtensionResponse response, @Nullable Duration retryAfter, String text) {

    /** Returns whether the receiver accepted the request. */
    public boolean isTaken() {
        return status / 100 == 2 && (response == null || !(response.answer() instanceof Refused));
    }

    /** Returns true when the receiver no longer wants notifications (WebSub, content distribution). */
    public boolean isGone() {
        return status == 410;
    }

    /** Returns whether a repetition may succeed. */
    public boolean mayPass() {
        return status == 408 || status == 429 || status / 100 == 5;
    }

    /** Returns why the request was not accepted, for people. */
    public String reason() {
        if (response != null && response.answer() instanceof Refused(ExtensionResponse.Code code, String message)) {
            return "HTTP " + status + ", " + code.text() + ": " + message;
        }
        return "HTTP " + status + (text.isEmpty() ? "" : ": " + text);
    }
}
