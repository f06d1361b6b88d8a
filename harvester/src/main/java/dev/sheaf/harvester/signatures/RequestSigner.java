package dev.sheaf.harvester.signatures;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Signer of requests ({@link WebBotAuth#REVISION}, "Generating HTTP Message Signature"). A signature covers the method, the authority, the path
 * and the query of one request and the signer's origin, so it is of no use for another request. Immutable and safe for use by many threads.
 */
public final class RequestSigner {

    /** Time for which a signature is valid. It is short because a copied request can be repeated so long. */
    public static final Duration LIFETIME = Duration.ofMinutes(5);

    private static final String LABEL = "sig1";
    private static final int NONCE_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SigningKey key;
    private final String origin;

    /**
     * Creates a signer.
     *
     * @param origin scheme, host and port of the signer, where its key directory is; ASCII, without a slash at its end
     */
    public RequestSigner(SigningKey key, String origin) {
        this.key = key;
        this.origin = origin;
    }

    /** Returns the origin of the signer. */
    public String origin() {
        return origin;
    }

    /** Returns the value of the header {@code Signature-Agent} of each request. */
    public String agentHeader() {
        return LABEL + "=\"" + origin + "\"";
    }

    /** Returns the identifier of the key. */
    public String keyId() {
        return key.id();
    }

    /**
     * Returns the headers that sign a request. Each call draws a new nonce.
     *
     * @param method of HTTP, in upper case
     * @param uri address that is requested
     * @param now time at which the request is sent
     */
    public Map<String, String> headers(String method, URI uri, Instant now) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return headers(method, uri, now, Base64.getEncoder().encodeToString(nonce));
    }

    Map<String, String> headers(String method, URI uri, Instant now, String nonce) {
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        covered.put("\"@method\"", method);
        covered.put("\"@authority\"", SignatureBase.authority(uri));
        covered.put("\"@path\"", SignatureBase.path(uri));
        // Without a query the component would be a lone "?". Some verifiers derive an empty text there, so it is left out.
        if (uri.getRawQuery() != null) {
            covered.put("\"@query\"", "?" + uri.getRawQuery());
        }
        covered.put("\"signature-agent\";key=\"" + LABEL + "\"", "\"" + origin + "\"");
        String parameters = "(" + String.join(" ", covered.keySet()) + ");created=" + now.getEpochSecond() + ";expires="
                + now.plus(LIFETIME).getEpochSecond() + ";keyid=\"" + key.id() + "\";alg=\"" + WebBotAuth.ALGORITHM
                + "\";nonce=\""
                + nonce + "\";tag=\"" + WebBotAuth.REQUEST_TAG + "\"";
        byte[] signature = key.sign(SignatureBase.of(covered, parameters));
        return Map.of(WebBotAuth.AGENT_HEADER, agentHeader(),
                WebBotAuth.INPUT_HEADER, LABEL + "=" + parameters,
                WebBotAuth.SIGNATURE_HEADER, LABEL + "=:" + Base64.getEncoder().encodeToString(signature) + ":");
    }
}
