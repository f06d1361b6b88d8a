package dev.sheaf.harvester.http;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.tls.CheckedTrust;
import dev.sheaf.harvester.http.tls.TlsDetails;
import dev.sheaf.harvester.http.tls.TlsDetails.Fault;

/** Explanation of a fault of a host's TLS, with the remedy. */
final class TlsFault {

    private TlsFault() {}

    /** @param host name of the host, for people */
    static HarvestException explained(String host, IOException failure) {
        Optional<CheckedTrust.Refused> refusal = find(failure, CheckedTrust.Refused.class);
        String why = refusal.map(TlsFault::refused).orElseGet(() -> handshake(failure));
        return new HarvestException(Kind.TLS, "no trustworthy connection to " + host + ": " + why, failure)
                .of(refusal.map(TlsFault::details)
                        .orElseGet(() -> TlsDetails.refused(isOldVersion(failure) ? Fault.OLD_VERSION : Fault.OTHER)));
    }

    private static TlsDetails details(CheckedTrust.Refused refusal) {
        X509Certificate[] chain = refusal.chain();
        return chain.length == 0 ? TlsDetails.refused(Fault.OTHER) : TlsDetails.of(fault(refusal, chain), "", chain[0]);
    }

    private static Fault fault(CheckedTrust.Refused refusal, X509Certificate[] chain) {
        if (find(refusal, CertificateExpiredException.class).isPresent()) {
            return Fault.EXPIRED;
        }
        if (find(refusal, CertificateNotYetValidException.class).isPresent()) {
            return Fault.NOT_YET_VALID;
        }
        if (isUnknownAuthority(refusal)) {
            return isSelfSigned(chain) ? Fault.SELF_SIGNED : Fault.UNKNOWN_AUTHORITY;
        }
        return Fault.OTHER_NAME;
    }

    private static boolean isSelfSigned(X509Certificate[] chain) {
        return chain.length == 1 && chain[0].getIssuerX500Principal().equals(chain[0].getSubjectX500Principal());
    }

    private static String refused(CheckedTrust.Refused refusal) {
        X509Certificate[] chain = refusal.chain();
        if (chain.length == 0) {
            return "it shows no certificate";
        }
        X509Certificate own = chain[0];
        String what;
        if (find(refusal, CertificateExpiredException.class).isPresent()) {
            what = "its certificate" + expired(chain) + ". Its operator has to renew it";
        } else if (find(refusal, CertificateNotYetValidException.class).isPresent()) {
            what = "its certificate is not valid before " + date(own.getNotBefore().toInstant())
                    + ". Is the clock of this computer right?";
        } else if (isUnknownAuthority(refusal)) {
            what = unknownAuthority(chain);
        } else {
            // The remaining cause is a wrong name; the JDK's message states the expected one.
            what = "its certificate is for another name (" + Unreadable.line(refusal.getMessage())
                    + "). Is the host name in the base URL the right one?";
        }
        return what + ". Until then this one certificate can be accepted for some days: --access accept-certificate=" + print(own)
                + " --access accept-until=DATE";
    }

    private static boolean isUnknownAuthority(CheckedTrust.Refused refusal) {
        return find(refusal, CertPathBuilderException.class).isPresent()
                || String.valueOf(refusal.getMessage()).contains("path");
    }

    private static String expired(X509Certificate[] chain) {
        X509Certificate own = chain[0];
        for (X509Certificate certificate : chain) {
            try {
                certificate.checkValidity();
            } catch (CertificateException _) {
                String end = " on " + date(certificate.getNotAfter().toInstant());
                return certificate.equals(own) ? " has expired" + end : " comes with one of its authority that has expired" + end;
            }
        }
        return " has expired";
    }

    private static String unknownAuthority(X509Certificate[] chain) {
        X509Certificate last = chain[chain.length - 1];
        String issuer = Unreadable.line(last.getIssuerX500Principal().getName());
        if (isSelfSigned(chain)) {
            return "its certificate is self-signed. If you know the host, name the certificate: --access ca-file=FILE";
        }
        return "its certificates end with one of an authority that is not known here (" + issuer
                + "): either the host does not send "
                + "its intermediate certificate, then its operator has to add it; or the authority is one of your own, then give it: "
                + "--access ca-file=FILE";
    }

    private static boolean isOldVersion(IOException failure) {
        String lower = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return lower.contains("protocol_version") || lower.contains("not accepted by client preferences")
                || lower.contains("no appropriate protocol") || lower.contains("client requested protocol");
    }

    private static String handshake(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (isOldVersion(failure)) {
            return "it speaks only versions of TLS that are too old to be safe (" + Unreadable.line(message)
                    + "). Its operator has to allow TLS 1.2 or 1.3";
        }
        if (lower.contains("certificate_required") || lower.contains("bad_certificate")) {
            return "it asks for a client certificate, or does not accept the one shown: --access client-certificate=FILE ("
                    + Unreadable.line(message) + ")";
        }
        if (lower.contains("handshake_failure")) {
            return "the two sides agree on no way to encrypt, or it asks for a client certificate (" + Unreadable.line(message)
                    + ")";
        }
        if (lower.contains("unrecognized ssl message") || lower.contains("plaintext")) {
            return "it does not speak TLS at this port. Is it http:// instead of https://?";
        }
        return Unreadable.line(message);
    }

    private static String date(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC).toString();
    }

    private static String print(X509Certificate certificate) {
        try {
            return CheckedTrust.fingerprint(certificate);
        } catch (CertificateException _) {
            return "FINGERPRINT";
        }
    }

    private static <T extends Throwable> Optional<T> find(@Nullable Throwable failure, Class<T> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 12; depth++) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
