package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.InstantSource;
import java.util.Collection;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.tls.CheckedTrust;

/** TLS contexts from the files that a source names. Certificates are always checked. */
final class TlsSetup {

    private TlsSetup() {}

    /** @throws HarvestException of kind {@link Kind#ACCESS} when a file cannot be used */
    static SSLContext context(Access.@Nullable ClientCertificate certificate, Access.Trust trust, InstantSource clock)
            throws HarvestException {
        String authorities = trust.authorities();
        X509ExtendedTrustManager usual = trustManager(null);
        X509ExtendedTrustManager own = authorities == null ? null : trustManager(authorities(Path.of(authorities)));
        KeyManager[] keys = certificate == null ? new KeyManager[0] : keys(certificate);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, new TrustManager[]{new CheckedTrust(usual, own, trust.exception(), clock)}, null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("this Java runtime lacks TLS", failure);
        }
    }

    /** @param authorities null for the system's authorities */
    private static X509ExtendedTrustManager trustManager(@Nullable KeyStore authorities) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager found) {
                    return found;
                }
            }
            throw new IllegalStateException("this Java runtime checks no certificates");
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("the certificates that this system trusts cannot be read", failure);
        }
    }

    private static KeyStore authorities(Path file) throws HarvestException {
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new GeneralSecurityException("it holds no certificate");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
            return store;
        } catch (IOException | GeneralSecurityException failure) {
            throw unusable("the certification authorities in " + file, "it has to hold certificates in PEM", failure);
        }
    }

    private static KeyManager[] keys(Access.ClientCertificate certificate) throws HarvestException {
        Path file = Path.of(certificate.file());
        try (InputStream in = Files.newInputStream(file)) {
            char[] password = certificate.password().reveal().toCharArray();
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory.getKeyManagers();
        } catch (StoreException failure) {
            throw new HarvestException(Kind.ACCESS, String.valueOf(failure.getMessage()), failure);
        } catch (IOException | GeneralSecurityException failure) {
            String advice = failure.getCause() instanceof UnrecoverableKeyException
                    ? "its password is another one"
                    : "it has to be a PKCS#12 file with a certificate and its key";
            throw unusable("the client certificate in " + file, advice, failure);
        }
    }

    private static HarvestException unusable(String what, String advice, Exception failure) {
        String why = failure instanceof NoSuchFileException ? "there is no such file" : advice;
        return new HarvestException(Kind.ACCESS, what + " cannot be used: " + why, failure);
    }
}
