package dev.sheaf.search;

import java.util.Locale;
import java.util.Optional;

/** How relevance is computed. All models use the same index, so they can be compared query by query. */
public enum RankingModel {
    /** Okapi BM25; the default. */
    BM25,
    /** The vector space model: tf-idf weights. */
    VSM,
    /** Language model with Dirichlet smoothing. */
    LM,
    /** Language model with Jelinek-Mercer smoothing. */
    LM_JM;

    /** The name on the command line: {@code bm25}, {@code vsm}, {@code lm}, {@code lm-jm}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The model of that name. */
    public static Optional<RankingModel> fromText(String text) {
        for (RankingModel model : values()) {
            if (model.text().equals(text)) {
                return Optional.of(model);
            }
        }
        return Optional.empty();
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return text();
    }
}
