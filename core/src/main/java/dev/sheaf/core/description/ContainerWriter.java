package dev.sheaf.core.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.ElementWriter;

/**
 * Writer of the containers of the implementation guidelines: each an element that declares all it needs and names its schema (P-20).
 * Stateless; safe for many threads.
 *
 * <p>{@link dev.sheaf.core.xml.ProvenanceWriter} writes provenance.
 */
public final class ContainerWriter {

    private final ElementWriter out = new ElementWriter();

    private ContainerWriter() {}

    /** Returns the content of a {@code description} or {@code setDescription}. */
    public static XmlFragment write(Description description) {
        if (description instanceof DublinCoreDescription dublinCore) {
            return dublinCore(dublinCore);
        }
        ContainerWriter writer = new ContainerWriter();
        if (description instanceof RightsManifest) {
            writer.begin(description.container(), Map.of("appliesTo", RightsManifest.APPLIES_TO));
        } else {
            writer.begin(description.container(), Map.of());
        }
        switch (description) {
            case OaiIdentifierDescription identifier -> writer.oaiIdentifier(identifier);
            case EprintsDescription eprints -> writer.eprints(eprints);
            case Friends friends -> friends.baseUrls().forEach(url -> writer.element("baseURL", url));
            case Branding branding -> writer.branding(branding);
            case Gateway gateway -> writer.gateway(gateway);
            case Toolkit toolkit -> writer.toolkit(toolkit);
            case RightsManifest manifest -> manifest.rights().forEach(rights -> {
                writer.out.start("rights");
                writer.rights(rights);
                writer.out.end();
            });
            case Syndication syndication -> writer.syndication(syndication);
            case DublinCoreDescription _ -> throw new AssertionError("another case handles this description");
        }
        return writer.end();
    }

    /**
     * Returns the descriptions of a repository with one more friend: in the container that they have for friends, else in one after them.
     *
     * @param baseUrl http or https
     */
    public static List<XmlFragment> withFriend(List<XmlFragment> descriptions, String baseUrl) {
        List<XmlFragment> all = new ArrayList<>(descriptions);
        for (int i = 0; i < all.size(); i++) {
            if (ContainerReader.description(all.get(i)).orElse(null) instanceof Friends(List<String> known)) {
                if (!known.contains(baseUrl)) {
                    all.set(i, write(new Friends(Stream.concat(known.stream(), Stream.of(baseUrl)).toList())));
                }
                return all;
            }
        }
        all.add(write(new Friends(List.of(baseUrl))));
        return all;
    }

    /** Returns the content of an {@code about} that tells the rights over a record's metadata. */
    public static XmlFragment write(Rights rights) {
        ContainerWriter writer = new ContainerWriter();
        writer.begin(Container.RIGHTS, Map.of());
        writer.rights(rights);
        return writer.end();
    }

    /** Opens the root element; it has an end tag even when nothing is in it. */
    private void begin(Container container, Map<String, String> attributes) {
        out.start(container.rootName()).attribute("xmlns", container.namespace()).attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", container.namespace() + " " + container.schema());
        attributes.forEach(out::attribute);
        out.text("");
    }

    private XmlFragment end() {
        return out.end().fragment();
    }

    private static XmlFragment dublinCore(DublinCoreDescription description) {
        DublinCoreWriter writer = new DublinCoreWriter();
        description.statements().forEach(statement -> writer.add(statement.element(), statement.text(), statement.language()));
        return writer.end();
    }

    private void oaiIdentifier(OaiIdentifierDescription description) {
        element("scheme", "oai");
        element("repositoryIdentifier", description.repositoryIdentifier());
        element("delimiter", ":");
        element("sampleIdentifier", description.sampleIdentifier());
    }

    private void eprints(EprintsDescription eprints) {
        policy("content", eprints.content());
        policy("metadataPolicy", eprints.metadataPolicy());
        policy("dataPolicy", eprints.dataPolicy());
        policy("submissionPolicy", eprints.submissionPolicy());
        eprints.comments().forEach(comment -> element("comment", comment));
    }

    private void policy(String name, EprintsDescription.@Nullable Policy policy) {
        if (policy == null) {
            return;
        }
        out.start(name).text("");
        for (EprintsDescription.Statement statement : policy.statements()) {
            switch (statement) {
                case EprintsDescription.Statement.Text(String text) -> element("text", text);
                case EprintsDescription.Statement.Url(String url) -> element("URL", url);
            }
        }
        out.end();
    }

    private void branding(Branding branding) {
        Branding.CollectionIcon icon = branding.collectionIcon();
        if (icon != null) {
            out.start("collectionIcon");
            element("url", icon.url());
            element("link", icon.link());
            element("title", icon.title());
            element("width", icon.width());
            element("height", icon.height());
            out.end();
        }
        for (Branding.MetadataRendering rendering : branding.metadataRenderings()) {
            out.start("metadataRendering").attribute("metadataNamespace", rendering.metadataNamespace())
                    .attribute("mimeType", rendering.mimeType()).text(rendering.url()).end();
        }
    }

    private void gateway(Gateway gateway) {
        element("source", gateway.source());
        element("gatewayDescription", gateway.gatewayDescription());
        gateway.gatewayAdmins().forEach(admin -> element("gatewayAdmin", admin));
        element("gatewayURL", gateway.gatewayUrl());
        element("gatewayNotes", gateway.gatewayNotes());
    }

    private void toolkit(Toolkit toolkit) {
        element("title", toolkit.title());
        Toolkit.Author author = toolkit.author();
        if (author != null) {
            out.start("author").text("");
            element("name", author.name());
            element("email", author.email());
            element("institution", author.institution());
            out.end();
        }
        element("version", toolkit.version());
        element("toolkitIcon", toolkit.toolkitIcon());
        element("URL", toolkit.url());
    }

    private void syndication(Syndication syndication) {
        element("updatePeriod", syndication.updatePeriod() == null ? null : syndication.updatePeriod().text());
        element("updateFrequency", syndication.updateFrequency());
        element("updateBase", syndication.updateBase());
    }

    private void rights(Rights rights) {
        switch (rights) {
            case Rights.Reference(String ref) -> out.start("rightsReference").attribute("ref", ref).end();
            case Rights.Definition(XmlFragment content) -> out.start("rightsDefinition").element(content).end();
        }
    }

    private void element(String name, @Nullable Object text) {
        if (text != null) {
            out.start(name).text(text.toString()).end();
        }
    }
}
