package dev.sheaf.cli.notify;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.HubAddress;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.serve.ServeCommand;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.notify.RepositoryPush;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;

/** Sends records to a hub. */
@Command(name = "push", description = {
        "Sends the records of a source to a hub that cannot reach it: all of them the first time, then changes.",
        "The source must be registered at the hub as pushing, with the same secret (there: sheaf source add ID --push and sheaf source set ID"
                + " --secret-file F). An interrupted push is continued."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf push https://hub.example.org --source library --secret-file secret.txt",
                        "  sheaf push https://hub.example.org --source library --as our-library --secret-file secret.txt"})
public final class PushCommand implements Callable<Integer> {

    private static final int ATTEMPTS = 5;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(2);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final HubAddress hub = new HubAddress();

    @Option(names = "--source", paramLabel = "ID", required = true, description = "source whose records are sent")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--as", paramLabel = "ID", description = "id under which the hub knows the source (default: the same)")
    private @Nullable String remote;

    @Option(names = "--prefix", paramLabel = "P", description = "only this metadata format (may be repeated; default: all)")
    private List<String> prefixes = new ArrayList<>();

    @Option(names = "--full", description = "send all records again, not only new ones")
    private boolean full;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        URI address = hub.address(spec);
        Secret secret = hub.secret(program, spec);
        String name = remote == null ? null : Words.id(spec, remote);
        List<MetadataPrefix> wanted = prefixes.stream().map(prefix -> Words.prefix(spec, prefix)).toList();
        try (HubStore store = DataDirectory.open(program); HttpFetcher fetcher = new HttpFetcher()) {
            SourceShowCommand.known(store, Words.id(spec, id));
            Topic topic = new Topic(id, "", How.COMMAND, address.toString());
            // The progress of a push applies to one source of the receiving hub. For another source the push begins again.
            store.subscriptions().find(topic).filter(known -> full || !Objects.equals(known.remote(), name))
                    .ifPresent(known -> store.subscriptions().remove(known.number()));
            long number = store.subscriptions().put(topic, name, secret, program.surroundings().clock().instant(), null,
                    new Position(0, 0));
            Subscription subscription = store.subscriptions().find(number).orElseThrow();
            HubClient receiver = new HubClient(fetcher, FetchRules.DEFAULT, address, secret,
                    program.surroundings().clock(),
                    program.surroundings().pause());
            send(program, new RepositoryPush(store, repositories(program.configuration(), store)), subscription, receiver,
                    wanted);
            store.subscriptions().told(number, new Position(0, 0), program.surroundings().clock().instant());
        }
        return 0;
    }

    private static void send(Program program, RepositoryPush push, Subscription subscription, HubClient receiver,
            List<MetadataPrefix> wanted) {
        AtomicLong accepted = new AtomicLong();
        AtomicLong rejected = new AtomicLong();
        SyncReply reply;
        try (Progress progress = program.console().progress("pushing", "records")) {
            reply = send(program, push, subscription, receiver, wanted, (taken, refused) -> {
                rejected.addAndGet(refused);
                progress.at(accepted.addAndGet(taken), -1);
            });
        }
        if (!reply.isTaken()) {
            throw new CommandFailedException(
                    "the hub at " + subscription.topic().callback() + " has refused the records: " + reply.reason()
                            + ". " + Words.number(accepted.get()) + " had arrived before; the next push continues after them");
        }
        program.console().note(Words.number(accepted.get()) + " records have arrived");
        if (rejected.get() > 0) {
            program.console()
                    .problem(Words.number(rejected.get())
                            + " records could not be accepted. The hub keeps them in quarantine, and its "
                            + "administrator can see the reasons");
        }
    }

    /** Sends the records, and tries again after a pause if the failure may be temporary. */
    private static SyncReply send(Program program, RepositoryPush push, Subscription subscription, HubClient receiver,
            List<MetadataPrefix> wanted, RepositoryPush.Progress progress) {
        for (int attempt = 1;; attempt++) {
            Duration wait = FIRST_WAIT.multipliedBy(1L << attempt);
            String reason;
            try {
                SyncReply reply = push.run(subscription, receiver, wanted, () -> false, progress);
                if (reply.isTaken() || !reply.mayPass() || attempt == ATTEMPTS) {
                    return reply;
                }
                Duration asked = reply.retryAfter();
                wait = asked == null ? wait : asked;
                reason = reply.reason();
            } catch (HarvestException failure) {
                if (attempt == ATTEMPTS) {
                    throw new CommandFailedException("the hub could not be reached: " + failure.getMessage()
                            + ". The next push continues with the missing records", failure);
                }
                reason = String.valueOf(failure.getMessage());
            }
            try {
                program.surroundings().pause().pause(wait, reason);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new CommandFailedException("interrupted; the next push continues with the missing records");
            }
        }
    }

    private static ServedRepositories repositories(Configuration configuration, HubStore store) {
        String baseUrl = ServeCommand.settings(configuration).url();
        return new ServedRepositories(ProviderSettings.of(baseUrl, TokenKey.of(store.tokenSecret())),
                () -> store.aggregate(baseUrl + Routes.OAI),
                source -> store.repository(source, baseUrl + Routes.oai(source)));
    }
}
