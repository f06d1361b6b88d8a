package dev.sheaf.platform.web;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;

/**
 * An item's Dublin Core in the vocabulary of schema.org, as JSON-LD, which search engines read on the page of a record. Properties that
 * Dublin Core does not state, such as whether a name belongs to a person, are left out.
 */
final class SchemaOrg {

    /** Media type of the response. */
    static final String MEDIA_TYPE = "application/ld+json";

    private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");
    private static final Pattern DOI = Pattern.compile("(?:https?://(?:dx\\.)?doi\\.org/|doi:)?(10\\.\\d{4,}[\\d.]*/\\S+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SEPARATORS = Pattern.compile("[ _-]");
    private static final Map<String, String> TYPES = Map.ofEntries(Map.entry("dataset", "Dataset"),
            Map.entry("image", "ImageObject"),
            Map.entry("stillimage", "ImageObject"), Map.entry("movingimage", "VideoObject"), Map.entry("video", "VideoObject"),
            Map.entry("sound", "AudioObject"), Map.entry("software", "SoftwareSourceCode"), Map.entry("collection", "Collection"),
            Map.entry("article", "ScholarlyArticle"), Map.entry("journalarticle", "ScholarlyArticle"),
            Map.entry("researcharticle", "ScholarlyArticle"), Map.entry("preprint", "ScholarlyArticle"),
            Map.entry("book", "Book"),
            Map.entry("bookpart", "Chapter"), Map.entry("bookchapter", "Chapter"), Map.entry("thesis", "Thesis"),
            Map.entry("bachelorthesis", "Thesis"), Map.entry("masterthesis", "Thesis"), Map.entry("doctoralthesis", "Thesis"),
            Map.entry("report", "Report"), Map.entry("photograph", "Photograph"), Map.entry("painting", "Painting"),
            Map.entry("map", "Map"), Map.entry("event", "Event"));

    private SchemaOrg() {}

    /**
     * Returns the document. All HTML characters are escaped, so it can be placed inside a {@code script} element.
     *
     * @param identifier of the item
     * @param page persistent address of the record's page
     */
    static String of(DublinCore dc, String identifier, String page) {
        ObjectNode work = JsonNodeFactory.instance.objectNode();
        work.put("@context", "https://schema.org");
        work.put("@type", type(dc.texts(Element.TYPE)));
        work.put("@id", page);
        work.put("url",
                dc.texts(Element.IDENTIFIER).stream().filter(text -> ADDRESS.matcher(text).matches()).findFirst().orElse(page));
        List<Value> titles = dc.values(Element.TITLE);
        if (titles.isEmpty()) {
            work.put("name", identifier);
        }
        put(work, "name", titles.stream().limit(1).toList());
        put(work, "alternateName", titles.stream().skip(1).toList());
        names(work, "creator", dc.texts(Element.CREATOR), null);
        names(work, "contributor", dc.texts(Element.CONTRIBUTOR), null);
        names(work, "publisher", dc.texts(Element.PUBLISHER), "Organization");
        put(work, "datePublished", dc.values(Element.DATE).stream().limit(1).toList());
        put(work, "description", dc.values(Element.DESCRIPTION));
        put(work, "keywords", dc.values(Element.SUBJECT));
        put(work, "inLanguage", dc.values(Element.LANGUAGE));
        put(work, "encodingFormat", dc.values(Element.FORMAT));
        put(work, "spatialCoverage", dc.values(Element.COVERAGE));
        put(work, "isBasedOn", dc.values(Element.SOURCE));
        put(work, "license", dc.values(Element.RIGHTS).stream().filter(SchemaOrg::isAddress).toList());
        put(work, "copyrightNotice", dc.values(Element.RIGHTS).stream().filter(value -> !isAddress(value)).toList());
        identifiers(work, identifier, dc.texts(Element.IDENTIFIER));
        return safe(JsonMapper.shared().writeValueAsString(work));
    }

    /** Escapes these characters. They only occur inside strings, where the escape has the same meaning. */
    private static String safe(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static boolean isAddress(Value value) {
        return ADDRESS.matcher(value.text()).matches();
    }

    /** Returns the type in the vocabulary that values of dc:type name; CreativeWork when none does. */
    static String type(List<String> types) {
        return types.stream().map(SchemaOrg::type).filter(type -> !type.isEmpty()).findFirst().orElse("CreativeWork");
    }

    private static String type(String type) {
        String bare = type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#')) + 1);
        return TYPES.getOrDefault(SEPARATORS.matcher(bare.toLowerCase(Locale.ROOT)).replaceAll(""), "");
    }

    private static void put(ObjectNode work, String property, List<Value> values) {
        if (values.size() == 1) {
            work.set(property, value(values.getFirst()));
        } else if (!values.isEmpty()) {
            ArrayNode array = work.putArray(property);
            values.forEach(value -> array.add(value(value)));
        }
    }

    private static tools.jackson.databind.JsonNode value(Value value) {
        String language = LanguageTag.of(value.language());
        if (language == null) {
            return JsonNodeFactory.instance.stringNode(value.text());
        }
        return JsonNodeFactory.instance.objectNode().put("@language", language).put("@value", value.text());
    }

    /** Adds names. An inverted name belongs to a person; the type of other names is unknown. */
    private static void names(ObjectNode work, String property, List<String> names, @Nullable String type) {
        if (names.isEmpty()) {
            return;
        }
        ArrayNode array = work.putArray(property);
        for (String name : names) {
            ObjectNode node = array.addObject();
            String known = type == null && name.contains(", ") ? "Person" : type;
            if (known != null) {
                node.put("@type", known);
            }
            node.put("name", name);
        }
    }

    private static void identifiers(ObjectNode work, String identifier, List<String> texts) {
        ArrayNode array = work.putArray("identifier");
        array.addObject().put("@type", "PropertyValue").put("propertyID", "OAI-PMH").put("value", identifier);
        for (String text : texts) {
            var doi = DOI.matcher(text);
            if (doi.matches()) {
                array.addObject().put("@type", "PropertyValue").put("propertyID", "DOI").put("value", doi.group(1)).put("url",
                        "https://doi.org/" + doi.group(1));
            } else {
                array.add(text);
            }
        }
    }
}
