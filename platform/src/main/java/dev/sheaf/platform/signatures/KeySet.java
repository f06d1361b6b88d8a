package dev.sheaf.platform.signatures;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.harvester.signatures.VerificationKey;

/**
 * JSON Web Key Set (RFC 7517, 5) of a key directory: its Ed25519 keys. Immutable.
 *
 * @param keys keys with the time in which they may be used
 */
record KeySet(List<Entry> keys) {

    /** Largest size of a key directory in bytes. */
    static final int LARGEST = 64 * 1024;

    private static final int MOST_KEYS = 20;
    /** Identifier of the example key of RFC 9421, whose private half everybody knows. */
    private static final String KNOWN_TO_ALL = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

    KeySet {
        keys = List.copyOf(keys);
    }

    /**
     * A key.
     *
     * @param begins time from which it may be used
     * @param ends time from which it may not be used any more
     */
    record Entry(VerificationKey key, Instant begins, Instant ends) {}

    /**
     * Reads a directory. Entries that are no valid Ed25519 keys for signatures, or name another key than they hold, are left out.
     *
     * @throws UnusableSignatureException if the bytes are no key set, or if it has too many keys
     */
    static KeySet read(byte[] json) throws UnusableSignatureException {
        JsonNode keys;
        try {
            keys = JsonMapper.shared().readTree(json).path("keys");
        } catch (JacksonException _) {
            throw new UnusableSignatureException("its key directory is not JSON");
        }
        if (!keys.isArray() || keys.size() > MOST_KEYS) {
            throw new UnusableSignatureException("its key directory has no list of at most " + MOST_KEYS + " keys");
        }
        List<Entry> read = new ArrayList<>();
        for (JsonNode key : keys) {
            entry(key).ifPresent(read::add);
        }
        return new KeySet(read);
    }

    private static Optional<Entry> entry(JsonNode json) {
        if (!json.path("kty").asString("").equals("OKP") || !json.path("crv").asString("").equals("Ed25519")
                || !json.path("use").asString("sig").equals("sig")) {
            return Optional.empty();
        }
        try {
            VerificationKey key = VerificationKey.of(Base64.getUrlDecoder().decode(json.path("x").asString("")));
            boolean isNamedRightly = json.path("kid").asString(key.id()).equals(key.id());
            return isNamedRightly && !key.id().equals(KNOWN_TO_ALL)
                    ? Optional.of(new Entry(key, time(json.path("nbf"), Instant.MIN), time(json.path("exp"), Instant.MAX)))
                    : Optional.empty();
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Instant time(JsonNode seconds, Instant otherwise) {
        if (!seconds.isNumber()) {
            return otherwise;
        }
        return Instant.ofEpochSecond(Math.clamp(seconds.asLong(0), 0, Instant.MAX.getEpochSecond()));
    }

    /** Returns the key with an identifier; empty if there is none, or if it may not be used at this time. */
    Optional<VerificationKey> key(String id, Instant now) {
        return keys.stream()
                .filter(entry -> entry.key().id().equals(id) && !now.isBefore(entry.begins()) && now.isBefore(entry.ends()))
                .map(Entry::key).findFirst();
    }

    /** Returns a key set with one key, as a key directory has it. */
    static byte[] write(VerificationKey key) {
        JsonMapper json = JsonMapper.shared();
        ObjectNode root = json.createObjectNode();
        root.putArray("keys").addObject().put("kty", "OKP").put("crv", "Ed25519").put("kid", key.id()).put("x", key.x())
                .put("use", "sig");
        return json.writeValueAsBytes(root);
    }
}
