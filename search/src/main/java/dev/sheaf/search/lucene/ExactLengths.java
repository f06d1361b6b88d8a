package dev.sheaf.search.lucene;

import java.util.function.DoubleUnaryOperator;

import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.ClassicSimilarity;
import org.apache.lucene.search.similarities.LMDirichletSimilarity;
import org.apache.lucene.search.similarities.LMJelinekMercerSimilarity;
import org.apache.lucene.search.similarities.PerFieldSimilarityWrapper;
import org.apache.lucene.search.similarities.Similarity;

import dev.sheaf.search.Ranking;

/**
 * The ranking models over full texts, by exact lengths and in double precision. Lucene's own round the length of a text to three bits, which is
 * exact below 40 words only; descriptions, which are as short, are ranked by them.
 */
final class ExactLengths extends Similarity {

    private final Ranking ranking;

    private ExactLengths(Ranking ranking) {
        this.ranking = ranking;
    }

    /** Returns the similarity for all fields: full texts by exact lengths, others as Lucene does. */
    static Similarity of(Ranking ranking) {
        ExactLengths exact = new ExactLengths(ranking);
        Similarity rounded = switch (ranking.model()) {
            case BM25 -> new BM25Similarity((float) ranking.k1(), (float) ranking.b());
            case VSM -> new ClassicSimilarity();
            case LM -> new LMDirichletSimilarity((float) ranking.mu());
            case LM_JM -> new LMJelinekMercerSimilarity((float) ranking.lambda());
        };
        return new PerFieldSimilarityWrapper() {
            @Override
            public Similarity get(String name) {
                return name.startsWith(FullTextFields.RANKED) ? exact : rounded;
            }
        };
    }

    /** Returns the length itself, which Lucene keeps as any number. */
    @Override
    public long computeNorm(FieldInvertState state) {
        return Math.max(1, state.getLength());
    }

    @Override
    public SimScorer scorer(float boost, CollectionStatistics all, TermStatistics... terms) {
        return switch (ranking.model()) {
            case BM25 -> bm25(boost, all, terms);
            case VSM -> vsm(boost, all, terms);
            case LM, LM_JM -> languageModel(boost, all, terms);
        };
    }

    /** Sums over the words of a phrase, which has several. */
    private static double sum(TermStatistics[] terms, java.util.function.ToDoubleFunction<TermStatistics> of) {
        double sum = 0;
        for (TermStatistics term : terms) {
            sum += of.applyAsDouble(term);
        }
        return sum;
    }

    private SimScorer bm25(float boost, CollectionStatistics all, TermStatistics... terms) {
        double documents = all.docCount();
        double weight = boost * sum(terms, term -> Math.log(1 + (documents - term.docFreq() + 0.5) / (term.docFreq() + 0.5)));
        double alike = ranking.k1() * (1 - ranking.b());
        double byLength = ranking.k1() * ranking.b() * documents / all.sumTotalTermFreq();
        return new SimScorer() {
            @Override
            public float score(float frequency, long length) {
                // Rises with the frequency and falls with the length in floating point as well, which Lucene relies on.
                return (float) (weight - weight / (1 + frequency / (alike + byLength * length)));
            }
        };
    }

    private static SimScorer vsm(float boost, CollectionStatistics all, TermStatistics... terms) {
        double weight = boost * sum(terms, term -> 1 + Math.log((all.docCount() + 1.0) / (term.docFreq() + 1.0)));
        return new SimScorer() {
            @Override
            public float score(float frequency, long length) {
                return (float) (weight * Math.sqrt((double) frequency / length));
            }
        };
    }

    private SimScorer languageModel(float boost, CollectionStatistics all, TermStatistics... terms) {
        double[] probabilities = new double[terms.length];
        for (int i = 0; i < terms.length; i++) {
            probabilities[i] = (terms[i].totalTermFreq() + 1.0) / (all.sumTotalTermFreq() + 1.0);
        }
        return switch (ranking.model()) {
            case LM -> dirichlet(boost, ranking.mu(), probabilities);
            default -> jelinekMercer(boost, (1 - ranking.lambda()) / ranking.lambda(), probabilities);
        };
    }

    private static SimScorer dirichlet(float boost, double mu, double[] probabilities) {
        return new SimScorer() {
            @Override
            public float score(float frequency, long length) {
                double shorter = Math.log(mu / (length + mu));
                return (float) (boost * sum(probabilities, p -> Math.max(0, Math.log(1 + frequency / (mu * p)) + shorter)));
            }
        };
    }

    private static SimScorer jelinekMercer(float boost, double ratio, double[] probabilities) {
        return new SimScorer() {
            @Override
            public float score(float frequency, long length) {
                return (float) (boost * sum(probabilities, p -> Math.log(1 + ratio * frequency / (length * p))));
            }
        };
    }

    private static double sum(double[] numbers, DoubleUnaryOperator of) {
        double sum = 0;
        for (double number : numbers) {
            sum += of.applyAsDouble(number);
        }
        return sum;
    }
}
