package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands about aggregates, typed. */
class AggregateCommandsTest {

    @TempDir
    private Path folder = Path.of("");

    private void importRivers(String source, String... titles) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < titles.length; i++) {
            lines.append(
                    """
                            {"identifier":"oai:rivers.example.org:%s-%d","prefix":"oai_dc","deleted":false,"sets":[],"about":[],"metadata":\
                            "<oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
                            <dc:title>%s</dc:title></oai_dc:dc>"}
                            """
                            .formatted(source, i, titles[i]));
        }
        Files.writeString(folder.resolve("rivers.jsonl"), lines);
        Typed typed = type("import", source, "rivers.jsonl");
        assertThat(typed.status()).as(typed.err()).isZero();
    }

    private Typed type(String... words) {
        return Typed.in(folder, words);
    }

    @Test
    void aggregate_isAddedListedChangedAndRemoved() throws Exception {
        importRivers("a", "The Danube", "The Rhine");
        importRivers("b", "A bridge over the Danube");
        Typed added = type("aggregate", "add", "part", "--source", "b", "--collisions", "trusted-order", "--name", "A part");
        assertThat(added.status()).as(added.err()).isZero();
        assertThat(added.err()).contains("/oai/part", "Records: 1");
        assertThat(type("aggregate", "list").out()).contains("oai  /oai  3 records",
                "part  /oai/part  1 records  --source b --collisions trusted-order  A part");
        assertThat(type("aggregate", "set", "part", "--source=").err()).contains("Records: 3");
        assertThat(type("aggregate", "list", "--json").out()).contains("\"id\":\"part\"", "\"sources\":[]");
        assertThat(type("aggregate", "remove", "part").status()).isZero();
        assertThat(type("aggregate", "list").out()).doesNotContain("part");
    }

    @Test
    void changedRecords_enterAndLeaveAnAggregateWithAQuery() throws Exception {
        importRivers("a", "The Danube", "The Rhine");
        assertThat(type("aggregate", "add", "danube", "--query", "danube").err()).contains("Records: 1");
        importRivers("a", "The Elbe", "The Rhine and the Danube", "From Danube to Rhine");
        assertThat(type("aggregate", "list").out()).contains("danube  /oai/danube  2 records  --query 'danube'");
        assertThat(type("aggregate", "set", "danube", "--query", "elbe").err()).contains("Records: 1");
    }

    @Test
    void refusesInvalidValuesWithARemedy() throws Exception {
        importRivers("a", "The Danube");
        assertThat(type("aggregate", "add", "a").err()).contains("There is a source 'a'", "choose another id");
        assertThat(type("aggregate", "add", "oai").err()).contains("sheaf aggregate set oai");
        assertThat(type("aggregate", "add", "b").status()).isZero();
        assertThat(type("aggregate", "add", "b").err()).contains("sheaf aggregate set b");
        assertThat(type("source", "add", "b", "https://b.example.org/oai").err()).contains("aggregate 'b'");
        assertThat(type("aggregate", "set", "none", "--source", "a").err()).contains("sheaf aggregate list");
        assertThat(type("aggregate", "remove", "oai").status()).isEqualTo(1);
        assertThat(type("aggregate", "set", "oai", "--source", "a").status()).isEqualTo(2);
        assertThat(type("aggregate", "set", "oai", "--collisions", "keep-all").status()).isZero();
        assertThat(type("aggregate", "set", "oai", "--collisions", "best").status()).isEqualTo(2);
        assertThat(type("aggregate", "set", "oai").status()).isEqualTo(2);
        assertThat(type("aggregate", "add", "c", "--source", "later").err()).contains("There is no source 'later' yet");
    }
}
