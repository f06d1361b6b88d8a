package dev.sheaf.cli.archives;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.HubAddress;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Posted;
import dev.sheaf.harvester.http.Unreadable;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.archives.ArchivePages;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Announcements.Announcer;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.notices.Subscriptions;

/** Registers an archive at a community's hub. */
@Command(name = "register", description = {
        "Registers a source at a hub that takes registrations. Its administrator approves it; from then on serve sends the hub all "
                + "changes, also through a firewall.",
        "The first run chooses a secret that signs what is sent. Run again, it shows whether the registration is approved."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf register https://hub.example.org --source papers --name \"Papers of Ada Example\" --email ada@example.org",
                "  sheaf register https://hub.example.org --source papers --as ada-papers --files"})
public final class RegisterCommand implements Callable<Integer> {

    private static final int SECRET_BYTES = 32;
    private static final int MOST_SHOWN = 500;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "HUB_URL", description = "address of the hub")
    @SuppressWarnings("NullAway.Init")
    private String hub;

    @Option(names = "--source", paramLabel = "ID", required = true, description = "source whose records are sent")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--as", paramLabel = "ID", description = "id at the hub (default: the same)")
    private @Nullable String remote;

    @Option(names = "--name", paramLabel = "TEXT", description = "name for readers (default: repository-name of the configuration)")
    private @Nullable String name;

    @Option(names = "--email", paramLabel = "MAIL", description = "your address, for the hub's administrator (default: admin-email of the configuration)")
    private @Nullable String email;

    @Option(names = "--files", description = "allow the hub to serve copies of the files that records carry (sheaf publish ID --by-value SIZE)")
    private boolean files;

    @Option(names = "--plain", description = "register although the address is not https; the secret can be read on its way")
    private boolean plain;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        String as = remote == null ? id : Words.id(spec, remote);
        URI verbs = HubAddress.address(spec, hub);
        if (!verbs.getScheme().equals("https") && !plain) {
            throw Words.wrong(spec, "the address of the hub is not https, and the secret could be read on its way. "
                    + "--plain registers anyway");
        }
        try (HubStore store = DataDirectory.open(program); HttpFetcher fetcher = new HttpFetcher()) {
            Source source = store.source(id).orElseThrow(() -> new CommandFailedException("there is no source '" + id
                    + "'. Publish a folder first: sheaf publish " + id + " FOLDER --deposit"));
            Secret secret = store.announcements().of(id).map(Announcer::secret).orElseGet(RegisterCommand::chosen);
            Fetched answer = send(program, fetcher, verbs, values(program, source, as, secret));
            String text = text(answer);
            if (answer.status() / 100 == 2 && answer.header(ArchivePages.STATE).isEmpty()) {
                throw new CommandFailedException("no hub answers at " + hub + " (HTTP " + answer.status() + ": " + text
                        + "). Nothing was registered");
            }
            if (answer.status() != 202 && answer.status() != 200) {
                throw new CommandFailedException("the hub has not registered it (HTTP " + answer.status() + "): " + text);
            }
            keep(store, verbs, as, secret, program.surroundings().clock().instant());
            program.console().note(text + " While serve runs, it sends the records of '" + id + "' to the hub"
                    + (answer.status() == 202 ? " as soon as it is approved." : "."));
            return 0;
        } catch (HarvestException failure) {
            throw new CommandFailedException("the hub could not be reached: " + failure.getMessage(), failure);
        }
    }

    private static Secret chosen() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    private Map<String, String> values(Program program, Source source, String as, Secret secret) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("id", as);
        String own = source.name();
        values.put("name", name != null ? name : own != null ? own : program.configuration().required(Setting.REPOSITORY_NAME));
        values.put("email", email != null ? email : program.configuration().required(Setting.ADMIN_EMAIL));
        values.put("secret", secret.reveal());
        if (files) {
            values.put("files", "yes");
        }
        return values;
    }

    private static Fetched send(Program program, HttpFetcher fetcher, URI verbs, Map<String, String> values)
            throws HarvestException {
        String address = verbs.toString();
        URI target = URI.create(address.substring(0, address.lastIndexOf(HubClient.PATH)) + Routes.REGISTER);
        String body = values.entrySet().stream().map(value -> value.getKey() + "="
                + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
        return fetcher.post(target,
                new Posted(Map.of("Content-Type", "application/x-www-form-urlencoded", "Accept", "text/plain"),
                        body.getBytes(StandardCharsets.UTF_8)),
                ConfiguredIdentity.rules(program),
                program.surroundings().pause());
    }

    private static String text(Fetched answer) {
        try {
            return Unreadable.line(new String(answer.body(), 0, Math.min(MOST_SHOWN, answer.body().length),
                    StandardCharsets.UTF_8));
        } finally {
            answer.release();
        }
    }

    /** Keeps secret and receiver after the hub has taken the registration. A push to another hub of the same secret stays. */
    private void keep(HubStore store, URI verbs, String as, Secret secret, Instant now) {
        store.announcements().setSecret(id, secret);
        Topic topic = new Topic(id, "", How.PUSH, verbs.toString());
        Subscriptions subscriptions = store.subscriptions();
        Subscription known = subscriptions.find(topic).orElse(null);
        subscriptions.put(topic, as.equals(id) ? null : as, secret, now, null, known == null ? new Position(0, 0) : known.told());
    }
}
