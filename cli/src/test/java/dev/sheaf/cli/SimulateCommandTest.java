package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SimulateCommandTest {

    private static final long START = 1_735_689_600;

    @TempDir
    Path folder = Path.of("");

    @Test
    void generatedTrace_isSimulated_andEachRequestIsWritten() throws IOException {
        assertThat(Typed.in(folder, "simulate", "--generate", "repo,sources=20,days=20,seed=4", "-o", "trace.csv", "--notify",
                "notices.csv").status()).isZero();

        Typed typed = Typed.in(folder, "simulate", "--trace", "trace.csv", "--policy", "net-rate", "--budget", "0.5", "--notify",
                "notices.csv", "--latency", "10d", "--min-interval", "1h", "--polls", "polls.csv", "--chart", "chart.svg");

        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("freshness F(H)").contains("longest gap");
        List<String> polls = Files.readAllLines(folder.resolve("polls.csv"));
        assertThat(polls.getFirst()).isEqualTo("source,unix_time_of_poll");
        assertThat(polls).hasSizeBetween(100, 203);
        assertThat(polls.subList(1, polls.size())).allSatisfy(line -> assertThat(Long.parseLong(line.split(",", -1)[1]))
                .isGreaterThan(START).isLessThan(START + 20 * 86_400));
        assertThat(Files.readString(folder.resolve("chart.svg"))).startsWith("<svg").contains("<title>").contains("<desc>");
    }

    @Test
    void resultAsJson_hasAllMeasures() {
        Typed.in(folder, "simulate", "--generate", "news,sources=5,days=5", "-o", "trace.csv");

        Typed typed = Typed.in(folder, "simulate", "--trace", "trace.csv", "--policy", "uniform", "--budget", "2", "--json");

        assertThat(typed.out()).contains("\"freshness\":").contains("\"requestsPerSourceDay\":").contains("\"mostInAnHour\":");
    }

    @Test
    void withoutABudget_theAlgorithmsOfThePaperRun() {
        Typed.in(folder, "simulate", "--generate", "hourly,sources=10,days=10", "-o", "hourly.csv");

        assertThat(Typed.in(folder, "simulate", "--trace", "hourly.csv", "--policy", "uniform", "--latency", "1m").out())
                .contains("uniform at 1440.0 requests").containsPattern("14[34],[0-9]{3}, 14(39|40)\\.[0-9]+ per source and day");
        Typed adaptive = Typed.in(folder, "simulate", "--trace", "hourly.csv", "--policy", "adaptive", "--chart", "hourly.svg");
        assertThat(adaptive.out()).contains("adaptive at the observed intervals, without a budget")
                .containsPattern("2,[34][0-9]{2}, 2[34]\\.[0-9]+ per source and day");
        assertThat(folder.resolve("hourly.svg")).content().contains("adaptive without a budget");
        assertThat(Typed.in(folder, "simulate", "--trace", "hourly.csv", "--policy", "adaptive", "--json").out())
                .contains("\"budget\":null");
        assertThat(Typed.in(folder, "simulate", "--trace", "hourly.csv", "--policy", "uniform").err())
                .contains("--budget").contains("--latency");
    }

    @Test
    void invalidLine_isNamed() throws IOException {
        Files.writeString(folder.resolve("bad.csv"), "# start=0 end=100\nsource,unix_time,records\na,ten,1\n");

        Typed typed = Typed.in(folder, "simulate", "--trace", "bad.csv", "--budget", "1");

        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("bad.csv, line 3: 'ten' is not a whole number");
    }

    @Test
    void reportsMissingOrWrongOptionsFirst() {
        assertThat(Typed.in(folder, "simulate").err()).contains("--trace");
        assertThat(Typed.in(folder, "simulate", "--trace", "t.csv").err()).contains("--budget");
        assertThat(Typed.in(folder, "simulate", "--trace", "t.csv", "--budget", "-1").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "simulate", "--trace", "t.csv", "--budget", "1", "--policy", "best").err())
                .contains("none of");
        Typed absent = Typed.in(folder, "simulate", "--trace", "t.csv", "--budget", "1");
        assertThat(absent.status()).isEqualTo(1);
        assertThat(absent.err()).contains("there is no file or folder " + folder.resolve("t.csv"));
        assertThat(Typed.in(folder, "simulate", "--generate", "repo").err()).contains("-o FILE");
        assertThat(Typed.in(folder, "simulate", "--generate", "repo", "-o", "absent/t.csv").err())
                .contains("there is no folder " + folder.resolve("absent"));
        assertThat(Typed.in(folder, "simulate", "--trace", "t.csv", "--budget", "1", "-o", "result.csv").status()).isEqualTo(2);
    }

    @Test
    void wrongPartOfGenerate_isNamedWithWhatIsExpected() {
        assertThat(generate("sources=5"))
                .contains("--generate: 'sources=5' is not a kind of sources. Begin with repo, news or hourly");
        assertThat(generate("repo,size=5")).contains("--generate: 'size' is none of sources, days, seed");
        assertThat(generate("repo,sources")).contains("--generate: sources has no value; write sources=VALUE");
        assertThat(generate("repo,sources=many")).contains("--generate sources: 'many' is not a whole number");
        assertThat(generate("repo,sources=0")).contains("--generate: sources must be from 1 to 1000000, days from 1 to 10000");
        assertThat(generate("repo,days=5,days=6")).contains("--generate days was given twice");
        assertThat(folder).isEmptyDirectory();
    }

    private String generate(String value) {
        Typed typed = Typed.in(folder, "simulate", "--generate", value, "-o", "trace.csv");
        assertThat(typed.status()).as(value).isEqualTo(2);
        return typed.err();
    }

    @Test
    void statsWithoutHistory_areReportedAsEmpty() {
        Typed typed = Typed.in(folder, "stats");

        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("C_s 0 harvests");
        assertThat(Typed.in(folder, "stats", "--json").out()).contains("\"sources\":[]");
    }

    @Test
    void stats_areSummedAtAnyStepNotBelowTheKeptOne() {
        assertThat(Typed.in(folder, "stats", "--step", "5m").status()).isZero();
        assertThat(Typed.in(folder, "stats", "--latency", "1m").out()).contains("uniform every 1m 0 (C_d 525600.0)");
        assertThat(Typed.in(folder, "stats", "--series").status()).isEqualTo(2);
        assertThat(Typed.in(folder, "stats", "--step", "7m", "--last", "3h").status()).isZero();
        Typed finer = Typed.in(folder, "stats", "--step", "4m");
        assertThat(finer.status()).isEqualTo(2);
        assertThat(finer.err())
                .contains("--step must be at least 5m, not 4m: times of changes are stored with a precision of five minutes");
        assertThat(Typed.in(folder, "stats", "--step", "2h", "--last", "1h").status()).isEqualTo(2);
    }

    @Test
    void pinnedSource_keepsItsInterval() {
        Typed.in(folder, "source", "add", "a", "https://a.example.org/oai");

        assertThat(Typed.in(folder, "source", "pin", "a", "6h").err()).contains("every 6h");
        assertThat(Typed.in(folder, "source", "pin", "a", "off").err()).contains("policy");
        assertThat(Typed.in(folder, "source", "pin", "b", "6h").status()).isEqualTo(1);
        assertThat(Typed.in(folder, "source", "pin", "a", "often").status()).isEqualTo(2);
    }
}
