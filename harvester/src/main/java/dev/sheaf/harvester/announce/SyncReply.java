package dev.sheaf.harvester.announce;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Refused;

/**
 * The answer of a receiver.
 *
 * @param status HTTP status
 * @param response the document; null when there was none that can be read, as from receivers that are no Sheaf
 * @param retryAfter how long it asks the sender to wait; null when it does not say
 * @param text the beginning of what came instead of a document, on one line; empty when there was nothing
 */
public record SyncReply(int status, @Nullable ExtensionResponse response, @Nullable Duration retryAfter, String text) {

    /** Returns whether it was taken. */
    public boolean isTaken() {
        return status / 100 == 2 && (response == null || !(response.answer() instanceof Refused));
    }

    /** Returns true when the receiver no longer wants notifications (WebSub, content distribution). */
    public boolean isGone() {
        return status == 410;
    }

    /** Returns whether the same may go well another time. */
    public boolean mayPass() {
        return status == 408 || status == 429 || status / 100 == 5;
    }

    /** Why it was not taken, for people. */
    public String reason() {
        if (response != null && response.answer() instanceof Refused(ExtensionResponse.Code code, String message)) {
            return "HTTP " + status + ", " + code.text() + ": " + message;
        }
        return "HTTP " + status + (text.isEmpty() ? "" : ": " + text);
    }
}
