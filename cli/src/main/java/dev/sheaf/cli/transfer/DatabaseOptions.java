package dev.sheaf.cli.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.imports.rows.DatabaseTable;

/** Options that name a table or query of a database. */
final class DatabaseOptions {

    private static final String PASSWORD = "SHEAF_JDBC_PASSWORD";
    private static final long MAX_PASSWORD = 10_000;

    @Option(names = "--jdbc", paramLabel = "URL", description = "database to read instead of files: jdbc:postgresql://host/database,"
            + " jdbc:sqlite:file")
    private @Nullable String url;

    @Option(names = "--query", paramLabel = "SQL", description = "query that gives the rows")
    private @Nullable String query;

    @Option(names = "--table", paramLabel = "NAME", description = "table whose rows are taken, instead of a query")
    private @Nullable String table;

    @Option(names = "--jdbc-user", paramLabel = "NAME", description = "user of the database, if the URL does not name one")
    private @Nullable String user;

    @Option(names = "--jdbc-password-file", paramLabel = "FILE", description = "file with the password (default: $" + PASSWORD
            + ")")
    private @Nullable Path passwordFile;

    /** Returns the table or query to read; null when the command line names no database. */
    @Nullable
    DatabaseTable table(CommandSpec spec, Surroundings surroundings) {
        if (url == null) {
            if (query != null || table != null || user != null || passwordFile != null) {
                throw Words.wrong(spec, "--query, --table, --jdbc-user and --jdbc-password-file belong to --jdbc URL");
            }
            return null;
        }
        if ((query == null) == (table == null)) {
            throw Words.wrong(spec, "--jdbc needs either --query SQL or --table NAME");
        }
        return new DatabaseTable(url, query, table, user, password(surroundings));
    }

    private @Nullable String password(Surroundings surroundings) {
        if (passwordFile == null) {
            String password = surroundings.environment().get(PASSWORD);
            return password == null || password.isEmpty() ? null : password;
        }
        Path file = surroundings.folder().resolve(passwordFile);
        try {
            if (Files.size(file) > MAX_PASSWORD) {
                throw new CommandFailedException("the file " + file + " is too large for one with a password");
            }
            // Editors end files with a line end; passwords do not.
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException failure) {
            throw new CommandFailedException("cannot read the password from " + file + ": "
                    + (failure instanceof java.nio.file.NoSuchFileException
                            ? "there is no such file"
                            : failure.getMessage()),
                    failure);
        }
    }
}
