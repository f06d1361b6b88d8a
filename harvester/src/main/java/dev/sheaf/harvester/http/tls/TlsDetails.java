package dev.sheaf.harvester.http.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;

import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

/**
 * The encryption of a connection, or the reason why there is none. Immutable.
 *
 * @param fault why the connection was refused; null if it was trusted
 * @param version version of the protocol, such as {@code TLSv1.3}; empty if none was agreed on
 * @param validFrom beginning of the validity of the host's certificate; null if the host showed none
 * @param validUntil end of the validity of the host's certificate; null if the host showed none
 */
public record TlsDetails(@Nullable Fault fault, String version, @Nullable Instant validFrom, @Nullable Instant validUntil) {

    /** Reasons to refuse a connection. */
    public enum Fault {
        /** A certificate of the chain has expired. */
        EXPIRED,
        /** The certificate is not valid yet. */
        NOT_YET_VALID,
        /** The certificate is for another host name. */
        OTHER_NAME,
        /** The certificate is signed by itself alone. */
        SELF_SIGNED,
        /** The chain of certificates leads to no known authority. */
        UNKNOWN_AUTHORITY,
        /** The host supports only versions that are too old to be safe. */
        OLD_VERSION,
        /** Another reason, such as a required client certificate, or a port without TLS. */
        OTHER
    }

    /** Returns the details of a trusted connection. */
    public static TlsDetails of(SSLSession session) {
        try {
            return session.getPeerCertificates()[0] instanceof X509Certificate own
                    ? of(null, session.getProtocol(), own)
                    : new TlsDetails(null, session.getProtocol(), null, null);
        } catch (SSLPeerUnverifiedException _) {
            return new TlsDetails(null, session.getProtocol(), null, null);
        }
    }

    /** Returns the details of a connection with a certificate. */
    public static TlsDetails of(@Nullable Fault fault, String version, X509Certificate own) {
        return new TlsDetails(fault, version, own.getNotBefore().toInstant(), own.getNotAfter().toInstant());
    }

    /** Returns the details of a connection that failed before the host showed a certificate. */
    public static TlsDetails refused(Fault fault) {
        return new TlsDetails(fault, "", null, null);
    }
}
