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

import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;

/** Stands in front of a repository and keeps its rules (S2.2). Safe for use by many threads. */
final class FlowGate {

    /** A request line that servers and clients still take; a longer form is sent on as it is. */
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

    /** Returns whether the request may be answered now; otherwise it has its answer already. */
    boolean admits(Context context) throws IOException {
        return open || keepsTheRules(context);
    }

    private boolean keepsTheRules(Context context) throws IOException {
        return switch (control.decide(clients.of(context))) {
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

    private boolean waits(Context context, Duration delay) throws IOException {
        if (delay.isZero() || delayed.hold(delay)) {
            return true;
        }
        retryAfter(context, Math.max(1, Math.ceilDiv(delay.toMillis(), 1_000)),
                "Too many requests are waiting for their answers.");
        return false;
    }

    private static void retryAfter(Context context, long seconds, String reason) {
        context.header("Retry-After", Long.toString(seconds));
        PlainText.answer(context, 503, reason + " Ask again in " + seconds + (seconds == 1 ? " second." : " seconds."));
    }

    /**
     * Sends all arguments with the address, as the guidelines ask: 302 for GET. A posted form becomes a GET by 303, which every client does
     * that follows redirects at all; they differ about 302 (most forget the form) and 307 (the older ones stop). A form too long for an
     * address is sent on by 307.
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

    /** Percent-encodes what must not stand in an address, above all what could end the header; what is encoded stays as it is. */
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
