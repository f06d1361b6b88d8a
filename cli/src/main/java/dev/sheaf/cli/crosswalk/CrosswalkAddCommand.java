package dev.sheaf.cli.crosswalk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.formats.crosswalk.CrosswalkException;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.formats.crosswalk.sandbox.CrosswalkSandbox;
import dev.sheaf.formats.crosswalk.sandbox.SandboxLimits;
import dev.sheaf.formats.crosswalk.sandbox.Stylesheet;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.OwnCrosswalk;

/** Adds a crosswalk, or a new version of one. */
@Command(name = "add", description = {"Adds a crosswalk, or replaces the one of the same name.",
        "The stylesheet is compiled first; a faulty one is refused. Records that an earlier version made are made again; only those that "
                + "come out differently get a new datestamp."}, footerHeading = "%nExamples:%n", footer = {
                        "  sheaf crosswalk add heritage lido-to-heritage.xsl --from lido --to heritage --namespace http://example.org/heritage --schema http://example.org/heritage.xsd",
                        "  sheaf crosswalk add ours-to-dc ours.xsl --from http://example.org/ours --to oai_dc"})
final class CrosswalkAddCommand implements Callable<Integer> {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");
    /** Largest size of a stylesheet in bytes. No real one is larger. */
    static final int LARGEST = 1 << 20;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "name of the crosswalk: small letters, digits, - and _")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "XSLT 1.0 to 3.0, in UTF-8; one file. The parameter 'identifier' holds the identifier of the item")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(names = "--from", required = true, paramLabel = "PREFIX|NAMESPACE", description = "records that it reads: a metadata prefix of the source, or the namespace of their root (recognised by its colon)")
    @SuppressWarnings("NullAway.Init")
    private String from;

    @Option(names = "--to", required = true, paramLabel = "PREFIX", description = "metadata prefix of the records that it makes")
    @SuppressWarnings("NullAway.Init")
    private String to;

    @Option(names = "--namespace", paramLabel = "URI", description = "namespace of the records that it makes; not needed for oai_dc, mods, marc21, datacite, oai_datacite")
    private @Nullable String namespace;

    @Option(names = "--schema", paramLabel = "URL", description = "address of their XML schema; not needed when 'sheaf schema add' gives the format one")
    private @Nullable String schema;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (!NAME.matcher(name).matches()) {
            throw Words.wrong(spec,
                    "'" + name + "' is no valid name for a crosswalk: use at most 63 small letters, digits, - and _");
        }
        MetadataFormat format = format();
        boolean byNamespace = from.contains(":");
        OwnCrosswalk crosswalk = new OwnCrosswalk(name, byNamespace ? null : prefix("--from", from), byNamespace ? from : null,
                format,
                read(program.surroundings().folder().resolve(file)));
        try (CrosswalkSandbox sandbox = new CrosswalkSandbox(SandboxLimits.DEFAULT, InstantSource.system())) {
            sandbox.check(stylesheet(crosswalk));
        } catch (CrosswalkException refused) {
            throw new CommandFailedException(file + " was not added: " + refused.getMessage(), refused);
        }
        try (HubStore store = DataDirectory.open(program)) {
            refuseTwoNamespaces(store, crosswalk);
            store.ownCrosswalks().put(crosswalk);
            program.console().note("Added. Sources use it after: sheaf source set ID --derive " + to);
            sourcesWith(store, format.prefix()).forEach(id -> Deriving.catchUp(store, id, program.console()));
        }
        return 0;
    }

    private MetadataFormat format() {
        MetadataPrefix prefix = prefix("--to", to);
        MetadataFormat known = TargetFormat.of(prefix).map(TargetFormat::format).orElse(null);
        String uri = namespace == null && known != null ? known.namespace() : namespace;
        if (uri == null || uri.isBlank()) {
            throw Words.wrong(spec, "--namespace is needed: '" + to + "' is a format that Sheaf does not know");
        }
        if (known != null && !known.namespace().equals(uri)) {
            throw Words.wrong(spec, "--namespace: the format " + to + " has the namespace " + known.namespace());
        }
        return new MetadataFormat(prefix, schema == null ? known == null ? "" : known.schema() : address(schema), uri);
    }

    private String address(String text) {
        try {
            if (URI.create(text).isAbsolute()) {
                return text;
            }
        } catch (IllegalArgumentException _) {
            // The exception is thrown below.
        }
        throw Words.wrong(spec, "--schema: '" + text + "' is no address");
    }

    private MetadataPrefix prefix(String option, String text) {
        if (!text.matches("[A-Za-z0-9_.!~*'()-]+")) {
            throw Words.wrong(spec, option + ": '" + text + "' is no metadata prefix");
        }
        return new MetadataPrefix(text);
    }

    private static void refuseTwoNamespaces(HubStore store, OwnCrosswalk crosswalk) {
        for (OwnCrosswalk other : store.ownCrosswalks().all()) {
            if (!other.name().equals(crosswalk.name()) && other.to().prefix().equals(crosswalk.to().prefix())
                    && !other.to().namespace().equals(crosswalk.to().namespace())) {
                throw new CommandFailedException("crosswalk " + other.name() + " makes " + other.to().prefix().value()
                        + " in the namespace " + other.to().namespace() + "; a format has one namespace");
            }
        }
    }

    /** Returns the sources with this derived format. */
    static List<String> sourcesWith(HubStore store, MetadataPrefix prefix) {
        return store.sources().stream().map(SourceStatus::source).map(Source::id)
                .filter(id -> store.derivations().of(id).stream().anyMatch(derivation -> derivation.prefix().equals(prefix)))
                .toList();
    }

    /** Returns the content of a file up to a size limit. */
    static byte[] read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new CommandFailedException(file + " has more than " + LARGEST + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new CommandFailedException(file + " cannot be read: " + failure.getMessage(), failure);
        }
    }

    static Stylesheet stylesheet(OwnCrosswalk crosswalk) {
        return new Stylesheet(crosswalk.name(), crosswalk.stylesheet(), crosswalk.to().namespace());
    }
}
