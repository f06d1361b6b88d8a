package dev.sheaf.platform.signatures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

import dev.sheaf.platform.signatures.FieldValue.Bare;
import dev.sheaf.platform.signatures.FieldValue.InnerList;
import dev.sheaf.platform.signatures.FieldValue.Item;

/**
 * Parser of structured fields (RFC 9651, 4.2): dictionaries and items, without decimals, dates and display strings, which no field of
 * signatures uses. Length and numbers of parts are limited. Belongs to one thread.
 */
final class FieldParser {

    private static final int LONGEST = 8_192;
    private static final int MOST_MEMBERS = 8;
    private static final int MOST_ITEMS = 32;
    private static final int MOST_PARAMETERS = 16;
    private static final int MOST_DIGITS = 15;
    private static final char END = '\0';

    private final String text;
    private int at;

    private FieldParser(String text) throws UnusableSignatureException {
        if (text.length() > LONGEST || text.chars().anyMatch(c -> c == END || c > '~')) {
            throw new UnusableSignatureException("the field is longer than " + LONGEST + " characters, or not ASCII");
        }
        this.text = text;
    }

    /**
     * Parses a dictionary. If a key comes twice, the last value counts.
     *
     * @param text lines of the field, joined by commas
     */
    static SequencedMap<String, FieldValue> dictionary(String text) throws UnusableSignatureException {
        FieldParser parser = new FieldParser(text);
        SequencedMap<String, FieldValue> members = new LinkedHashMap<>();
        parser.skip(" ");
        while (parser.peek() != END) {
            String key = parser.key();
            FieldValue value = parser.taken('=')
                    ? parser.peek() == '(' ? parser.innerList() : parser.item()
                    : new Item(new Bare.Truth(true), parser.parameters());
            members.putLast(key, value);
            if (members.size() > MOST_MEMBERS) {
                throw new UnusableSignatureException("the field has more than " + MOST_MEMBERS + " members");
            }
            parser.skip(" \t");
            if (parser.peek() == END) {
                break;
            }
            parser.expect(',');
            parser.skip(" \t");
            if (parser.peek() == END) {
                throw new UnusableSignatureException("the field ends with a comma");
            }
        }
        return members;
    }

    /** Parses an item. */
    static Item item(String text) throws UnusableSignatureException {
        FieldParser parser = new FieldParser(text);
        parser.skip(" ");
        Item item = parser.item();
        parser.skip(" ");
        if (parser.peek() != END) {
            throw new UnusableSignatureException("something follows the item");
        }
        return item;
    }

    private InnerList innerList() throws UnusableSignatureException {
        expect('(');
        List<Item> items = new ArrayList<>();
        skip(" ");
        while (!taken(')')) {
            if (items.size() == MOST_ITEMS) {
                throw new UnusableSignatureException("the list has more than " + MOST_ITEMS + " items");
            }
            items.add(item());
            if (peek() != ' ' && peek() != ')') {
                throw new UnusableSignatureException("the items of the list are not separated");
            }
            skip(" ");
        }
        return new InnerList(List.copyOf(items), parameters());
    }

    private Item item() throws UnusableSignatureException {
        return new Item(bare(), parameters());
    }

    private SequencedMap<String, Bare> parameters() throws UnusableSignatureException {
        SequencedMap<String, Bare> parameters = new LinkedHashMap<>();
        while (taken(';')) {
            skip(" ");
            String name = key();
            Bare value = taken('=') ? bare() : new Bare.Truth(true);
            if (parameters.put(name, value) != null || parameters.size() > MOST_PARAMETERS) {
                // The last of two would count, but no honest signer sends two.
                throw new UnusableSignatureException("the parameter " + name + " comes twice, or there are too many");
            }
        }
        return parameters;
    }

    private String key() throws UnusableSignatureException {
        int start = at;
        if (!isLower(peek()) && peek() != '*') {
            throw new UnusableSignatureException("a key is expected at character " + at);
        }
        while (isLower(peek()) || isDigit(peek()) || "_-.*".indexOf(peek()) >= 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private Bare bare() throws UnusableSignatureException {
        char first = peek();
        if (first == '"') {
            return string();
        }
        if (first == ':') {
            return bytes();
        }
        if (first == '?') {
            at++;
            if (taken('1')) {
                return new Bare.Truth(true);
            }
            expect('0');
            return new Bare.Truth(false);
        }
        if (first == '-' || isDigit(first)) {
            return number();
        }
        if (first == '*' || isLower(first) || first >= 'A' && first <= 'Z') {
            int start = at;
            while (isTokenCharacter(peek())) {
                at++;
            }
            return new Bare.Token(text.substring(start, at));
        }
        throw new UnusableSignatureException("a value is expected at character " + at);
    }

    private Bare string() throws UnusableSignatureException {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (!taken('"')) {
            char next = next();
            if (next == '\\') {
                next = next();
                if (next != '"' && next != '\\') {
                    throw new UnusableSignatureException("a wrong escape at character " + at);
                }
            }
            if (next < ' ') {
                throw new UnusableSignatureException("a control character at character " + at);
            }
            value.append(next);
        }
        return new Bare.Text(value.toString());
    }

    private Bare bytes() throws UnusableSignatureException {
        expect(':');
        int end = text.indexOf(':', at);
        if (end < 0) {
            throw new UnusableSignatureException("a byte sequence has no end");
        }
        String base64 = text.substring(at, end);
        at = end + 1;
        return new Bare.Bytes(base64);
    }

    private Bare number() throws UnusableSignatureException {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        int digits = at;
        while (isDigit(peek())) {
            at++;
        }
        if (at == digits || at - digits > MOST_DIGITS || peek() == '.') {
            throw new UnusableSignatureException("an integer is expected at character " + start);
        }
        return new Bare.Whole(Long.parseLong(text.substring(start, at)));
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isTokenCharacter(char c) {
        return isLower(c) || isDigit(c) || c >= 'A' && c <= 'Z' || c != END && "!#$%&'*+-.^_`|~:/".indexOf(c) >= 0;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private char next() throws UnusableSignatureException {
        if (at >= text.length()) {
            throw new UnusableSignatureException("the field ends too early");
        }
        return text.charAt(at++);
    }

    private boolean taken(char c) {
        if (peek() == c && c != END) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws UnusableSignatureException {
        if (!taken(c)) {
            throw new UnusableSignatureException("'" + c + "' is expected at character " + at);
        }
    }

    private void skip(String characters) {
        while (peek() != END && characters.indexOf(peek()) >= 0) {
            at++;
        }
    }
}
