package dev.sheaf.cli.crosswalk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.validator.schema.SchemaDocument;
import dev.sheaf.validator.schema.SchemaJudgement;

/** Checks an XML Schema by itself. */
@Command(name = "check", description = {
        "Checks an XML Schema by itself: whether it can be compiled, and whether it is fit for a metadata format.",
        "Documents that it includes or imports are looked for beside it; --fetch also fetches them from their addresses."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf schema check heritage.xsd", "  sheaf schema check heritage.xsd --fetch", "",
                "Exit status: 0 when it can be used, else 1."})
final class SchemaCheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "the schema")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--schemas", paramLabel = "DIR", description = "a further folder with the documents that it needs")
    private @Nullable Path schemas;

    @Option(names = "--fetch", description = "fetch what is not beside it")
    private boolean fetch;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (SchemaFinder finder = new SchemaFinder(program, fetch)) {
            SchemaDocument document = finder.file(file);
            SchemaJudgement.Outcome outcome = SchemaJudgement.of(document, finder.beside(file, schemas));
            show(program.console(), document);
            outcome.advice().forEach(advice -> program.console().result("advice: " + advice));
            outcome.faults().forEach(fault -> program.console().result("fault: " + fault));
            program.console().result(outcome.faults().isEmpty() ? file + " can be used." : file + " cannot be used.");
            return outcome.faults().isEmpty() ? 0 : 1;
        } catch (IOException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
    }

    static void show(Console console, SchemaDocument document) {
        console.result("target namespace: " + (document.targetNamespace().isEmpty() ? "none" : document.targetNamespace()));
        console.result("global elements: " + (document.elements().isEmpty() ? "none" : shortened(document.elements())));
        document.references().forEach(reference -> console.result(reference.kind() + ": "
                + (reference.location().isEmpty() ? reference.namespace() : reference.location())));
    }

    private static String shortened(Iterable<String> names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            if (text.length() > 200) {
                return text + ", …";
            }
            text.append(text.isEmpty() ? "" : ", ").append(name);
        }
        return text.toString();
    }

    /** Returns a web address; null for anything else. */
    static @Nullable URI address(String text) {
        try {
            URI uri = URI.create(text);
            return List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null ? uri : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
