package dev.sheaf.cli.program;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import dev.sheaf.core.sandbox.ChildSandbox;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationException;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Feature;

/** Shared part of all commands: the options of the program, its console and its configuration. */
public abstract class Program {

    private final Surroundings surroundings;
    private final List<Feature> features;
    private @Nullable Console console;
    private @Nullable Configuration configuration;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", scope = ScopeType.INHERIT, description = "data directory (default: $SHEAF_DATA, else ./sheaf-data)")
    private @Nullable Path data;

    @Option(names = "--config", paramLabel = "FILE", scope = ScopeType.INHERIT, description = "YAML file with options; each may also be set in the environment as SHEAF_… (default: $SHEAF_CONFIG)")
    private @Nullable Path configFile;

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT, description = "print only results and failures")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT, description = "print all details, with stack traces")
    private boolean verbose;

    // Read by picocli alone.
    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-h", "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "show this help")
    private boolean help;

    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-V", "--version"}, versionHelp = true, description = "show the version")
    private boolean version;

    /** Creates a program with its surroundings and features. */
    protected Program(Surroundings surroundings, List<Feature> features) {
        this.surroundings = surroundings;
        this.features = List.copyOf(features);
    }

    /** Returns the description of its command line. */
    protected CommandSpec spec() {
        return spec;
    }

    /** Returns the program that a command belongs to. */
    public static Program of(CommandSpec command) {
        return (Program) command.root().userObject();
    }

    /** Returns the surroundings of the process: folder, environment, clock. */
    public Surroundings surroundings() {
        return surroundings;
    }

    /** Returns the features of the program, in the order of its help. */
    public List<Feature> features() {
        return features;
    }

    private Set<Setting> settings() {
        Set<Setting> known = new LinkedHashSet<>(Setting.values());
        features.forEach(feature -> known.addAll(feature.settings()));
        return known;
    }

    /** Returns whether all details are printed, including stack traces. */
    public boolean verbose() {
        return verbose;
    }

    /** Returns whether only results and failures are printed. */
    public boolean quiet() {
        return quiet;
    }

    /** Returns the console that commands write to. */
    public Console console() {
        Console known = console;
        if (known == null) {
            known = new Console(surroundings, quiet);
            console = known;
        }
        return known;
    }

    /** Sets the detail of the log, unless the command line sets it. */
    public void log(LogOutput.Detail usual) {
        LogOutput.set(verbose ? LogOutput.Detail.VERBOSE : quiet ? LogOutput.Detail.QUIET : usual);
    }

    /** Returns the configuration of a command without options for settings. */
    public Configuration configuration() {
        Configuration known = configuration;
        if (known == null) {
            known = configuration(spec, Map.of());
            configuration = known;
        }
        return known;
    }

    /**
     * Returns the configuration.
     *
     * @param command command, to whose help messages refer
     * @param options settings from options of the command
     */
    public Configuration configuration(CommandSpec command, Map<Setting, String> options) {
        Map<Setting, String> given = new HashMap<>(options);
        if (data != null) {
            given.put(Setting.DATA, data.toString());
        }
        try {
            Path read = configurationFile();
            ConfigurationFile file = read == null ? ConfigurationFile.NONE : ConfigurationFile.read(read, settings());
            Configuration configured = Configuration.of(file, surroundings.environment(), given, settings());
            configured.text(Setting.SANDBOX).ifPresent(mode -> System.setProperty(ChildSandbox.PROPERTY, mode));
            return configured;
        } catch (ConfigurationException failure) {
            throw new CommandLine.ParameterException(command.commandLine(), failure.getMessage(), failure);
        }
    }

    /** Returns the file of {@code --config}, else of {@code $SHEAF_CONFIG}; null if there is none. */
    public @Nullable Path configurationFile() {
        String fromEnvironment = surroundings.environment().get("SHEAF_CONFIG");
        if (configFile != null) {
            return surroundings.folder().resolve(configFile);
        }
        return fromEnvironment == null || fromEnvironment.isEmpty() ? null : surroundings.folder().resolve(fromEnvironment);
    }
}
