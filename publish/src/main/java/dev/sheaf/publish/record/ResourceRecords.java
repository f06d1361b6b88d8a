package dev.sheaf.publish.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;

/** Makes the metadata of one resource in all its formats. Stateless. */
public final class ResourceRecords {

    private ResourceRecords() {}

    /** Returns its description in oai_dc. */
    public static XmlFragment description(Map<String, List<String>> stated, List<Manifestation> files) {
        return DublinCoreXml.of(stated, files);
    }

    /**
     * Returns the metadata that follows from files and description.
     *
     * @param description in oai_dc
     * @param files the primary first; at least one
     */
    public static Map<MetadataFormat, XmlFragment> ofFiles(String identifier, XmlFragment description,
            List<Manifestation> files) {
        Map<MetadataFormat, XmlFragment> records = new LinkedHashMap<>();
        records.put(ResourceFormats.HTTP_HEADER, HttpHeaderXml.of(files.getFirst()));
        List<Manifestation> reachable = files.stream().filter(Manifestation::isReachable).toList();
        if (!reachable.isEmpty()) {
            records.put(ResourceFormats.DIDL, DidlXml.of(identifier, description, reachable));
            records.put(ResourceFormats.METS, MetsXml.of(identifier, description, reachable));
        }
        return records;
    }

    /**
     * Returns description and index in combined formats.
     *
     * @param vector null when the resource has no text
     */
    public static Map<MetadataFormat, XmlFragment> ofText(XmlFragment description, @Nullable TermVector vector,
            List<IndexFormat> formats) {
        Map<MetadataFormat, XmlFragment> records = new LinkedHashMap<>();
        if (vector == null) {
            return records;
        }
        for (IndexFormat format : formats) {
            records.put(ResourceFormats.indexed(format),
                    XmlFragment.of(IndexedXml.join(description.utf8(), TermsXml.write(vector, format), format)));
        }
        return records;
    }
}
