package dev.sheaf.platform.signatures;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

import io.javalin.http.Context;

import dev.sheaf.platform.server.Rendering;

/**
 * A request as the server received it.
 *
 * @param scheme scheme of the hub's public address: behind a proxy that ends TLS, the connection does not show it
 * @param below path of the hub's public address, without a slash at its end: a proxy takes it away
 */
record ReceivedSignedRequest(Context context, String scheme, String below) implements VerifiableRequest {

    @Override
    public String client() {
        return Rendering.client(context);
    }

    @Override
    public String method() {
        return context.req().getMethod();
    }

    @Override
    public String authority() {
        String host = Optional.ofNullable(context.host()).orElse("").toLowerCase(Locale.ROOT);
        String usual = scheme.equals("https") ? ":443" : ":80";
        return host.endsWith(usual) ? host.substring(0, host.length() - usual.length()) : host;
    }

    @Override
    public String path() {
        return below + context.req().getRequestURI();
    }

    @Override
    public Optional<String> query() {
        return Optional.ofNullable(context.queryString());
    }

    @Override
    public Optional<String> header(String name) {
        List<String> lines = Collections.list(context.req().getHeaders(name));
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.stream().map(String::strip).collect(Collectors.joining(", ")));
    }
}
