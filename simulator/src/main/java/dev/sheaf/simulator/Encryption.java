package dev.sheaf.simulator;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    OLD_VERSION(null),
    /** A certificate for the right host by the simulator's authority. */
    TRUSTED("localhost"),
    /** A certificate that expires in five days. */
    ENDING("ending"),
    /** As {@link #TRUSTED}, and plain HTTP at the same port. */
    PLAIN_TOO("localhost");

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

    /** Returns true if plain HTTP is spoken at the same port. */
    boolean isPlainToo() {
        return this == PLAIN_TOO;
    }

    /** Returns true if a client that trusts the simulator's authority accepts it. */
    public boolean isAccepted() {
        return this == TRUSTED || this == ENDING || this == PLAIN_TOO;
    }

    /** Returns the TLS context with the server's certificate; null if there is no certificate. */
    @Nullable
    SSLContext context() {
        if (this == ENDING) {
            return context(keysWithEndingOne(), "ending", true);
        }
        return alias == null ? null : context(alias, this != CHAIN_CUT);
    }

    /**
     * Returns an accepted connection with this encryption.
     *
     * @param begun the bytes that were read from it before; empty for none
     * @param context from {@link #context()}
     * @throws IOException if the handshake fails
     */
    Socket secured(Socket plain, byte[] begun, @Nullable SSLContext context) throws IOException {
        if (this == OLD_VERSION) {
            refuse(plain);
        }
        if (context == null || isPlainToo() && (begun.length == 0 || begun[0] != HANDSHAKE)) {
            return plain;
        }
        InputStream read = begun.length == 0 ? null : new ByteArrayInputStream(begun);
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(plain, read, true);
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
            return context(keys(), alias, whole);
        } catch (GeneralSecurityException failure) {
            throw unusable(failure);
        }
    }

    private static SSLContext context(KeyStore keys, String alias, boolean whole) {
        try {
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
            return keys(in);
        } catch (IOException failure) {
            throw new UncheckedIOException("the keys of the simulator cannot be read", failure);
        }
    }

    private static KeyStore keys(InputStream in) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(in, PASSWORD);
        return keys;
    }

    /** Returns the keys with a certificate that began 85 days ago and ends in five: the JDK's keytool issues it. */
    private static KeyStore keysWithEndingOne() {
        try {
            Path folder = Files.createTempDirectory("sheaf-simulator");
            Path file = folder.resolve("keys.p12");
            try (InputStream in = resource("keys.p12")) {
                Files.copy(in, file);
                Process tool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair", "-keyalg", "EC", "-alias", "ending", "-signer", "ca", "-dname", "CN=localhost", "-ext",
                        "san=dns:localhost", "-startdate", "-85d", "-validity", "90", "-keystore", file.toString(), "-storepass",
                        new String(PASSWORD)).redirectErrorStream(true).start();
                String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (tool.waitFor() != 0) {
                    throw new IOException("keytool: " + said.strip());
                }
                try (InputStream made = Files.newInputStream(file)) {
                    return keys(made);
                }
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (GeneralSecurityException failure) {
            throw unusable(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a certificate was made", interruption);
        } catch (IOException failure) {
            throw new UncheckedIOException("a certificate that expires soon cannot be made", failure);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(Encryption.class.getResourceAsStream(PLACE + name), name);
    }

    private static IllegalStateException unusable(GeneralSecurityException failure) {
        return new IllegalStateException("this Java cannot use the keys of the simulator", failure);
    }
}
