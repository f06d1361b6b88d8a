package dev.sheaf.platform.server;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.platform.server.load.VerifiedSigner;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;

/** Gate of a repository that applies its flow rules (S2.2). Safe for use by many threads. */
final class FlowGate {

    /** Length of a request line that servers and clients still accept; a longer form is redirected with its body. */
    private static final int LONGEST_QUERY = 4 * 1024;
    private static final String HEX = "0123456789ABCDEF";

    private final boolean open;
    private final FlowControl control;
    private final ClientAddresses clients;
    private final DelayLine delayed;

    FlowGate(FlowRules rules, ClientAddresses clients, InstantSource clock, DelayLine delayed) {
        this.open = rules.equals(FlowRules.NONE);
        this.control = new FlowControl(rules, clock);
        this.clients = clients;
        this.delayed = delayed;
    }

    /** Returns true if the request may be answered now; otherwise it has been answered here. */
    boolean admits(Context context) throws IOException {
        return open || keepsTheRules(context);
    }

    private boolean keepsTheRules(Context context) throws IOException {
        return switch (decided(context)) {
            case FlowDecision.Serve serve -> waits(context, serve.delay());
            case FlowDecision.RetryAfter wait -> {
                retryAfter(context, wait.seconds(), wait.reason());
                yield false;
            }
            case FlowDecision.Forbidden refusal -> {
                PlainText.answer(context, 403, refusal.reason());
                yield false;
            }
            case FlowDecision.Redirect redirect -> {
                sendOn(context, redirect.baseUrl());
                yield false;
            }
        };
    }

    /** Decides by the quota of a signer whose signature was verified, else by that of the client's address. */
    private FlowDecision decided(Context context) {
        IpAddress client = clients.of(context);
        return VerifiedSigner.of(context).map(signer -> control.decide(client, signer::count))
                .orElseGet(() -> control.decide(client));
    }

    private boolean waits(Context context, Duration delay) throws IOException {
        if (delay.isZero() || delayed.hold(clients.of(context).client().toString(), delay)) {
            return true;
        }
        retryAfter(context, Math.max(1, Math.ceilDiv(delay.toMillis(), 1_000)),
                "Too many requests are waiting for answers.");
        return false;
    }

    private static void retryAfter(Context context, long seconds, String reason) {
        context.header("Retry-After", Long.toString(seconds));
        PlainText.answer(context, 503, reason + " Ask again in " + seconds + (seconds == 1 ? " second." : " seconds."));
    }

    /**
     * Redirects to the mirror with all arguments in the address, as the guidelines ask: 302 for GET. A posted form becomes a GET by 303,
     * which every client that follows redirects supports. Clients differ about 302 (most drop the form) and 307 (older ones stop). A form
     * too long for an address is redirected by 307.
     */
    private static void sendOn(Context context, URI mirror) throws IOException {
        String query = context.queryString();
        boolean posted = context.method().equals(HandlerType.POST);
        String form = posted ? FormBody.read(context).orElse(null) : null;
        String all = encoded(joined(query, form));
        boolean fits = all.length() <= LONGEST_QUERY;
        context.header("Location", mirror + (posted && !fits ? encoded(joined(query, null)) : all));
        PlainText.answer(context, !posted ? 302 : fits ? 303 : 307, "This repository is served by its mirror for now: " + mirror);
    }

    private static String joined(@Nullable String query, @Nullable String form) {
        String joined = String.join("&", Stream.of(query, form).filter(part -> part != null && !part.isEmpty()).toList());
        return joined.isEmpty() ? "" : "?" + joined;
    }

    /**
     * Percent-encodes characters that are not allowed in an address, above all those that could end the header. Encoded characters stay as
     * they are.
     */
    private static String encoded(String query) {
        StringBuilder text = new StringBuilder(query.length());
        for (byte b : query.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 0x7f && "\"<>\\^`{|}#".indexOf(b) < 0) {
                text.append((char) b);
            } else {
                text.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
            }
        }
        return text.toString();
    }
}
