package dev.sheaf.platform.sru;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.formats.normalise.IdentifierScheme;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.search.Facet;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchExpression.Match;

/**
 * Turns the clauses of CQL into conditions of the search index. {@code =} and {@code adj} look for words together, {@code all} and {@code
 * any} for each word; {@code ==} and {@code exact} need an index with whole values. Immutable and thread-safe.
 */
final class CqlTranslator {

    private static final Pattern YEAR = Pattern.compile("-?\\d{1,4}");
    private static final Pattern TWO_YEARS = Pattern.compile("(-?\\d{1,4})[\\s/]+(-?\\d{1,4})");
    /** Modifiers that ask for what is done anyway. */
    private static final Set<String> GRANTED = Set.of("word", "stem", "relevant", "masked", "unmasked", "ignorecase",
            "ignoreaccents", "isodate", "oid", "uri", "number");
    private static final List<String> RELATIONS = List.of("=", "==", "<>", "<", ">", "<=", ">=", "all", "any", "adj", "within");
    private static final String CQL_PREFIX = "cql.";

    private final DatestampRange datestamps;

    /** @param store store whose changes have the datestamps */
    CqlTranslator(RecordStore store) {
        this.datestamps = new DatestampRange(store);
    }

    /**
     * Returns the condition of a query.
     *
     * @throws SruException with a diagnostic if something in the query is not supported
     */
    SearchExpression of(Cql.Node node) throws SruException {
        return switch (node) {
            case Cql.Clause clause -> clause(clause);
            case Cql.Joined joined -> joined(joined);
        };
    }

    private SearchExpression joined(Cql.Joined joined) throws SruException {
        if (joined.operator() == Cql.Operator.NOT) {
            return new SearchExpression.AndNot(of(joined.left()), of(joined.right()));
        }
        // A chain of one operator becomes one list, so that its depth does not grow with its length.
        List<Cql.Node> chain = new ArrayList<>();
        Cql.Node left = joined;
        while (left instanceof Cql.Joined more && more.operator() == joined.operator()) {
            chain.addFirst(more.right());
            left = more.left();
        }
        chain.addFirst(left);
        List<SearchExpression> parts = new ArrayList<>();
        for (Cql.Node part : chain) {
            parts.add(of(part));
        }
        return joined.operator() == Cql.Operator.AND ? new SearchExpression.And(parts) : new SearchExpression.Or(parts);
    }

    private SearchExpression clause(Cql.Clause clause) throws SruException {
        String index = clause.index() == null ? "cql.serverChoice" : clause.index();
        if (index.toLowerCase(Locale.ROOT).equals("cql.resultsetid")) {
            throw new SruException(Diagnostic.RESULT_SETS, "");
        }
        SruIndex sought = SruIndex.of(index, clause.index() == null ? Map.of() : clause.prefixes());
        String relation = relation(clause.relation());
        boolean isMasked = true;
        for (Cql.Modifier modifier : clause.modifiers()) {
            String name = withoutPrefix(modifier.name());
            if (!GRANTED.contains(name)) {
                throw new SruException(
                        Diagnostic.unknown(Diagnostic.RELATION_MODIFIER, "relation modifier", modifier.name(), GRANTED));
            }
            isMasked &= !name.equals("unmasked");
        }
        if (sought.kind() == SruIndex.Kind.ALL) {
            return new SearchExpression.Everything();
        }
        CqlTerm term = CqlTerm.read(clause.term(), isMasked);
        return switch (sought.kind()) {
            case WORDS -> words(sought, index, relation, term);
            case DATE -> date(sought, index, relation, term);
            case DATESTAMP -> datestamp(index, relation, term);
            case IDENTIFIER -> identifier(sought, index, relation, term);
            case ITEM -> equality(relation, index, term, new SearchExpression.Named(term.text()));
            case ISBN -> equality(relation, index, term, work("ISBN " + term.text(), index, IdentifierScheme.ISBN));
            case ISSN -> equality(relation, index, term, work("ISSN " + term.text(), index, IdentifierScheme.ISSN));
            case STANDARD -> equality(relation, index, term, standard(term.text(), index));
            case ALL -> throw new IllegalStateException("answered above");
        };
    }

    private static String withoutPrefix(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(CQL_PREFIX) ? lower.substring(CQL_PREFIX.length()) : lower;
    }

    private static String relation(String written) throws SruException {
        String name = withoutPrefix(written);
        return switch (name) {
            case "scr", "eq" -> "=";
            case "exact" -> "==";
            case "ne" -> "<>";
            case "lt" -> "<";
            case "gt" -> ">";
            case "le" -> "<=";
            case "ge" -> ">=";
            default -> {
                if (!RELATIONS.contains(name)) {
                    throw new SruException(Diagnostic.unknown(Diagnostic.RELATION, "relation", written, RELATIONS));
                }
                yield name;
            }
        };
    }

    private static SruException unfit(String index, String relation) {
        return new SruException(Diagnostic.RELATION_AND_INDEX, relation + " " + index);
    }

    private static SearchExpression without(SearchExpression unwanted) {
        return new SearchExpression.AndNot(new SearchExpression.Everything(), unwanted);
    }

    private static SearchExpression words(SruIndex sought, String index, String relation, CqlTerm term) throws SruException {
        String field = sought.field();
        Facet facet = sought.facet();
        return switch (relation) {
            case "=", "adj" -> term.isBeginning()
                    ? new SearchExpression.Beginning(field, term.text())
                    : new SearchExpression.Words(field, term.text(), Match.PHRASE);
            case "all" -> each(field, term, Match.ALL);
            case "any" -> each(field, term, Match.ANY);
            case "<>" -> without(words(sought, index, "=", term));
            case "==" -> {
                if (facet == null || term.isBeginning()) {
                    throw unfit(index, relation);
                }
                yield new SearchExpression.Exactly(facet, term.text());
            }
            default -> throw unfit(index, relation);
        };
    }

    /** Returns the condition for all or any words; an asterisk belongs to the last one. */
    private static SearchExpression each(String field, CqlTerm term, Match match) {
        List<String> words = SearchExpression.Texts.words(term.text());
        if (!term.isBeginning() || words.isEmpty()) {
            return new SearchExpression.Words(field, term.text(), match);
        }
        SearchExpression last = new SearchExpression.Beginning(field, words.getLast());
        // Punctuation between blanks is no word that has to occur; Words leaves it out too.
        List<String> before = words.subList(0, words.size() - 1).stream()
                .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit)).toList();
        if (before.isEmpty()) {
            return last;
        }
        List<SearchExpression> parts = List.of(new SearchExpression.Words(field, String.join(" ", before), match), last);
        return match == Match.ALL ? new SearchExpression.And(parts) : new SearchExpression.Or(parts);
    }

    private static SearchExpression equality(String relation, String index, CqlTerm term, SearchExpression equal)
            throws SruException {
        if (term.isBeginning()) {
            throw new SruException(Diagnostic.MASKING, "*");
        }
        return switch (relation) {
            case "=", "==" -> equal;
            case "<>" -> without(equal);
            default -> throw unfit(index, relation);
        };
    }

    private static SearchExpression identifier(SruIndex sought, String index, String relation, CqlTerm term) throws SruException {
        if (!relation.equals("==")) {
            return words(sought, index, relation, term);
        }
        List<SearchExpression> either = new ArrayList<>(List.of(new SearchExpression.Named(term.text())));
        WorkIdentifier.in(term.text())
                .forEach(work -> either.add(new SearchExpression.Keyword(IndexFields.LOOKUP, work.key())));
        return equality(relation, index, term, new SearchExpression.Or(either));
    }

    private static SearchExpression work(String text, String index, IdentifierScheme scheme) throws SruException {
        List<WorkIdentifier> found = WorkIdentifier.in(text).stream().filter(work -> work.scheme() == scheme).toList();
        if (found.size() != 1) {
            throw new SruException(Diagnostic.FORMAT_OF_TERM, index);
        }
        return new SearchExpression.Keyword(IndexFields.LOOKUP, found.getFirst().key());
    }

    private static SearchExpression standard(String text, String index) throws SruException {
        List<SearchExpression> either = new ArrayList<>();
        for (String notation : List.of(text, "ISBN " + text, "ISSN " + text)) {
            for (WorkIdentifier work : WorkIdentifier.in(notation)) {
                SearchExpression keyword = new SearchExpression.Keyword(IndexFields.LOOKUP, work.key());
                if (!either.contains(keyword)) {
                    either.add(keyword);
                }
            }
        }
        if (either.isEmpty()) {
            throw new SruException(Diagnostic.FORMAT_OF_TERM, index);
        }
        return new SearchExpression.Or(either);
    }

    private static SearchExpression date(SruIndex sought, String index, String relation, CqlTerm term) throws SruException {
        String text = term.text();
        Matcher two = TWO_YEARS.matcher(text);
        if (relation.equals("within") && two.matches()) {
            int first = Integer.parseInt(two.group(1));
            int last = Integer.parseInt(two.group(2));
            return new SearchExpression.Years(Math.min(first, last), Math.max(first, last), true);
        }
        if (term.isBeginning() || !YEAR.matcher(text).matches()) {
            if (List.of("=", "adj", "all", "any", "<>").contains(relation)) {
                return words(sought, index, relation, term);
            }
            throw new SruException(Diagnostic.FORMAT_OF_TERM, index + " " + relation + " needs a year");
        }
        int year = Integer.parseInt(text);
        return switch (relation) {
            case "=", "==", "adj", "all", "any", "within" -> new SearchExpression.Years(year, year, false);
            case "<>" -> without(new SearchExpression.Years(year, year, false));
            case "<" -> new SearchExpression.Years(Integer.MIN_VALUE, year - 1, false);
            case "<=" -> new SearchExpression.Years(Integer.MIN_VALUE, year, false);
            case ">" -> new SearchExpression.Years(year + 1, Integer.MAX_VALUE, false);
            case ">=" -> new SearchExpression.Years(year, Integer.MAX_VALUE, false);
            default -> throw unfit(index, relation);
        };
    }

    private SearchExpression datestamp(String index, String relation, CqlTerm term) throws SruException {
        if (relation.equals("within")) {
            String[] ends = term.text().split("\\s+", -1);
            if (ends.length != 2) {
                throw new SruException(Diagnostic.FORMAT_OF_TERM, index + " within needs two dates");
            }
            return datestamps.between(DatestampRange.first(ends[0], index), DatestampRange.after(ends[1], index));
        }
        Instant first = DatestampRange.first(term.text(), index);
        Instant after = DatestampRange.after(term.text(), index);
        return switch (relation) {
            case "=", "==" -> datestamps.between(first, after);
            case "<>" -> without(datestamps.between(first, after));
            case "<" -> datestamps.between(Instant.MIN, first);
            case "<=" -> datestamps.between(Instant.MIN, after);
            case ">" -> datestamps.between(after, Instant.MAX);
            case ">=" -> datestamps.between(first, Instant.MAX);
            default -> throw unfit(index, relation);
        };
    }
}
