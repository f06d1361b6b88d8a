package dev.sheaf.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.publish.PublishException;
import dev.sheaf.search.SearchException;
import dev.sheaf.transfer.imports.ImportException;

/** Runs the command that was typed, and converts each failure into one message and an exit status. */
final class Outcome
        implements
            CommandLine.IExecutionStrategy,
            CommandLine.IExecutionExceptionHandler,
            CommandLine.IParameterExceptionHandler {

    private final Program program;

    Outcome(Program program) {
        this.program = program;
    }

    @Override
    public int execute(ParseResult parsed) {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(program.console().results(), StandardCharsets.UTF_8));
        parsed.asCommandLineList().forEach(commandLine -> commandLine.setOut(out));
        refuseUnknown(parsed);
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            out.flush();
            program.console().flush();
            return helped;
        }
        int status = new CommandLine.RunLast().execute(parsed);
        try {
            program.console().flush();
        } catch (CommandFailedException failure) {
            return failed(failure);
        }
        return program.console().readerHasLeft() ? 0 : status;
    }

    /** Refuses unknown words. With --help picocli ignores them, so that a mistyped command would look like a known one. */
    private static void refuseUnknown(ParseResult parsed) {
        for (CommandLine commandLine : parsed.asCommandLineList()) {
            List<String> unknown = commandLine.getUnmatchedArguments();
            if (!unknown.isEmpty()) {
                throw new CommandLine.UnmatchedArgumentException(commandLine, unknown);
            }
        }
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult parsed) {
        return failed(failure);
    }

    private int failed(Exception failure) {
        if (program.console().readerHasLeft()) {
            // The reader of the results, such as head, has closed the pipe. That is no failure.
            return 0;
        }
        say(message(failure));
        if (program.verbose()) {
            failure.printStackTrace(program.surroundings().err());
        }
        return 1;
    }

    @Override
    public int handleParseException(CommandLine.ParameterException failure, String[] arguments) {
        CommandLine commandLine = failure.getCommandLine();
        say(wrongUsage(failure, commandLine));
        PrintStream err = program.surroundings().err();
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try: " + commandLine.getCommandSpec().qualifiedName() + " --help");
        return 2;
    }

    private static String wrongUsage(CommandLine.ParameterException failure, CommandLine commandLine) {
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String first = unmatched.getUnmatched().getFirst();
            boolean chooses = !commandLine.getSubcommands().isEmpty();
            return chooses
                    ? "there is no command '" + first + "'"
                    : "'" + first + "' is one argument too many: " + commandLine.getCommandSpec().qualifiedName() + " takes "
                            + taken(commandLine.getCommandSpec().positionalParameters());
        }
        return describe(failure);
    }

    private static String taken(List<CommandLine.Model.PositionalParamSpec> parameters) {
        return parameters.isEmpty()
                ? "options only"
                : parameters.stream().map(CommandLine.Model.PositionalParamSpec::paramLabel).collect(Collectors.joining(" "))
                        + " and options";
    }

    private void say(String message) {
        program.surroundings().err().println("sheaf: " + Console.harmless(message));
    }

    private static String message(Throwable failure) {
        if (hasTooManyFiles(failure)) {
            return "too many files are open: the limit of this account is too low (ulimit -n shows it; 1,024 is enough). Raise the "
                    + "limit and run the command again";
        }
        return switch (failure) {
            case CommandFailedException known -> describe(known);
            case StoreException known -> describe(known);
            case SearchException known -> describe(known);
            case ImportException known -> describe(known);
            case PublishException known -> describe(known);
            case ServerStartException known -> describe(known);
            case UncheckedIOException wrapped when wrapped.getCause() != null -> message(wrapped.getCause());
            case NoSuchFileException missing -> "there is no file or folder " + missing.getFile();
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            case JacksonException json -> "JSON that cannot be read: " + json.getOriginalMessage();
            case IOException io -> "input or output failed: " + describe(io);
            default -> "unexpected failure: " + OneLine.sentence(describe(failure))
                    + " This is a fault of Sheaf; --verbose shows where.";
        };
    }

    private static boolean hasTooManyFiles(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (String.valueOf(cause.getMessage()).contains("Too many open files")) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
