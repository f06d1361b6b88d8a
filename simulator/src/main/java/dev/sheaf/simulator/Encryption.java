package dev.sheaf.simulator;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Objects;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/** The encryption of a server's connections. The certification authority is the simulator's own: {@link #authority()}. */
public enum Encryption {

    /** Plain HTTP. */
    NONE(null),
    /** An expired certificate. */
    EXPIRED("expired"),
    /** A certificate for another host. */
    OTHER_NAME("other"),
    /** A self-signed certificate. */
    SELF_SIGNED("lonely"),
    /** An incomplete chain of certificates. */
    CHAIN_CUT("localhost"),
    /** Only versions of the protocol that clients no longer support. */
    OLD_VERSION(null);

    private static final char[] PASSWORD = "password".toCharArray();
    private static final String PLACE = "tls/";
    /** A fatal alert: protocol_version (RFC 5246, 7.2). */
    private static final byte[] NOT_THAT_VERSION = {21, 3, 1, 0, 2, 2, 70};
    private static final int HANDSHAKE = 22;

    private final @Nullable String alias;

    Encryption(@Nullable String alias) {
        this.alias = alias;
    }

    /** Returns the scheme of the server's addresses. */
    String scheme() {
        return this == NONE ? "http" : "https";
    }

    /** Returns the TLS context with the server's certificate; null if there is no certificate. */
    @Nullable
    SSLContext context() {
        return alias == null ? null : context(alias, this != CHAIN_CUT);
    }

    /**
     * Returns an accepted connection with this encryption.
     *
     * @param context from {@link #context()}
     * @throws IOException if the handshake fails
     */
    Socket secured(Socket plain, @Nullable SSLContext context) throws IOException {
        if (this == OLD_VERSION) {
            refuse(plain);
        }
        if (context == null) {
            return plain;
        }
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(plain, null, true);
        secured.setUseClientMode(false);
        return secured;
    }

    private static void refuse(Socket plain) throws IOException {
        DataInputStream in = new DataInputStream(plain.getInputStream());
        boolean greeting = in.readUnsignedByte() == HANDSHAKE;
        in.skipBytes(2);
        if (greeting) {
            in.readNBytes(in.readUnsignedShort());
            plain.getOutputStream().write(NOT_THAT_VERSION);
        }
        throw new IOException("no common version of TLS");
    }

    /** Returns the certificate of the authority, as a PEM file. */
    public static InputStream authority() {
        return resource("ca.pem");
    }

    /** Returns a client's certificate and key, as a PKCS#12 file with the password {@code secret}. */
    public static InputStream client() {
        return resource("client.p12");
    }

    /**
     * Returns one of the certificates.
     *
     * @param alias ca, localhost, expired, other, lonely or client
     */
    public static Certificate certificate(String alias) {
        try {
            return Objects.requireNonNull(keys().getCertificate(alias), alias);
        } catch (GeneralSecurityException failure) {
            throw unusable(failure);
        }
    }

    /**
     * Returns the TLS context of a server.
     *
     * @param alias of its certificate
     * @param whole false to omit the intermediate certificates
     */
    public static SSLContext context(String alias, boolean whole) {
        try {
            KeyStore keys = keys();
            // Deriving keys from passwords takes a while with PKCS#12.
            KeyStore own = KeyStore.getInstance("JKS");
            own.load(null, null);
            Certificate[] chain = keys.getCertificateChain(alias);
            own.setKeyEntry("own", keys.getKey(alias, PASSWORD), PASSWORD, whole ? chain : new Certificate[]{chain[0]});
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, PASSWORD);
            KeyStore authorities = KeyStore.getInstance("JKS");
            authorities.load(null, null);
            authorities.setCertificateEntry("ca", keys.getCertificate("ca"));
            TrustManagerFactory clients = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            clients.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), clients.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw unusable(failure);
        } catch (IOException failure) {
            throw new UncheckedIOException("an empty store of keys cannot be made", failure);
        }
    }

    private static KeyStore keys() throws GeneralSecurityException {
        try (InputStream in = resource("keys.p12")) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD);
            return keys;
        } catch (IOException failure) {
            throw new UncheckedIOException("the keys of the simulator cannot be read", failure);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(Encryption.class.getResourceAsStream(PLACE + name), name);
    }

    private static IllegalStateException unusable(GeneralSecurityException failure) {
        return new IllegalStateException("this Java cannot use the keys of the simulator", failure);
    }
}
