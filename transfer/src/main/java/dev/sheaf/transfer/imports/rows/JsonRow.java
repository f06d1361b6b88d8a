package dev.sheaf.transfer.imports.rows;

import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.JsonNode;

/**
 * JSON object as a row. A column is the name of a member, or a path of names separated by dots; an array on the path stands for each of its
 * values.
 *
 * @param object must not be changed any more
 * @param where place of the object
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

    @Override
    public List<Row> members(String column) {
        List<JsonNode> found = new ArrayList<>(List.of(object));
        for (String member : object.has(column) ? new String[]{column} : column.split("\\.")) {
            List<JsonNode> next = new ArrayList<>();
            found.forEach(node -> flatten(node.path(member), next));
            found = next;
        }
        List<Row> members = new ArrayList<>();
        for (JsonNode node : found) {
            if (node.isObject()) {
                members.add(new Within(new JsonRow(node, where), this));
            } else if (!node.asString("").isBlank()) {
                members.add(new MemberRow(this, node.asString("").strip()));
            }
        }
        return members;
    }

    /** Object within another, whose members are found if its own have no value. */
    private record Within(JsonRow inner, Row outer) implements Row {

        @Override
        public List<String> values(String column) {
            List<String> own = inner.values(column);
            return own.isEmpty() ? outer.values(column) : own;
        }

        @Override
        public List<Row> members(String column) {
            List<Row> own = inner.members(column);
            return own.isEmpty() ? outer.members(column) : own;
        }

        @Override
        public Place where() {
            return inner.where();
        }

        @Override
        public String content() {
            return inner.content();
        }
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
