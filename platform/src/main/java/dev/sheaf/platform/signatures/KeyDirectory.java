package dev.sheaf.platform.signatures;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

import dev.sheaf.core.Sha256;
import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.WebBotAuth;

/**
 * The key directory of this hub with its signature ("Possession Proof on the Directory Response"). The signature covers the authority of the
 * signer's origin and the digest of the body, so that nobody can serve the directory under another name.
 *
 * @param body JSON Web Key Set; not copied
 * @param headers headers of the response
 */
record KeyDirectory(byte[] body, Map<String, String> headers) {

    /** Time for which others may keep the directory. */
    static final Duration AGE = Duration.ofHours(1);

    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final String LABEL = "binding";

    /**
     * Creates the directory of a key.
     *
     * @param origin origin of the signer
     */
    static KeyDirectory of(SigningKey key, String origin, Instant now) {
        byte[] body = KeySet.write(key.open());
        String digest = "sha-256=:" + Base64.getEncoder().encodeToString(sha256(body)) + ":";
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        covered.put("\"@authority\";req", SignatureBase.authority(URI.create(origin)));
        covered.put("\"content-digest\"", digest);
        String parameters = "(" + String.join(" ", covered.keySet()) + ");created=" + now.getEpochSecond() + ";expires="
                + now.plus(LIFETIME).getEpochSecond() + ";keyid=\"" + key.id() + "\";alg=\"" + WebBotAuth.ALGORITHM + "\";tag=\""
                + WebBotAuth.DIRECTORY_TAG + "\"";
        String signature = Base64.getEncoder().encodeToString(key.sign(SignatureBase.of(covered, parameters)));
        return new KeyDirectory(body, Map.of("Content-Digest", digest, WebBotAuth.INPUT_HEADER, LABEL + "=" + parameters,
                WebBotAuth.SIGNATURE_HEADER, LABEL + "=:" + signature + ":", "Cache-Control", "max-age=" + AGE.toSeconds()));
    }

    private static byte[] sha256(byte[] bytes) {
        return Sha256.of(bytes);
    }
}
