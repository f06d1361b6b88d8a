package dev.sheaf.platform.sync.operate;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Announcements.Announcer;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;

/**
 * Announcements of a source's changes that an operator wants from now on. Commands, the programming interface and the administration read
 * the same names and values. Null leaves a setting as it is.
 *
 * @param subscribing whether the hub subscribes to the source
 * @param notified hubs that are notified of changed records
 * @param pushedTo hubs to which changed records are sent
 */
public record SourceAnnouncing(@Nullable Subscribing subscribing, @Nullable List<URI> notified, @Nullable List<URI> pushedTo) {

    /** Name of {@link #subscribing}. */
    public static final String SUBSCRIBE = "subscribe";
    /** Name of {@link #notified}. */
    public static final String NOTIFY = "notify";
    /** Name of {@link #pushedTo}. */
    public static final String PUSH_TO = "push-to";
    /** All names. */
    public static final List<String> NAMES = List.of(NOTIFY, PUSH_TO, SUBSCRIBE);

    private static final String NONE = "none";

    /** Whether the hub subscribes to a source that offers a WebSub hub. */
    public enum Subscribing {
        /** Always. */
        ON(true),
        /** Never. */
        OFF(false),
        /** If the hub's own address is public. */
        AUTO(null);

        private final @Nullable Boolean wanted;

        Subscribing(@Nullable Boolean wanted) {
            this.wanted = wanted;
        }

        /** Returns the word for it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Subscribing of(String text) {
            return switch (text) {
                case "on" -> ON;
                case "off" -> OFF;
                case "auto" -> AUTO;
                default -> throw new IllegalArgumentException(SUBSCRIBE + " must be on, off or auto, not '" + text + "'");
            };
        }
    }

    /** Copies the lists. */
    public SourceAnnouncing {
        notified = notified == null ? null : List.copyOf(notified);
        pushedTo = pushedTo == null ? null : List.copyOf(pushedTo);
    }

    /**
     * Reads the settings.
     *
     * @param given returns the values of a name; null if it is not given, an empty list for the default
     * @throws IllegalArgumentException if a value is wrong; the message names it
     */
    public static SourceAnnouncing of(Function<String, @Nullable List<String>> given) {
        List<String> subscribe = given.apply(SUBSCRIBE);
        if (subscribe != null && subscribe.size() > 1) {
            throw new IllegalArgumentException(SUBSCRIBE + " must be one value");
        }
        return new SourceAnnouncing(
                subscribe == null ? null : subscribe.isEmpty() ? Subscribing.AUTO : Subscribing.of(subscribe.getFirst()),
                hubs(given.apply(NOTIFY)), hubs(given.apply(PUSH_TO)));
    }

    private static @Nullable List<URI> hubs(@Nullable List<String> addresses) {
        return addresses == null
                ? null
                : addresses.equals(List.of(NONE)) ? List.of() : addresses.stream().map(HubClient::at).toList();
    }

    /** Returns the present settings of a source. */
    public static SourceAnnouncing of(HubStore store, String id) {
        Boolean wanted = store.sourceSubscriptions().of(id).map(SourceSubscription::wanted).orElse(null);
        return new SourceAnnouncing(wanted == null ? Subscribing.AUTO : wanted ? Subscribing.ON : Subscribing.OFF,
                hubs(store, id, How.NOTIFY), hubs(store, id, How.PUSH));
    }

    private static List<URI> hubs(HubStore store, String id, How how) {
        return ofSource(store, id, how).stream().map(known -> URI.create(known.topic().callback())).toList();
    }

    /** Returns true if any setting is given. */
    public boolean isGiven() {
        return subscribing != null || notified != null || pushedTo != null;
    }

    /** Returns true if other hubs are to get announcements, which must be signed. */
    public boolean needsSecret() {
        return notified != null && !notified.isEmpty() || pushedTo != null && !pushedTo.isEmpty();
    }

    /** Returns why the settings cannot be those of a source; empty if they can. */
    public Optional<String> refusal(Source source) {
        return subscribing != null && !source.kind().isHarvested()
                ? Optional.of("'" + source.id() + "' is not harvested: there is nothing to subscribe to")
                : Optional.empty();
    }

    /** Returns why the settings cannot be stored before the source has a secret; empty if they can. */
    public Optional<String> unsigned(HubStore store, Source source) {
        return needsSecret() && secret(store, source.id()).isEmpty()
                ? Optional.of(
                        "announcements must be signed: give the source the secret that the hub also has, with sheaf source set "
                                + source.id() + " --secret-file FILE")
                : Optional.empty();
    }

    /** Returns the settings without those that a source has already; the order of its hubs does not matter. */
    public SourceAnnouncing without(SourceAnnouncing known) {
        return new SourceAnnouncing(subscribing == known.subscribing ? null : subscribing,
                isSame(notified, known.notified) ? null : notified, isSame(pushedTo, known.pushedTo) ? null : pushedTo);
    }

    private static boolean isSame(@Nullable List<URI> some, @Nullable List<URI> others) {
        return some != null && others != null && Set.copyOf(some).equals(Set.copyOf(others));
    }

    /**
     * Stores the settings.
     *
     * @param source for which {@link #refusal} is empty; it has a secret if they need one
     */
    public void apply(HubStore store, Source source, Instant now) {
        String id = source.id();
        if (subscribing != null) {
            store.sourceSubscriptions().want(id, subscribing.wanted);
        }
        Secret secret = secret(store, id).orElse(null);
        choose(store, id, How.NOTIFY, notified, secret, now);
        choose(store, id, How.PUSH, pushedTo, secret, now);
    }

    /** Returns the secret that signs a source's announcements. */
    public static Optional<Secret> secret(HubStore store, String id) {
        return store.announcements().of(id).map(Announcer::secret);
    }

    /** Signs the announcements to known hubs with the source's present secret from now on. */
    public static void renew(HubStore store, String id, Instant now) {
        Secret secret = secret(store, id).orElse(null);
        for (How how : List.of(How.NOTIFY, How.PUSH)) {
            ofSource(store, id, how).forEach(
                    known -> store.subscriptions().put(known.topic(), known.remote(), secret, now, known.expires(),
                            known.told()));
        }
    }

    private static void choose(HubStore store, String id, How how, @Nullable List<URI> wanted, @Nullable Secret secret,
            Instant now) {
        if (wanted == null) {
            return;
        }
        for (Subscription known : ofSource(store, id, how)) {
            if (!wanted.contains(URI.create(known.topic().callback()))) {
                store.subscriptions().remove(known.number());
            }
        }
        // A new subscriber is notified of all existing records.
        wanted.forEach(hub -> store.subscriptions().put(new Topic(id, "", how, hub.toString()), null, secret, now, null,
                new Position(0, 0)));
    }

    private static List<Subscription> ofSource(HubStore store, String id, How how) {
        return store.subscriptions().all().stream()
                .filter(known -> known.topic().repository().equals(id) && known.topic().how() == how).toList();
    }
}
