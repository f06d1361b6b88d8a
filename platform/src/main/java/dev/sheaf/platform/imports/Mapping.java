package dev.sheaf.platform.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.platform.imports.JsonLinesReader.LineException;

/**
 * Says where in an object the parts of a record stand, see {@link MappingFile}. A path names members from the outside in, separated by
 * dots; an array on the way means each of its values.
 *
 * @param identifier path of the identifier
 * @param datestamp path of the date of the last change; null when there is none
 * @param sets paths of set specs
 * @param dublinCore paths by element of Dublin Core
 */
record Mapping(String identifier, @Nullable String datestamp, List<String> sets, Map<String, List<String>> dublinCore) {

    /** Copies the collections. */
    Mapping {
        sets = List.copyOf(sets);
        dublinCore = Map.copyOf(dublinCore);
    }

    MetadataFormat format(Naming naming) {
        return naming.given() == null
                ? MetadataFormat.OAI_DC
                : new MetadataFormat(naming.given(), MetadataFormat.OAI_DC.schema(), MetadataFormat.OAI_DC.namespace());
    }

    /**
     * The record that an object describes.
     *
     * @throws LineException when it has no identifier
     */
    OaiRecord record(JsonNode object, Naming naming) throws LineException {
        List<String> found = values(object, identifier);
        if (found.isEmpty()) {
            throw new LineException(null, "it has nothing at '" + identifier + "', where the mapping expects the identifier");
        }
        String own = found.getFirst();
        String item = isUri(own) ? own : naming.mint(own);
        List<String> dates = datestamp == null ? List.of() : values(object, datestamp);
        DublinCoreWriter writer = new DublinCoreWriter();
        for (String element : DublinCoreWriter.ELEMENTS) {
            for (String path : dublinCore.getOrDefault(element, List.of())) {
                values(object, path).forEach(value -> writer.add(element, value));
            }
        }
        List<SetSpec> specs = sets.stream().flatMap(path -> values(object, path).stream()).distinct().map(SetSpec::new).toList();
        return new OaiRecord(new Header(item, Datestamp.received(dates.isEmpty() ? "" : dates.getFirst()), specs, false),
                writer.end());
    }

    /** True for what the protocol takes as an identifier (S2.4): a scheme, a colon, and no blanks. */
    private static boolean isUri(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1 || !Character.isLetter(text.charAt(0)) || text.charAt(0) > 'z') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean scheme = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-'
                    || c == '.';
            if (i < colon && !scheme || c <= ' ' || c > '~' || "<>\"{}|\\^`".indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static List<String> values(JsonNode object, String path) {
        List<JsonNode> here = List.of(object);
        for (String member : path.split("\\.")) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : here) {
                flatten(node.path(member), next);
            }
            here = next;
        }
        return here.stream().filter(JsonNode::isValueNode).map(value -> value.asString("")).map(String::strip)
                .filter(text -> !text.isEmpty()).toList();
    }

    private static void flatten(JsonNode node, List<JsonNode> into) {
        if (node.isArray()) {
            node.forEach(element -> flatten(element, into));
        } else if (!node.isNull() && !node.isMissingNode()) {
            into.add(node);
        }
    }
}
