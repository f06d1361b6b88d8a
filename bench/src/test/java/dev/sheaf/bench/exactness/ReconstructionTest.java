package dev.sheaf.bench.exactness;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.bench.exactness.Reconstruction.Result;
import dev.sheaf.fulltext.IndexPolicy;

import static org.assertj.core.api.Assertions.assertThat;

/** Restoring texts from their indices. */
class ReconstructionTest {

    private static final String TEXT = "the quick brown fox jumps over a lazy dog";

    private static Result attempt(String policy, List<String> texts) {
        return new Reconstruction(IndexPolicy.parse(policy), texts).attempt(TEXT, IndexPolicy.DEFAULT.terms(TEXT).size());
    }

    @Test
    void passagesOfOtherTexts_areRestored() {
        Result result = attempt("", List.of(TEXT, "a quick brown fox jumps here", "there is a lazy dog"));
        assertThat(result).isEqualTo(new Result(9, 9, 8, 5, 8, 4, 1));
    }

    @Test
    void textLearntAlone_isNotRestoredFromItself() {
        Result result = attempt("", List.of(TEXT, "nothing in common"));
        assertThat(result).isEqualTo(new Result(9, 9, 8, 0, 8, 1, 1));
    }

    @Test
    void prunedWords_areUnknown() {
        Result result = attempt("keep=50%", List.of(TEXT, TEXT));
        assertThat(result.known()).isEqualTo(5);
        assertThat(result.placed()).isLessThan(8);
        assertThat(result.joined()).isLessThanOrEqualTo(result.placed());
    }

    @Test
    void stopWords_separateTheirNeighbours() {
        Result result = attempt("stop=+over,+a", List.of(TEXT, TEXT));
        assertThat(result).isEqualTo(new Result(9, 7, 8, 5, 5, 5, 1));
    }
}
