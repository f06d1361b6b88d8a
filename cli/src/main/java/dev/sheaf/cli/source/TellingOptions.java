package dev.sheaf.cli.source;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.HubAddress;
import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Announcements.Announcer;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;

/**
 * Options for announcements of changes: the secret that signs them, and the hubs that receive them. Options that are not given change
 * nothing.
 */
final class TellingOptions {

    /** Names that {@link #apply} reads, as {@code --option NAME=VALUE}. */
    static final List<String> NAMES = List.of("notify", "push-to", "subscribe");

    /** Explanation of the names in the help of a command; {@code %n} ends a line. */
    static final String HELP = "notify=HUB_URL: hub that serve notifies of changes of the records (may be repeated; replaces earlier ones); none for no hub;%n"
            + "push-to=HUB_URL: hub to which serve sends changed records (may be repeated; replaces earlier ones); none for no hub;%n"
            + "subscribe=on|off|auto: whether serve subscribes to the source if it offers a WebSub hub; auto (the default): if the hub's own address is public";

    private static final String NONE = "none";

    @Option(names = "--secret-file", paramLabel = "FILE|-|env:NAME", description = {
            "secret that signs the source's notifications and pushes; of a local source, those that this hub sends: a file, - or env:NAME;",
            " none removes it"})
    private @Nullable String secretFile;

    /**
     * Applies the given options; changes nothing if there are none.
     *
     * @param said values of {@link #NAMES}
     */
    void apply(HubStore store, Source source, NamedValues said, CommandSpec spec) {
        Program program = Program.of(spec);
        String id = source.id();
        String subscribe = said.one("subscribe");
        List<String> notified = said.all("notify");
        List<String> pushedTo = said.all("push-to");
        if (subscribe != null) {
            Boolean wanted = switch (subscribe) {
                case "on" -> Boolean.TRUE;
                case "off" -> Boolean.FALSE;
                case "auto" -> null;
                default -> throw Words.wrong(spec, "--option subscribe must be on, off or auto, not '" + subscribe + "'");
            };
            if (!source.kind().isHarvested()) {
                throw new CommandFailedException("'" + id + "' is not harvested: there is nothing to subscribe to");
            }
            store.sourceSubscriptions().want(id, wanted);
        }
        List<URI> toNotify = addresses(notified, spec);
        List<URI> toPush = addresses(pushedTo, spec);
        if (secretFile != null) {
            Secret given = secretFile.equals(NONE) ? null : SecretInput.secret(program, spec, "--secret-file", secretFile);
            store.announcements().setSecret(id, given);
        }
        Optional<Secret> secret = store.announcements().of(id).map(Announcer::secret);
        boolean tells = isSome(notified) || isSome(pushedTo);
        if (tells && secret.isEmpty()) {
            throw Words.wrong(spec, "announcements must be signed: give the secret that the hub also has, with --secret-file");
        }
        Instant now = program.surroundings().clock().instant();
        choose(store, id, How.NOTIFY, toNotify, secret.orElse(null), now);
        choose(store, id, How.PUSH, toPush, secret.orElse(null), now);
        if (secretFile != null) {
            renew(store, id, secret.orElse(null), now);
        }
    }

    private static boolean isSome(@Nullable List<String> hubs) {
        return hubs != null && !hubs.equals(List.of(NONE));
    }

    /** Returns the named hubs; null if the option was not given. */
    private static @Nullable List<URI> addresses(@Nullable List<String> hubs, CommandSpec spec) {
        if (hubs == null) {
            return null;
        }
        return isSome(hubs) ? hubs.stream().map(hub -> HubAddress.address(spec, hub)).toList() : List.of();
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

    private static void renew(HubStore store, String id, @Nullable Secret secret, Instant now) {
        for (How how : List.of(How.NOTIFY, How.PUSH)) {
            ofSource(store, id, how).forEach(
                    known -> store.subscriptions().put(known.topic(), known.remote(), secret, now, known.expires(),
                            known.told()));
        }
    }

    private static List<Subscription> ofSource(HubStore store, String id, How how) {
        return store.subscriptions().all().stream()
                .filter(known -> known.topic().repository().equals(id) && known.topic().how() == how).toList();
    }
}
