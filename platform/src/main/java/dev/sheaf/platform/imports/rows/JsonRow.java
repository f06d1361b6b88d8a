package dev.sheaf.platform.imports.rows;

import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.JsonNode;

/**
 * An object of JSON. A column is a member's name, or a path of names separated by dots; an array on the way means each of its values.
 *
 * @param object not to be changed any more
 * @param where it stands
 */
public record JsonRow(JsonNode object, Place where) implements Row {

    @Override
    public List<String> values(String column) {
        List<JsonNode> found = new ArrayList<>();
        if (object.has(column)) {
            flatten(object.path(column), found);
        } else {
            found.add(object);
            for (String member : column.split("\\.")) {
                List<JsonNode> next = new ArrayList<>();
                for (JsonNode node : found) {
                    flatten(node.path(member), next);
                }
                found = next;
            }
        }
        return found.stream().filter(JsonNode::isValueNode).map(value -> value.asString("")).map(String::strip)
                .filter(text -> !text.isEmpty()).toList();
    }

    private static void flatten(JsonNode node, List<JsonNode> into) {
        if (node.isArray()) {
            node.forEach(element -> flatten(element, into));
        } else if (!node.isNull() && !node.isMissingNode()) {
            into.add(node);
        }
    }

    @Override
    public String content() {
        return object.toString();
    }
}
