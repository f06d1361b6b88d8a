package dev.sheaf.platform.sync.operate;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.store.sources.SourceCare;

/**
 * Settings of a source from a form or from JSON, by field, as text. A missing field stays unchanged; a field without a value is reset to
 * its default. Used by one thread.
 *
 * <p>Files of the hub's machine (client certificates, authorities) cannot be set here, because people with the password of the
 * administration need not have access to the machine. The commands can set them.
 */
public final class SourceEdit {

    private static final Map<SourceField, ServerTrait> TRAITS = new EnumMap<>(Map.of(SourceField.GRANULARITY,
            ServerTrait.GRANULARITY, SourceField.OVERLAP, ServerTrait.OVERLAP, SourceField.RANGES, ServerTrait.RANGES,
            SourceField.UNTIL, ServerTrait.UNTIL, SourceField.COMPRESSION, ServerTrait.COMPRESSION, SourceField.SIZES,
            ServerTrait.SIZES, SourceField.TOKENS, ServerTrait.TOKENS, SourceField.LIST_LIMIT,
            ServerTrait.LIST_LIMIT, SourceField.DUMPS, ServerTrait.DUMPS));

    private final Map<SourceField, List<String>> said;
    private final List<Fault> faults = new ArrayList<>();

    /**
     * Invalid value.
     *
     * @param field field of the value
     * @param message error for people
     */
    public record Fault(SourceField field, String message) {}

    /** @param said values by field; an empty list resets a field to its default */
    public SourceEdit(Map<SourceField, List<String>> said) {
        this.said = new EnumMap<>(SourceField.class);
        said.forEach((field, values) -> this.said.put(field, List.copyOf(values)));
    }

    /** Returns all faults; complete after {@link #applyTo}. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Returns the source with the new settings. Invalid values leave the setting unchanged and are among the {@link #faults}. */
    public SourceChange applyTo(SourceChange before) {
        faults.clear();
        Source old = before.source();
        Source.Settings settings = old.settings();
        Source source = new Source(old.id(), old.kind(), baseUrl(old), one(SourceField.NAME, old.name(), text -> text),
                many(SourceField.PREFIXES, old.prefixes(), SourceInput::prefix),
                many(SourceField.SETS, old.sets(), SourceInput::set),
                new Source.Settings(one(SourceField.USER_AGENT, settings.userAgent(), SourceInput::header),
                        one(SourceField.FROM_HEADER, settings.from(), SourceInput::header),
                        one(SourceField.LATENCY, settings.latency(), SourceInput::duration),
                        one(SourceField.POLICY, settings.policy(), SourceInput::policy), access(settings.access())));
        stayAtHome(old, source);
        List<MetadataPrefix> derived = said.containsKey(SourceField.DERIVED)
                ? many(SourceField.DERIVED, List.<MetadataPrefix>of(), SourceInput::derived)
                : null;
        return new SourceChange(source, care(before.care()), profile(before.profile()), derived);
    }

    /** Checks that stored secrets are not sent to another host. Pages never show them, so a change of the host must not reveal them. */
    private void stayAtHome(Source old, Source changed) {
        String before = old.baseUrl();
        String after = changed.baseUrl();
        // An invalid base URL stays unchanged, and an existing one may be invalid.
        if (before == null || after == null || before.equals(after) || host(before).equals(host(after))) {
            return;
        }
        Access access = changed.settings().access();
        boolean login = access.login() != null && !said.containsKey(SourceField.PASSWORD)
                && !said.containsKey(SourceField.BEARER_TOKEN);
        boolean headers = !access.headers().isEmpty() && !said.containsKey(SourceField.HEADERS);
        if (login || headers) {
            faults.add(new Fault(SourceField.BASE_URL, "the login for " + host(before)
                    + " is not sent to another host: enter login, token and headers again, or remove them"));
        }
    }

    private static String host(String baseUrl) {
        return String.valueOf(URI.create(baseUrl).getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    private @Nullable String baseUrl(Source old) {
        if (said.containsKey(SourceField.BASE_URL) && !old.kind().isHarvested()) {
            faults.add(new Fault(SourceField.BASE_URL, "this source is not harvested: it has no base URL"));
            return old.baseUrl();
        }
        String given = one(SourceField.BASE_URL, old.baseUrl(), text -> BaseUrl.parse(text).toString());
        if (given == null && old.kind().isHarvested()) {
            faults.add(new Fault(SourceField.BASE_URL, "a harvested source needs a base URL"));
            return old.baseUrl();
        }
        return given;
    }

    private SourceCare care(SourceCare old) {
        Duration census = one(SourceField.CENSUS, old.census(),
                text -> text.equals("never") ? Duration.ZERO : SourceInput.duration(text));
        Boolean validate = one(SourceField.VALIDATE, old.validate(), SourceEdit::truth);
        Boolean history = one(SourceField.HISTORY, old.history(), SourceEdit::truth);
        Boolean listed = one(SourceField.LISTED, old.listed(), SourceEdit::truth);
        return new SourceCare(validate != null && validate, census,
                one(SourceField.VANISHING, old.vanishingPercent(), text -> SourceInput.percent(SourceInput.whole(text))),
                history != null && history, listed == null || listed, old.quota());
    }

    private ServerProfile profile(ServerProfile old) {
        ServerProfile profile = old;
        for (Map.Entry<SourceField, ServerTrait> entry : TRAITS.entrySet()) {
            ServerTrait trait = entry.getValue();
            ServerProfile before = profile;
            List<String> values = said.get(entry.getKey());
            if (values != null) {
                ServerProfile pinned = read(entry.getKey(), before,
                        () -> before.pin(trait, values.isEmpty() ? null : pinned(trait, values.getFirst())));
                profile = pinned == null ? before : pinned;
            }
        }
        return profile;
    }

    private static String pinned(ServerTrait trait, String text) {
        return trait == ServerTrait.OVERLAP ? SourceInput.duration(text).toString() : text;
    }

    private Access access(Access old) {
        Access access = read(SourceField.USER, old, () -> old.withLogin(login(old.login())));
        Access loggedIn = reached(access == null ? old : access);
        Integer atOnce = one(SourceField.REQUESTS_AT_ONCE, old.requestsAtOnce(), SourceInput::whole);
        Duration interval = one(SourceField.MIN_INTERVAL, old.interval(), SourceInput::duration);
        Access paced = read(SourceField.REQUESTS_AT_ONCE, loggedIn,
                () -> loggedIn.withPace(atOnce == null ? 0 : atOnce, interval));
        Boolean robots = one(SourceField.OBEY_ROBOTS, old.obeyRobots(), SourceEdit::truth);
        return (paced == null ? loggedIn : paced).withObeyRobots(robots != null && robots);
    }

    private Access reached(Access old) {
        Access withHeaders = old.withHeaders(many(SourceField.HEADERS, old.headers(), SourceInput::furtherHeader));
        Access reached = read(SourceField.PROXY, withHeaders, () -> withHeaders.withProxy(proxy(old.proxy())));
        return reached == null ? withHeaders : reached;
    }

    private Access.@Nullable Proxy proxy(Access.@Nullable Proxy old) {
        URI kept = old == null ? null : SourceInput.proxy(old.host() + ":" + old.port());
        URI address = one(SourceField.PROXY, kept, SourceInput::proxy);
        String user = one(SourceField.PROXY_USER, old == null || address == null ? null : old.user(), text -> text);
        String password = one(SourceField.PROXY_PASSWORD, null, text -> text);
        if (address == null && isGiven(SourceField.PROXY)) {
            // The address is wrong, which is reported already; it is not missing.
            return old;
        }
        if (address == null) {
            if (user != null || password != null) {
                throw new IllegalArgumentException("a proxy login needs a proxy");
            }
            return null;
        }
        // A stored password is only sent to the proxy for which it was entered.
        Secret known = old != null && address.equals(kept) && Objects.equals(user, old.user()) ? old.password() : null;
        Secret secret = password != null ? Secret.of(password) : user == null ? null : known;
        if ((user == null) != (secret == null)) {
            throw new IllegalArgumentException("a proxy login needs both a name and a password");
        }
        return new Access.Proxy(address.getHost(), address.getPort(), user, secret);
    }

    private Access.@Nullable Login login(Access.@Nullable Login old) {
        String token = one(SourceField.BEARER_TOKEN, null, text -> text);
        String password = one(SourceField.PASSWORD, null, text -> text);
        String known = old instanceof Access.Login.Basic(String user, Secret _) ? user : null;
        String user = one(SourceField.USER, known, text -> text);
        if (token != null) {
            // A form repeats the name of the login that the token replaces.
            if (password != null || user != null && !user.equals(known)) {
                throw new IllegalArgumentException("give either a token or a login, not both");
            }
            return new Access.Login.Bearer(Secret.of(token));
        }
        boolean tokenGoes = said.containsKey(SourceField.BEARER_TOKEN) && old instanceof Access.Login.Bearer;
        if (user == null && password != null) {
            throw new IllegalArgumentException("a login needs both a name and a password");
        }
        if (user == null) {
            return tokenGoes || old instanceof Access.Login.Basic ? null : old;
        }
        if (password != null) {
            return new Access.Login.Basic(user, Secret.of(password));
        }
        if (old instanceof Access.Login.Basic(String _, Secret kept) && user.equals(known)) {
            return new Access.Login.Basic(user, kept);
        }
        throw new IllegalArgumentException("a login needs both a name and a password");
    }

    private boolean isGiven(SourceField field) {
        return !said.getOrDefault(field, List.of()).isEmpty();
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
        };
    }

    private <T> @Nullable T one(SourceField field, @Nullable T old, Function<String, T> reading) {
        List<String> values = said.get(field);
        if (values == null) {
            return old;
        }
        return values.isEmpty() ? null : read(field, old, () -> {
            if (values.size() > 1) {
                throw new IllegalArgumentException("this setting has one value, not " + values.size());
            }
            return reading.apply(values.getFirst());
        });
    }

    private <T> List<T> many(SourceField field, List<T> old, Function<String, T> reading) {
        List<String> values = said.get(field);
        if (values == null) {
            return old;
        }
        List<T> read = new ArrayList<>();
        for (String value : values) {
            T one = read(field, null, () -> reading.apply(value));
            if (one != null) {
                read.add(one);
            }
        }
        return read;
    }

    /** Reader of a value. It returns null only if {@code old} is null. */
    private interface Read<T> {
        T value();
    }

    private <T> @Nullable T read(SourceField field, @Nullable T old, Read<T> reading) {
        try {
            return reading.value();
        } catch (IllegalArgumentException failure) {
            faults.add(new Fault(field, String.valueOf(failure.getMessage())));
            return old;
        }
    }
}
