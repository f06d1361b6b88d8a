package dev.sheaf.bench.exactness;

import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;

import dev.sheaf.search.RankingModel;

/** The four ranking models as docs/search.md states them, in double precision over the exact lengths of texts. */
final class TextbookFormulas extends Similarity {

    private static final double K1 = 1.2;
    private static final double B = 0.75;
    private static final double MU = 2_000;
    private static final double LAMBDA = 0.1;

    private final RankingModel model;

    TextbookFormulas(RankingModel model) {
        this.model = model;
    }

    @Override
    public long computeNorm(FieldInvertState state) {
        return state.getLength();
    }

    @Override
    public SimScorer scorer(float boost, CollectionStatistics all, TermStatistics... terms) {
        return new SimScorer() {
            @Override
            public float score(float frequency, long length) {
                return (float) (boost * TextbookFormulas.this.score(all, terms, frequency, (double) length));
            }
        };
    }

    /** A phrase scores as one word whose rarity is the sum of those of its words; in language models, as the sum of their scores. */
    private double score(CollectionStatistics all, TermStatistics[] terms, double f, double l) {
        double texts = all.docCount();
        double mean = all.sumTotalTermFreq() / texts;
        double rarity = 0;
        double models = 0;
        for (TermStatistics term : terms) {
            double n = term.docFreq();
            double p = (term.totalTermFreq() + 1.0) / (all.sumTotalTermFreq() + 1.0);
            switch (model) {
                case BM25 -> rarity += Math.log(1 + (texts - n + 0.5) / (n + 0.5));
                case VSM -> rarity += 1 + Math.log((texts + 1) / (n + 1));
                case LM -> models += Math.max(0, Math.log(1 + f / (MU * p)) + Math.log(MU / (l + MU)));
                case LM_JM -> models += Math.log(1 + (1 - LAMBDA) * f / l / (LAMBDA * p));
            }
        }
        return switch (model) {
            // The same as rarity * f / (f + K1 …), in the order in which Lucene computes it.
            case BM25 -> rarity - rarity / (1 + f / (K1 * (1 - B + B * l / mean)));
            case VSM -> rarity * Math.sqrt(f) / Math.sqrt(l);
            case LM, LM_JM -> models;
        };
    }
}
