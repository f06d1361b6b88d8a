package dev.sheaf.platform.web;

import dev.sheaf.search.RankingModel;

/** Names of ranking models for people. */
final class ModelLabel {

    private ModelLabel() {}

    static String of(RankingModel model) {
        return switch (model) {
            case BM25 -> "Okapi BM25";
            case VSM -> "Vector space";
            case LM -> "Language model (Dirichlet)";
            case LM_JM -> "Language model (Jelinek-Mercer)";
        };
    }
}
