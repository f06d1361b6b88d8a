package dev.sheaf.cli.crosswalk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnSchema;
import dev.sheaf.store.records.OwnSchemas;

/** Gives a format a schema that the hub serves. */
@Command(name = "add", description = {
        "Gives a format an XML schema that the hub serves. It replaces earlier schemas of the format.",
        "ListMetadataFormats names its address for formats with this prefix and with the schema's target namespace."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf schema add heritage heritage.xsd", "  sheaf schema add heritage heritage.xsd heritage-types.xsd"})
final class SchemaAddCommand implements Callable<Integer> {

    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.xsd");
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PREFIX", description = "metadata prefix of the format")
    @SuppressWarnings("NullAway.Init")
    private String prefix;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "the format's schema, then the schemas that it includes or imports, with the file names in its schemaLocation attributes")
    @SuppressWarnings("NullAway.Init")
    private List<Path> files;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        MetadataPrefix format = Words.prefix(spec, prefix);
        if (format.equals(MetadataPrefix.OAI_DC)) {
            throw Words.wrong(spec, "the protocol defines the schema of oai_dc");
        }
        List<OwnSchema> schemas = new ArrayList<>();
        files.forEach(file -> schemas.add(schema(program.surroundings().folder().resolve(file))));
        try (HubStore store = DataDirectory.open(program)) {
            store.ownSchemas().put(format, schemas);
        } catch (StoreException failure) {
            throw new CommandFailedException(String.valueOf(failure.getMessage()), failure);
        }
        program.console().note("Added. A hub serves it at " + OwnSchemas.PATH + schemas.getFirst().file());
        return 0;
    }

    private OwnSchema schema(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!FILE_NAME.matcher(name).matches()) {
            throw Words.wrong(spec,
                    "'" + name + "' is no valid name for a schema: use letters, digits, '.', '_' and '-', and end it with .xsd");
        }
        byte[] xsd = CrosswalkAddCommand.read(file);
        try {
            XmlFragments.parse(xsd);
            XMLStreamReader reader = XmlInput.pull(xsd);
            reader.nextTag();
            if (!XSD.equals(reader.getNamespaceURI()) || !reader.getLocalName().equals("schema")) {
                throw new CommandFailedException(file + " is no XML schema: its root is <" + reader.getLocalName() + ">");
            }
            String namespace = reader.getAttributeValue("", "targetNamespace");
            return new OwnSchema(name, namespace == null ? "" : namespace, xsd);
        } catch (OaiFormatException | XMLStreamException failure) {
            throw new CommandFailedException(file + " is not well-formed XML: " + failure.getMessage(), failure);
        }
    }
}
