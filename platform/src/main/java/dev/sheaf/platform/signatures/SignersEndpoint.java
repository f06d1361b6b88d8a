package dev.sheaf.platform.signatures;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

import io.javalin.config.JavalinConfig;

import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.load.VerifiedSigner;

/** Verifies the signatures of requests before they are counted and answered. */
final class SignersEndpoint implements Endpoint {

    private final RequestVerifier verifier;
    private final String scheme;
    private final String below;

    /** @param baseUrl public address of the hub, without a slash at its end */
    SignersEndpoint(RequestVerifier verifier, URI baseUrl) {
        this.verifier = verifier;
        this.scheme = baseUrl.getScheme().toLowerCase(Locale.ROOT);
        this.below = baseUrl.getRawPath() == null ? "" : baseUrl.getRawPath();
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.before(context -> {
            Optional<VerifiedSigner> signer = verifier.verify(new ReceivedSignedRequest(context, scheme, below));
            signer.ifPresent(known -> known.attachTo(context));
        });
    }
}
