package dev.sheaf.platform.web.browse;

import java.util.List;
import java.util.Map;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.platform.web.ReadableFields;
import dev.sheaf.platform.web.RecordPageModel.Field;
import dev.sheaf.platform.web.XmlListing;

/**
 * Content of a description, setDescription or about container: known kinds as labelled values, others as XML.
 *
 * @param title kind of the container
 * @param fields labelled values; empty if it is shown as XML
 * @param listing XML; empty if it is shown as labelled values
 */
public record ContainerView(String title, List<Field> fields, List<XmlListing.Piece> listing) {

    private static final int LONGEST = 20_000;

    /** Kinds in the guidelines, by namespace. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("http://www.openarchives.org/OAI/2.0/oai-identifier", "Form of the identifiers"),
            Map.entry("http://www.openarchives.org/OAI/2.0/friends/", "Other repositories"),
            Map.entry("http://www.openarchives.org/OAI/2.0/branding/", "Branding"),
            Map.entry("http://www.openarchives.org/OAI/2.0/gateway/", "Gateway"),
            Map.entry("http://www.openarchives.org/OAI/2.0/rights/", "Rights"),
            Map.entry("http://www.openarchives.org/OAI/1.1/eprints", "Content and policies"),
            Map.entry("http://www.openarchives.org/OAI/2.0/provenance", "Provenance"),
            Map.entry("http://oai.dlib.vt.edu/OAI/metadata/toolkit", "Software"),
            Map.entry("http://purl.org/rss/1.0/modules/syndication/", "Times of updates"));

    static ContainerView of(XmlFragment content) {
        ElementText text = ElementText.of(content);
        if (text.namespace().equals(Namespaces.OAI_DC)) {
            List<Field> fields = ReadableFields.of(DublinCore.readOrEmpty(content), ReadableFields.Room.IN_A_LIST).fields();
            return fields.isEmpty() ? asXml("Description", content) : new ContainerView("Description", fields, List.of());
        }
        String kind = KINDS.get(text.namespace());
        if (kind == null) {
            return asXml(text.name().isEmpty() ? "Unknown" : text.name(), content);
        }
        return text.fields().isEmpty() ? asXml(kind, content) : new ContainerView(kind, text.fields(), List.of());
    }

    private static ContainerView asXml(String title, XmlFragment content) {
        return new ContainerView(title, List.of(), XmlListing.of(content, LONGEST));
    }
}
