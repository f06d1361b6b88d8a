package dev.sheaf.cli.notify;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.HarvestCommand;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.HubAddress;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.Notification;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.LogOutput;

/** Notifies a hub of a change. */
@Command(name = "notify", description = {"Notifies a hub of changes in a repository, which the hub then harvests soon.",
        "The repository must be a source of the hub with the same secret (there: sheaf source set ID --secret-file F). The command needs no data directory,"
                + " so it can run after any program that changes the repository."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf notify https://hub.example.org --base-url https://repository.example.org/oai --secret-file secret.txt"})
public final class NotifyCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final HubAddress hub = new HubAddress();

    @Option(names = "--base-url", paramLabel = "URL", required = true, description = "base URL of the repository, as the hub knows it")
    @SuppressWarnings("NullAway.Init")
    private String baseUrl;

    @Option(names = "--from", paramLabel = "D", description = "first date of the changes (a hint)")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "D", description = "last date of the changes (a hint)")
    private @Nullable String until;

    @Option(names = "--set", paramLabel = "S", description = "set that it is in (a hint; may be repeated)")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--prefix", paramLabel = "P", description = "format that it is in (a hint; may be repeated)")
    private List<String> prefixes = new ArrayList<>();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        URI address = hub.address(spec);
        Secret secret = hub.secret(program, spec);
        Notification notification = new Notification(HarvestCommand.baseUrl(spec, baseUrl).toString(), date("--from", from),
                date("--until", until), sets.stream().map(set -> Words.set(spec, set).value()).toList(),
                prefixes.stream().map(prefix -> Words.prefix(spec, prefix).value()).toList(), List.of());
        try (HttpFetcher fetcher = new HttpFetcher()) {
            SyncReply reply = new HubClient(fetcher, FetchRules.DEFAULT, address, secret, program.surroundings().clock(),
                    program.surroundings().pause()).tell(notification);
            if (!reply.isTaken()) {
                throw new CommandFailedException("the hub " + address + " has refused the notification: " + reply.reason());
            }
            ExtensionResponse response = reply.response();
            program.console().result(response != null && response.answer() instanceof Notified(ExtensionResponse.Status status)
                    ? status.text()
                    : "accepted");
            return 0;
        } catch (HarvestException failure) {
            throw new CommandFailedException("the notification did not reach the hub: " + failure.getMessage(), failure);
        }
    }

    private @Nullable String date(String option, @Nullable String text) {
        Datestamp datestamp = Words.datestamp(spec, option, text);
        return datestamp == null ? null : datestamp.text();
    }
}
