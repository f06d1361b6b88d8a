package dev.sheaf.platform.notify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.extension.HubSignature;
import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.core.store.Secret;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.LoopbackServer.Asked;
import dev.sheaf.simulator.Reply;
import dev.sheaf.simulator.Scripted;

/** Somebody who subscribes: answers challenges and takes notifications, as the test wants it. */
final class Receiver implements AutoCloseable {

    final List<Asked> verified = Collections.synchronizedList(new ArrayList<>());
    final List<Asked> notified = Collections.synchronizedList(new ArrayList<>());
    volatile boolean confirms = true;
    volatile int status = 202;
    volatile @Nullable String retryAfter;
    /** Holds the next verification, which then fails. */
    volatile @Nullable CountDownLatch held;
    private final LoopbackServer server = LoopbackServer.start(0, this::answer);

    private Reply answer(Asked asked) {
        if (asked.method().equals("GET")) {
            verified.add(asked);
            CountDownLatch hold = held;
            if (hold != null) {
                held = null;
                hold(hold);
                return text(404, "not now");
            }
            String challenge = Scripted.decode(asked.query()).getOrDefault("hub.challenge", "");
            return text(confirms ? 200 : 404, confirms ? challenge : "I do not know of it");
        }
        notified.add(asked);
        String wait = retryAfter;
        return wait == null ? text(status, "") : text(status, "").withHeader("Retry-After", wait);
    }

    private static void hold(CountDownLatch hold) {
        try {
            hold.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Reply text(int status, String text) {
        return Reply.of(text.getBytes(StandardCharsets.UTF_8)).withStatus(status).withHeader("Content-Type", "text/plain");
    }

    String callback() {
        return server.address() + "/callback?key=7";
    }

    /** The arguments of the last notification, whose signature is checked. */
    Map<String, String> last(Secret secret) {
        Asked asked = notified.getLast();
        String date = String.valueOf(asked.headers().getFirst("Date"));
        SignedRequest signed = new SignedRequest("POST", asked.path(), "key=7", "", date,
                asked.query().getBytes(StandardCharsets.UTF_8));
        if (!signed.isSigned(String.valueOf(asked.headers().getFirst(SignedRequest.HEADER)), secret)) {
            throw new AssertionError("not signed rightly");
        }
        return Scripted.decode(asked.query());
    }

    /** The content that was delivered last, whose signature is checked. */
    String content(Secret secret) {
        Asked asked = notified.getLast();
        byte[] body = asked.query().getBytes(StandardCharsets.ISO_8859_1);
        if (!HubSignature.of(body, secret).equals(asked.headers().getFirst(HubSignature.HEADER))) {
            throw new AssertionError("not signed rightly");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.close();
    }
}
