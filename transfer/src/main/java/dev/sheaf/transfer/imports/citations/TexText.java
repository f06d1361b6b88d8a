package dev.sheaf.transfer.imports.citations;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Conversion of TeX to text: commands for letters, accents and signs become characters, commands for fonts and braces are removed. Formulas
 * become text where Unicode has their characters and stay as they are elsewhere. Unknown commands stay as they are and are reported.
 *
 * @param text text without TeX
 * @param unknown commands that are not known, with their backslash, in their order
 * @param keepsFormula true if a formula stays in TeX
 */
record TexText(String text, List<String> unknown, boolean keepsFormula) {

    TexText {
        unknown = List.copyOf(unknown);
    }

    /** Converts a text. */
    static TexText of(String raw) {
        Reader reader = new Reader(raw, false);
        String text = Normalizer.normalize(reader.sequence(0).replaceAll("\\s+", " "), Normalizer.Form.NFC);
        return new TexText(text, reader.unknown, reader.keepsFormula);
    }

    /** Converts an address of the web or a DOI, where tildes, dollar signs and hyphens stay as they are. */
    static TexText ofAddress(String raw) {
        Reader reader = new Reader(raw.replace("$\\sim$", "~"), true);
        return new TexText(reader.sequence(0), reader.unknown, false);
    }

    private static final class Reader {

        /** Deepest nesting of groups and accents, because each is read by a further call. */
        private static final int DEEPEST = 100;
        /** Commands whose argument is shown as it is. */
        private static final Set<String> FONTS = Set.of("emph", "textbf", "textit", "textsc", "texttt", "textrm", "textsf",
                "textsl",
                "textup", "textmd", "textnormal", "mbox", "hbox", "text", "underline", "uline", "MakeUppercase", "MakeLowercase",
                "uppercase",
                "lowercase", "mkbibemph", "mkbibbold", "mkbibitalic", "fbox", "natexlab", "textcyrillic", "textgreek",
                "textlatin");
        /** Commands without a text of their own. */
        private static final Set<String> SILENT = Set.of("em", "it", "bf", "rm", "sc", "tt", "sf", "sl", "itshape", "bfseries",
                "scshape",
                "upshape", "slshape", "mdseries", "normalfont", "rmfamily", "sffamily", "ttfamily", "normalsize", "small",
                "footnotesize",
                "scriptsize", "tiny", "large", "Large", "LARGE", "relax", "protect", "noindent", "newblock", "nolinebreak",
                "nobreak",
                "allowbreak", "hfill", "leavevmode", "null", "textcompwordmark", "textascendercompwordmark",
                "textcapitalcompwordmark", "displaystyle", "unskip", "ignorespaces", "cyrillic", "selectfont", "boldmath");
        private static final Set<String> BLANKS = Set.of("quad", "qquad", "par", "newline", "linebreak", "space", "nobreakspace",
                "thinspace", "enspace", "enskip", "medspace", "thickspace");

        private final String raw;
        private final boolean address;
        private final List<String> unknown = new ArrayList<>();
        private boolean keepsFormula;
        private int at;

        Reader(String raw, boolean address) {
            this.raw = raw;
            this.address = address;
        }

        /** Reads up to the end of the group, or of the text at depth 0. */
        String sequence(int depth) {
            StringBuilder text = new StringBuilder();
            while (at < raw.length() && (depth == 0 || raw.charAt(at) != '}')) {
                text.append(item(depth));
            }
            return text.toString();
        }

        private String item(int depth) {
            char c = raw.charAt(at);
            if (c == '\\') {
                return command(depth);
            }
            if (c == '{' || c == '}') {
                return group(depth);
            }
            if (!address) {
                String sign = sign(c);
                if (sign != null) {
                    return sign;
                }
            }
            int start = at;
            at += Character.charCount(raw.codePointAt(at));
            return raw.substring(start, at);
        }

        private String group(int depth) {
            at++;
            if (raw.charAt(at - 1) == '}' || depth > DEEPEST) {
                return "";
            }
            String inner = sequence(depth + 1);
            at++;
            return inner;
        }

        /** Reads what is written with signs only: formulas, quotation marks and dashes; null if there is nothing of it here. */
        private @Nullable String sign(char c) {
            return switch (c) {
                case '$' -> dollar();
                case '~' -> taken(1, " ");
                case '`' -> raw.startsWith("``", at) ? taken(2, "“") : null;
                case '\'' -> raw.startsWith("''", at) ? taken(2, "”") : null;
                case '-' -> raw.startsWith("---", at) ? taken(3, "—") : raw.startsWith("--", at) ? taken(2, "–") : null;
                case '?' -> raw.startsWith("?`", at) ? taken(2, "¿") : null;
                case '!' -> raw.startsWith("!`", at) ? taken(2, "¡") : null;
                case ',' -> raw.startsWith(",,", at) && (at == 0 || " ({[\n".indexOf(raw.charAt(at - 1)) >= 0)
                        && at + 2 < raw.length() && Character.isLetterOrDigit(raw.charAt(at + 2)) ? taken(2, "„") : null;
                default -> null;
            };
        }

        private String taken(int length, String text) {
            at += length;
            return text;
        }

        /**
         * Reads a formula. A dollar sign that has no partner is an amount of money, and so is one whose partner follows a blank or precedes a
         * digit ({@code $5 and $10}).
         */
        private String dollar() {
            int length = raw.startsWith("$$", at) ? 2 : 1;
            int from = at + length;
            int end = from;
            while (end < raw.length() && raw.charAt(end) != '$') {
                end += raw.charAt(end) == '\\' ? 2 : 1;
            }
            boolean formula = end < raw.length() && end > from && !Character.isWhitespace(raw.charAt(from))
                    && !Character.isWhitespace(raw.charAt(end - 1))
                    && (end + length >= raw.length() || !isDigit(raw.charAt(end + length)) || isFormula(from, end));
            return formula ? formula(raw.substring(from, end), Math.min(end + length, raw.length())) : taken(1, "$");
        }

        private boolean isFormula(int from, int end) {
            return raw.substring(from, end).matches("(?s).*[\\\\^_].*|[<>=~]+");
        }

        private String formula(String formula, int end) {
            String text = TexFormula.text(formula);
            String whole = raw.substring(at, end);
            at = end;
            keepsFormula |= text == null;
            return text == null ? whole : text;
        }

        private String command(int depth) {
            int start = at++;
            if (at >= raw.length()) {
                return "\\";
            }
            while (at < raw.length() && isLetter(raw.charAt(at))) {
                at++;
            }
            if (at > start + 1) {
                return named(raw.substring(start + 1, at), start, depth);
            }
            int sign = raw.codePointAt(at);
            at += Character.charCount(sign);
            String accent = TexLetters.accent(Character.toString(sign));
            if (accent != null) {
                return address ? bare(Character.toString(sign)) : accented(accent, start, depth);
            }
            return switch (sign) {
                case '&', '%', '$', '#', '_', '{', '}' -> bare(Character.toString(sign));
                case ' ', '\n', '\t', ',', ';', ':', '>', '\\' -> " ";
                case '!', '-', '/', '@' -> address && sign != '!' && sign != '@' ? Character.toString(sign) : "";
                case '(' -> inParentheses(start);
                default -> unknown(start, depth);
            };
        }

        private String inParentheses(int start) {
            int end = raw.indexOf("\\)", at);
            if (end < 0) {
                return unknown(start, 0);
            }
            String formula = raw.substring(at, end);
            at = start;
            return formula(formula, end + 2);
        }

        private String named(String name, int start, int depth) {
            String accent = name.equals("a") && at < raw.length() && "'`=".indexOf(raw.charAt(at)) >= 0
                    ? TexLetters.accent(String.valueOf(raw.charAt(at++)))
                    : TexLetters.accent(name);
            if (accent != null) {
                return accented(accent, start, depth);
            }
            String letter = TexLetters.named(name);
            if (letter != null) {
                skipBlanks();
                return bare(letter);
            }
            if (SILENT.contains(name) || BLANKS.contains(name)) {
                skipBlanks();
                return bare(SILENT.contains(name) ? "" : " ");
            }
            if (FONTS.contains(name)) {
                return argument(depth);
            }
            return switch (name) {
                case "enquote" -> "“" + argument(depth) + "”";
                case "url", "path", "nolinkurl" -> ofAddress(rawArgument()).text();
                case "href" -> linked(ofAddress(rawArgument()).text(), argument(depth));
                case "texorpdfstring" -> {
                    rawArgument();
                    yield argument(depth);
                }
                case "textsuperscript" -> script(argument(depth), true);
                case "textsubscript" -> script(argument(depth), false);
                case "ensuremath" -> {
                    String formula = rawArgument();
                    int end = at;
                    at = start;
                    yield formula(formula, end);
                }
                // The argument of this customary macro is for sorting only.
                case "noopsort" -> {
                    rawArgument();
                    yield "";
                }
                default -> unknown(start, depth);
            };
        }

        private static String linked(String address, String text) {
            return text.isBlank() || text.equals(address) ? address : text + " (" + address + ")";
        }

        private static String script(String text, boolean raised) {
            String script = raised ? TexLetters.raised(text) : TexLetters.lowered(text);
            return script == null ? text : script;
        }

        /** Returns the text of a command, and skips an empty group after it, which separates it from the next letter. */
        private String bare(String text) {
            if (raw.startsWith("{}", at)) {
                at += 2;
            }
            return text;
        }

        private void skipBlanks() {
            while (at < raw.length() && Character.isWhitespace(raw.charAt(at))) {
                at++;
            }
        }

        private String accented(String accent, int start, int depth) {
            skipBlanks();
            int known = unknown.size();
            String letter = at >= raw.length() || raw.charAt(at) == '}' || depth > DEEPEST ? "" : item(depth + 1);
            return unknown.size() > known
                    ? raw.substring(start, Math.min(at, raw.length()))
                    : TexLetters.accented(letter, accent);
        }

        private String argument(int depth) {
            skipBlanks();
            return at >= raw.length() || raw.charAt(at) == '}' || depth > DEEPEST ? "" : item(depth + 1);
        }

        /** Returns an argument in braces as it is written; empty if there are no braces. */
        private String rawArgument() {
            skipBlanks();
            if (at >= raw.length() || raw.charAt(at) != '{') {
                return "";
            }
            int from = at + 1;
            int depth = 0;
            for (; at < raw.length(); at++) {
                char c = raw.charAt(at);
                if (c == '\\') {
                    at++;
                } else if (c == '{') {
                    depth++;
                } else if (c == '}' && --depth == 0) {
                    at++;
                    return raw.substring(from, at - 1);
                }
            }
            return raw.substring(from);
        }

        /** Keeps a command as it is, with the braces of its arguments. */
        private String unknown(int start, int depth) {
            String name = raw.substring(start, at);
            unknown.add(name);
            StringBuilder kept = new StringBuilder(name);
            while (at < raw.length() && raw.charAt(at) == '{' && depth < DEEPEST) {
                kept.append('{').append(group(depth)).append('}');
            }
            return kept.toString();
        }

        private static boolean isLetter(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
    }
}
