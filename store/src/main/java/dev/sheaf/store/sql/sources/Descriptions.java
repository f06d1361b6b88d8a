package dev.sheaf.store.sql.sources;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.lists.Scopes;

/**
 * Tables of the latest descriptions that sources give of themselves, unchanged. Their sets are also stored in the table that ListSets
 * reads.
 */
public final class Descriptions {

    private static final String NAME_SET = """
            insert into scope (owner, spec, used, described, title, descriptions) values (?, ?, 0, 1, ?, ?)
            on conflict (owner, spec) do update set described = 1, title = excluded.title, descriptions = excluded.descriptions""";

    private Descriptions() {}

    public static Optional<SourceDescription> find(SqlConnection sql, int source) throws SQLException {
        return sql.one("select identify, formats, sets from description where source = ?",
                row -> new SourceDescription(identify(row.getBytes(1)), formats(row.getBytes(2)), sets(row.getBytes(3))), source);
    }

    public static Optional<RepositoryDescription> identify(SqlConnection sql, int source) throws SQLException {
        return sql.one("select identify from description where source = ?", row -> identify(row.getBytes(1)), source);
    }

    /** Returns true if saving would change nothing, as is usual at the start of a harvest. */
    public static boolean holds(SqlConnection sql, int source, SourceDescription description) throws SQLException {
        return sql.one("select identify, formats, sets from description where source = ?",
                row -> sameOrNull(pack(description.identify()), row.getBytes(1))
                        && sameOrNull(packFormats(description.formats()), row.getBytes(2))
                        && sameOrNull(packSets(description.sets()), row.getBytes(3)),
                source).orElse(false);
    }

    private static boolean sameOrNull(byte @Nullable [] said, byte @Nullable [] stored) {
        return said == null || Arrays.equals(said, stored);
    }

    /** Saves the parts that are not null. */
    public static void save(Transaction transaction, int source, String sourceName, SourceDescription description)
            throws SQLException {
        SqlConnection sql = transaction.sql();
        sql.update(
                """
                        insert into description (source, identify, formats, sets) values (?, ?, ?, ?) on conflict (source) do update set
                        identify = coalesce(excluded.identify, description.identify), formats = coalesce(excluded.formats, description.formats),
                        sets = coalesce(excluded.sets, description.sets)""",
                source, pack(description.identify()), packFormats(description.formats()),
                packSets(description.sets()));
        List<OaiSet> sets = description.sets();
        if (sets != null) {
            forgetSets(transaction, source, sourceName);
            Set<String> named = new HashSet<>();
            for (OaiSet set : sets) {
                String spec = ServedNames.set(set.spec().value());
                if (named.add(spec)) {
                    byte[] descriptions = set.descriptions().isEmpty() ? null : packFragments(set.descriptions());
                    sql.update(NAME_SET, source, spec, set.name(), descriptions);
                    sql.update(NAME_SET, Scopes.EVERYTHING, sourceName + ":" + spec, set.name(), descriptions);
                }
            }
        }
    }

    /** Removes the names of a source's sets. Sets with records stay in ListSets without a name. */
    public static void forgetSets(Transaction transaction, int source, String sourceName) throws SQLException {
        transaction.sql().update(
                """
                        update scope set described = 0, title = null, descriptions = null where owner = ? and spec <> '' and described = 1""",
                source);
        // In ASCII, ';' follows ':', so this range contains all specs below the source's own.
        transaction.sql().update("""
                update scope set described = 0, title = null, descriptions = null
                where owner = 0 and spec > ? and spec < ? and described = 1""", sourceName + ":", sourceName + ";");
    }

    /** Removes the name of the aggregate's set of a source. The set stays in ListSets if it has records. */
    public static void forgetName(Transaction transaction, String sourceName) throws SQLException {
        transaction.sql().update("update scope set described = 0, title = null where owner = 0 and spec = ?", sourceName);
    }

    /** Names the aggregate's set of a source. */
    public static void nameSource(Transaction transaction, String sourceName, String title) throws SQLException {
        transaction.sql().update(NAME_SET, Scopes.EVERYTHING, sourceName, title, null);
    }

    static byte[] packFragments(List<XmlFragment> fragments) {
        return new Packed.Writer().list(fragments, (packed, fragment) -> packed.bytes(fragment.utf8())).toBytes();
    }

    /**
     * Returns the descriptions that a response may contain. An unusable container of the guidelines, such as an oai-identifier without its
     * repositoryIdentifier, is left out, because strict clients would refuse the whole response.
     */
    public static List<XmlFragment> legal(List<XmlFragment> fragments) {
        return fragments.stream().filter(fragment -> ContainerReader.fault(fragment).isEmpty()).map(LegalFragment::container)
                .map(LegalFragment.Checked::fragment)
                .<XmlFragment>mapMulti((fragment, legal) -> {
                    if (fragment != null) {
                        legal.accept(fragment);
                    }
                }).toList();
    }

    public static List<XmlFragment> fragments(byte @Nullable [] packed) {
        return packed == null ? List.of() : new Packed.Reader(packed).list(Descriptions::fragment);
    }

    private static XmlFragment fragment(Packed.Reader reader) {
        return XmlFragment.of(reader.someBytes());
    }

    private static byte @Nullable [] pack(@Nullable RepositoryDescription identify) {
        if (identify == null) {
            return null;
        }
        return new Packed.Writer().text(identify.repositoryName()).text(identify.baseUrl()).text(identify.protocolVersion())
                .list(identify.adminEmails(), Packed.Writer::text).text(identify.earliestDatestamp().text())
                .text(identify.deletedRecord()).text(identify.granularityText())
                .list(identify.compressions(), Packed.Writer::text)
                .list(identify.descriptions(), (packed, fragment) -> packed.bytes(fragment.utf8())).toBytes();
    }

    private static @Nullable RepositoryDescription identify(byte @Nullable [] packed) {
        if (packed == null) {
            return null;
        }
        Packed.Reader reader = new Packed.Reader(packed);
        return new RepositoryDescription(reader.someText(), reader.someText(), reader.someText(),
                reader.list(Packed.Reader::someText), Datestamp.received(reader.someText()), reader.someText(), reader.someText(),
                reader.list(Packed.Reader::someText), reader.list(Descriptions::fragment));
    }

    private static byte @Nullable [] packFormats(@Nullable List<MetadataFormat> formats) {
        return formats == null
                ? null
                : new Packed.Writer().list(formats, (packed, format) -> packed.text(format.prefix().value()).text(format.schema())
                        .text(format.namespace())).toBytes();
    }

    private static @Nullable List<MetadataFormat> formats(byte @Nullable [] packed) {
        return packed == null
                ? null
                : new Packed.Reader(packed).list(reader -> new MetadataFormat(new MetadataPrefix(reader.someText()),
                        reader.someText(), reader.someText()));
    }

    private static byte @Nullable [] packSets(@Nullable List<OaiSet> sets) {
        return sets == null
                ? null
                : new Packed.Writer().list(sets, (packed, set) -> packed.text(set.spec().value()).text(set.name())
                        .bytes(packFragments(set.descriptions()))).toBytes();
    }

    private static @Nullable List<OaiSet> sets(byte @Nullable [] packed) {
        return packed == null
                ? null
                : new Packed.Reader(packed).list(reader -> new OaiSet(new SetSpec(reader.someText()), reader.someText(),
                        fragments(reader.bytes())));
    }
}
