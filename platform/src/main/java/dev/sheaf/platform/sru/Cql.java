package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A query in CQL as it was read (SRU 1.2; OASIS searchRetrieve, part 5). Names are as written; prefixes are not resolved.
 *
 * @param root its clauses
 * @param sortKeys keys after {@code sortBy}; empty if there is none
 */
record Cql(Node root, List<SortKey> sortKeys) {

    Cql {
        sortKeys = List.copyOf(sortKeys);
    }

    /** A clause, or two joined by an operator. */
    sealed interface Node {}

    /**
     * A search clause.
     *
     * @param index name with its prefix; null if the clause is a term alone
     * @param relation symbol or name; {@code =} if the clause is a term alone
     * @param modifiers modifiers of the relation
     * @param term term with its backslashes and masking characters
     * @param prefixes prefixes of context sets that the query assigns here, by their names in lower case; "" is the default
     */
    record Clause(@Nullable String index, String relation, List<Modifier> modifiers, String term, Map<String, String> prefixes)
            implements
                Node {

        Clause {
            modifiers = List.copyOf(modifiers);
            prefixes = Map.copyOf(prefixes);
        }
    }

    /** Operators that are supported. */
    enum Operator {
        AND,
        OR,
        NOT
    }

    /** Two nodes joined by an operator. */
    record Joined(Operator operator, Node left, Node right) implements Node {}

    /**
     * A modifier.
     *
     * @param name in lower case, with its prefix
     * @param value value after a comparison; empty if there is none
     */
    record Modifier(String name, String value) {}

    /**
     * A key to sort by.
     *
     * @param index name with its prefix
     */
    record SortKey(String index, List<Modifier> modifiers, Map<String, String> prefixes) {

        SortKey {
            modifiers = List.copyOf(modifiers);
            prefixes = Map.copyOf(prefixes);
        }
    }
}
