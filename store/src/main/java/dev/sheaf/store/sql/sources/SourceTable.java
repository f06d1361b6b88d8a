package dev.sheaf.store.sql.sources;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;

/** Table {@code source}: the registered sources. */
public final class SourceTable {

    private static final String COLUMNS = """
            select n.name, s.kind, s.base_url, s.name, s.prefixes, s.sets, s.user_agent, s.from_header, s.latency, s.policy, s.num
            from source s join source_name n on n.num = s.num where s.removing = 0""";
    private static final String ONE = COLUMNS + " and n.name = ?";
    private static final String IDS = "select n.name from source s join source_name n on n.num = s.num where s.removing = 0 order by n.name";

    private SourceTable() {}

    /** A source with its number. */
    public record Numbered(int number, Source source) {}

    public static Optional<Numbered> find(SqlConnection sql, String id) throws SQLException {
        Optional<Numbered> found = sql.one(ONE, SourceTable::read, id);
        return found.isEmpty() ? found : Optional.of(named(sql, found.get()));
    }

    /** Returns the ids of all registered sources, in order. */
    public static List<String> ids(SqlConnection sql) throws SQLException {
        return sql.all(IDS, row -> row.getString(1));
    }

    /**
     * Returns the number of a registered source.
     *
     * @throws StoreException if there is none with the id
     */
    public static int number(SqlConnection sql, String id) throws SQLException {
        return sql.one("select s.num from source s join source_name n on n.num = s.num where n.name = ? and s.removing = 0",
                row -> row.getInt(1), id).orElseThrow(() -> unknown(id));
    }

    /** Returns the message for a source that is not registered. */
    static StoreException unknown(String id) {
        return new StoreException("There is no source '" + id + "': register it first");
    }

    /** Returns true if a source with the id was removed and some of its records still have to be withdrawn. */
    public static boolean isRemoving(SqlConnection sql, String id) throws SQLException {
        return sql.one("select 1 from source s join source_name n on n.num = s.num where n.name = ? and s.removing = 1",
                _ -> true, id).orElse(false);
    }

    public static void put(Transaction transaction, int number, Source source) throws SQLException {
        SqlConnection sql = transaction.sql();
        String kind = sql.one("select kind from source where num = ?", row -> row.getString(1), number)
                .orElse(source.kind().name());
        if (!kind.equals(source.kind().name())) {
            throw new StoreException("There is a source '" + source.id() + "' of another kind (" + words(kind) + ", not "
                    + words(source.kind().name()) + "): choose another id, or remove that source first");
        }
        Source.Settings settings = source.settings();
        Duration latency = settings.latency();
        sql.update(
                """
                        insert into source (num, kind, base_url, name, prefixes, sets, user_agent, from_header, latency, policy, removing)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
                        on conflict (num) do update set kind = excluded.kind, base_url = excluded.base_url, name = excluded.name,
                        prefixes = excluded.prefixes, sets = excluded.sets, user_agent = excluded.user_agent,
                        from_header = excluded.from_header, latency = excluded.latency, policy = excluded.policy, removing = 0""",
                number, source.kind().name(), source.baseUrl(), source.name(),
                Packed.texts(source.prefixes().stream().map(MetadataPrefix::value).toList()),
                Packed.texts(source.sets().stream().map(SetSpec::value).toList()), settings.userAgent(), settings.from(),
                latency == null ? null : latency.toSeconds(), settings.policy());
    }

    private static String words(String kind) {
        return kind.toLowerCase(Locale.ROOT);
    }

    /** Returns a source with its name; one without a name of its own gets that of its repository. */
    private static Numbered named(SqlConnection sql, Numbered numbered) throws SQLException {
        Source source = numbered.source();
        if (source.name() != null) {
            return numbered;
        }
        String told = Descriptions.identify(sql, numbered.number()).map(RepositoryDescription::repositoryName)
                .filter(name -> !name.isBlank()).map(OneLine::of).orElse(null);
        return new Numbered(numbered.number(), new Source(source.id(), source.kind(), source.baseUrl(), told, source.prefixes(),
                source.sets(), source.settings()));
    }

    private static Numbered read(ResultSet row) throws SQLException {
        Long latency = SqlConnection.nullableLong(row, 9);
        return new Numbered(row.getInt(11),
                new Source(row.getString(1), Source.Kind.valueOf(row.getString(2)), row.getString(3), text(row, 4),
                        Packed.texts(row.getBytes(5)).stream().map(MetadataPrefix::new).toList(),
                        Packed.texts(row.getBytes(6)).stream().map(SetSpec::new).toList(),
                        new Source.Settings(text(row, 7), text(row, 8), latency == null ? null : Duration.ofSeconds(latency),
                                text(row, 10))));
    }

    private static @Nullable String text(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }
}
