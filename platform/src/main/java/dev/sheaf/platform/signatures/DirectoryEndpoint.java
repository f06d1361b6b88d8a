package dev.sheaf.platform.signatures;

import java.time.InstantSource;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.platform.keys.SigningKeyException;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;

/** The key directory of this hub. The file is read for each request, so that a new or removed key shows at once. */
final class DirectoryEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryEndpoint.class);
    private static final int NOT_FOUND = 404;

    private final KeyFile file;
    private final String origin;
    private final InstantSource clock;

    /** @param origin origin of the signer */
    DirectoryEndpoint(KeyFile file, String origin, InstantSource clock) {
        this.file = file;
        this.origin = origin;
        this.clock = clock;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SIGNATURE_KEYS, this::answer);
    }

    private void answer(Context context) {
        Optional<SigningKey> key = Optional.empty();
        try {
            key = file.read();
        } catch (SigningKeyException failure) {
            LOG.warn("{}", failure.getMessage());
        }
        if (key.isEmpty()) {
            PlainText.answer(context, NOT_FOUND, "This hub does not sign requests.");
            return;
        }
        KeyDirectory directory = KeyDirectory.of(key.get(), origin, clock.instant());
        directory.headers().forEach(context::header);
        context.contentType(WebBotAuth.DIRECTORY_TYPE).result(directory.body());
    }
}
