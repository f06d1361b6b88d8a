package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** A list of the misbehaviours on offer and the scores of harvesters against them, for people and for programs. */
final class Overview {

    private static final String STYLE = """
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 75rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
            table { border-collapse: collapse; width: 100% } caption { text-align: left; font-weight: bold; padding: .5rem 0 }
            th, td { border: 1px solid #767676; padding: .3rem .5rem; text-align: left; vertical-align: top }
            code { overflow-wrap: anywhere } a { color: #0645ad } a:focus-visible, button:focus-visible { outline: 3px solid #0645ad }
            """;

    private final UnaryOperator<String> baseUrls;
    private final List<Misbehaviour> offered;
    private final Map<String, Stage> stages;

    Overview(UnaryOperator<String> baseUrls, List<Misbehaviour> offered, Map<String, Stage> stages) {
        this.baseUrls = baseUrls;
        this.offered = offered;
        this.stages = stages;
    }

    /** Returns the misbehaviours on offer, and the combinations of them that were requested. */
    private List<Misbehaviour> shown() {
        List<Misbehaviour> shown = new ArrayList<>(offered);
        stages.values().stream().map(Stage::misbehaviour).filter(one -> offered.stream()
                .noneMatch(known -> known.name().equals(one.name()))).forEach(shown::add);
        return shown;
    }

    String html() {
        StringBuilder html = new StringBuilder("""
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <title>Repositories that misbehave</title><style>%s</style></head>
                <body>
                <main>
                <h1>Repositories that misbehave</h1>
                <p>Each base URL below answers OAI-PMH with one fault that was seen in the field. Harvest it, and look here again:
                the score says what your harvester asked for. Several at once: put <code>+</code> between their names.
                The same for programs: <a href="/behaviours.json">behaviours.json</a>.</p>
                """.formatted(STYLE));
        for (Misbehaviour.Group group : Misbehaviour.Group.values()) {
            List<Misbehaviour> some = shown().stream().filter(one -> one.group() == group).toList();
            if (!some.isEmpty()) {
                html.append("<table>\n<caption>").append(escaped(group.text())).append("""
                        </caption>
                        <thead><tr><th scope="col">Behaviour</th><th scope="col">What a harvester meets</th>\
                        <th scope="col">What must arrive</th><th scope="col">Score</th></tr></thead>
                        <tbody>
                        """);
                some.forEach(one -> html.append(row(one)));
                html.append("</tbody>\n</table>\n");
            }
        }
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private String row(Misbehaviour one) {
        String name = escaped(one.name());
        String sets = one.sets().isEmpty() ? "" : " Harvest of it the set " + escaped(String.join(" and ", one.sets())) + ".";
        return """
                <tr id="%1$s"><th scope="row"><a href="%6$s?verb=Identify">%1$s</a></th><td>%2$s%3$s</td><td>%4$s</td><td>%5$s</td></tr>
                """
                .formatted(name, escaped(one.description()), sets, escaped(one.expectation().text()), score(one.name()),
                        escaped(baseUrls.apply(one.name())));
    }

    private String score(String name) {
        Stage stage = stages.get(name);
        if (stage == null) {
            return "not harvested";
        }
        Score score = stage.score();
        Round next = stage.nextRound();
        String later = next == null ? "" : button("rounds", name, "Now: " + next.change());
        return "%d requests%s, %d of %d records delivered%s%s".formatted(score.requests(),
                score.tooMany() ? " (more than it takes)" : "", score.delivered(), score.records(), later,
                button("reset", name, "Begin again"));
    }

    private static String button(String action, String name, String text) {
        return "<form method=\"post\" action=\"/%s/%s\"><button>%s<span hidden> of %s</span></button></form>".formatted(action,
                escaped(name), escaped(text), escaped(name));
    }

    String json() {
        return shown().stream().map(this::object).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private String object(Misbehaviour one) {
        Expectation expectation = one.expectation();
        Stage stage = stages.get(one.name());
        return "{" + String.join(",", text("name", one.name()), text("baseUrl", baseUrls.apply(one.name())),
                text("description", one.description()), text("group", one.group().text()), value("rows", one.rows()),
                "\"sets\":" + strings(one.sets()), text("expectation", expectation.text()),
                "\"verdicts\":" + strings(expectation.ending().verdicts()),
                value("everyRecord", !expectation.everythingLost() && expectation.lost().isEmpty()),
                "\"cannotBeHad\":" + strings(expectation.lost().stream().sorted().map(SimulatedRecords::identifier).toList()),
                value("mostRequests", expectation.requests()),
                "\"later\":" + strings(one.rounds().stream().map(Round::change).toList()),
                "\"score\":" + (stage == null ? "null" : score(stage.score()))) + "}";
    }

    private static String score(Score score) {
        return "{" + String.join(",", value("requests", score.requests()), value("lists", score.lists()),
                value("mostOfOneRequest", score.mostOfOne()), value("delivered", score.delivered()),
                value("records", score.records()), "\"missed\":" + strings(score.missed()),
                value("moreRequestsThanNeeded", score.tooMany())) + "}";
    }

    private static String text(String name, String text) {
        return "\"" + name + "\":" + quoted(text);
    }

    private static String value(String name, @Nullable Object value) {
        return "\"" + name + "\":" + Objects.toString(value).replace(" ", "");
    }

    private static String strings(List<String> texts) {
        return texts.stream().map(Overview::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
