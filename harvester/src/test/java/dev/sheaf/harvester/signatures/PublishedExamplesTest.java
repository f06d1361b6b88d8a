package dev.sheaf.harvester.signatures;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The examples of RFC 9421, of RFC 8037 and of the draft. */
class PublishedExamplesTest {

    private static final String X = "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs";
    private static final String SEED = "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU";

    private final SequencedMap<String, String> covered = new LinkedHashMap<>();

    private static VerificationKey key(String x) throws GeneralSecurityException {
        return VerificationKey.of(Base64.getUrlDecoder().decode(x));
    }

    /** The private key of RFC 9421, appendix B.1.4. */
    private static SigningKey signingKey() throws GeneralSecurityException {
        byte[] seed = Base64.getUrlDecoder().decode(SEED);
        return SigningKey.of(HexFormat.of().parseHex("302e020100300506032b657004220420" + HexFormat.of().formatHex(seed)),
                key(X));
    }

    private void assertSignature(String parameters, String signature) throws GeneralSecurityException {
        byte[] base = SignatureBase.of(covered, parameters);
        byte[] expected = Base64.getDecoder().decode(signature);
        assertThat(key(X).verifies(base, expected)).isTrue();
        assertThat(signingKey().sign(base)).isEqualTo(expected);
        base[0] ^= 1;
        assertThat(key(X).verifies(base, expected)).isFalse();
    }

    /** RFC 9421, appendix B.2.6. */
    @Test
    void signatureOfTheRequest_isThatOfTheStandard() throws GeneralSecurityException {
        covered.put("\"date\"", "Tue, 20 Apr 2021 02:07:55 GMT");
        covered.put("\"@method\"", "POST");
        covered.put("\"@path\"", "/foo");
        covered.put("\"@authority\"", "example.com");
        covered.put("\"content-type\"", "application/json");
        covered.put("\"content-length\"", "18");
        assertSignature("(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \"content-length\")"
                + ";created=1618884473;keyid=\"test-key-ed25519\"",
                "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==");
    }

    /** The draft's vector "EdDSA Using Curve edwards25519". */
    @Test
    void signatureOfTheDraftsRequest_isThatOfTheDraft() throws GeneralSecurityException {
        covered.put("\"@authority\"", "example.com");
        covered.put("\"signature-agent\";key=\"agent2\"", "\"https://signature-agent.test\"");
        assertSignature("(\"@authority\" \"signature-agent\";key=\"agent2\");created=1735689600"
                + ";keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";alg=\"ed25519\";expires=4889289600"
                + ";nonce=\"n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==\""
                + ";tag=\"web-bot-auth\"",
                "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==");
    }

    /** The draft's vector "Signed Directory Response". */
    @Test
    void signatureOfTheDraftsDirectory_isThatOfTheDraft() throws GeneralSecurityException {
        covered.put("\"@authority\";req", "signature-agent.test");
        covered.put("\"content-digest\"", "sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:");
        assertSignature("(\"@authority\";req \"content-digest\");created=1735689600;expires=4889289600"
                + ";keyid=\"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\";tag=\"http-message-signatures-directory\"",
                "l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==");
    }

    /** RFC 8037, appendix A.3; and the thumbprint of the key above, as the draft has it. */
    @Test
    void identifierOfAKey_isItsThumbprint() throws GeneralSecurityException {
        assertThat(key("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo").id())
                .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
        assertThat(key(X).id()).isEqualTo("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U");
    }

    @Test
    void halvesOfTwoKeys_areRefused_andNoTextShowsAPrivateKey() throws GeneralSecurityException {
        SigningKey one = SigningKey.generate();
        SigningKey other = SigningKey.generate();
        assertThatThrownBy(() -> SigningKey.of(one.secretBytes(), other.open())).isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("do not belong together");
        assertThatThrownBy(() -> VerificationKey.of(new byte[31])).isInstanceOf(GeneralSecurityException.class);
        assertThat(one).hasToString(one.id());
        assertThat(SigningKey.of(one.secretBytes(), one.open()).id()).isEqualTo(one.id());
        assertThat(one.open().verifies("text".getBytes(StandardCharsets.US_ASCII), new byte[3])).isFalse();
    }

    @Test
    void valueWithALineBreak_isNotSigned() {
        covered.put("\"@path\"", "/a\n\"@authority\": example.org");
        assertThatThrownBy(() -> SignatureBase.of(covered, "()")).isInstanceOf(IllegalArgumentException.class);
    }
}
