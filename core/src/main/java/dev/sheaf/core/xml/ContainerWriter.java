package dev.sheaf.core.xml;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Branding;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.EprintsDescription;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.description.RightsManifest;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.description.Toolkit;

/**
 * Writer of the containers of the implementation guidelines: each an element that declares all it needs and names its schema (P-20).
 * Stateless; safe for many threads.
 */
public final class ContainerWriter {

    private final Utf8Buffer buffer = new Utf8Buffer(1 << 10);

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
                writer.buffer.put("<rights>");
                writer.rights(rights);
                writer.buffer.put("</rights>");
            });
            case Syndication syndication -> writer.syndication(syndication);
            case DublinCoreDescription _ -> throw new AssertionError("is written above");
        }
        return writer.end(description.container());
    }

    /** Returns the content of an {@code about} that tells the rights over a record's metadata. */
    public static XmlFragment write(Rights rights) {
        ContainerWriter writer = new ContainerWriter();
        writer.begin(Container.RIGHTS, Map.of());
        writer.rights(rights);
        return writer.end(Container.RIGHTS);
    }

    /**
     * The content of an {@code about} that tells where a record was harvested, the newest hop outside and its origins inside it.
     *
     * @throws IllegalArgumentException when it has a {@link Provenance#fault()}: the container would not be valid
     */
    public static XmlFragment write(Provenance provenance) {
        provenance.fault().ifPresent(fault -> {
            throw new IllegalArgumentException("this provenance cannot be written: " + fault);
        });
        Utf8Buffer buffer = new Utf8Buffer(1 << 10);
        buffer.put(ProvenanceChain.BEGIN);
        ProvenanceChain.write(buffer, provenance);
        return XmlFragment.of(buffer.put(ProvenanceChain.END).toByteArray());
    }

    private void begin(Container container, Map<String, String> attributes) {
        buffer.put("<").put(container.rootName()).put(" xmlns=\"").put(container.namespace()).put("\" xmlns:xsi=\"")
                .put(Namespaces.XSI).put("\" xsi:schemaLocation=\"").put(container.namespace()).put(" ").put(container.schema())
                .put("\"");
        attributes.forEach(this::attribute);
        buffer.put(">");
    }

    private XmlFragment end(Container container) {
        buffer.put("</").put(container.rootName()).put(">");
        return XmlFragment.of(buffer.toByteArray());
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
        buffer.put("<").put(name).put(">");
        for (EprintsDescription.Statement statement : policy.statements()) {
            switch (statement) {
                case EprintsDescription.Statement.Text(String text) -> element("text", text);
                case EprintsDescription.Statement.Url(String url) -> element("URL", url);
            }
        }
        buffer.put("</").put(name).put(">");
    }

    private void branding(Branding branding) {
        Branding.CollectionIcon icon = branding.collectionIcon();
        if (icon != null) {
            buffer.put("<collectionIcon>");
            element("url", icon.url());
            element("link", icon.link());
            element("title", icon.title());
            element("width", icon.width());
            element("height", icon.height());
            buffer.put("</collectionIcon>");
        }
        for (Branding.MetadataRendering rendering : branding.metadataRenderings()) {
            buffer.put("<metadataRendering");
            attribute("metadataNamespace", rendering.metadataNamespace());
            attribute("mimeType", rendering.mimeType());
            buffer.put(">").escape(rendering.url()).put("</metadataRendering>");
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
            buffer.put("<author>");
            element("name", author.name());
            element("email", author.email());
            element("institution", author.institution());
            buffer.put("</author>");
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
            case Rights.Reference(String ref) -> {
                buffer.put("<rightsReference");
                attribute("ref", ref);
                buffer.put("/>");
            }
            case Rights.Definition(XmlFragment content) -> buffer.put("<rightsDefinition>").put(content.utf8())
                    .put("</rightsDefinition>");
        }
    }

    private void element(String name, @Nullable Object text) {
        if (text != null) {
            buffer.put("<").put(name).put(">").escape(text.toString()).put("</").put(name).put(">");
        }
    }

    private void attribute(String name, String value) {
        buffer.put(" ").put(name).put("=\"").escapeAttribute(value).put("\"");
    }
}
