package dev.sheaf.search;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A ranking model with its parameters. Its text is the name of the model, with those parameters that are not the usual ones:
 * {@code bm25}, {@code bm25:k1=0.9,b=0.4}, {@code lm:mu=500}, {@code lm-jm:lambda=0.7}.
 *
 * @param model whose formula is used
 * @param k1 of BM25: how fast further occurrences count less, from 0 to 100
 * @param b of BM25: how much the length counts, from 0 to 1
 * @param mu of the language model with Dirichlet smoothing: length of the text of all documents that is mixed in, above 0
 * @param lambda of the language model with Jelinek-Mercer smoothing: share of the model of all documents, between 0 and 1
 */
public record Ranking(RankingModel model, double k1, double b, double mu, double lambda) {

    /** Okapi BM25 with the usual parameters. */
    public static final Ranking BM25 = of(RankingModel.BM25);

    private static final double K1 = 1.2;
    private static final double B = 0.75;
    private static final double MU = 2_000;
    private static final double HIGHEST_K1 = 100;
    private static final double HIGHEST_MU = 10_000_000;
    /** Fit for the short queries of a search box (Zhai and Lafferty 2004). */
    private static final double LAMBDA = 0.1;

    /** @throws IllegalArgumentException when a parameter is out of its range; the message is for people */
    public Ranking {
        check("k1", k1, k1 >= 0 && k1 <= HIGHEST_K1, "from 0 to 100");
        check("b", b, b >= 0 && b <= 1, "from 0 to 1");
        check("mu", mu, mu > 0 && mu <= HIGHEST_MU, "above 0, up to 10000000");
        check("lambda", lambda, lambda > 0 && lambda < 1, "between 0 and 1");
    }

    private static void check(String name, double value, boolean valid, String range) {
        if (!valid) {
            throw new IllegalArgumentException("the parameter " + name + " is a number " + range + ", not " + value);
        }
    }

    /** Returns a model with its usual parameters. */
    public static Ranking of(RankingModel model) {
        return new Ranking(model, K1, B, MU, LAMBDA);
    }

    /**
     * Reads the text of a ranking.
     *
     * @throws IllegalArgumentException when it is none; the message says for people what is expected
     */
    public static Ranking parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        RankingModel model = RankingModel.fromText(name)
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is none of bm25, vsm, lm, lm-jm"));
        Map<String, Double> given = new HashMap<>();
        for (String part : colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1)) {
            int equals = part.indexOf('=');
            String parameter = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 || !parameters(model).contains(parameter)) {
                throw new IllegalArgumentException("'" + part + "' is no parameter of " + name + "; "
                        + (parameters(model).isEmpty()
                                ? "it has none"
                                : "it has " + String.join(" and ", parameters(model)) + ", as in " + name + ":"
                                        + parameters(model).getFirst() + "=0.5"));
            }
            try {
                given.put(parameter, Double.valueOf(part.substring(equals + 1).strip()));
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException(
                        "the parameter " + parameter + " is a number, not '" + part.substring(equals + 1) + "'");
            }
        }
        return new Ranking(model, given.getOrDefault("k1", K1), given.getOrDefault("b", B), given.getOrDefault("mu", MU),
                given.getOrDefault("lambda", LAMBDA));
    }

    private static List<String> parameters(RankingModel model) {
        return switch (model) {
            case BM25 -> List.of("k1", "b");
            case VSM -> List.of();
            case LM -> List.of("mu");
            case LM_JM -> List.of("lambda");
        };
    }

    /** Returns the text, which {@link #parse} reads. */
    public String text() {
        return switch (model) {
            case BM25 -> model.text() + (k1 == K1 && b == B ? "" : ":k1=" + number(k1) + ",b=" + number(b));
            case VSM -> model.text();
            case LM -> model.text() + (mu == MU ? "" : ":mu=" + number(mu));
            case LM_JM -> model.text() + (lambda == LAMBDA ? "" : ":lambda=" + number(lambda));
        };
    }

    /** Returns the formula by which one word of the query scores in a full text, with the parameters. */
    public String formula() {
        return switch (model) {
            case BM25 -> "ln(1 + (N \u2212 n + 0.5) / (n + 0.5)) \u00b7 f / (f + k1 \u00b7 (1 \u2212 b + b \u00b7 l / a)), k1 = "
                    + number(k1)
                    + ", b = " + number(b);
            case VSM -> "(1 + ln((N + 1) / (n + 1))) \u00b7 \u221af / \u221al";
            case LM -> "ln(1 + f / (\u03bc \u00b7 p)) + ln(\u03bc / (l + \u03bc)), at least 0, \u03bc = " + number(mu);
            case LM_JM -> "ln(1 + (1 \u2212 \u03bb) \u00b7 f / l / (\u03bb \u00b7 p)), \u03bb = " + number(lambda);
        };
    }

    private static String number(double number) {
        return number == Math.rint(number) ? String.format(Locale.ROOT, "%.0f", number) : Double.toString(number);
    }

    /** Returns the text. */
    @Override
    public String toString() {
        return text();
    }
}
