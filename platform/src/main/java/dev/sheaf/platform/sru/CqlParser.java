package dev.sheaf.platform.sru;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.platform.sru.CqlTokens.Token;
import dev.sheaf.search.SearchExpression;

/**
 * Reader of queries in CQL, by recursive descent. Operators have one precedence and join from left to right. Length, depth of parentheses and
 * number of clauses are limited. Belongs to one query and one thread.
 */
final class CqlParser {

    /** Longest query in characters. */
    static final int LONGEST = Limit.QUERY.count();
    /** Largest number of clauses. */
    static final int MOST_CLAUSES = SearchExpression.MOST_CONDITIONS;
    /** Largest number of parentheses inside each other. */
    static final int DEEPEST = 20;
    private static final int MOST_MODIFIERS = 8;
    private static final int MOST_PREFIXES = 16;
    private static final int MOST_SORT_KEYS = 8;
    private static final String SORT = "sortby";

    private final CqlTokens tokens;
    private int clauses;

    private CqlParser(CqlTokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads a query.
     *
     * @throws SruException with a diagnostic of the group of CQL if it is too large, or cannot be read
     */
    static Cql parse(String query) throws SruException {
        if (query.length() > LONGEST) {
            throw new SruException(Diagnostic.LONG_QUERY, Integer.toString(LONGEST));
        }
        CqlParser parser = new CqlParser(new CqlTokens(query));
        if (parser.tokens.peek().kind() == CqlTokens.Kind.END) {
            throw new SruException(Diagnostic.SYNTAX, "the query is empty");
        }
        Map<String, String> prefixes = parser.prefixes(Map.of());
        Cql.Node root = parser.clauses(prefixes, 0);
        List<Cql.SortKey> keys = parser.sortKeys(prefixes);
        Token rest = parser.tokens.peek();
        if (rest.isSymbol(")")) {
            throw new SruException(Diagnostic.PARENTHESES, "a parenthesis is closed that was not opened");
        }
        if (rest.kind() != CqlTokens.Kind.END) {
            throw new SruException(Diagnostic.SYNTAX, "unexpected: " + rest.text());
        }
        return new Cql(root, keys);
    }

    /** Reads assignments of prefixes, such as {@code > dc = "info:srw/context-sets/1/dc-v1.1"}. */
    private Map<String, String> prefixes(Map<String, String> outer) throws SruException {
        Map<String, String> prefixes = new HashMap<>(outer);
        while (tokens.peek().isSymbol(">")) {
            tokens.next();
            String name = text("a name or an address after >");
            if (tokens.peek().isSymbol("=")) {
                tokens.next();
                prefixes.put(name.toLowerCase(Locale.ROOT), text("an address after " + name + " ="));
            } else {
                prefixes.put("", name);
            }
            if (prefixes.size() > MOST_PREFIXES) {
                throw new SruException(Diagnostic.SYNTAX, "more than " + MOST_PREFIXES + " prefixes are assigned");
            }
        }
        return prefixes;
    }

    private Cql.Node clauses(Map<String, String> prefixes, int depth) throws SruException {
        Cql.Node left = clause(prefixes, depth);
        while (tokens.peek().isOperator()) {
            String word = tokens.next().text().toLowerCase(Locale.ROOT);
            if (word.equals("prox")) {
                throw new SruException(Diagnostic.PROXIMITY, "");
            }
            List<Cql.Modifier> modifiers = modifiers();
            if (!modifiers.isEmpty()) {
                throw new SruException(Diagnostic.BOOLEAN_MODIFIER, modifiers.getFirst().name());
            }
            left = new Cql.Joined(Cql.Operator.valueOf(word.toUpperCase(Locale.ROOT)), left, clause(prefixes, depth));
        }
        return left;
    }

    private Cql.Node clause(Map<String, String> prefixes, int depth) throws SruException {
        if (tokens.peek().isSymbol("(")) {
            if (depth == DEEPEST) {
                throw new SruException(Diagnostic.PARENTHESES, "more than " + DEEPEST + " inside each other");
            }
            tokens.next();
            Cql.Node inner = clauses(prefixes(prefixes), depth + 1);
            if (!tokens.next().isSymbol(")")) {
                throw new SruException(Diagnostic.PARENTHESES, "a parenthesis is not closed");
            }
            return inner;
        }
        if (++clauses > MOST_CLAUSES) {
            throw new SruException(Diagnostic.MANY_BOOLEANS, Integer.toString(MOST_CLAUSES - 1));
        }
        String first = text("a term");
        @Nullable
        String relation = relation();
        if (relation == null) {
            return new Cql.Clause(null, "=", List.of(), first, prefixes);
        }
        List<Cql.Modifier> modifiers = modifiers();
        return new Cql.Clause(first, relation, modifiers, text("a term after " + relation), prefixes);
    }

    /** Reads a relation; null if the next token ends the clause. */
    private @Nullable String relation() {
        Token next = tokens.peek();
        boolean isNamed = next.kind() == CqlTokens.Kind.WORD && !next.isOperator() && !next.isWord(SORT);
        return isNamed || next.isComparison() ? tokens.next().text() : null;
    }

    private List<Cql.Modifier> modifiers() throws SruException {
        List<Cql.Modifier> modifiers = new ArrayList<>();
        while (tokens.peek().isSymbol("/")) {
            tokens.next();
            String name = text("a modifier after /").toLowerCase(Locale.ROOT);
            String value = "";
            if (tokens.peek().isComparison()) {
                tokens.next();
                value = text("a value of the modifier " + name);
            }
            modifiers.add(new Cql.Modifier(name, value));
            if (modifiers.size() > MOST_MODIFIERS) {
                throw new SruException(Diagnostic.SYNTAX, "more than " + MOST_MODIFIERS + " modifiers");
            }
        }
        return modifiers;
    }

    private List<Cql.SortKey> sortKeys(Map<String, String> prefixes) throws SruException {
        List<Cql.SortKey> keys = new ArrayList<>();
        if (!tokens.peek().isWord(SORT)) {
            return keys;
        }
        tokens.next();
        do {
            String index = text("an index after sortBy");
            keys.add(new Cql.SortKey(index, modifiers(), prefixes));
            if (keys.size() > MOST_SORT_KEYS) {
                throw new SruException(Diagnostic.MANY_SORT_KEYS, "");
            }
        } while (tokens.peek().isText());
        return keys;
    }

    private String text(String expected) throws SruException {
        Token token = tokens.next();
        if (token.isText() && !(token.isOperator() || token.isWord(SORT))) {
            return token.text();
        }
        throw new SruException(Diagnostic.SYNTAX, "expected is " + expected + ", not "
                + (token.kind() == CqlTokens.Kind.END ? "the end of the query" : token.text()));
    }
}
