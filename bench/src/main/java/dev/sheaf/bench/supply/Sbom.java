package dev.sheaf.bench.supply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A software bill of materials in the JSON form of CycloneDX, as far as the checks need it.
 *
 * @param subject the program that the bill is about
 * @param components the libraries that the program is shipped with
 */
record Sbom(Component subject, List<Component> components) {

    /**
     * One library.
     *
     * @param group of its Maven coordinates
     * @param name of its Maven coordinates
     * @param version as it is shipped
     * @param purl package URL; it also holds the classifier
     * @param hashes in hexadecimal digits, by algorithm ({@code SHA-256})
     * @param licences SPDX identifiers, names or expressions
     */
    record Component(String group, String name, String version, String purl, Map<String, String> hashes, List<String> licences) {

        /** Copies the collections. */
        Component {
            hashes = Map.copyOf(hashes);
            licences = List.copyOf(licences);
        }

        /** The name under which advisories are published. */
        String artifact() {
            return group + ":" + name;
        }

        @Override
        public String toString() {
            return artifact() + " " + version;
        }
    }

    Sbom {
        components = List.copyOf(components);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException when it is no bill of materials of CycloneDX in JSON, or names no components
     * @throws UncheckedIOException when it cannot be read
     */
    static Sbom read(Path file) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(Files.readAllBytes(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(file + " cannot be read", failure);
        } catch (JacksonException failure) {
            throw new IllegalArgumentException(file + " is no JSON: " + failure.getOriginalMessage(), failure);
        }
        if (!root.path("bomFormat").asString("").equals("CycloneDX") || !root.path("components").isArray()) {
            throw new IllegalArgumentException(file + " is no bill of materials of CycloneDX");
        }
        List<Component> components = new ArrayList<>();
        root.path("components").forEach(one -> components.add(component(one)));
        if (components.isEmpty()) {
            throw new IllegalArgumentException(file + " names no components");
        }
        return new Sbom(component(root.path("metadata").path("component")), components);
    }

    private static Component component(JsonNode node) {
        Map<String, String> hashes = new LinkedHashMap<>();
        node.path("hashes").forEach(hash -> hashes.put(hash.path("alg").asString(""), hash.path("content").asString("")));
        List<String> licences = new ArrayList<>();
        for (JsonNode choice : node.path("licenses")) {
            String licence = choice.path("expression")
                    .asString(choice.path("license").path("id").asString(choice.path("license").path("name").asString("")));
            if (!licence.isBlank()) {
                licences.add(licence);
            }
        }
        return new Component(node.path("group").asString(""), node.path("name").asString(""), node.path("version").asString(""),
                node.path("purl").asString(""), hashes, licences);
    }
}
