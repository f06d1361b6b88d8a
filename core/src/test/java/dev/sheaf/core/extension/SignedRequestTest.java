package dev.sheaf.core.extension;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Secret;

import static org.assertj.core.api.Assertions.assertThat;

class SignedRequestTest {

    private static final Secret SECRET = Secret.of("a secret");
    private static final String DATE = "Tue, 03 Jun 2025 11:05:30 GMT";
    private static final SignedRequest GET = new SignedRequest("GET", "/sync",
            "verb=Notify&baseURL=https%3A%2F%2Fa.example.org%2Foai&sequence=7", "", DATE, new byte[0]);
    private static final SignedRequest POST = new SignedRequest("POST", "/sync", "", "", DATE,
            "verb=Notify&sequence=8".getBytes(StandardCharsets.UTF_8));

    /** Computed by openssl dgst -sha256 -hmac 'a secret'. */
    @Test
    void signature_equalsThatOfOpenssl() {
        assertThat(GET.signature(SECRET)).isEqualTo("sha256=168ce2cb6dd824a33c945f7cc074a3f3506107ad78a28107c1a9f73aa8bf852b");
        assertThat(POST.signature(SECRET)).isEqualTo("sha256=78188b1cdd37f6bb18acd6f13d2128f5f4ba83b343fcaf954766380aca8da35f");
    }

    @Test
    void changeOfAnyPartOfTheRequest_invalidatesTheSignature() {
        String signature = POST.signature(SECRET);

        assertThat(POST.isSigned(signature.replace("sha256=7", "SHA256=7").toUpperCase(java.util.Locale.ROOT), SECRET)).isTrue();
        assertThat(POST.isSigned(signature, Secret.of("another"))).isFalse();
        assertThat(new SignedRequest("PUT", "/sync", "", "", DATE, POST.body()).isSigned(signature, SECRET)).isFalse();
        assertThat(new SignedRequest("POST", "/oai", "", "", DATE, POST.body()).isSigned(signature, SECRET)).isFalse();
        assertThat(new SignedRequest("POST", "/sync", "a=b", "", DATE, POST.body()).isSigned(signature, SECRET)).isFalse();
        assertThat(new SignedRequest("POST", "/sync", "", "gzip", DATE, POST.body()).isSigned(signature, SECRET)).isFalse();
        assertThat(new SignedRequest("POST", "/sync", "", "", "Tue, 03 Jun 2025 11:05:31 GMT", POST.body()).isSigned(signature,
                SECRET))
                .isFalse();
        assertThat(new SignedRequest("POST", "/sync", "", "", DATE, new byte[0]).isSigned(signature, SECRET)).isFalse();
    }

    @Test
    void rejectsAMalformedSignature() {
        assertThat(SignedRequest.isSignature(POST.signature(SECRET))).isTrue();
        assertThat(SignedRequest.isSignature("")).isFalse();
        assertThat(SignedRequest.isSignature("sha1=" + "0".repeat(40))).isFalse();
        assertThat(SignedRequest.isSignature("sha256=" + "z".repeat(64))).isFalse();
        assertThat(SignedRequest.isSignature("sha256=" + "0".repeat(63))).isFalse();
    }
}
