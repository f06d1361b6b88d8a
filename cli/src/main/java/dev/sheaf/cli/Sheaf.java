package dev.sheaf.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.cli.program.Version;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.serve.ServeCommand;
import dev.sheaf.core.Limit;
import dev.sheaf.platform.hub.Feature;

/** Main class of the program. Its main method runs one of the commands. */
@Command(name = "sheaf", versionProvider = Version.class, description = "Publish, harvest, aggregate and search with OAI-PMH.", synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
        "  sheaf demo",
        "  sheaf harvest https://export.arxiv.org/oai2 --set physics:hep-th",
        "  sheaf serve", "", "Exit status: 0 done; 1 failed; 2 wrong usage.",
        "Every command has a --help of its own: sheaf help harvest, or sheaf harvest --help."})
public final class Sheaf extends Program implements Callable<Integer> {

    Sheaf(Surroundings surroundings, List<Feature> features) {
        super(surroundings, features);
    }

    /** Runs a command and ends the process with its exit status. */
    public static void main(String[] arguments) {
        System.exit(run(Surroundings.ofProcess(), arguments));
    }

    /**
     * Runs a command.
     *
     * @return exit status: 0 done, 1 failed, 2 wrong usage
     */
    static int run(Surroundings surroundings, String... arguments) {
        return run(surroundings, Features.ALL, arguments);
    }

    /**
     * Runs a command of a program with the given features.
     *
     * @return exit status: 0 done, 1 failed, 2 wrong usage
     */
    public static int run(Surroundings surroundings, List<Feature> features, String... arguments) {
        Sheaf sheaf = new Sheaf(surroundings, features);
        Optional<String> misstated = Limit.misstated(System.getProperties());
        if (misstated.isPresent()) {
            sheaf.console().problem("sheaf: " + misstated.get());
            return CommandLine.ExitCode.USAGE;
        }
        String[] typed = withoutHelpCommand(sheaf, arguments);
        CommandLine commandLine = line(sheaf, typed);
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
        return commandLine.execute(typed);
    }

    /**
     * Returns the program's command line. It contains only the command with which the arguments begin, because reading the options of all
     * commands takes longer than many a command. It contains all commands if the arguments begin with none of them, or with a request for
     * help.
     */
    static CommandLine line(Sheaf sheaf, String... arguments) {
        CommandLine line = new CommandLine(sheaf);
        if (List.of(arguments).equals(List.of("--version"))) {
            return line;
        }
        String word = command(line.getCommandSpec(), List.of(arguments));
        List<Class<?>> commands = sheaf.features().stream().flatMap(feature -> feature.commands().stream())
                .<Class<?>>map(command -> command).toList();
        List<Class<?>> named = commands.stream().filter(command -> command.getAnnotation(Command.class).name().equals(word))
                .toList();
        (named.isEmpty() ? commands : named).forEach(line::addSubcommand);
        CommandLine serve = line.getSubcommands().get(ServeCommand.NAME);
        if (serve != null) {
            ServeCommand.addOptions(serve.getCommandSpec(), sheaf.features());
        }
        return line;
    }

    /**
     * Returns the first word that is neither an option of the program nor its value; empty if there is none, or if help is requested before
     * it.
     */
    private static String command(CommandSpec program, List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            // Without the check, the word "help" would be taken for the option --help.
            OptionSpec option = argument.startsWith("-")
                    ? program.findOption(equals < 0 ? argument : argument.substring(0, equals))
                    : null;
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

    /** Returns arguments in which {@code help harvest} is {@code harvest --help}: most programs with commands have both. */
    private static String[] withoutHelpCommand(Sheaf sheaf, String... arguments) {
        if (!command(new CommandLine(sheaf).getCommandSpec(), List.of(arguments)).equals("help")) {
            return arguments;
        }
        List<String> words = new ArrayList<>(List.of(arguments));
        words.remove("help");
        words.add("--help");
        return words.toArray(String[]::new);
    }

    /** Reports that a command is missing. */
    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec().commandLine(), "which command?");
    }
}
