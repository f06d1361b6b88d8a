package dev.sheaf.cli.crosswalk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Program;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.validator.schema.FetchedSource;
import dev.sheaf.validator.schema.FolderSource;
import dev.sheaf.validator.schema.SchemaDocument;
import dev.sheaf.validator.schema.SchemaFault;
import dev.sheaf.validator.schema.SchemaSource;

/** Finds schemas for commands: files, and documents on the web. For one command. */
final class SchemaFinder implements AutoCloseable {

    private final Program program;
    private final boolean fetch;
    private @Nullable HttpFetcher fetcher;

    /**
     * Prepares to find schemas.
     *
     * @param fetch whether documents that are not in a folder are fetched
     */
    SchemaFinder(Program program, boolean fetch) {
        this.program = program;
        this.fetch = fetch;
    }

    /** Returns a file. */
    SchemaDocument file(Path file) throws IOException {
        Path place = program.surroundings().folder().resolve(file);
        if (!Files.isRegularFile(place)) {
            throw new SchemaFault("there is no file " + file);
        }
        return FolderSource.document(place);
    }

    /** Returns the document at an address that the operator typed, which may be in a private network. */
    SchemaDocument fetched(URI address) throws SchemaFault {
        return web(address).find("", address.toString())
                .orElseThrow(() -> new SchemaFault("'" + address + "' is no address on the web"));
    }

    /** Returns the documents beside a schema, in another folder, and on the web when they are to be fetched. */
    SchemaSource beside(Path schema, @Nullable Path other) throws IOException {
        Path folder = program.surroundings().folder();
        Path beside = folder.resolve(schema).toAbsolutePath().getParent();
        SchemaSource found = beside == null ? SchemaSource.NONE : near(beside);
        if (other != null) {
            found = found.or(FolderSource.of(folder.resolve(other)));
        }
        // The addresses in a file are not the operator's: they lead into public networks alone.
        return fetch ? found.or(web(null)) : found;
    }

    /** Looks at single files: the folder of a schema may be a whole home directory. */
    private static SchemaSource near(Path folder) {
        return (namespace, address) -> {
            int slash = address.lastIndexOf('/');
            Path file = address.isEmpty() ? folder : folder.resolve(address.substring(slash + 1));
            if (!file.getFileName().toString().endsWith(".xsd") || !Files.isRegularFile(file)) {
                return Optional.empty();
            }
            try {
                return Optional.of(FolderSource.document(file));
            } catch (SchemaFault fault) {
                throw fault;
            } catch (IOException failure) {
                throw new SchemaFault(file + " cannot be read: " + failure.getMessage());
            }
        };
    }

    private FetchedSource web(@Nullable URI home) {
        HttpFetcher open = fetcher;
        if (open == null) {
            open = new HttpFetcher();
            fetcher = open;
        }
        FetchRules rules = ConfiguredIdentity.rules(program).withReach(Reach.ANYWHERE);
        return new FetchedSource(open, rules, home, program.surroundings().pause());
    }

    @Override
    public void close() {
        if (fetcher != null) {
            fetcher.close();
        }
    }
}
