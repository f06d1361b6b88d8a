package dev.sheaf.platform.cli;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import dev.sheaf.core.Limit;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationException;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;

/** The program. Its main method hands over to one of the commands. */
@Command(name = "sheaf", versionProvider = Version.class, description = "Publish, harvest, aggregate and search with OAI-PMH.", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
        "  sheaf demo",
        "  sheaf harvest https://export.arxiv.org/oai2 --set physics:hep-th",
        "  sheaf serve", "", "Exit status: 0 done; 1 failed; 2 wrong usage.", "Every command has a --help of its own."})
public final class Sheaf implements Callable<Integer> {

    /** In the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(DemoCommand.class, ServeCommand.class, SourceCommand.class,
            AggregateCommand.class, CrosswalkCommand.class, SchemaCommand.class, HarvestCommand.class, FetchCommand.class,
            ExportCommand.class, ImportCommand.class, SearchCommand.class, AdminCommand.class, IdentifiersCommand.class,
            SimulateServerCommand.class, SimulateCommand.class, StatsCommand.class, NotifyCommand.class, PushCommand.class,
            BackupCommand.class, RestoreCommand.class, DoctorCommand.class, WarmUpCommand.class);

    private final Surroundings surroundings;
    private @Nullable Console console;
    private @Nullable Configuration configuration;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", scope = ScopeType.INHERIT, description = "folder with everything that Sheaf keeps (default: $SHEAF_DATA, else ./sheaf-data)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", scope = ScopeType.INHERIT, description = "YAML file with options; each may also stand in the environment as SHEAF_… (default: $SHEAF_CONFIG)")
    private @Nullable Path configFile;

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT, description = "say nothing but results and what went wrong")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT, description = "say everything, stack traces included")
    private boolean verbose;

    // Read by picocli alone.
    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "show this help")
    private boolean help;

    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-V", "--version"}, versionHelp = true, description = "show the version")
    private boolean version;

    Sheaf(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Runs a command and ends the process with its exit status. */
    public static void main(String[] arguments) {
        System.exit(run(Surroundings.ofProcess(), arguments));
    }

    /**
     * Runs a command.
     *
     * @return the exit status: 0 done, 1 failed, 2 wrong usage
     */
    static int run(Surroundings surroundings, String... arguments) {
        Sheaf sheaf = new Sheaf(surroundings);
        Optional<String> misstated = Limit.misstated(System.getProperties());
        if (misstated.isPresent()) {
            sheaf.console().problem("sheaf: " + misstated.get());
            return CommandLine.ExitCode.USAGE;
        }
        CommandLine commandLine = line(sheaf, arguments);
        Outcome outcome = new Outcome(sheaf);
        commandLine.setExecutionStrategy(outcome);
        commandLine.setExecutionExceptionHandler(outcome);
        commandLine.setParameterExceptionHandler(outcome);
        commandLine.registerConverter(int.class, text -> Words.wholeNumber(text, Integer::valueOf))
                .registerConverter(Integer.class, text -> Words.wholeNumber(text, Integer::valueOf))
                .registerConverter(long.class, text -> Words.wholeNumber(text, Long::valueOf))
                .registerConverter(Long.class, text -> Words.wholeNumber(text, Long::valueOf))
                .registerConverter(double.class, Words::decimal).registerConverter(Double.class, Words::decimal);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpAutoWidth(false).setUsageHelpWidth(110);
        return commandLine.execute(arguments);
    }

    /**
     * Returns the program's command line. Of its commands it knows the one that the arguments begin with, because reading what all of them take costs more
     * than many a command does; all of them when the arguments begin with none, or ask for help first.
     */
    static CommandLine line(Sheaf sheaf, String... arguments) {
        CommandLine line = new CommandLine(sheaf);
        String word = command(line.getCommandSpec(), List.of(arguments));
        List<Class<?>> named = COMMANDS.stream().filter(command -> command.getAnnotation(Command.class).name().equals(word))
                .toList();
        (named.isEmpty() ? COMMANDS : named).forEach(line::addSubcommand);
        return line;
    }

    /** Returns the first word that is neither an option of the program nor its value; empty when there is none, or when help is asked for before it. */
    private static String command(CommandSpec program, List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            OptionSpec option = program.findOption(equals < 0 ? argument : argument.substring(0, equals));
            if (option == null) {
                return argument;
            }
            if (option.usageHelp()) {
                return "";
            }
            if (equals < 0) {
                i += option.arity().min();
            }
        }
        return "";
    }

    /** Without a command there is nothing to do. */
    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
    }

    /** The program that a command belongs to. */
    static Sheaf of(CommandSpec command) {
        return (Sheaf) command.root().userObject();
    }

    Surroundings surroundings() {
        return surroundings;
    }

    boolean verbose() {
        return verbose;
    }

    boolean quiet() {
        return quiet;
    }

    Console console() {
        Console known = console;
        if (known == null) {
            known = new Console(surroundings, quiet);
            console = known;
        }
        return known;
    }

    /** Sets how much is logged, unless the command line already says so. */
    void log(LogOutput.Detail usual) {
        LogOutput.set(verbose ? LogOutput.Detail.VERBOSE : quiet ? LogOutput.Detail.QUIET : usual);
    }

    /** The configuration without options of a command's own. */
    Configuration configuration() {
        Configuration known = configuration;
        if (known == null) {
            known = configuration(spec, Map.of());
            configuration = known;
        }
        return known;
    }

    /**
     * The configuration.
     *
     * @param command that asks; its help is pointed to when something is wrong
     * @param options what the command itself was told
     */
    Configuration configuration(CommandSpec command, Map<Setting, String> options) {
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        given.putAll(options);
        if (data != null) {
            given.put(Setting.DATA, data.toString());
        }
        try {
            Path read = configurationFile();
            ConfigurationFile file = read == null ? ConfigurationFile.NONE : ConfigurationFile.read(read);
            return Configuration.of(file, surroundings.environment(), given);
        } catch (ConfigurationException failure) {
            throw new CommandLine.ParameterException(command.commandLine(), failure.getMessage(), failure);
        }
    }

    /** The file of {@code --config}, else of {@code $SHEAF_CONFIG}; null when there is none. */
    @Nullable
    Path configurationFile() {
        String fromEnvironment = surroundings.environment().get("SHEAF_CONFIG");
        if (configFile != null) {
            return surroundings.folder().resolve(configFile);
        }
        return fromEnvironment == null || fromEnvironment.isEmpty() ? null : surroundings.folder().resolve(fromEnvironment);
    }
}
