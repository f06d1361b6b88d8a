package dev.sheaf.platform.signatures;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.harvester.signatures.VerificationKey;
import dev.sheaf.platform.server.load.VerifiedSigner;

/**
 * Verifier of signed requests. A signature counts if its signer is accepted, if the key directory of the signer's origin has its key, if it
 * is right, and if its nonce comes for the first time. Every other request is treated like one without a signature. Thread-safe.
 */
final class RequestVerifier {

    /** Largest number of signers whose quotas are kept; the one without requests for the longest time is forgotten first. */
    static final int MOST_SIGNERS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(RequestVerifier.class);

    private final AcceptedSigners accepted;
    private final Keys keys;
    private final int perMinute;
    private final InstantSource clock;
    private final SeenNonces nonces = new SeenNonces();
    private final Map<String, VerifiedSigner> signers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, VerifiedSigner> eldest) {
            return size() > MOST_SIGNERS;
        }
    };

    /** Source of the keys of signers. */
    @FunctionalInterface
    interface Keys {
        /** @param client network of the client, by which limits count it */
        VerificationKey key(String client, String origin, String id) throws UnusableSignatureException;
    }

    /** @param perMinute quota of a signer in requests a minute */
    RequestVerifier(AcceptedSigners accepted, Keys keys, int perMinute, InstantSource clock) {
        this.accepted = accepted;
        this.keys = keys;
        this.perMinute = perMinute;
        this.clock = clock;
    }

    /** Returns the signer of a request; empty if the request has no signature, or one that does not count. */
    Optional<VerifiedSigner> verify(VerifiableRequest request) {
        try {
            return verified(request);
        } catch (UnusableSignatureException reason) {
            LOG.debug("A signature does not count: {}", reason.getMessage());
            return Optional.empty();
        }
    }

    /** The same, with the reason. */
    Optional<VerifiedSigner> verified(VerifiableRequest request) throws UnusableSignatureException {
        Instant now = clock.instant();
        Optional<RequestSignature> found = RequestSignature.of(request, now);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        RequestSignature signature = found.get();
        String origin = accepted.accepted(signature.origin())
                .orElseThrow(() -> new UnusableSignatureException("its signer is not accepted"));
        VerificationKey key = keys.key(request.client(), origin, signature.keyId());
        if (!key.verifies(signature.base(), signature.signature())) {
            throw new UnusableSignatureException("its bytes are wrong");
        }
        // Only now, so that nobody but the signer can use up a nonce.
        if (!nonces.isNew(signature.keyId(), signature.nonce(), signature.expires(), now)) {
            throw new UnusableSignatureException("its nonce was seen before");
        }
        synchronized (signers) {
            return Optional.of(signers.computeIfAbsent(origin, _ -> new VerifiedSigner(origin, perMinute, clock)));
        }
    }
}
