package dev.sheaf.core.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

/**
 * Statement in Identify that all records of the repository can be copied as files (dumps). It is a description in Dublin Core, because
 * validators elsewhere know no container of this project. Its {@code type} is {@link Namespaces#DUMPS}, its {@code identifier} the address of
 * the manifest, and its {@code relation} the address of the ResourceSync source description. Immutable.
 *
 * @param manifest http or https address of the list of files
 * @param resourceSync http or https address of the ResourceSync source description; null if there is none
 */
public record DumpOffer(String manifest, @Nullable String resourceSync) {

    private static final String TEXT = "All records of this repository can be copied as files, full ones and deltas; the manifest lists them "
            + "with their checksums.";

    /**
     * Checks the addresses.
     *
     * @throws IllegalArgumentException if one is no http or https address
     */
    public DumpOffer {
        manifest = Check.webAddress("manifest of a dump", manifest);
        resourceSync = resourceSync == null ? null : Check.webAddress("ResourceSync source description", resourceSync);
    }

    /** Returns the statement for Identify. */
    public DublinCoreDescription description() {
        List<DublinCoreDescription.Statement> statements = new ArrayList<>();
        statements.add(new DublinCoreDescription.Statement("type", Namespaces.DUMPS, null));
        statements.add(new DublinCoreDescription.Statement("identifier", manifest, null));
        if (resourceSync != null) {
            statements.add(new DublinCoreDescription.Statement("relation", resourceSync, null));
        }
        statements.add(new DublinCoreDescription.Statement("description", TEXT, "en"));
        return new DublinCoreDescription(statements);
    }

    /**
     * Returns the first such statement among the descriptions of a repository.
     *
     * @param descriptions contents of the {@code description} containers, of any vocabulary
     * @return empty if there is none, or if its addresses are unusable
     */
    public static Optional<DumpOffer> find(List<XmlFragment> descriptions) {
        return descriptions.stream().flatMap(fragment -> ContainerReader.description(fragment).stream())
                .filter(DublinCoreDescription.class::isInstance).map(DublinCoreDescription.class::cast)
                .flatMap(description -> of(description).stream()).findFirst();
    }

    private static Optional<DumpOffer> of(DublinCoreDescription description) {
        if (!values(description, "type").contains(Namespaces.DUMPS)) {
            return Optional.empty();
        }
        List<String> relations = values(description, "relation");
        try {
            return Optional.of(new DumpOffer(String.join(" ", values(description, "identifier")),
                    relations.isEmpty() ? null : relations.getFirst()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static List<String> values(DublinCoreDescription description, String element) {
        return description.statements().stream().filter(statement -> statement.element().equals(element))
                .map(DublinCoreDescription.Statement::text).toList();
    }
}
