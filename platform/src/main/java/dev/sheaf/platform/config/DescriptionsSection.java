package dev.sheaf.platform.config;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import dev.sheaf.core.description.Branding;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.EprintsDescription;
import dev.sheaf.core.description.EprintsDescription.Policy;
import dev.sheaf.core.description.EprintsDescription.Statement;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.description.Toolkit;
import dev.sheaf.core.xml.DublinCoreWriter;

/**
 * Reader of the section {@code descriptions} of a repository, or of the descriptions of a set:
 *
 * <pre>{@code
 * text: Theses of the university since 1990
 * oai-identifier: oai:theses.example.org:1234
 * friends: [https://other.example.org/oai]
 * branding:
 *   icon: https://theses.example.org/icon.png
 * eprints:
 *   metadata-policy: Everybody may use the metadata.
 *   data-policy: https://theses.example.org/policy
 * syndication:
 *   period: daily
 * }</pre>
 *
 * Each name makes one container; {@code docs/describe.md} lists all.
 */
final class DescriptionsSection {

    private final Section section;
    private final List<Description> descriptions = new ArrayList<>();

    private DescriptionsSection(Section section) {
        this.section = section;
    }

    /**
     * Reads the descriptions of a repository and ends the section.
     *
     * @throws ConfigurationException when there is an unknown name or a value that cannot be used; the message names its path
     */
    static List<Description> ofRepository(Section section) throws ConfigurationException {
        DescriptionsSection reading = new DescriptionsSection(section);
        reading.oaiIdentifier();
        reading.eprints();
        reading.friends();
        reading.branding();
        reading.gateway();
        reading.toolkit();
        reading.syndication();
        reading.dublinCore();
        section.end();
        return reading.descriptions;
    }

    /** Reads the descriptions of a set. The section may hold more and is not ended. */
    static List<Description> ofSet(Section section) throws ConfigurationException {
        DescriptionsSection reading = new DescriptionsSection(section);
        reading.branding();
        reading.dublinCore();
        return reading.descriptions;
    }

    /** Reads the container oai-identifier. One sample identifier suffices, because it contains the domain name. */
    private void oaiIdentifier() throws ConfigurationException {
        String sample = section.text("oai-identifier");
        if (sample != null) {
            descriptions.add(OaiIdentifierDescription.of(sample.strip()).orElseThrow(() -> section.wrong("oai-identifier", sample,
                    "an identifier of the repository, of the form oai:domain.name:anything")));
        }
    }

    private void eprints() throws ConfigurationException {
        Section eprints = given("eprints").orElse(null);
        if (eprints == null) {
            return;
        }
        Policy content = policy(eprints, "content");
        Policy metadata = policy(eprints, "metadata-policy");
        Policy data = policy(eprints, "data-policy");
        Policy submission = policy(eprints, "submission-policy");
        List<String> comments = eprints.texts("comments");
        eprints.end();
        descriptions.add(new EprintsDescription(content, metadata == null ? Policy.UNSTATED : metadata,
                data == null ? Policy.UNSTATED : data, submission, comments));
    }

    /** Returns a text, an address, or a list of both. */
    private static @Nullable Policy policy(Section section, String name) throws ConfigurationException {
        List<String> told = section.texts(name);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            String text = told.get(i);
            statements.add(
                    checked(entry(section, name, i), () -> isAddress(text) ? new Statement.Url(text) : new Statement.Text(text)));
        }
        return statements.isEmpty() ? null : new Policy(statements);
    }

    private static boolean isAddress(String text) {
        String address = text.strip();
        return (address.startsWith("http://") || address.startsWith("https://"))
                && address.chars().noneMatch(Character::isWhitespace);
    }

    private void friends() throws ConfigurationException {
        List<String> told = section.texts("friends");
        List<String> baseUrls = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            String url = told.get(i);
            baseUrls.addAll(checked(entry(section, "friends", i), () -> new Friends(List.of(url))).baseUrls());
        }
        if (!baseUrls.isEmpty()) {
            descriptions.add(new Friends(baseUrls));
        }
    }

    private void branding() throws ConfigurationException {
        Section branding = given("branding").orElse(null);
        if (branding == null) {
            return;
        }
        Branding.CollectionIcon icon = icon(branding);
        List<Branding.MetadataRendering> renderings = new ArrayList<>();
        for (Section sheet : sections(branding, "style-sheets")) {
            String url = required(sheet, "url");
            String namespace = required(sheet, "namespace");
            String type = required(sheet, "type");
            sheet.end();
            renderings.add(checked(sheet.path(), () -> new Branding.MetadataRendering(url, namespace, type)));
        }
        branding.end();
        descriptions.add(new Branding(icon, renderings));
    }

    /** Reads an icon: an address alone, or a mapping. */
    private static Branding.@Nullable CollectionIcon icon(Section branding) throws ConfigurationException {
        JsonNode node = branding.node("icon");
        if (node == null) {
            return null;
        }
        if (!node.isObject()) {
            String url = required(branding, "icon");
            return checked(branding.path() + ".icon", () -> new Branding.CollectionIcon(url, null, null, null, null));
        }
        Section icon = branding.section("icon");
        String url = required(icon, "url");
        String link = icon.text("link");
        String title = icon.text("title");
        Integer width = icon.number("width", 1, 10_000);
        Integer height = icon.number("height", 1, 10_000);
        icon.end();
        return checked(icon.path(), () -> new Branding.CollectionIcon(url, link, title, width, height));
    }

    private void gateway() throws ConfigurationException {
        Section gateway = given("gateway").orElse(null);
        if (gateway == null) {
            return;
        }
        String source = required(gateway, "source");
        String specification = required(gateway, "description");
        List<String> admins = gateway.texts("admins");
        String url = gateway.text("url");
        String notes = gateway.text("notes");
        gateway.end();
        descriptions.add(checked(gateway.path(), () -> new Gateway(source, specification, admins, url, notes)));
    }

    private void toolkit() throws ConfigurationException {
        Section toolkit = given("toolkit").orElse(null);
        if (toolkit == null) {
            return;
        }
        Section author = toolkit.section("author");
        Toolkit.Author made = author.names().isEmpty()
                ? null
                : new Toolkit.Author(author.text("name"), author.text("email"), author.text("institution"));
        author.end();
        String title = toolkit.text("title");
        String version = toolkit.text("version");
        String icon = toolkit.text("icon");
        String url = toolkit.text("url");
        toolkit.end();
        descriptions.add(checked(toolkit.path(), () -> new Toolkit(title, made, version, icon, url)));
    }

    private void syndication() throws ConfigurationException {
        Section syndication = given("syndication").orElse(null);
        if (syndication == null) {
            return;
        }
        Syndication.Period period = syndication.choice("period", Syndication.Period::text, Syndication.Period.class);
        Integer frequency = syndication.number("frequency", 1, 1_000_000);
        String base = syndication.text("base");
        syndication.end();
        Instant time = base == null ? null : time(syndication, base);
        descriptions.add(checked(syndication.path(), () -> new Syndication(period, frequency, time)));
    }

    private static Instant time(Section section, String text) throws ConfigurationException {
        try {
            return Instant.parse(text.strip());
        } catch (DateTimeException _) {
            throw section.wrong("base", text, "a time like 2024-01-01T00:00:00Z");
        }
    }

    /** Reads {@code text}, the short form of a description in Dublin Core. */
    private void dublinCore() throws ConfigurationException {
        List<DublinCoreDescription.Statement> statements = new ArrayList<>();
        Section dublinCore = section.section("dublin-core");
        for (String element : dublinCore.names()) {
            if (!DublinCoreWriter.ELEMENTS.contains(element)) {
                throw new ConfigurationException(
                        dublinCore.path() + ": '" + element + "' is not an element of Dublin Core; these are: "
                                + String.join(", ", DublinCoreWriter.ELEMENTS));
            }
            add(statements, dublinCore, element, element);
        }
        add(statements, section, "text", "description");
        if (!statements.isEmpty()) {
            descriptions.add(new DublinCoreDescription(statements));
        }
    }

    private static void add(List<DublinCoreDescription.Statement> statements, Section section, String name, String element)
            throws ConfigurationException {
        List<String> told = section.texts(name);
        for (int i = 0; i < told.size(); i++) {
            String text = told.get(i);
            statements.add(checked(entry(section, name, i), () -> new DublinCoreDescription.Statement(element, text, null)));
        }
    }

    /** Returns the section of this name, which may have no entries; empty when it is absent. */
    private Optional<Section> given(String name) throws ConfigurationException {
        return section.node(name) == null ? Optional.empty() : Optional.of(section.section(name));
    }

    static List<Section> sections(Section section, String name) throws ConfigurationException {
        JsonNode node = section.node(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            throw new ConfigurationException(
                    section.path() + "." + name + ": a list is expected, in which each entry begins with a hyphen");
        }
        List<Section> sections = new ArrayList<>();
        for (JsonNode entry : node) {
            sections.add(Section.of(entry(section, name, sections.size()), entry));
        }
        return sections;
    }

    static String required(Section section, String name) throws ConfigurationException {
        String text = section.text(name);
        if (text == null || text.isBlank()) {
            throw new ConfigurationException(section.path() + ": '" + name + "' is missing");
        }
        return text;
    }

    /** Returns an entry of a list as the paths of messages name it. */
    static String entry(Section section, String name, int index) {
        JsonNode node = section.node(name);
        return section.path() + "." + name + (node != null && node.isArray() ? "[" + index + "]" : "");
    }

    /** Calls a constructor; its {@link IllegalArgumentException} becomes an error that names the path in the file. */
    static <T> T checked(String path, Supplier<T> made) throws ConfigurationException {
        try {
            return made.get();
        } catch (IllegalArgumentException failure) {
            throw new ConfigurationException(path + ": " + failure.getMessage());
        }
    }
}
