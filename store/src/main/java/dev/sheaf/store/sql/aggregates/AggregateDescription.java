package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.core.ServedNames;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.DublinCoreDescription.Statement;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Description of an aggregate: its sources, its filters, its policy for several copies, and its names for a prefix that its sources use for
 * different formats. It is in Dublin Core, like that of mirrors ({@link dev.sheaf.store.sql.serving.MirrorDescription}).
 */
public final class AggregateDescription {

    private static final String LANGUAGE = "en";
    /** Largest number of names in the description. The sets of the aggregate name all sources. */
    private static final int NAMED = 50;
    private static final int DIVIDED_AT_MOST = 1_000;

    /** Formats of the aggregate that share a prefix with another one, with the number of their sources and some of these. */
    private static final String DIVIDED = """
            select * from (select served.name as served_name, own.name as own_name, n.name, f.schema, f.namespace, f.served,
                count(*) over (partition by f.served, p.prefix) as sources,
                row_number() over (partition by f.served, p.prefix order by n.name) as place
                from served_format f join served_prefix p on p.served = f.served join source s on s.num = p.source
                join source_name n on n.num = p.source join prefix_name served on served.num = f.served
                join prefix_name own on own.num = p.prefix
                where f.prefix in (select prefix from served_format group by prefix having count(*) > 1)
                and exists (select 1 from stat t where t.scope = ? and t.prefix = f.served and t.live + t.deleted > 0)
                and (? = 0 or n.name in (select value from {texts}))
                and n.name not in (select value from {texts})) formats
            where place <= ? order by 2, 6, 3 limit ?""";

    private AggregateDescription() {}

    /**
     * One of several formats with the same prefix.
     *
     * @param served its name in the aggregate
     * @param own its name in its sources
     * @param schema address of its schema
     * @param namespace its namespace
     * @param sources number of its sources
     */
    private record Divided(String served, String own, String schema, String namespace, int sources) {}

    /**
     * Returns the description.
     *
     * @param whole number of the scope of the whole aggregate
     * @param leftOut ids of sources that do not take part; they are not named
     */
    public static XmlFragment of(SqlConnection sql, int whole, Aggregate aggregate, String name, Set<String> leftOut)
            throws SQLException {
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement("title", "Aggregate: " + name, LANGUAGE));
        statements.add(
                new Statement("description", sources(sql, aggregate, leftOut) + filters(aggregate) + collisions(aggregate),
                        LANGUAGE));
        for (String sentence : divided(sql, whole, aggregate, leftOut)) {
            statements.add(new Statement("description", sentence, LANGUAGE));
        }
        statements.add(new Statement("type", "aggregate", null));
        return ContainerWriter.write(new DublinCoreDescription(statements));
    }

    private static String sources(SqlConnection sql, Aggregate aggregate, Set<String> leftOut) throws SQLException {
        if (!aggregate.sources().isEmpty()) {
            return "This repository shows records of these sources of the hub: "
                    + named(aggregate.sources().stream().filter(source -> !leftOut.contains(source)).toList()) + ".";
        }
        long sources = sql.one("""
                select count(*) from source s join source_name n on n.num = s.num
                where n.name not in (select value from {texts})""", row -> row.getLong(1), JsonArray.ofTexts(leftOut))
                .orElse(0L);
        if (!leftOut.isEmpty()) {
            return String.format(Locale.ROOT, "This repository shows records of %,d sources of the hub at present.", sources);
        }
        return String.format(Locale.ROOT, "This repository shows records of all sources of the hub, %,d at present.", sources);
    }

    private static String filters(Aggregate aggregate) {
        StringBuilder text = new StringBuilder();
        if (!aggregate.sets().isEmpty()) {
            text.append(" Only records of these sets: ").append(named(aggregate.sets())).append('.');
        }
        if (!aggregate.prefixes().isEmpty()) {
            text.append(" Only records in these formats: ").append(named(aggregate.prefixes())).append('.');
        }
        if (aggregate.query() != null) {
            text.append(" Only records that match the search query \u201c").append(aggregate.query()).append("\u201d.");
        }
        return text.toString();
    }

    private static String collisions(Aggregate aggregate) {
        String trust = aggregate.trust().isEmpty() ? "" : ", most trusted source first: " + named(aggregate.trust());
        return " Of several copies of a record " + switch (aggregate.collisions()) {
            case MOST_RECENT -> "the one with the latest datestamp at its origin is shown";
            case TRUSTED_ORDER -> "the one of the most trusted source is shown" + trust;
            case IDENTICAL_ONCE -> "with equal content the first is shown, else the one with the latest datestamp at its origin";
            case KEEP_ALL -> "all are shown: the first under its own identifier, the others under identifiers of this hub";
        } + " (collision policy " + aggregate.collisions().text() + ").";
    }

    private static List<String> divided(SqlConnection sql, int whole, Aggregate aggregate, Set<String> leftOut)
            throws SQLException {
        Map<Divided, List<String>> sources = new LinkedHashMap<>();
        record Row(Divided format, String source) {}
        for (Row row : sql.all(DIVIDED, found -> new Row(new Divided(ServedNames.prefix(found.getString(1)), found.getString(2),
                found.getString(4), found.getString(5), found.getInt(7)), found.getString(3)), whole,
                aggregate.sources().size(), JsonArray.ofTexts(aggregate.sources()), JsonArray.ofTexts(leftOut), NAMED,
                DIVIDED_AT_MOST)) {
            sources.computeIfAbsent(row.format(), _ -> new ArrayList<>()).add(row.source());
        }
        List<String> sentences = new ArrayList<>();
        sources.forEach((format, those) -> sentences.add("The metadataPrefix " + format.served() + " stands for the "
                + "format " + format.own() + " of: " + named(those, format.sources()) + ". Namespace: "
                + known(format.namespace())
                + "; schema: "
                + known(format.schema()) + "."));
        return sentences;
    }

    private static String known(String address) {
        return address.isBlank() ? "not told" : address;
    }

    private static String named(List<?> things) {
        return named(things.stream().limit(NAMED).toList(), things.size());
    }

    private static String named(List<?> some, int all) {
        String names = some.stream().map(Object::toString).collect(Collectors.joining(", "));
        return all > some.size() ? names + String.format(Locale.ROOT, " and %,d more", all - some.size()) : names;
    }
}
