package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.platform.gateway.StaticFetch.Result;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.gateways.Mediation;
import dev.sheaf.store.gateways.Mediations;

/**
 * Answers for static repositories. Before each answer it asks the server of the file whether the file has changed (specification, "A Static
 * Repository Gateway must use the most recent file"); requests that wait for the same check share it.
 *
 * <p>Resumption tokens are signed with a key of the version of the file, so a token of an earlier version is none. Thread-safe.
 */
final class Mediator implements AutoCloseable {

    private static final String DESCRIPTION = "http://www.openarchives.org/OAI/2.0/guidelines-static-repository.htm";
    /** Largest number of static repositories of one domain, and of those that one client has initiated, where anybody may initiate them. */
    private static final int MOST_OF_ONE = Limit.STATIC_REPOSITORIES.count() / 4;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int TIMED_OUT = 504;
    private static final long SOON = 10;
    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);
    private static final long WEIGHT_OF_A_RECORD = 2_000;
    private static final long LARGEST_WEIGHT = Math.min(1L << 30, Runtime.getRuntime().maxMemory());

    private final Mediations mediations;
    private final StaticFetch fetch;
    private final OwnHosts own;
    private final Initiators initiators;
    private final GatewayLimits limits;
    private final ProviderSettings provider;
    private final TokenKey key;
    private final String gatewayUrl;
    private final String adminEmail;
    private final Path folder;
    private final InstantSource clock;
    private final Cache<String, StaticVersion> versions = Caffeine.newBuilder().maximumWeight(LARGEST_WEIGHT)
            .weigher((String _, StaticVersion version) -> (int) Math.min(Integer.MAX_VALUE, version.weight()))
            .evictionListener((@Nullable String _, @Nullable StaticVersion version, RemovalCause _) -> {
                if (version != null) {
                    version.delete();
                }
            }).build();
    private final Map<String, Turn> turns = new HashMap<>();
    private final AtomicLong tickets = new AtomicLong();

    /**
     * Properties of the gateway.
     *
     * @param gatewayUrl public address of the gateway, without a slash at its end
     * @param adminEmail address of its administrator
     * @param provider settings of all data providers, without base URL
     * @param key signs tokens
     */
    record Identity(String gatewayUrl, String adminEmail, ProviderSettings provider, TokenKey key) {}

    /** Result of a question for a static repository. */
    sealed interface Outcome {

        /** The data provider of the present version of the file. */
        record Ready(DataProvider provider) implements Outcome {}

        /**
         * No answer.
         *
         * @param status HTTP status by the specification
         * @param reason for people
         * @param retryAfter seconds after which a further request may be answered; 0 for none
         */
        record Refused(int status, String reason, long retryAfter) implements Outcome {}
    }

    /**
     * Result of an initiation or a termination.
     *
     * @param status HTTP status
     * @param text for people
     * @param baseUrl base URL at which harvesters are answered; null if they are not
     */
    record Decision(int status, String text, @Nullable String baseUrl) {}

    /** The check of a file under way, and the last one. */
    private static final class Turn {

        private final ReentrantLock lock = new ReentrantLock();
        private int users;
        private long begun;
        private @Nullable Checked last;
    }

    /** Result of a check. */
    private sealed interface Checked {

        record Known(StaticVersion version) implements Checked {}

        record Unknown(Outcome.Refused refused, boolean isInaccessible, boolean isGone) implements Checked {}
    }

    /**
     * Creates a mediator.
     *
     * @param fetch belongs to this object from now on
     * @param own addresses of the hub itself
     * @param folder existing folder for files, for this object alone
     */
    Mediator(Mediations mediations, StaticFetch fetch, OwnHosts own, Initiators initiators, GatewayLimits limits,
            Identity identity, Path folder, InstantSource clock) {
        this.mediations = mediations;
        this.fetch = fetch;
        this.own = own;
        this.initiators = initiators;
        this.limits = limits;
        this.provider = identity.provider();
        this.key = identity.key();
        this.gatewayUrl = identity.gatewayUrl();
        this.adminEmail = identity.adminEmail();
        this.folder = folder;
        this.clock = clock;
    }

    /** Returns the base URL of a static repository at this gateway. */
    String baseUrl(StaticAddress address) {
        return gatewayUrl + "/" + address.path();
    }

    /** Returns the active mediations, the first ones by their addresses. */
    List<Mediation> active(int limit) {
        return mediations.active(null, limit);
    }

    /** Returns the number of active mediations. */
    long count() {
        return mediations.count();
    }

    /** Returns the data provider for a request, or why there is none. */
    Outcome ask(StaticAddress address) throws IOException {
        long arrival = tickets.incrementAndGet();
        Optional<Mediation> found = mediations.find(address.text());
        if (found.isEmpty()) {
            return refused(BAD_GATEWAY, "This gateway does not answer for " + address.text() + ". It was not initiated here: "
                    + gatewayUrl);
        }
        Mediation mediation = found.get();
        if (!mediation.isActive()) {
            return refused(BAD_GATEWAY,
                    "This gateway no longer answers for " + mediation.url() + ": " + mediation.reason());
        }
        Checked checked = check(address, mediation.url(), arrival);
        Optional<String> end = note(mediation, checked);
        if (end.isPresent()) {
            return refused(BAD_GATEWAY, "This gateway no longer answers for " + mediation.url() + ": " + end.get());
        }
        return outcome(checked);
    }

    private static Outcome.Refused refused(int status, String reason) {
        return new Outcome.Refused(status, reason, 0);
    }

    private static Outcome outcome(Checked checked) {
        return switch (checked) {
            case Checked.Unknown unknown -> unknown.refused();
            case Checked.Known(StaticVersion version) -> switch (version.result()) {
                case StaticVersion.Result.Served(StaticContent _, DataProvider served) -> new Outcome.Ready(served);
                case StaticVersion.Result.NotConformant(String reason) -> refused(BAD_GATEWAY,
                        "The file is no conformant static repository: " + reason);
                case StaticVersion.Result.NamesAnother(String reason) -> refused(BAD_GATEWAY, reason);
            };
        };
    }

    /** Notes the result of a check, and returns the reason for which the mediation ends with it. */
    private Optional<String> note(Mediation mediation, Checked checked) {
        Instant now = clock.instant();
        String failure = switch (checked) {
            case Checked.Known(StaticVersion version) -> switch (version.result()) {
                case StaticVersion.Result.Served _ -> "";
                case StaticVersion.Result.NotConformant(String reason) -> reason;
                case StaticVersion.Result.NamesAnother(String reason) -> {
                    mediations.end(mediation.address(), now, reason);
                    yield reason;
                }
            };
            case Checked.Unknown unknown -> unknown.isInaccessible() ? unknown.refused().reason() : null;
        };
        if (failure == null) {
            return Optional.empty();
        }
        Instant since = mediation.failing();
        if (failure.isEmpty()) {
            if (since != null) {
                mediations.available(mediation.address());
            }
            return Optional.empty();
        }
        if (since == null) {
            mediations.failing(mediation.address(), now, failure);
        } else if (since.plus(limits.longestFailure()).isBefore(now)) {
            String reason = "no valid file since " + since + ". " + failure;
            mediations.end(mediation.address(), now, reason);
            return Optional.of(reason);
        }
        return Optional.empty();
    }

    /**
     * Initiates a static repository.
     *
     * @param client address of the client
     * @param isTrusted true if the administrator asks
     */
    Decision initiate(String url, String client, boolean isTrusted) throws IOException {
        StaticAddress address;
        try {
            address = StaticAddress.ofUrl(url);
        } catch (IllegalArgumentException failure) {
            return new Decision(400, "Not initiated: " + OneLine.sentence(String.valueOf(failure.getMessage())), null);
        }
        long arrival = tickets.incrementAndGet();
        String whole = address.url(url.strip().toLowerCase(Locale.ROOT).startsWith("https:") ? "https" : "http");
        URI uri = URI.create(whole);
        if (own.has(uri)) {
            return new Decision(403, "Not initiated: " + whole + " is an address of this gateway itself.", null);
        }
        if (!isTrusted && !initiators.admits(String.valueOf(uri.getHost()))) {
            return new Decision(403, "Not initiated: this gateway answers for static repositories of chosen hosts alone, and "
                    + uri.getHost() + " is not one of them. Ask its administrator: " + adminEmail, null);
        }
        Optional<Mediation> known = mediations.find(address.text()).filter(Mediation::isActive);
        if (known.isEmpty() && mediations.count() >= Limit.STATIC_REPOSITORIES.number()) {
            return new Decision(UNAVAILABLE, "Not initiated: this gateway answers for as many static repositories as it can.",
                    null);
        }
        if (known.isEmpty() && !isTrusted && initiators.isOpen() && hasItsShare(uri, client)) {
            return new Decision(UNAVAILABLE, "Not initiated: this gateway answers for " + MOST_OF_ONE
                    + " static repositories of this domain, or initiated by you, already. Ask its administrator: " + adminEmail,
                    null);
        }
        // The first initiation fixed the scheme.
        Checked checked = check(address, known.map(Mediation::url).orElse(whole), arrival);
        known.ifPresent(mediation -> note(mediation, checked));
        return switch (outcome(checked)) {
            case Outcome.Refused refused -> {
                if (known.isEmpty()) {
                    forget(address);
                }
                yield new Decision(refused.status(), (known.isEmpty() ? "Not initiated. " : "Initiated before. ")
                        + refused.reason() + (refused.reason().endsWith(".") ? "" : "."), null);
            }
            case Outcome.Ready _ -> {
                if (!mediations.begin(Mediation.begun(address.text(), whole, client, clock.instant()),
                        Limit.STATIC_REPOSITORIES.number())) {
                    forget(address);
                    yield new Decision(UNAVAILABLE,
                            "Not initiated: this gateway answers for as many static repositories as it can.", null);
                }
                yield new Decision(200, "Initiated. Harvesters are answered at " + baseUrl(address), baseUrl(address));
            }
        };
    }

    /** Returns true if a quarter of all static repositories is of one domain or was initiated by one client: nobody may take all places. */
    private boolean hasItsShare(URI address, String client) {
        String group = HostGroup.of(String.valueOf(address.getHost()));
        int ofGroup = 0;
        int ofClient = 0;
        for (Mediation active : mediations.active(null, Limit.STATIC_REPOSITORIES.count())) {
            ofGroup += HostGroup.of(String.valueOf(URI.create(active.url()).getHost())).equals(group) ? 1 : 0;
            ofClient += active.client().equals(client) ? 1 : 0;
        }
        return ofGroup >= MOST_OF_ONE || ofClient >= MOST_OF_ONE;
    }

    /**
     * Terminates a static repository if its file says so: a request alone is ignored while the file still names this gateway.
     *
     * @param isTrusted true if the administrator asks, whose request ends the mediation in any case
     */
    Decision terminate(String url, boolean isTrusted) throws IOException {
        StaticAddress address;
        try {
            address = StaticAddress.ofUrl(url);
        } catch (IllegalArgumentException failure) {
            return new Decision(400, "Nothing is terminated: " + OneLine.sentence(String.valueOf(failure.getMessage())), null);
        }
        long arrival = tickets.incrementAndGet();
        Optional<Mediation> found = mediations.find(address.text()).filter(Mediation::isActive);
        if (found.isEmpty()) {
            return new Decision(404, "Nothing is terminated: this gateway does not answer for " + address.text() + ".", null);
        }
        Mediation mediation = found.get();
        if (isTrusted) {
            return ended(address, "the administrator of the gateway has ended it");
        }
        Checked checked = check(address, mediation.url(), arrival);
        note(mediation, checked);
        if (checked instanceof Checked.Unknown(Outcome.Refused refused, boolean _, boolean isGone)) {
            return isGone
                    ? ended(address, "its file is gone")
                    : new Decision(refused.status(), "Not terminated, because the file cannot be read now. " + refused.reason(),
                            baseUrl(address));
        }
        return switch (((Checked.Known) checked).version().result()) {
            case StaticVersion.Result.Served _ -> new Decision(409,
                    "Not terminated: " + mediation.url() + " still names this gateway. Change the baseURL in the file first.",
                    baseUrl(address));
            case StaticVersion.Result.NotConformant(String reason) -> new Decision(BAD_GATEWAY,
                    "Not terminated: the file is no conformant static repository, so it is not known which gateway it names ("
                            + reason + ").",
                    baseUrl(address));
            case StaticVersion.Result.NamesAnother(String reason) -> ended(address, reason);
        };
    }

    private Decision ended(StaticAddress address, String reason) {
        mediations.end(address.text(), clock.instant(), reason);
        forget(address);
        return new Decision(200, "Terminated: " + OneLine.sentence(reason), null);
    }

    /** Forgets the kept version of a file, so that the next request reads it again. */
    void forget(StaticAddress address) {
        StaticVersion version = versions.asMap().remove(address.text());
        if (version != null) {
            version.delete();
        }
    }

    private Checked check(StaticAddress address, String url, long arrival) throws IOException {
        Turn turn = enter(address.text());
        try {
            if (!turn.lock.tryLock(LONGEST_TURN.toMillis(), TimeUnit.MILLISECONDS)) {
                return later(SOON);
            }
            try {
                Checked last = turn.last;
                if (last != null && turn.begun > arrival) {
                    // The last check began after this request had arrived, so its result is recent enough.
                    return last;
                }
                turn.begun = tickets.incrementAndGet();
                Checked checked = checkNow(address, url);
                turn.last = checked;
                return checked;
            } finally {
                turn.lock.unlock();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return later(SOON);
        } finally {
            leave(address.text(), turn);
        }
    }

    private Turn enter(String address) {
        synchronized (turns) {
            Turn turn = turns.computeIfAbsent(address, _ -> new Turn());
            turn.users++;
            return turn;
        }
    }

    private void leave(String address, Turn turn) {
        synchronized (turns) {
            if (--turn.users == 0) {
                turns.remove(address);
            }
        }
    }

    private static Checked later(long seconds) {
        return new Checked.Unknown(
                new Outcome.Refused(UNAVAILABLE, "The file cannot be checked now; please try again later.", seconds), false,
                false);
    }

    private Checked checkNow(StaticAddress address, String url) throws IOException {
        StaticVersion known = versions.getIfPresent(address.text());
        return switch (fetch.fetch(URI.create(url), known)) {
            case Result.Unchanged() when known != null -> new Checked.Known(known);
            case Result.Unchanged() -> inaccessible(url, "its server answers a request without conditions with status 304",
                    false);
            case Result.Came(Path file, String sha256, StaticVersion.Validators validators) -> {
                try {
                    StaticVersion now = known != null && known.sha256().equals(sha256)
                            ? known.with(validators)
                            : read(address, url, file, sha256, validators);
                    StaticVersion before = versions.asMap().put(address.text(), now);
                    if (before != null && !before.sha256().equals(sha256)) {
                        before.delete();
                    }
                    yield new Checked.Known(now);
                } finally {
                    Files.deleteIfExists(file);
                }
            }
            case Result.TooLarge() -> {
                forget(address);
                yield new Checked.Unknown(refused(BAD_GATEWAY, "The file is not taken: " + Limit.STATIC_BYTES.exceeded()), true,
                        false);
            }
            case Result.LedHere() -> {
                forget(address);
                yield new Checked.Unknown(refused(BAD_GATEWAY, "The address of the file leads to this gateway itself."), true,
                        false);
            }
            case Result.Later(long seconds) -> later(seconds);
            case Result.Inaccessible(String reason, boolean isGone) -> inaccessible(url, reason, isGone);
        };
    }

    private static Checked inaccessible(String url, String reason, boolean isGone) {
        return new Checked.Unknown(refused(TIMED_OUT, "The file " + url + " cannot be read now: " + reason), true, isGone);
    }

    /** Reads a version of a file that was not known. */
    private StaticVersion read(StaticAddress address, String url, Path file, String sha256,
            StaticVersion.Validators validators) throws IOException {
        Path contents = folder.resolve("contents-" + tickets.incrementAndGet());
        StaticContent content;
        try {
            content = new StaticFileReader(file, contents).read();
        } catch (StaticFormatException failure) {
            Files.deleteIfExists(contents);
            return new StaticVersion(sha256, validators,
                    new StaticVersion.Result.NotConformant(String.valueOf(failure.getMessage())), WEIGHT_OF_A_RECORD);
        } catch (IOException | RuntimeException failure) {
            Files.deleteIfExists(contents);
            throw failure;
        }
        String named = content.description().baseUrl();
        if (!isBaseUrl(named, address)) {
            content.delete();
            return new StaticVersion(sha256, validators, new StaticVersion.Result.NamesAnother("The file names "
                    + (named.length() > StaticAddress.LONGEST ? "another address" : named) + " as its base URL, and not "
                    + baseUrl(address)), WEIGHT_OF_A_RECORD);
        }
        long weight = Files.size(contents) + content.size() * WEIGHT_OF_A_RECORD;
        TokenKey ofVersion = TokenKey.of(
                key.sign(32, ("static repository " + address.text() + " " + sha256).getBytes(StandardCharsets.UTF_8)));
        Gateway gateway = new Gateway(url, DESCRIPTION, List.of(adminEmail), gatewayUrl, null);
        ProviderSettings settings = new ProviderSettings(named, ofVersion, provider.granularity(), provider.recordsPerPage(),
                provider.headersPerPage(), provider.setsPerPage(), provider.compressions(), provider.deletedRecord(),
                provider.tokens(), null);
        return new StaticVersion(sha256, validators, new StaticVersion.Result.Served(content,
                new DataProvider(new MediatedRepository(content, gateway, clock), settings)), weight);
    }

    /** Returns whether a base URL in a file is the one at which this gateway answers for the file. */
    private boolean isBaseUrl(String named, StaticAddress address) {
        String text = named.strip();
        String begin = gatewayUrl + "/";
        // Scheme and host have no case. The path of the gateway has one, but a file that differs only there means this gateway too.
        return text.regionMatches(true, 0, begin, 0, begin.length())
                && StaticAddress.ofPath(text.substring(begin.length())).filter(address::equals).isPresent();
    }

    /** Ends the requests under way and deletes the kept files. */
    @Override
    public void close() {
        fetch.close();
        versions.asMap().values().forEach(StaticVersion::delete);
        versions.invalidateAll();
    }

    /** Creates the folder of a gateway, or empties it: what an earlier hub kept there is not used. */
    static Path emptied(Path folder) {
        try {
            Files.createDirectories(folder);
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            return folder;
        } catch (IOException failure) {
            throw new UncheckedIOException("the folder " + folder + " cannot be used: " + failure.getMessage(), failure);
        }
    }
}
