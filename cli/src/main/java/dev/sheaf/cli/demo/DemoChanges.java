package dev.sheaf.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.transfer.imports.ImportException;

/** Sequence of changes of a demonstration repository: adds a work, changes one, withdraws one, and so on. Not thread-safe. */
final class DemoChanges {

    private final DemoRepository repository;
    private final JsonMapper mapper = JsonMapper.shared();
    private final List<String> later;
    private final List<String> present;
    private int step;
    private int next;

    DemoChanges(DemoRepository repository) throws IOException {
        this.repository = repository;
        this.later = lines(repository.id() + "-later.jsonl");
        this.present = new ArrayList<>(lines(repository.id() + ".jsonl"));
    }

    private static List<String> lines(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(DemoRepository.resource(name), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    /**
     * Makes the next change.
     *
     * @return description of the change, for people
     */
    String makeOne() throws IOException, ImportException {
        int kind = step++ % 4;
        if (kind == 3 && !present.isEmpty()) {
            return withdraw();
        }
        if (kind == 2 && !present.isEmpty()) {
            return describeAnew();
        }
        String line = later.get(next++ % later.size());
        repository.take(line);
        return "added \"" + title(line) + '"';
    }

    private String describeAnew() throws IOException, ImportException {
        int at = step * 7 % present.size();
        ObjectNode object = (ObjectNode) mapper.readTree(present.get(at));
        String metadata = object.path("metadata").asString("");
        String note = "<dc:description xml:lang=\"en\">Looked at again by the curator, for the " + (step / 4 + 1)
                + ". time.</dc:description>";
        object.put("metadata", metadata.replace("</oai_dc:dc>", note + "</oai_dc:dc>"));
        repository.take(mapper.writeValueAsString(object));
        return "changed \"" + title(present.get(at)) + '"';
    }

    private String withdraw() throws IOException, ImportException {
        String line = present.remove(step * 11 % present.size());
        ObjectNode object = (ObjectNode) mapper.readTree(line);
        object.put("deleted", true);
        object.putNull("metadata");
        repository.take(mapper.writeValueAsString(object));
        return "withdrew \"" + title(line) + '"';
    }

    private String title(String line) {
        JsonNode object = mapper.readTree(line);
        String title = DublinCore.readOrEmpty(XmlFragment.of(object.path("metadata").asString("")))
                .firstText(DublinCore.Element.TITLE);
        return title == null ? object.path("identifier").asString("") : title;
    }
}
