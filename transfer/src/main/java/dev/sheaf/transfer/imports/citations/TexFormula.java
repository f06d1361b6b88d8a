package dev.sheaf.transfer.imports.citations;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Conversion of a formula of TeX to text, where Unicode has all of its characters: {@code H_2O} becomes H₂O. For one formula. */
final class TexFormula {

    private static final int DEEPEST = 20;
    private static final Set<String> STYLES = Set.of("mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathbb",
            "mathfrak",
            "mathscr", "mathnormal", "boldsymbol", "bm", "text", "textrm", "textbf", "textit", "mbox", "hbox", "rm", "bf", "it",
            "left",
            "right", "big", "Big", "displaystyle", "textstyle", "mathop", "mathord", "operatorname", "ensuremath");
    private static final Set<String> FUNCTIONS = Set.of("sin", "cos", "tan", "log", "ln", "exp", "min", "max", "sup", "inf",
            "lim", "det",
            "dim", "ker", "deg", "arg", "gcd", "mod", "Pr", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan");
    private static final Set<String> ORDINALS = Set.of("st", "nd", "rd", "th");

    private final String formula;
    private int at;

    private TexFormula(String formula) {
        this.formula = formula;
    }

    /** Returns the formula as text; null if its characters alone cannot say the same, such as those of a fraction. */
    static @Nullable String text(String formula) {
        TexFormula reader = new TexFormula(formula);
        String text = reader.sequence(0);
        return text == null || reader.at != formula.length() ? null : text;
    }

    private @Nullable String sequence(int depth) {
        StringBuilder text = new StringBuilder();
        while (at < formula.length() && formula.charAt(at) != '}') {
            String item = item(depth);
            if (item == null) {
                return null;
            }
            text.append(item);
        }
        return text.toString();
    }

    private @Nullable String item(int depth) {
        if (depth > DEEPEST || at >= formula.length()) {
            return null;
        }
        char c = formula.charAt(at++);
        return switch (c) {
            case '{' -> {
                String inner = sequence(depth + 1);
                at++;
                yield inner;
            }
            case '^', '_' -> script(c, depth);
            case '\\' -> command();
            case '~' -> " ";
            case '&', '#', '%', '$', '}' -> null;
            default -> String.valueOf(c);
        };
    }

    private @Nullable String script(char kind, int depth) {
        while (at < formula.length() && formula.charAt(at) == ' ') {
            at++;
        }
        String inner = item(depth + 1);
        if (inner == null || inner.isEmpty()) {
            return null;
        }
        if (kind == '_') {
            return TexLetters.lowered(inner);
        }
        if (ORDINALS.contains(inner) || inner.equals("′") || inner.equals("*")) {
            return inner;
        }
        return inner.equals("∘") ? "°" : TexLetters.raised(inner);
    }

    private @Nullable String command() {
        int start = at;
        while (at < formula.length() && isLetter(formula.charAt(at))) {
            at++;
        }
        if (at == start) {
            char sign = at < formula.length() ? formula.charAt(at++) : ' ';
            return switch (sign) {
                case ',', ';', ':', '>', ' ' -> " ";
                case '!', '/' -> "";
                case '&', '%', '#', '_', '$', '{', '}' -> String.valueOf(sign);
                default -> null;
            };
        }
        String name = formula.substring(start, at);
        while (at < formula.length() && formula.charAt(at) == ' ') {
            at++;
        }
        if (STYLES.contains(name)) {
            return "";
        }
        return FUNCTIONS.contains(name)
                ? name + (at < formula.length() && isLetter(formula.charAt(at)) ? " " : "")
                : TexLetters.named(name);
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
