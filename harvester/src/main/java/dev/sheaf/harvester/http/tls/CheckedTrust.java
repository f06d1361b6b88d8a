package dev.sheaf.harvester.http.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.HexFormat;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;

/**
 * Trust manager that accepts the certificates that the system trusts, those signed by a source's own authorities, and for a limited time
 * the one certificate for which the source has an exception. A refusal describes the certificate. Thread-safe if the managers are.
 */
public final class CheckedTrust extends X509ExtendedTrustManager {

    /** Thrown for a refused certificate, with the facts for the message. */
    public static final class Refused extends CertificateException {

        private static final long serialVersionUID = 1L;
        private final transient X509Certificate[] chain;

        Refused(X509Certificate[] chain, CertificateException cause) {
            super(cause.getMessage(), cause);
            this.chain = chain.clone();
        }

        /** Returns the certificates that the host showed, its own first. */
        public X509Certificate[] chain() {
            return chain.clone();
        }
    }

    private final X509ExtendedTrustManager usual;
    private final @Nullable X509ExtendedTrustManager own;
    private final Access.@Nullable CertificateException exception;
    private final InstantSource clock;

    /**
     * Creates a trust manager.
     *
     * @param usual decides by the authorities of the system
     * @param own decides by the source's own authorities; null for none
     * @param exception certificate that is accepted although nobody vouches for it; null for none
     * @param clock decides whether the exception still holds
     */
    public CheckedTrust(X509ExtendedTrustManager usual, @Nullable X509ExtendedTrustManager own,
            Access.@Nullable CertificateException exception, InstantSource clock) {
        this.usual = usual;
        this.own = own;
        this.exception = exception;
        this.clock = clock;
    }

    private interface Check {
        void by(X509ExtendedTrustManager manager) throws CertificateException;
    }

    private void check(X509Certificate[] chain, Check check) throws CertificateException {
        CertificateException refusal;
        try {
            check.by(usual);
            return;
        } catch (CertificateException refused) {
            refusal = refused;
        }
        if (own != null) {
            try {
                check.by(own);
                return;
            } catch (CertificateException refused) {
                // Both refuse it; the reason of the source's own authorities is more relevant.
                refusal = refused;
            }
        }
        if (exception != null && exception.until().isAfter(clock.instant()) && chain.length > 0
                && fingerprint(chain[0]).equals(exception.sha256())) {
            return;
        }
        throw new Refused(chain, refusal);
    }

    /** Returns the SHA-256 of a certificate, in lower-case hexadecimal digits. */
    public static String fingerprint(X509Certificate certificate) throws CertificateException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException failure) {
            throw new CertificateException(failure);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, manager -> manager.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw notAServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw notAServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw notAServer();
    }

    private static CertificateException notAServer() {
        return new CertificateException("harvesting accepts no clients");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return usual.getAcceptedIssuers();
    }
}
