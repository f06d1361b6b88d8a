package dev.sheaf.cli.harvest;

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

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.platform.sync.operate.SourceInput;

/** Options for access to the host of a repository: login, certificates, proxy, rate. Options that are not given change nothing. */
public final class AccessOptions {

    private static final List<String> PARTS = List.of("login", "headers", "client-certificate", "proxy", "ca", "exception",
            "pace");
    private static final List<String> NAMES = List.of("user", "password-file", "bearer-file", "header-file", "client-certificate",
            "client-certificate-password-file", "ca-file", "accept-certificate", "accept-until", "proxy", "proxy-user",
            "proxy-password-file", "requests-at-once", "min-interval", "obey-robots", "without");

    @Option(names = "--access", paramLabel = "NAME=VALUE", description = {
            "access to the host (may be repeated); secrets are read from FILE, - (standard input) or env:NAME:%n"
                    + "user=NAME with password-file=FILE: login that the host asks for;%n"
                    + "bearer-file=FILE: token that is sent as Authorization: Bearer;%n"
                    + "header-file=FILE: further headers, one 'Name: value' in each line;%n"
                    + "client-certificate=FILE with client-certificate-password-file=FILE: certificate with its key (PKCS#12);%n"
                    + "ca-file=FILE: certification authorities (PEM) trusted for this host in addition to the usual ones;%n"
                    + "accept-certificate=SHA256 with accept-until=DATE: fingerprint of the host's certificate, which is accepted until that day even if it is invalid; at most a year from now;%n"
                    + "proxy=HOST:PORT: HTTP proxy for requests to the host;%n"
                    + "proxy-user=NAME with proxy-password-file=FILE: login that the proxy asks for;%n"
                    + "requests-at-once=N: requests to the host at the same time (default: 1); ask its operator first;%n"
                    + "min-interval=2s: shortest time between two requests to the host;%n"
                    + "obey-robots=yes|no: obey the host's robots.txt and its Crawl-delay (default: no, because OAI-PMH is meant for programs);%n"
                    + "without=PART: remove login, headers, client-certificate, proxy, ca, exception or pace"})
    private List<String> given = List.of();

    /** Returns whether an option was given. */
    public boolean isGiven() {
        return !given.isEmpty();
    }

    /** Returns the access with the given options. */
    public Access applyTo(Access old, CommandSpec spec) {
        return new Reading(NamedValues.of(spec, "--access", given, NAMES), spec).applyTo(old);
    }

    /** Warns of risks of an access. */
    public static void warn(Access access, @Nullable String baseUrl, Console console) {
        if (access.hasCredentials() && baseUrl != null && baseUrl.toLowerCase(Locale.ROOT).startsWith("http://")) {
            console.note("The login is sent to " + baseUrl + " without encryption. Use its https address if there is one.");
        }
    }

    /** Reader of the values. Parts that were not given stay unchanged. */
    private static final class Reading {

        private final NamedValues said;
        private final CommandSpec spec;
        private final Program program;

        Reading(NamedValues said, CommandSpec spec) {
            this.said = said;
            this.spec = spec;
            this.program = Program.of(spec);
        }

        Access applyTo(Access old) {
            onceStandardInput();
            try {
                Access access = login(reduced(old));
                String headerFile = said.one("header-file");
                if (headerFile != null) {
                    access = access.withHeaders(headers(headerFile));
                }
                access = trust(proxy(certificate(access)));
                String interval = said.one("min-interval");
                access = access.withPace(requestsAtOnce(access.requestsAtOnce()),
                        interval == null ? access.interval() : Words.duration(spec, said.label("min-interval"), interval));
                Boolean obeyRobots = said.truth("obey-robots");
                return obeyRobots == null ? access : access.withObeyRobots(obeyRobots);
            } catch (IllegalArgumentException failure) {
                throw Words.wrong(spec, "--access: " + failure.getMessage());
            }
        }

        private void onceStandardInput() {
            long wanted = Stream.of("password-file", "bearer-file", "header-file", "client-certificate-password-file",
                    "proxy-password-file").filter(name -> "-".equals(said.one(name))).count();
            if (wanted > 1) {
                throw Words.wrong(spec,
                        "only one secret can be read from standard input: use files or the environment for the others");
            }
        }

        private Access reduced(Access old) {
            List<String> without = said.all("without");
            Access access = old;
            for (String part : without == null ? List.<String>of() : without) {
                access = switch (part) {
                    case "login" -> access.withLogin(null);
                    case "headers" -> access.withHeaders(List.of());
                    case "client-certificate" -> access.withCertificate(null);
                    case "proxy" -> access.withProxy(null);
                    case "ca" -> access.withTrust(new Access.Trust(null, access.trust().exception()));
                    case "exception" -> access.withTrust(new Access.Trust(access.trust().authorities(), null));
                    case "pace" -> access.withPace(0, null);
                    default -> throw Words.wrong(spec,
                            said.label("without") + ": '" + part + "' is none of " + String.join(", ", PARTS));
                };
            }
            return access;
        }

        private Secret secret(String name, String place) {
            return SecretInput.secret(program, spec, said.label(name), place);
        }

        private Access login(Access access) {
            String user = said.one("user");
            String passwordFile = said.one("password-file");
            String bearerFile = said.one("bearer-file");
            if (bearerFile != null) {
                if (user != null || passwordFile != null) {
                    throw Words.wrong(spec, "--access: give either bearer-file or user, not both");
                }
                return access.withLogin(new Access.Login.Bearer(secret("bearer-file", bearerFile)));
            }
            if (user == null && passwordFile == null) {
                return access;
            }
            String name = user != null
                    ? user
                    : access.login() instanceof Access.Login.Basic(String known, Secret _) ? known : null;
            if (name == null || passwordFile == null) {
                throw Words.wrong(spec, "--access: a login needs both user and password-file");
            }
            return access.withLogin(new Access.Login.Basic(name, secret("password-file", passwordFile)));
        }

        private List<Access.Header> headers(String place) {
            List<Access.Header> headers = new ArrayList<>();
            String label = said.label("header-file");
            for (String line : SecretInput.lines(program, spec, label, place)) {
                int number = headers.size() + 1;
                headers.add(Words.read(spec, label + ": line " + number, () -> SourceInput.furtherHeader(line)));
            }
            return headers;
        }

        private Access certificate(Access access) {
            String certificate = said.one("client-certificate");
            String passwordFile = said.one("client-certificate-password-file");
            if (certificate == null && passwordFile == null) {
                return access;
            }
            if (certificate == null || passwordFile == null) {
                throw Words.wrong(spec,
                        "--access: a client certificate needs both client-certificate and client-certificate-password-file");
            }
            return access.withCertificate(new Access.ClientCertificate(readable("client-certificate", certificate),
                    secret("client-certificate-password-file", passwordFile)));
        }

        private Access proxy(Access access) {
            String proxy = said.one("proxy");
            String user = said.one("proxy-user");
            String passwordFile = said.one("proxy-password-file");
            if (proxy == null && user == null && passwordFile == null) {
                return access;
            }
            if ((user == null) != (passwordFile == null)) {
                throw Words.wrong(spec, "--access: a proxy login needs both proxy-user and proxy-password-file");
            }
            Secret password = passwordFile == null ? null : secret("proxy-password-file", passwordFile);
            if (proxy == null) {
                Access.Proxy old = access.proxy();
                if (old == null) {
                    throw Words.wrong(spec,
                            said.label("proxy-user") + ": the proxy is missing. Give it with --access proxy=HOST:PORT");
                }
                return access.withProxy(new Access.Proxy(old.host(), old.port(), user, password));
            }
            URI address = address(proxy);
            return access.withProxy(new Access.Proxy(address.getHost(), address.getPort(), user, password));
        }

        private URI address(String proxy) {
            try {
                return SourceInput.proxy(proxy);
            } catch (IllegalArgumentException failure) {
                throw Words.wrong(spec, said.label("proxy") + ": " + failure.getMessage() + " (proxy-password-file)");
            }
        }

        private Access trust(Access access) {
            String authorities = said.one("ca-file");
            String certificate = said.one("accept-certificate");
            String until = said.one("accept-until");
            Access.Trust trust = access.trust();
            if (authorities != null) {
                trust = new Access.Trust(readable("ca-file", authorities), trust.exception());
            }
            if ((certificate == null) != (until == null)) {
                throw Words.wrong(spec,
                        "--access: an exception needs both accept-certificate and accept-until, because it must have an end");
            }
            if (certificate != null && until != null) {
                String sha256 = certificate.replace(":", "").toLowerCase(Locale.ROOT);
                trust = new Access.Trust(trust.authorities(), new Access.CertificateException(sha256, end(until)));
            }
            return access.withTrust(trust);
        }

        private Instant end(String text) {
            try {
                Instant end = LocalDate.parse(text.strip()).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
                Instant now = program.surroundings().clock().instant();
                if (end.isAfter(now) && end.isBefore(now.atZone(ZoneOffset.UTC).plusDays(367).toInstant())) {
                    return end;
                }
            } catch (DateTimeParseException _) {
                // The fault is reported below.
            }
            throw Words.wrong(spec,
                    said.label("accept-until") + ": a day like 2030-06-30 is expected, from today to a year from now");
        }

        private String readable(String name, String typed) {
            Path file = program.surroundings().folder().resolve(typed).toAbsolutePath().normalize();
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new CommandFailedException(
                        said.label(name) + ": the file " + file + " does not exist, or you may not read it");
            }
            return file.toString();
        }

        private int requestsAtOnce(int before) {
            String text = said.one("requests-at-once");
            if (text == null) {
                return before;
            }
            int number = Words.read(spec, said.label("requests-at-once"), () -> SourceInput.whole(text));
            if (number < 1) {
                throw Words.wrong(spec, said.label("requests-at-once") + ": from 1 to " + Access.MOST_AT_ONCE);
            }
            return number;
        }
    }
}
