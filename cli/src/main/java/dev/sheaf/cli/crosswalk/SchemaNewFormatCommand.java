package dev.sheaf.cli.crosswalk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import javax.xml.validation.Schema;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.validator.schema.SchemaDocument;
import dev.sheaf.validator.schema.SchemaJudgement;

/** Leads through the making of a metadata format, and checks what is there already. */
@Command(name = "new-format", description = {
        "Leads to a metadata format of your own in five steps: prefix, namespace, schema, address of the schema, sample record.",
        "Each call checks the steps that are there, and says what the next one is. The sample record is validated by the schema."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf schema new-format heritage",
                "  sheaf schema new-format heritage --namespace https://example.org/ns/heritage/ --schema heritage.xsd --schema-url https://example.org/ns/heritage.xsd --sample record.xml",
                "", "Exit status: 0 when the format is ready, else 1."})
final class SchemaNewFormatCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "PREFIX", description = "metadata prefix of the format")
    @SuppressWarnings("NullAway.Init")
    private String prefix;

    @Option(names = "--namespace", paramLabel = "URI", description = "namespace of its records")
    private @Nullable String namespace;

    @Option(names = "--schema", paramLabel = "FILE", description = "its XML Schema")
    private @Nullable Path schema;

    @Option(names = "--schema-url", paramLabel = "URL", description = "address at which the schema will be published")
    private @Nullable String schemaUrl;

    @Option(names = "--sample", paramLabel = "FILE", description = "a sample record: the content of 'metadata'")
    private @Nullable Path sample;

    private final List<String> faults = new ArrayList<>();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Console console = program.console();
        checkPrefix();
        if (!passed(console, "1. Prefix", prefix) || next(console, namespace, "2. Namespace",
                "give the records a namespace with --namespace: an address in a domain of yours, such as https://example.org/ns/"
                        + prefix + "/. A version that is not compatible gets a new namespace and a new prefix.")) {
            return 1;
        }
        String named = String.valueOf(namespace);
        checkNamespace(named);
        if (!passed(console, "2. Namespace", named) || next(console, schema, "3. Schema",
                "write an XML Schema (1.0) and name it with --schema. It begins with: <xs:schema"
                        + " xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"" + named
                        + "\" elementFormDefault=\"qualified\">")) {
            return 1;
        }
        try (SchemaFinder finder = new SchemaFinder(program, false)) {
            return rest(console, finder, program.surroundings().folder(), named);
        } catch (IOException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private int rest(Console console, SchemaFinder finder, Path folder, String named) throws IOException {
        Path schemaFile = Objects.requireNonNull(schema);
        SchemaDocument document = finder.file(schemaFile);
        SchemaJudgement.Outcome outcome = SchemaJudgement.of(document, finder.beside(schemaFile, null));
        if (!document.targetNamespace().equals(named)) {
            faults.add("its target namespace is '" + document.targetNamespace() + "', and the namespace of the format '" + named
                    + "'");
        }
        faults.addAll(outcome.faults());
        faults.addAll(outcome.advice());
        if (!passed(console, "3. Schema", schemaFile.toString()) || next(console, schemaUrl, "4. Address of the schema",
                "decide where the schema is published, and name it with --schema-url. A hub serves it after 'sheaf schema add "
                        + prefix
                        + " " + schemaFile + "' at BASE/schemas/" + schemaFile.getFileName() + ".")) {
            return 1;
        }
        String published = String.valueOf(schemaUrl);
        if (SchemaCheckCommand.address(published) == null) {
            faults.add("'" + published + "' is no address on the web");
        }
        if (!passed(console, "4. Address of the schema", published) || next(console, sample, "5. Sample record",
                "write a record and name it with --sample. Its root is " + String.join(" or ", document.elements())
                        + " with xmlns=\""
                        + named + "\" xmlns:xsi=\"" + Namespaces.XSI + "\" xsi:schemaLocation=\"" + named + " " + published
                        + "\".")) {
            return 1;
        }
        Path record = Objects.requireNonNull(sample);
        checkSample(folder.resolve(record), document, Objects.requireNonNull(outcome.schema()), published);
        if (!passed(console, "5. Sample record", record.toString())) {
            return 1;
        }
        console.result("The format is ready. ListMetadataFormats says:");
        console.result("<metadataFormat><metadataPrefix>" + prefix + "</metadataPrefix><schema>" + published
                + "</schema><metadataNamespace>" + named + "</metadataNamespace></metadataFormat>");
        return 0;
    }

    private void checkPrefix() {
        MetadataPrefix given = new MetadataPrefix(prefix.isEmpty() ? " " : prefix);
        if (!given.isLegal()) {
            faults.add("a prefix has letters, digits and the characters - _ . ! ~ * ' ( ) alone (S3.4)");
        } else if (given.equals(MetadataPrefix.OAI_DC)) {
            faults.add("oai_dc is the format that the protocol defines");
        }
    }

    private void checkNamespace(String named) {
        URI uri = null;
        try {
            uri = URI.create(named);
        } catch (IllegalArgumentException _) {
            // The same message as for a relative one.
        }
        if (uri == null || !uri.isAbsolute()) {
            faults.add("it is no absolute URI, such as https://example.org/ns/" + prefix + "/");
        } else if (named.equals(Namespaces.OAI) || named.equals(MetadataFormat.OAI_DC.namespace())) {
            faults.add("it is a namespace of the protocol; a format has one of its own (S2.5)");
        }
    }

    private void checkSample(Path file, SchemaDocument document, Schema compiled, String published) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no file " + file);
        }
        byte[] record = CrosswalkAddCommand.read(file);
        SchemaJudgement.Root root;
        try {
            root = SchemaJudgement.root(record);
        } catch (IOException failure) {
            faults.add(String.valueOf(failure.getMessage()));
            return;
        }
        if (!root.namespace().equals(document.targetNamespace()) || !document.elements().contains(root.name())) {
            faults.add("its root is '" + root.name() + "' in the namespace '" + root.namespace() + "'; the schema declares "
                    + String.join(", ", document.elements()) + " in '" + document.targetNamespace() + "'");
        }
        String location = root.schema().orElse("");
        if (!location.equals(published)) {
            faults.add(location.isEmpty()
                    ? "its root names no schema: add xsi:schemaLocation=\"" + document.targetNamespace() + " " + published
                            + "\" (S2.5)"
                    : "xsi:schemaLocation names " + location + " instead of " + published + " (S2.5)");
        }
        faults.addAll(SchemaJudgement.faults(record, compiled));
    }

    /** Shows a step with its faults, and returns whether it has none. */
    private boolean passed(Console console, String step, String value) {
        console.result(step + ": " + value + (faults.isEmpty() ? " - right" : " - wrong"));
        faults.forEach(fault -> console.result("   " + fault));
        return faults.isEmpty();
    }

    /** Says what the next step is when it is not there; returns whether it is missing. */
    private static boolean next(Console console, @Nullable Object given, String step, String advice) {
        if (given == null) {
            console.result(step + ": next");
            console.result("   " + advice);
        }
        return given == null;
    }
}
