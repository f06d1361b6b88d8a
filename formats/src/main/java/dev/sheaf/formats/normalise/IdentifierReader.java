package dev.sheaf.formats.normalise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.formats.normalise.Normalised.Field;
import dev.sheaf.formats.normalise.Normalised.Reading;

/**
 * Reader of the identifiers of one record, with their roles. The field of a value decides on the role, unless the value states it or the scheme
 * excludes it: an ORCID is a person's, and an ISSN in an article is the journal's. Used by one thread.
 */
final class IdentifierReader {

    /** Longest value that consists of an ISSN and its label; a longer one is a citation that names the journal. */
    private static final int LONGEST_ALONE = 40;
    private static final Set<String> SERIALS = Set.of("journal", "periodical", "newspaper");
    /** Types of works that have no ISSN of their own. */
    private static final Set<String> IN_SERIALS = Set.of("journal article", "research article", "review article", "data paper",
            "editorial", "letter to the editor", "review", "book review", "preprint", "working paper", "thesis",
            "bachelor thesis", "master thesis", "doctoral thesis", "book chapter", "conference paper", "conference poster",
            "newspaper article", "software paper", "contribution to journal", "report part", "peer review");
    /** Types of works that have no ISBN of their own. */
    private static final Set<String> IN_BOOKS = Set.of("book chapter", "conference paper", "report part", "journal article",
            "research article", "review article");

    private final Map<String, Reading<NamedIdentifier>> found = new LinkedHashMap<>();

    /** Reads a value of a field of identifiers. */
    void read(Field field, String text) {
        List<WorkIdentifier> identifiers = WorkIdentifier.in(text);
        if (identifiers.isEmpty()) {
            return;
        }
        IdentifierRole usual = IdentifierRole.stated(text)
                .orElse(field == Field.IDENTIFIER ? IdentifierRole.WORK : IdentifierRole.RELATED);
        for (WorkIdentifier identifier : identifiers) {
            NamedIdentifier named = new NamedIdentifier(identifier, role(identifier, usual, field, text));
            // An identifier of the work itself stays one, wherever else the record names it.
            found.merge(identifier.key(), new Reading<>(text, named),
                    (before, now) -> now.value().isOwn() && !before.value().isOwn() ? now : before);
        }
    }

    private static IdentifierRole role(WorkIdentifier identifier, IdentifierRole usual, Field field, String text) {
        return switch (identifier.scheme()) {
            case ORCID -> IdentifierRole.RELATED;
            case ISSN -> usual == IdentifierRole.WORK && text.length() > LONGEST_ALONE
                    || usual == IdentifierRole.RELATED && field == Field.SOURCE ? IdentifierRole.CONTAINER : usual;
            case DOI, ISBN, HANDLE, ARXIV, PMID, URN, ARK, OAI -> usual;
        };
    }

    /**
     * Returns the identifiers, each once.
     *
     * @param types types of the record, which tell whether an ISSN or ISBN can be its own
     */
    List<Reading<NamedIdentifier>> result(List<Reading<ResourceType>> types) {
        boolean isInSerial = is(types, IN_SERIALS) && !is(types, SERIALS);
        boolean isInBook = is(types, IN_BOOKS);
        List<Reading<NamedIdentifier>> result = new ArrayList<>();
        for (Reading<NamedIdentifier> reading : found.values()) {
            NamedIdentifier named = reading.value();
            boolean isOfContainer = named.isOwn() && switch (named.identifier().scheme()) {
                case ISSN -> isInSerial;
                case ISBN -> isInBook;
                default -> false;
            };
            result.add(isOfContainer
                    ? new Reading<>(reading.original(), new NamedIdentifier(named.identifier(), IdentifierRole.CONTAINER))
                    : reading);
        }
        return result;
    }

    private static boolean is(List<Reading<ResourceType>> types, Set<String> labels) {
        return types.stream().anyMatch(type -> labels.contains(type.value().label()));
    }
}
