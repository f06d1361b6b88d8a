package dev.sheaf.cli.transfer;

import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.cli.program.Words;
import dev.sheaf.transfer.imports.rows.DatabaseTable;

/** Options that name a table or query of a database. */
final class DatabaseOptions {

    private static final String PASSWORD = "SHEAF_JDBC_PASSWORD";
    private static final String USER = "user";
    private static final String PASSWORD_FILE = "password-file";

    @Option(names = "--jdbc", paramLabel = "URL", description = "database to read instead of files: jdbc:postgresql://host/database,"
            + " jdbc:sqlite:file")
    private @Nullable String url;

    @Option(names = "--query", paramLabel = "SQL", description = "query for the rows")
    private @Nullable String query;

    @Option(names = "--table", paramLabel = "NAME", description = "table to import, instead of a query")
    private @Nullable String table;

    @Option(names = "--access", paramLabel = "NAME=VALUE", description = {
            "access to the database, if the URL does not contain it (may be repeated):%n"
                    + "user=NAME: user of the database;%n"
                    + "password-file=FILE: password, read from FILE, - (standard input) or env:NAME (default: $" + PASSWORD
                    + ")"})
    private List<String> access = List.of();

    /** Returns the table or query to read; null if the command line names no database. */
    @Nullable
    DatabaseTable table(CommandSpec spec) {
        if (url == null) {
            if (query != null || table != null || !access.isEmpty()) {
                throw Words.wrong(spec, "--query, --table and --access are only for --jdbc URL");
            }
            return null;
        }
        if ((query == null) == (table == null)) {
            throw Words.wrong(spec, "--jdbc needs either --query SQL or --table NAME");
        }
        NamedValues said = NamedValues.of(spec, "--access", access, List.of(USER, PASSWORD_FILE));
        return new DatabaseTable(url, query, table, said.one(USER), password(said, spec));
    }

    private static @Nullable String password(NamedValues said, CommandSpec spec) {
        Program program = Program.of(spec);
        String file = said.one(PASSWORD_FILE);
        if (file == null) {
            String password = program.surroundings().environment().get(PASSWORD);
            return password == null || password.isEmpty() ? null : password;
        }
        return SecretInput.secret(program, spec, said.label(PASSWORD_FILE), file).reveal();
    }
}
