package dev.sheaf.store.sql.serving;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.PublicUrl;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.DublinCoreDescription.Statement;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.records.Origins;
import dev.sheaf.store.sql.runs.RunTable;
import dev.sheaf.store.sql.runs.WholeRuns;

/**
 * Description that the repository of a harvested source adds to those of its origin. It says that the repository is a mirror, names the
 * origin, and states its age. The description is Dublin Core, because every validator knows that format: {@code dc:source} is the base URL
 * of the origin, {@code dc:date} the time at which the mirror held all that the origin showed, {@code dc:type} either {@code current} or
 * {@code stale} (see {@link WholeRuns}).
 */
final class MirrorDescription {

    private static final String LANGUAGE = "en";

    private MirrorDescription() {}

    /** Returns the descriptions of the origin, in the form of protocol 2.0. */
    static List<XmlFragment> passedOn(RepositoryDescription told) {
        return Origins.isEarly(told.protocolVersion())
                ? told.descriptions().stream().map(ContainerReader::upgraded).flatMap(Optional::stream).toList()
                : told.descriptions();
    }

    /** Returns the description at a time; empty for a source that is not harvested. */
    static Optional<XmlFragment> of(SqlConnection sql, int number, Source source, String name, Instant now) throws SQLException {
        String registered = source.baseUrl();
        if (registered == null) {
            return Optional.empty();
        }
        String baseUrl = PublicUrl.of(registered);
        WholeRuns.Age age = WholeRuns.age(sql, number);
        Optional<Instant> whole = Optional.ofNullable(age.asOf());
        Optional<RunTable.EndedRun> last = RunTable.lastEnded(sql, number);
        boolean current = !age.isStale(source.settings().latency(), now);
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement("title", "Mirror of " + name, LANGUAGE));
        statements.add(new Statement("description", sentences(baseUrl, whole, last, current), LANGUAGE));
        whole.ifPresent(time -> statements.add(new Statement("date", time(time), null)));
        statements.add(new Statement("type", current ? "current" : "stale", null));
        statements.add(new Statement("source", baseUrl, null));
        return Optional.of(ContainerWriter.write(new DublinCoreDescription(statements)));
    }

    private static String sentences(String baseUrl, Optional<Instant> whole, Optional<RunTable.EndedRun> last, boolean current) {
        StringBuilder text = new StringBuilder("This is a mirror of the repository at ").append(baseUrl).append(". ");
        text.append(whole.map(time -> "It holds what that repository showed at " + time(time) + ".")
                .orElse("It has never been harvested completely."));
        last.ifPresent(run -> text.append(" The last harvest ended at ").append(time(run.ended())).append(": ")
                .append(run.outcome().verdict().text()).append('.'));
        if (last.isPresent() && !current) {
            text.append(" Later changes there may be missing here.");
        }
        return text.toString();
    }

    private static String time(Instant instant) {
        return Datestamp.ofSecond(instant).text();
    }
}
