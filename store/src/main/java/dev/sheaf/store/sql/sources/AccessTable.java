package dev.sheaf.store.sql.sources;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SecretBox;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/**
 * Table {@code source_access}: the way to reach hosts. Secrets are decrypted when their source is read; in the database they are encrypted.
 * Safe for use by many threads.
 */
public final class AccessTable {

    private static final String FIND = "select settings, secrets from source_access where source = ?";
    private static final int BASIC = 1;
    private static final int BEARER = 2;

    private final SecretBox box;

    public AccessTable(SecretBox box) {
        this.box = box;
    }

    /** Returns a source with the access to its host. */
    public SourceTable.Numbered complete(SqlConnection sql, SourceTable.Numbered numbered) throws SQLException {
        Source source = numbered.source();
        Optional<Access> access = sql.one(FIND, row -> read(row.getBytes(1), secrets(row.getBytes(2), numbered.number())),
                numbered.number());
        return access.isEmpty()
                ? numbered
                : new SourceTable.Numbered(numbered.number(),
                        source.withSettings(source.settings().withAccess(access.get())));
    }

    /**
     * Stores the access of a source.
     *
     * @throws StoreException if one of its secrets was stored and can no longer be read
     */
    public void put(Transaction transaction, int number, Access access) throws SQLException {
        SqlConnection sql = transaction.sql();
        if (access.equals(Access.DEFAULT)) {
            transaction.sql().update("delete from source_access where source = ?", number);
            return;
        }
        List<String> secrets = new ArrayList<>();
        byte[] settings = write(access, secret -> secrets.add(secret.reveal()));
        sql.update("""
                insert into source_access (source, settings, secrets) values (?, ?, ?)
                on conflict (source) do update set settings = excluded.settings, secrets = excluded.secrets""", number, settings,
                secrets.isEmpty() ? null : box.seal(Packed.texts(secrets), number));
    }

    /** Returns the secrets in the order in which they were written; each is unreadable if the key does not fit. */
    private Iterator<Secret> secrets(byte @Nullable [] sealed, int number) {
        if (sealed == null) {
            return List.<Secret>of().iterator();
        }
        try {
            return Packed.texts(box.open(sealed, number)).stream().map(Secret::of).iterator();
        } catch (StoreException failure) {
            Secret unreadable = Secret.unreadable(String.valueOf(failure.getMessage()));
            return Stream.generate(() -> unreadable).iterator();
        }
    }

    /** Receiver of the secrets in a fixed order. */
    private interface Secrets {
        void add(Secret secret);
    }

    private static byte[] write(Access access, Secrets secrets) {
        Packed.Writer writer = new Packed.Writer();
        switch (access.login()) {
            case null -> writer.number(0);
            case Access.Login.Basic(String user, Secret password) -> {
                writer.number(BASIC).text(user);
                secrets.add(password);
            }
            case Access.Login.Bearer(Secret token) -> {
                writer.number(BEARER);
                secrets.add(token);
            }
        }
        writer.list(access.headers(), (each, header) -> {
            each.text(header.name());
            secrets.add(header.value());
        });
        Access.ClientCertificate certificate = access.certificate();
        writer.text(certificate == null ? null : certificate.file());
        if (certificate != null) {
            secrets.add(certificate.password());
        }
        write(writer, access.proxy(), secrets);
        Access.CertificateException exception = access.trust().exception();
        writer.text(access.trust().authorities()).text(exception == null ? null : exception.sha256())
                .text(exception == null ? null : exception.until().toString());
        Duration interval = access.interval();
        return writer.number(access.requestsAtOnce()).text(interval == null ? null : interval.toString())
                .number(access.obeyRobots() ? 1 : 0).toBytes();
    }

    private static void write(Packed.Writer writer, Access.@Nullable Proxy proxy, Secrets secrets) {
        writer.text(proxy == null ? null : proxy.host());
        if (proxy != null) {
            writer.number(proxy.port()).text(proxy.user()).number(proxy.password() == null ? 0 : 1);
            if (proxy.password() != null) {
                secrets.add(proxy.password());
            }
        }
    }

    private static Access read(byte[] settings, Iterator<Secret> secrets) {
        Packed.Reader reader = new Packed.Reader(settings);
        Access.Login login = switch ((int) reader.number()) {
            case BASIC -> new Access.Login.Basic(reader.someText(), secrets.next());
            case BEARER -> new Access.Login.Bearer(secrets.next());
            default -> null;
        };
        List<Access.Header> headers = reader.list(each -> new Access.Header(each.someText(), secrets.next()));
        String file = reader.text();
        Access.ClientCertificate certificate = file == null ? null : new Access.ClientCertificate(file, secrets.next());
        Access.Proxy proxy = readProxy(reader, secrets);
        String authorities = reader.text();
        String fingerprint = reader.text();
        String until = reader.text();
        Access.CertificateException exception = fingerprint == null || until == null
                ? null
                : new Access.CertificateException(fingerprint, Instant.parse(until));
        int atOnce = (int) reader.number();
        String interval = reader.text();
        return new Access(login, headers, certificate, proxy, new Access.Trust(authorities, exception), atOnce,
                interval == null ? null : Duration.parse(interval), reader.number() == 1);
    }

    private static Access.@Nullable Proxy readProxy(Packed.Reader reader, Iterator<Secret> secrets) {
        String host = reader.text();
        if (host == null) {
            return null;
        }
        int port = (int) reader.number();
        String user = reader.text();
        return new Access.Proxy(host, port, user, reader.number() == 1 ? secrets.next() : null);
    }
}
