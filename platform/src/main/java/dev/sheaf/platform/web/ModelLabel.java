package dev.sheaf.platform.web;

import dev.sheaf.search.Ranking;
import dev.sheaf.search.RankingModel;

/** Names of ranking models for people. */
final class ModelLabel {

    private ModelLabel() {}

    static String of(Ranking ranking) {
        String parameters = ranking.text().substring(ranking.model().text().length());
        return of(ranking.model()) + (parameters.isEmpty() ? "" : " (" + parameters.substring(1).replace(",", ", ") + ")");
    }

    private static String of(RankingModel model) {
        return switch (model) {
            case BM25 -> "Okapi BM25";
            case VSM -> "Vector space";
            case LM -> "Language model (Dirichlet)";
            case LM_JM -> "Language model (Jelinek-Mercer)";
        };
    }
}
