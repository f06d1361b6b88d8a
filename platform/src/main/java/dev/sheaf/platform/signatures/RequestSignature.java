package dev.sheaf.platform.signatures;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.VerificationKey;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.signatures.FieldValue.Bare;
import dev.sheaf.platform.signatures.FieldValue.InnerList;
import dev.sheaf.platform.signatures.FieldValue.Item;

/**
 * The signature of a request by which its signer wants to be known, after all checks that need no key (RFC 9421, 3.2, and {@link
 * WebBotAuth#REVISION}).
 *
 * @param origin address of the signer as the request states it; not checked
 * @param keyId identifier of the key
 * @param nonce value that the signer uses once
 * @param expires end of the signature's validity
 * @param base bytes that are signed; not copied
 * @param signature bytes of the signature; not copied
 */
record RequestSignature(String origin, String keyId, String nonce, Instant expires, byte[] base, byte[] signature) {

    /** Longest validity of a signature. Nonces are kept so long. */
    static final Duration LONGEST = Duration.ofHours(1);
    /** Difference of clocks that is tolerated: a signature may be from so far in the future. */
    static final Duration SKEW = Duration.ofMinutes(1);

    private static final int LONGEST_TEXT = 200;
    private static final int SHORTEST_NONCE = 8;
    private static final String AGENT = "signature-agent";
    private static final String LEGACY = "";

    /**
     * Reads and checks the signature of a request.
     *
     * @return empty if the request has none for this protocol
     * @throws UnusableSignatureException if it has one that proves nothing
     */
    static Optional<RequestSignature> of(VerifiableRequest request, Instant now) throws UnusableSignatureException {
        Optional<String> inputs = request.header(WebBotAuth.INPUT_HEADER);
        Optional<String> signatures = request.header(WebBotAuth.SIGNATURE_HEADER);
        if (inputs.isEmpty() || signatures.isEmpty() || request.header(WebBotAuth.AGENT_HEADER).isEmpty()) {
            return Optional.empty();
        }
        for (Map.Entry<String, FieldValue> input : FieldParser.dictionary(inputs.get()).entrySet()) {
            if (input.getValue() instanceof InnerList list
                    && list.parameters().get("tag") instanceof Bare.Text(String tag) && tag.equals(WebBotAuth.REQUEST_TAG)) {
                return Optional.of(of(request, input.getKey(), list, FieldParser.dictionary(signatures.get()), now));
            }
        }
        return Optional.empty();
    }

    private static RequestSignature of(VerifiableRequest request, String label, InnerList input,
            Map<String, FieldValue> signatures, Instant now) throws UnusableSignatureException {
        Instant created = time(input, "created");
        Instant expires = time(input, "expires");
        if (created.isAfter(now.plus(SKEW))) {
            throw new UnusableSignatureException("it was created in the future");
        }
        if (!expires.isAfter(now)) {
            throw new UnusableSignatureException("it has expired");
        }
        if (Duration.between(created, expires).compareTo(LONGEST) > 0) {
            throw new UnusableSignatureException("it is valid for more than " + LONGEST.toMinutes() + " minutes");
        }
        if (input.parameters().containsKey("alg") && !text(input, "alg").equals(WebBotAuth.ALGORITHM)) {
            throw new UnusableSignatureException("its algorithm is not " + WebBotAuth.ALGORITHM);
        }
        String nonce = text(input, "nonce");
        if (nonce.length() < SHORTEST_NONCE) {
            throw new UnusableSignatureException("its nonce is too short");
        }
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        @Nullable
        String member = null;
        boolean isBound = false;
        for (Item component : input.items()) {
            String name = component.text().orElseThrow(() -> new UnusableSignatureException("a covered component has no name"));
            isBound |= name.equals("@authority") || name.equals("@target-uri");
            if (name.equals(AGENT)) {
                String covers = agentMember(component);
                // Among several members, that of the signature's own label is the signer's.
                member = member == null || covers.equals(label) ? covers : member;
            }
            if (covered.put(component.serialized(), value(request, name, component)) != null) {
                throw new UnusableSignatureException("the component " + name + " is covered twice");
            }
        }
        if (!isBound || member == null) {
            throw new UnusableSignatureException("it must cover @authority or @target-uri, and signature-agent");
        }
        try {
            return new RequestSignature(origin(request, member), text(input, "keyid"), nonce, expires,
                    SignatureBase.of(covered, input.serialized()), bytes(signatures.get(label)));
        } catch (IllegalArgumentException failure) {
            throw new UnusableSignatureException(String.valueOf(failure.getMessage()));
        }
    }

    private static Instant time(InnerList input, String name) throws UnusableSignatureException {
        if (input.parameters().get(name) instanceof Bare.Whole(long seconds) && seconds >= 0) {
            return Instant.ofEpochSecond(seconds);
        }
        throw new UnusableSignatureException("the parameter " + name + " is missing, or is no time");
    }

    private static String text(InnerList input, String name) throws UnusableSignatureException {
        if (input.parameters().get(name) instanceof Bare.Text(String text) && !text.isEmpty() && text.length() <= LONGEST_TEXT) {
            return text;
        }
        throw new UnusableSignatureException(
                "the parameter " + name + " is missing, or is no text of 1 to " + LONGEST_TEXT + " characters");
    }

    /** Returns the key of the covered member; empty for the whole header, as earlier revisions had it. */
    private static String agentMember(Item component) throws UnusableSignatureException {
        if (component.parameters().isEmpty()) {
            return LEGACY;
        }
        if (component.parameters().size() == 1 && component.parameters().get("key") instanceof Bare.Text(String key)) {
            return key;
        }
        throw new UnusableSignatureException("signature-agent is covered in a way that is not known here");
    }

    private static String value(VerifiableRequest request, String name, Item component) throws UnusableSignatureException {
        if (name.equals(AGENT) && !component.parameters().isEmpty()) {
            return agent(request, agentMember(component)).serialized();
        }
        if (!component.parameters().isEmpty()) {
            throw new UnusableSignatureException("parameters of the component " + name + " are not known here");
        }
        return switch (name) {
            case "@method" -> request.method();
            case "@authority" -> request.authority();
            case "@scheme" -> request.scheme();
            case "@path" -> request.path();
            case "@query" -> "?" + request.query().orElse("");
            case "@request-target" -> target(request);
            case "@target-uri" -> request.scheme() + "://" + request.authority() + target(request);
            default -> {
                if (name.startsWith("@")) {
                    throw new UnusableSignatureException("the component " + name + " is not known here");
                }
                yield request.header(name)
                        .orElseThrow(() -> new UnusableSignatureException("the covered header " + name + " is missing"));
            }
        };
    }

    private static String target(VerifiableRequest request) {
        return request.path() + request.query().map(query -> "?" + query).orElse("");
    }

    private static FieldValue agent(VerifiableRequest request, String member) throws UnusableSignatureException {
        FieldValue value = FieldParser.dictionary(request.header(WebBotAuth.AGENT_HEADER).orElse("")).get(member);
        if (value == null) {
            throw new UnusableSignatureException("Signature-Agent has no member " + member);
        }
        return value;
    }

    private static String origin(VerifiableRequest request, String member) throws UnusableSignatureException {
        FieldValue value = member.equals(LEGACY)
                ? FieldParser.item(request.header(WebBotAuth.AGENT_HEADER).orElse(""))
                : agent(request, member);
        boolean isDirectory = value instanceof Item item && (!item.parameters().containsKey("type")
                || item.parameters().get("type") instanceof Bare.Token(String type) && type.equals("directory"));
        if (isDirectory && value instanceof Item(Bare.Text(String origin), var _) && origin.length() <= LONGEST_TEXT) {
            return origin;
        }
        throw new UnusableSignatureException("Signature-Agent names no directory");
    }

    private static byte[] bytes(@Nullable FieldValue value) throws UnusableSignatureException {
        if (value instanceof Item(Bare.Bytes(String base64), var _)) {
            byte[] signature = Base64.getDecoder().decode(base64);
            if (signature.length == VerificationKey.SIGNATURE_BYTES) {
                return signature;
            }
        }
        throw new UnusableSignatureException("there is no Ed25519 signature under the label of its input");
    }
}
