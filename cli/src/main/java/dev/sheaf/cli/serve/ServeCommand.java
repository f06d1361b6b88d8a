package dev.sheaf.cli.serve;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.IdentifierDomainOption;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.UntilStopped;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.schedule.QuietHours;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.store.HubStore;

/** Runs the hub. */
@Command(name = ServeCommand.NAME, description = {
        "Serves the stored records: the portal, the aggregate of all sources at /oai, each source at /oai/ID.",
        "It harvests the sources by itself as often as harvest-budget allows. Commands may use the same data "
                + "at the same time."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf serve", "  sheaf serve --host 0.0.0.0 --port 80 --base-url https://hub.example.org",
                        "  sheaf serve --proxy-port 8090"})
public final class ServeCommand implements Callable<Integer> {

    /** Name of the command. */
    public static final String NAME = "serve";

    /** Largest number of harvests at the same time. Each host still gets one request at a time. */
    private static final int PARALLEL = 16;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--host", paramLabel = "H", description = "address to listen on (default: 127.0.0.1, this machine only)")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "N", description = "port to listen on; 0 for any free one (default: 8080)")
    private @Nullable String port;

    @Option(names = "--base-url", paramLabel = "URL", description = "address under which others reach the hub (default: what it listens on)")
    private @Nullable String baseUrl;

    @Option(names = "--admin-password-file", paramLabel = "F", description = "file with the password of the administration (default: the first start generates one)")
    private @Nullable String adminPasswordFile;

    @Option(names = "--log-format", paramLabel = "text|json", description = "form of the log on standard error (default: text)")
    private @Nullable String logFormat;

    /** Adds the options of features to those of the command. */
    public static void addOptions(CommandSpec serve, List<Feature> features) {
        features.stream().flatMap(feature -> feature.serveOptions().stream())
                .forEach(option -> serve.addOption(OptionSpec.builder(name(option)).paramLabel(option.paramLabel())
                        .description(option.description()).type(String.class).build()));
    }

    private static String name(Feature.ServeOption option) {
        return "--" + option.setting().key();
    }

    @Override
    public Integer call() throws ServerStartException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.STEPS);
        Configuration configuration = program.configuration(spec, options());
        LogOutput.setJson(configuration.required(Setting.LOG_FORMAT).equals("json"));
        try (UntilStopped end = new UntilStopped();
                HubStore store = DataDirectory.open(program, configuration)) {
            boolean hasPassword = FirstPassword.configure(program, spec, configuration, store);
            IdentifierDomainOption.settleByBaseUrl(program.console(), configuration, store.identifierDomain());
            serve(program, configuration, store, hasPassword, end);
        }
        return 0;
    }

    private void serve(Program program, Configuration configuration, HubStore store, boolean hasPassword,
            UntilStopped end) throws ServerStartException {
        Path dataDir = configuration.data(program.surroundings().folder());
        try (Hub hub = Hub.start(dataDir, store, settings(configuration),
                hubOptions(program, configuration).withMonitoring(Monitoring.of(program, spec, configuration))
                        .withSettings(configuration.of(
                                Stream.concat(Stream.of(Setting.INDEX_POLICY),
                                        program.features().stream().flatMap(feature -> feature.settings().stream())).toList())),
                program.features(), program.surroundings().clock())) {
            // Only now, because a start that fails, for instance because the port is in use, would generate a password that nobody sees.
            Optional<String> drawn = hasPassword
                    ? Optional.empty()
                    : FirstPassword.draw(store, program.surroundings().clock().instant());
            double budget = Setting.budget(configuration.required(Setting.HARVEST_BUDGET));
            if (budget > 0) {
                QuietHours quiet = configuration.text(Setting.QUIET_HOURS).map(Setting::quietHours).orElse(null);
                Double ofHost = configuration.text(Setting.HOST_BUDGET).map(Setting::hostBudget).orElse(null);
                hub.schedule(store, ScheduleTerms.of(budget).withHostBudget(ofHost).withQuiet(quiet)
                        .withCoalesce(configuration.number(Setting.NOTIFY_WINDOW))
                        .withNotifiedGap((long) configuration.number(Setting.NOTIFY_INTERVAL))
                        .withNotifiedBudget((double) configuration.number(Setting.NOTIFY_BUDGET)), PARALLEL,
                        program.surroundings().clock());
            }
            program.console().result(hub.baseUrl() + "/");
            program.console().flush();
            program.console().note("Sheaf is listening. The portal is at " + hub.baseUrl() + "/, the repository of everything at "
                    + hub.baseUrl() + Routes.OAI + ". Ctrl-C ends it.");
            drawn.ifPresent(password -> FirstPassword.tell(program, dataDir, hub.baseUrl(), password));
            hub.notices().forEach(program.console()::note);
            end.await();
        }
    }

    private Map<Setting, String> options() {
        Map<Setting, String> options = new HashMap<>();
        if (host != null) {
            options.put(Setting.HOST, host);
        }
        if (port != null) {
            options.put(Setting.PORT, port);
        }
        if (baseUrl != null) {
            options.put(Setting.BASE_URL, baseUrl);
        }
        if (adminPasswordFile != null) {
            options.put(Setting.ADMIN_PASSWORD_FILE, adminPasswordFile);
        }
        if (logFormat != null) {
            options.put(Setting.LOG_FORMAT, logFormat);
        }
        for (Feature feature : Program.of(spec).features()) {
            for (Feature.ServeOption option : feature.serveOptions()) {
                String value = spec.findOption(name(option)).getValue();
                if (value != null) {
                    options.put(option.setting(), value);
                }
            }
        }
        return options;
    }

    private static HubOptions hubOptions(Program program, Configuration configuration) {
        List<AddressBlock> proxies = configuration.text(Setting.TRUSTED_PROXIES).map(Setting::addressBlocks).orElse(List.of());
        ForwardedHeader header = configuration.required(Setting.FORWARDED_HEADER).equals(ForwardedHeader.FORWARDED.text())
                ? ForwardedHeader.FORWARDED
                : ForwardedHeader.X_FORWARDED_FOR;
        return new HubOptions(configuration.number(Setting.PAGE_SIZE), configuration.repositories(),
                new ClientAddresses(proxies, header),
                ConfiguredIdentity.rules(program, configuration),
                new HubOptions.Proxying(configuration.required(Setting.ADMIN_EMAIL),
                        configuration.text(Setting.PROXY_PORT).map(port -> Integer.valueOf(port.strip())).orElse(null)))
                .withAnnouncing(new HubOptions.Announcing(Duration.ofSeconds(configuration.number(Setting.NOTIFY_WINDOW)),
                        configuration.required(Setting.PRIVATE_SUBSCRIBERS).equals("yes")))
                .withHostNames(configuration.text(Setting.HOST_NAMES)
                        .map(text -> Arrays.stream(text.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList())
                        .orElse(List.of()));
    }

    /** Returns the server settings of a hub with this configuration. */
    public static ServerSettings settings(Configuration configuration) {
        return ServerSettings.of(configuration.required(Setting.HOST), configuration.number(Setting.PORT),
                configuration.text(Setting.BASE_URL).map(String::strip).orElse(null));
    }
}
