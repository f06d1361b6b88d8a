package dev.sheaf.platform.sru;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tokens of a query in CQL. Belongs to one thread. */
final class CqlTokens {

    private static final String SPECIAL = "()<>=/\"";

    /** Kinds of tokens. */
    enum Kind {
        /** Text in quotation marks, which is never a keyword. */
        QUOTED,
        /** Text without quotation marks. */
        WORD,
        /** Parenthesis, slash or comparison. */
        SYMBOL,
        /** End of the query. */
        END
    }

    /**
     * A token.
     *
     * @param text without quotation marks, with backslashes
     */
    record Token(Kind kind, String text) {

        /** Returns true for this symbol. */
        boolean isSymbol(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }

        /** Returns true for this keyword, in any case. */
        boolean isWord(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }

        /** Returns true for a text. */
        boolean isText() {
            return kind == Kind.WORD || kind == Kind.QUOTED;
        }

        /** Returns true for a comparison, such as {@code >=}. */
        boolean isComparison() {
            return kind == Kind.SYMBOL && "<>=".indexOf(text.charAt(0)) >= 0;
        }

        /** Returns true for a word that joins clauses. */
        boolean isOperator() {
            return kind == Kind.WORD && List.of("and", "or", "not", "prox").contains(text.toLowerCase(Locale.ROOT));
        }
    }

    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /**
     * Reads all tokens.
     *
     * @throws SruException with diagnostic 14 if a quotation mark is not closed
     */
    CqlTokens(String query) throws SruException {
        int i = 0;
        while (i < query.length()) {
            char c = query.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (c == '"') {
                int end = closing(query, i + 1);
                tokens.add(new Token(Kind.QUOTED, query.substring(i + 1, end)));
                i = end + 1;
            } else if (SPECIAL.indexOf(c) >= 0) {
                int length = symbol(query, i);
                tokens.add(new Token(Kind.SYMBOL, query.substring(i, i + length)));
                i += length;
            } else {
                int end = i;
                while (end < query.length() && !Character.isWhitespace(query.charAt(end))
                        && SPECIAL.indexOf(query.charAt(end)) < 0) {
                    end += query.charAt(end) == '\\' && end + 1 < query.length() ? 2 : 1;
                }
                tokens.add(new Token(Kind.WORD, query.substring(i, end)));
                i = end;
            }
        }
        tokens.add(new Token(Kind.END, ""));
    }

    private static int closing(String query, int begin) throws SruException {
        for (int i = begin; i < query.length(); i++) {
            if (query.charAt(i) == '\\') {
                i++;
            } else if (query.charAt(i) == '"') {
                return i;
            }
        }
        throw new SruException(Diagnostic.QUOTES, "a quotation mark is not closed");
    }

    private static int symbol(String query, int at) {
        String two = at + 1 < query.length() ? query.substring(at, at + 2) : "";
        return two.equals("<=") || two.equals(">=") || two.equals("<>") || two.equals("==") ? 2 : 1;
    }

    /** Returns the next token without passing it. */
    Token peek() {
        return tokens.get(at);
    }

    /** Returns the next token and passes it; the end stays the next token. */
    Token next() {
        Token token = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }
}
