package dev.sheaf.platform.config;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.description.Rights;
import dev.sheaf.core.description.RightsManifest;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;

/**
 * The section {@code rights} of a repository or a set. A statement is an address, {@code text: …} or {@code xml: …}. Of a repository it is
 * one statement, over the metadata of all its records, or
 *
 * <pre>{@code
 * records: https://creativecommons.org/publicdomain/zero/1.0/
 * manifest:
 *   - https://creativecommons.org/publicdomain/zero/1.0/
 *   - text: Records before 2010 may be used for teaching only.
 * }</pre>
 *
 * Either may be left out. Without a manifest, the manifest lists the statement of the records.
 *
 * @param ofRecords null when records have no statement
 * @param manifest null when there is none
 */
record RightsSection(@Nullable Rights ofRecords, @Nullable RightsManifest manifest) {

    private static final RightsSection NONE = new RightsSection(null, null);

    /**
     * Reads the section of a repository.
     *
     * @param section in which {@code rights} stands
     * @throws ConfigurationException when there is an unknown name or a value that cannot be used; the message names its path
     */
    static RightsSection ofRepository(Section section) throws ConfigurationException {
        JsonNode node = section.node("rights");
        if (node == null) {
            return NONE;
        }
        String path = section.path() + ".rights";
        if (!node.isObject() || node.has("text") || node.has("xml")) {
            Rights rights = statement(path, node);
            return new RightsSection(rights, new RightsManifest(List.of(rights)));
        }
        Section rights = section.section("rights");
        JsonNode told = rights.node("records");
        Rights ofRecords = told == null ? null : statement(path + ".records", told);
        Set<Rights> all = new LinkedHashSet<>();
        if (ofRecords != null) {
            all.add(ofRecords);
        }
        all.addAll(statements(path + ".manifest", rights.node("manifest")));
        rights.end();
        return all.isEmpty() ? NONE : new RightsSection(ofRecords, new RightsManifest(List.copyOf(all)));
    }

    /**
     * Reads {@code rights} of a set: one statement or a list of them.
     *
     * @return null when there is none
     */
    static @Nullable RightsManifest ofSet(Section section) throws ConfigurationException {
        List<Rights> all = statements(section.path() + ".rights", section.node("rights"));
        return all.isEmpty() ? null : new RightsManifest(all);
    }

    private static List<Rights> statements(String path, @Nullable JsonNode node) throws ConfigurationException {
        List<Rights> all = new ArrayList<>();
        if (node != null && node.isArray()) {
            for (JsonNode entry : node) {
                all.add(statement(path + "[" + all.size() + "]", entry));
            }
        } else if (node != null) {
            all.add(statement(path, node));
        }
        return all;
    }

    private static Rights statement(String path, JsonNode node) throws ConfigurationException {
        if (node.isValueNode() && !node.isNull()) {
            return DescriptionsSection.checked(path, () -> new Rights.Reference(node.asString()));
        }
        if (!node.isObject()) {
            throw new ConfigurationException(path + ": an address, 'text: …' or 'xml: …' is expected");
        }
        Section section = Section.of(path, node);
        String text = section.text("text");
        String xml = section.text("xml");
        section.end();
        if ((text == null || text.isBlank()) == (xml == null || xml.isBlank())) {
            throw new ConfigurationException(path + ": either 'text: …' or 'xml: …' is expected");
        }
        if (xml != null && !xml.isBlank()) {
            return definition(path + ".xml", xml);
        }
        return new Rights.Definition(new DublinCoreWriter().add("rights", String.valueOf(text)).end());
    }

    private static Rights definition(String path, String xml) throws ConfigurationException {
        try {
            return new Rights.Definition(XmlFragments.parse(xml.strip().getBytes(StandardCharsets.UTF_8)));
        } catch (OaiFormatException | IllegalArgumentException failure) {
            throw new ConfigurationException(path + ": " + failure.getMessage());
        }
    }
}
