package dev.sheaf.bench;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.bench.pairs.PairOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CommandLineTest {

    @Test
    void readsOptionsWithAndWithoutValue() {
        PairOptions pairs = PairOptions
                .parse(new String[]{"--only", "no-sizes,gone", "--sample", "7", "--again", "--names", "some.txt"});
        assertThat(pairs.only()).isEqualTo(List.of("no-sizes", "gone"));
        assertThat(pairs.sample()).isEqualTo(7);
        assertThat(pairs.again()).isTrue();
        assertThat(pairs.names()).isEqualTo(Path.of("some.txt"));

        Options benchmark = Options.parse(new String[]{"--records", "300", "--no-report"});
        assertThat(benchmark.records()).isEqualTo(300);
        assertThat(benchmark.report()).isFalse();
    }

    @Test
    void namesTheOptionThatIsWrong() {
        assertThatThrownBy(() -> PairOptions.parse(new String[]{"--again", "--sample"}))
                .hasMessage("--sample needs a value");
        assertThatThrownBy(() -> PairOptions.parse(new String[]{"--seed", "many"}))
                .hasMessage("--seed needs a number, not many");
        assertThatThrownBy(() -> Options.parse(new String[]{"--pages"}))
                .hasMessageStartingWith("unknown argument --pages; known: --records N");
    }

    @Test
    void printedSeeds_areReadBack_andInvalidOnesRefused() {
        CommandLine line = new CommandLine(new String[]{"--seed", "-81985529216486896", "--kills", "0", "--seed", "x"});
        line.option();
        assertThat(line.seed()).isEqualTo(-81985529216486896L);
        line.option();
        assertThatThrownBy(line::positive).hasMessage("--kills needs a number above 0");
        line.option();
        assertThatThrownBy(line::seed).hasMessage("--seed needs a whole number, not x");
    }
}
