package dev.sheaf.cli.crosswalk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.validator.schema.SchemaComparison;
import dev.sheaf.validator.schema.SchemaDocument;

/** Compares a local copy of a schema with the one on the web. */
@Command(name = "compare", description = {"Compares a local copy of an XML Schema with another one, usually the one on the web.",
        "Comments, annotations, blanks, prefixes and the order of global declarations do not count. Documents that a schema includes "
                + "are compared one by one."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf schema compare oai_dc.xsd http://www.openarchives.org/OAI/2.0/oai_dc.xsd", "",
                        "Exit status: 0 when both allow the same, else 1."})
final class SchemaCompareCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "the local copy")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Parameters(index = "1", paramLabel = "URL", description = "address of the other copy, or a second file")
    @SuppressWarnings("NullAway.Init")
    private String other;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Console console = program.console();
        URI address = SchemaCheckCommand.address(other);
        if (address == null && other.contains("://")) {
            throw Words.wrong(spec, "'" + other + "' is neither an address on the web nor a file");
        }
        try (SchemaFinder finder = new SchemaFinder(program, true)) {
            SchemaDocument local = named(finder.file(file), file.toString());
            SchemaDocument remote = named(address == null ? finder.file(Path.of(other)) : finder.fetched(address), other);
            if (Arrays.equals(local.bytes(), remote.bytes())) {
                console.result("Both are the same, byte by byte.");
                return 0;
            }
            List<String> differences = SchemaComparison.differences(local, remote);
            differences.stream().limit(SchemaComparison.MOST).forEach(console::result);
            console.result(result(differences.size()));
            return differences.isEmpty() ? 0 : 1;
        } catch (IOException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private static String result(int differences) {
        if (differences == 0) {
            return "Both allow the same. They differ in comments, annotations, blanks, prefixes or the order of declarations.";
        }
        return differences > SchemaComparison.MOST
                ? "More than " + SchemaComparison.MOST + " differences; the first " + SchemaComparison.MOST + " are shown."
                : differences + (differences == 1 ? " difference." : " differences.");
    }

    private static SchemaDocument named(SchemaDocument document, String name) {
        return new SchemaDocument(name, document.bytes(), document.targetNamespace(), document.isQualified(), document.elements(),
                document.references());
    }
}
