package dev.sheaf.platform.openurl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.normalise.IdentifierScheme;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchExpression.And;
import dev.sheaf.search.SearchExpression.AndNot;
import dev.sheaf.search.SearchExpression.Keyword;
import dev.sheaf.search.SearchExpression.Match;
import dev.sheaf.search.SearchExpression.Named;
import dev.sheaf.search.SearchExpression.Or;
import dev.sheaf.search.SearchExpression.Words;
import dev.sheaf.search.SearchExpression.Years;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;

/**
 * Search for the records that a citation means, from the surest evidence to the weakest: identifiers of the referent, ISBN and ISSN, then
 * title with author and year. The first evidence that finds records decides. Thread-safe.
 */
final class CitationSearch {

    /** Largest number of records that are shown. */
    static final int MOST = 20;
    /** Words of a title that are looked for; more would only exclude records that shorten it. */
    private static final int MOST_WORDS = 20;

    /** Identifiers that one value of the citation may hold. */
    private static final int MOST_OF_ONE = 2;

    private final SearchIndex index;

    CitationSearch(SearchIndex index) {
        this.index = index;
    }

    /**
     * Returns the records.
     *
     * @param closed ids of sources that the client may not see
     * @param apart see {@link SearchQuery#oneCopyEach}
     */
    SearchResult find(Citation citation, Set<String> closed, Set<String> apart) {
        for (SearchExpression evidence : evidence(citation)) {
            SearchResult found = index.search(
                    SearchQuery.of("").page(0, MOST).without(closed).oneCopyEach(apart).and(evidence));
            if (found.total() > 0) {
                return found;
            }
        }
        return SearchResult.EMPTY;
    }

    /**
     * Returns records that name an identifier of the citation as that of something else: a work that they cite, another version, their journal.
     *
     * @param closed ids of sources that the client may not see
     * @param apart see {@link SearchQuery#oneCopyEach}
     */
    SearchResult mentions(Citation citation, Set<String> closed, Set<String> apart) {
        List<SearchExpression> named = new ArrayList<>();
        citation.names().forEach(name -> named.addAll(keywords(IndexFields.MENTIONED, name, _ -> true)));
        citation.isbns().forEach(isbn -> named.addAll(isbn(IndexFields.MENTIONED, isbn)));
        citation.issns().forEach(issn -> named.addAll(issn(IndexFields.MENTIONED, issn)));
        return named.isEmpty()
                ? SearchResult.EMPTY
                : index.search(SearchQuery.of("").page(0, MOST).without(closed).oneCopyEach(apart).and(new Or(named)));
    }

    private static List<SearchExpression> evidence(Citation citation) {
        List<SearchExpression> evidence = new ArrayList<>();
        List<SearchExpression> names = new ArrayList<>();
        citation.names().forEach(name -> names.addAll(keywords(IndexFields.LOOKUP, name, _ -> true)));
        citation.items().forEach(item -> names.add(new Named(item)));
        addAny(evidence, names);
        addByTitle(evidence, citation);
        List<SearchExpression> others = new ArrayList<>();
        citation.names().forEach(name -> others.addAll(keywords(IndexFields.MENTIONED, name, scheme -> !isOfWhole(scheme))));
        if (others.isEmpty()) {
            return evidence;
        }
        // A record that names the identifier as that of another work is not the one that is meant, however its title reads.
        SearchExpression another = new Or(others);
        return evidence.stream().map(one -> (SearchExpression) new AndNot(one, another)).toList();
    }

    private static boolean isOfWhole(IdentifierScheme scheme) {
        return scheme == IdentifierScheme.ISBN || scheme == IdentifierScheme.ISSN;
    }

    private static void addByTitle(List<SearchExpression> evidence, Citation citation) {
        SearchExpression title = title(citation.title());
        List<SearchExpression> whole = new ArrayList<>();
        citation.isbns().forEach(isbn -> whole.addAll(isbn(IndexFields.LOOKUP, isbn)));
        citation.issns().forEach(issn -> whole.addAll(issn(IndexFields.LOOKUP, issn)));
        if (citation.isPart()) {
            // The record of an article names the number as that of its journal.
            citation.isbns().forEach(isbn -> whole.addAll(isbn(IndexFields.MENTIONED, isbn)));
            citation.issns().forEach(issn -> whole.addAll(issn(IndexFields.MENTIONED, issn)));
        }
        if (!whole.isEmpty() && (!citation.isPart() || title != null)) {
            SearchExpression any = new Or(whole);
            evidence.add(citation.isPart() && title != null ? new And(List.of(any, title)) : any);
        }
        if (title != null) {
            String name = citation.author();
            SearchExpression author = name == null ? null : words("creator", name);
            Integer year = citation.year();
            SearchExpression published = year == null ? null : new Years(year, year, false);
            addAll(evidence, title, author, published);
            // An author or year that records spell differently must not hide them, but both must not be missing.
            addAll(evidence, title, author);
            addAll(evidence, title, published);
            evidence.add(title);
        }
    }

    private static void addAny(List<SearchExpression> evidence, List<SearchExpression> any) {
        if (!any.isEmpty()) {
            evidence.add(new Or(any));
        }
    }

    private static void addAll(List<SearchExpression> evidence, @Nullable SearchExpression... parts) {
        List<SearchExpression> given = new ArrayList<>();
        for (SearchExpression part : parts) {
            if (part == null) {
                return;
            }
            given.add(part);
        }
        evidence.add(new And(given));
    }

    private static List<SearchExpression> isbn(String field, String number) {
        return keywords(field, "ISBN " + number, scheme -> scheme == IdentifierScheme.ISBN);
    }

    private static List<SearchExpression> issn(String field, String number) {
        return keywords(field, "ISSN " + number, scheme -> scheme == IdentifierScheme.ISSN);
    }

    /** Returns the terms of the identifiers of some schemes in a text. */
    private static List<SearchExpression> keywords(String field, String text, Predicate<IdentifierScheme> schemes) {
        return WorkIdentifier.in(text).stream().filter(work -> schemes.test(work.scheme())).limit(MOST_OF_ONE)
                .map(work -> (SearchExpression) new Keyword(field, work.key())).toList();
    }

    private static @Nullable SearchExpression title(@Nullable String text) {
        return text == null ? null : words("title", text);
    }

    /** Returns the condition that all words occur; null if there is no word. */
    private static @Nullable SearchExpression words(String field, String text) {
        List<String> words = SearchExpression.Texts.words(text).stream().filter(word -> word.codePoints()
                .anyMatch(Character::isLetterOrDigit)).limit(MOST_WORDS).toList();
        return words.isEmpty() ? null : new Words(field, String.join(" ", words), Match.ALL);
    }
}
