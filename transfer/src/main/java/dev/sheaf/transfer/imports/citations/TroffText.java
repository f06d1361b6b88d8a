package dev.sheaf.transfer.imports.citations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Conversion of the special characters of troff, for which refer's files were made: {@code \('e}, {@code \['e]} and the accents of its macros,
 * {@code \*'e}. Unknown names stay as they are and are reported.
 *
 * @param text text without special characters
 * @param unknown escape sequences that are not known, in their order
 */
record TroffText(String text, List<String> unknown) {

    private static final Pattern ESCAPE = Pattern
            .compile("\\\\(?:\\((\\S\\S)|\\[([^\\]\\s]{1,20})]|\\*(['`^~:,v.o_C])(\\p{L})|\\*\\((\\S\\S)|(f[RIBP]|[-&e ]))");
    private static final String MARKS = "'`^~:,vo.\"-ahC_";
    private static final String COMBINING = "\u0301\u0300\u0302\u0303\u0308\u0327\u030c\u030a\u0307\u030b\u0304\u0306\u0328\u030c\u0304";
    private static final Map<String, String> NAMES = names(
            "AE Æ ae æ OE Œ oe œ ss ß -D Ð Sd ð TP Þ Tp þ /L Ł /l ł /O Ø /o ø .i ı .j ȷ"
                    + " IJ Ĳ ij ĳ oa å oA Å en – em — hy - lq “ rq ” oq ‘ cq ’ aq ' dq \" Bq „ bq ‚ Fo « Fc » fo ‹ fc › r! ¡ r? ¿ co © rg ® tm ™"
                    + " bu • de ° +- ± mu × di ÷ Eu € eu € Po £ Ye ¥ Cs ¤ ct ¢ Fn ƒ sc § ps ¶ dg † dd ‡ 12 ½ 14 ¼ 34 ¾ S1 ¹ S2 ² S3 ³ Of ª Om º"
                    + " mc µ fm ′ sd ″ ga ` aa ´ ha ^ ti ~ rs \\ sl / ba | at @ sh # Do $ lB [ rB ] lC { rC } la ⟨ ra ⟩ -> → <- ← ua ↑ da ↓ <= ≤ >= ≥"
                    + " != ≠ ~= ≈ if ∞ pt ∝ pd ∂ gr ∇ *a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ *n ν *c ξ *o ο *p π *r ρ *s σ ts ς"
                    + " *t τ *u υ *f φ *x χ *q ψ *w ω *A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ *T Τ"
                    + " *U Υ *F Φ *X Χ *Q Ψ *W Ω");

    TroffText {
        unknown = List.copyOf(unknown);
    }

    private static Map<String, String> names(String pairs) {
        Map<String, String> names = new HashMap<>();
        String[] words = pairs.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            names.put(words[i], words[i + 1]);
        }
        return Map.copyOf(names);
    }

    /** Converts a text. */
    static TroffText of(String raw) {
        if (raw.indexOf('\\') < 0) {
            return new TroffText(raw, List.of());
        }
        List<String> unknown = new ArrayList<>();
        String text = ESCAPE.matcher(raw).replaceAll(found -> {
            String character = character(found);
            if (character == null) {
                unknown.add(found.group());
            }
            return Matcher.quoteReplacement(character == null ? found.group() : character);
        });
        return new TroffText(text, unknown);
    }

    private static @Nullable String character(MatchResult found) {
        if (found.group(3) != null) {
            return accented(found.group(3).charAt(0), found.group(4));
        }
        if (found.group(6) != null) {
            return switch (found.group(6)) {
                case "-" -> "-";
                case "e" -> "\\";
                case " " -> " ";
                default -> "";
            };
        }
        String name = found.group(1) != null ? found.group(1) : found.group(2) != null ? found.group(2) : found.group(5);
        String named = NAMES.get(name);
        if (named != null) {
            return named;
        }
        if (name.matches("u[0-9A-F]{4,5}(_[0-9A-F]{4,5})*")) {
            StringBuilder text = new StringBuilder();
            for (String code : name.substring(1).split("_")) {
                text.appendCodePoint(Integer.parseInt(code, 16));
            }
            return text.toString();
        }
        return name.length() == 2 && Character.isLetter(name.charAt(1)) ? accented(name.charAt(0), name.substring(1)) : null;
    }

    private static @Nullable String accented(char mark, String letter) {
        int at = MARKS.indexOf(mark);
        return at < 0 ? null : TexLetters.accented(letter, String.valueOf(COMBINING.charAt(at)));
    }
}
