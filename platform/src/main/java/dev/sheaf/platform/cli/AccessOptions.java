package dev.sheaf.platform.cli;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.platform.sync.SourceInput;

/** Options for access to a repository's host: login, certificates, proxy, pace. An option that is not given changes nothing. */
final class AccessOptions {

    private static final List<String> PARTS = List.of("login", "headers", "client-certificate", "proxy", "ca", "exception",
            "pace");

    @Option(names = "--user", paramLabel = "NAME", description = "user name that the host asks for; with --password-file")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE|-|env:NAME", description = "where the password is: in a file, on standard input or in the environment")
    private @Nullable String passwordFile;

    @Option(names = "--bearer-file", paramLabel = "FILE|-|env:NAME", description = "where the token is that is sent as Authorization: Bearer")
    private @Nullable String bearerFile;

    @Option(names = "--header-file", paramLabel = "FILE|-|env:NAME", description = "where further headers are, one 'Name: value' in each line")
    private @Nullable String headerFile;

    @Option(names = "--client-certificate", paramLabel = "FILE", description = "certificate with its key (PKCS#12) that is shown to the host")
    private @Nullable Path certificate;

    @Option(names = "--client-certificate-password-file", paramLabel = "FILE|-|env:NAME", description = "where the password of that file is")
    private @Nullable String certificatePasswordFile;

    @Option(names = "--ca-file", paramLabel = "FILE", description = "certification authorities (PEM) trusted for this host, beside the usual ones")
    private @Nullable Path authorities;

    @Option(names = "--accept-certificate", paramLabel = "SHA256", description = "fingerprint of the host's certificate, accepted whatever is wrong with it, until --accept-until")
    private @Nullable String acceptedCertificate;

    @Option(names = "--accept-until", paramLabel = "DATE", description = "last day of that exception; at most a year from now")
    private @Nullable String acceptedUntil;

    @Option(names = "--proxy", paramLabel = "HOST:PORT", description = "HTTP proxy that leads to the host")
    private @Nullable String proxy;

    @Option(names = "--proxy-user", paramLabel = "NAME", description = "user name that the proxy asks for; with --proxy-password-file")
    private @Nullable String proxyUser;

    @Option(names = "--proxy-password-file", paramLabel = "FILE|-|env:NAME", description = "where the password for the proxy is")
    private @Nullable String proxyPasswordFile;

    @Option(names = "--requests-at-once", paramLabel = "N", description = "requests to the host at the same time (default: 1); ask its operator first")
    private @Nullable Integer requestsAtOnce;

    @Option(names = "--min-interval", paramLabel = "2s", description = "least time between two requests to the host")
    private @Nullable String interval;

    @Option(names = "--obey-robots", negatable = true, description = "obey the host's robots.txt and its Crawl-delay (default: no, for OAI-PMH is meant for programs)")
    private @Nullable Boolean obeyRobots;

    @Option(names = "--without", paramLabel = "PART", description = "take away: login, headers, client-certificate, proxy, ca, exception, pace (may be repeated)")
    private List<String> without = new ArrayList<>();

    /** True when something was said. */
    boolean isGiven() {
        return user != null || passwordFile != null || bearerFile != null || headerFile != null || certificate != null
                || certificatePasswordFile != null || authorities != null || acceptedCertificate != null || acceptedUntil != null
                || proxy != null || proxyUser != null || proxyPasswordFile != null || requestsAtOnce != null || interval != null
                || obeyRobots != null || !without.isEmpty();
    }

    /** The access with what was said. */
    Access applyTo(Access old, CommandSpec spec) {
        Sheaf sheaf = Sheaf.of(spec);
        onceStandardInput(spec);
        try {
            Access access = reduced(old, spec);
            access = login(access, sheaf, spec);
            if (headerFile != null) {
                access = access.withHeaders(headers(sheaf, spec, headerFile));
            }
            access = certificate(access, sheaf, spec);
            access = proxy(access, sheaf, spec);
            access = trust(access, sheaf, spec);
            access = access.withPace(requestsAtOnce == null ? access.requestsAtOnce() : atLeastOne(spec, requestsAtOnce),
                    interval == null ? access.interval() : Words.duration(spec, "--min-interval", interval));
            return obeyRobots == null ? access : access.withObeyRobots(obeyRobots);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
    }

    /** Says what is risky about an access to an address. */
    static void warn(Access access, @Nullable String baseUrl, Console console) {
        if (access.hasCredentials() && baseUrl != null && baseUrl.toLowerCase(Locale.ROOT).startsWith("http://")) {
            console.note("What lets us in is sent to " + baseUrl + " without encryption: use its https address if there is one.");
        }
    }

    private void onceStandardInput(CommandSpec spec) {
        long wanted = Stream.of(passwordFile, bearerFile, headerFile, certificatePasswordFile, proxyPasswordFile)
                .filter("-"::equals).count();
        if (wanted > 1) {
            throw Words.wrong(spec, "standard input can hold one secret only: use files or the environment for the others");
        }
    }

    private Access reduced(Access old, CommandSpec spec) {
        Access access = old;
        for (String part : without) {
            access = switch (part) {
                case "login" -> access.withLogin(null);
                case "headers" -> access.withHeaders(List.of());
                case "client-certificate" -> access.withCertificate(null);
                case "proxy" -> access.withProxy(null);
                case "ca" -> access.withTrust(new Access.Trust(null, access.trust().exception()));
                case "exception" -> access.withTrust(new Access.Trust(access.trust().authorities(), null));
                case "pace" -> access.withPace(0, null);
                default -> throw Words.wrong(spec, "--without: '" + part + "' is none of " + String.join(", ", PARTS));
            };
        }
        return access;
    }

    private Access login(Access access, Sheaf sheaf, CommandSpec spec) {
        if (bearerFile != null) {
            if (user != null || passwordFile != null) {
                throw Words.wrong(spec, "--bearer-file and --user exclude each other: a host asks for one of them");
            }
            return access.withLogin(new Access.Login.Bearer(SecretInput.secret(sheaf, spec, "--bearer-file", bearerFile)));
        }
        if (user == null && passwordFile == null) {
            return access;
        }
        String name = user != null ? user : access.login() instanceof Access.Login.Basic(String known, Secret _) ? known : null;
        if (name == null || passwordFile == null) {
            throw Words.wrong(spec, "a login is --user and --password-file together");
        }
        return access.withLogin(new Access.Login.Basic(name, SecretInput.secret(sheaf, spec, "--password-file", passwordFile)));
    }

    private static List<Access.Header> headers(Sheaf sheaf, CommandSpec spec, String place) {
        List<Access.Header> headers = new ArrayList<>();
        for (String line : SecretInput.lines(sheaf, spec, "--header-file", place)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                // Not shown: it may be a secret.
                throw Words.wrong(spec, "--header-file: line " + (headers.size() + 1) + " is not of the form 'Name: value'");
            }
            String value = line.substring(colon + 1).strip();
            if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw Words.wrong(spec, "--header-file: the value in line " + (headers.size() + 1) + " is not plain ASCII");
            }
            headers.add(new Access.Header(line.substring(0, colon).strip(), Secret.of(value)));
        }
        return headers;
    }

    private Access certificate(Access access, Sheaf sheaf, CommandSpec spec) {
        if (certificate == null && certificatePasswordFile == null) {
            return access;
        }
        if (certificate == null || certificatePasswordFile == null) {
            throw Words.wrong(spec,
                    "a client certificate is --client-certificate and --client-certificate-password-file together");
        }
        return access.withCertificate(new Access.ClientCertificate(readable(sheaf, "--client-certificate", certificate),
                SecretInput.secret(sheaf, spec, "--client-certificate-password-file", certificatePasswordFile)));
    }

    private Access proxy(Access access, Sheaf sheaf, CommandSpec spec) {
        Access.Proxy old = access.proxy();
        if (proxy == null && proxyUser == null && proxyPasswordFile == null) {
            return access;
        }
        if ((proxyUser == null) != (proxyPasswordFile == null)) {
            throw Words.wrong(spec, "a login at the proxy is --proxy-user and --proxy-password-file together");
        }
        String host;
        int port;
        if (proxy != null) {
            URI address = proxyAddress(spec, proxy);
            host = address.getHost();
            port = address.getPort();
        } else if (old != null) {
            host = old.host();
            port = old.port();
        } else {
            throw Words.wrong(spec, "--proxy-user: which proxy? Give it: --proxy HOST:PORT");
        }
        Secret password = proxyPasswordFile == null
                ? null
                : SecretInput.secret(sheaf, spec, "--proxy-password-file", proxyPasswordFile);
        return access.withProxy(new Access.Proxy(host, port, proxyUser, password));
    }

    private static URI proxyAddress(CommandSpec spec, String text) {
        try {
            return SourceInput.proxy(text);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, "--proxy: " + failure.getMessage() + " (--proxy-password-file)");
        }
    }

    private Access trust(Access access, Sheaf sheaf, CommandSpec spec) {
        Access.Trust trust = access.trust();
        if (authorities != null) {
            trust = new Access.Trust(readable(sheaf, "--ca-file", authorities), trust.exception());
        }
        if ((acceptedCertificate == null) != (acceptedUntil == null)) {
            throw Words.wrong(spec, "an exception is --accept-certificate and --accept-until together: it has to end some day");
        }
        if (acceptedCertificate != null && acceptedUntil != null) {
            String sha256 = acceptedCertificate.replace(":", "").toLowerCase(Locale.ROOT);
            trust = new Access.Trust(trust.authorities(),
                    new Access.CertificateException(sha256, end(sheaf, spec, acceptedUntil)));
        }
        return access.withTrust(trust);
    }

    private static Instant end(Sheaf sheaf, CommandSpec spec, String text) {
        try {
            Instant end = LocalDate.parse(text.strip()).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
            Instant now = sheaf.surroundings().clock().instant();
            if (end.isAfter(now) && end.isBefore(now.atZone(ZoneOffset.UTC).plusDays(367).toInstant())) {
                return end;
            }
        } catch (DateTimeParseException _) {
            // Told below.
        }
        throw Words.wrong(spec, "--accept-until: expected is a day like 2030-06-30, from today to a year from now");
    }

    private static String readable(Sheaf sheaf, String option, Path typed) {
        Path file = sheaf.surroundings().folder().resolve(typed).toAbsolutePath().normalize();
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CommandFailedException(option + ": the file " + file + " is not there, or you may not read it");
        }
        return file.toString();
    }

    private static int atLeastOne(CommandSpec spec, int number) {
        if (number < 1) {
            throw Words.wrong(spec, "--requests-at-once: from 1 to " + Access.MOST_AT_ONCE);
        }
        return number;
    }
}
