package dev.sheaf.platform.sru;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.formats.crosswalk.CrosswalkException;
import dev.sheaf.formats.crosswalk.Crosswalks;
import dev.sheaf.formats.crosswalk.TargetFormat;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.search.SearchHit;

/**
 * Records of hits in the schemas of SRU: as their source gives them if it has the format, else made by the hub's crosswalks. Thread-safe.
 */
final class SruRecords {

    private static final String DC_SCHEMA = "info:srw/schema/1/dc-schema";

    private final RecordStore store;
    private final Crosswalks crosswalks = new Crosswalks();

    SruRecords(RecordStore store) {
        this.store = store;
    }

    /**
     * Returns the record of a hit.
     *
     * @throws SruException with diagnostic 65 or 67 if there is none; it stands in place of the record
     */
    XmlFragment of(SearchHit hit, SruSchema schema) throws SruException {
        TargetFormat format = schema.format();
        Optional<XmlFragment> own = format == null ? Optional.empty() : own(hit, format.prefix(), schema.namespace());
        if (own.isPresent()) {
            return own.get();
        }
        XmlFragment described = stored(hit, MetadataPrefix.OAI_DC);
        if (described == null) {
            throw new SruException(store.prefixes(hit.source(), hit.identifier()).isEmpty()
                    ? Diagnostic.NO_SUCH_RECORD
                    : Diagnostic.NOT_IN_SCHEMA, schema.uri());
        }
        if (format == null) {
            return dublinCore(DublinCore.readOrEmpty(described));
        }
        try {
            return crosswalks.apply(format, hit.identifier(), described);
        } catch (CrosswalkException _) {
            throw new SruException(Diagnostic.NOT_IN_SCHEMA, schema.uri());
        }
    }

    /** Returns the record of the source in a format, under its usual prefix or another one. */
    private Optional<XmlFragment> own(SearchHit hit, MetadataPrefix usual, String namespace) {
        XmlFragment found = stored(hit, usual);
        if (found != null && XmlFragments.rootNamespace(found).equals(namespace)) {
            return Optional.of(found);
        }
        for (MetadataPrefix prefix : store.prefixes(hit.source(), hit.identifier())) {
            if (!prefix.equals(usual) && !prefix.equals(MetadataPrefix.OAI_DC) && CombinedFormat.of(prefix).isEmpty()) {
                XmlFragment other = stored(hit, prefix);
                if (other != null && XmlFragments.rootNamespace(other).equals(namespace)) {
                    return Optional.of(other);
                }
            }
        }
        return Optional.empty();
    }

    private @Nullable XmlFragment stored(SearchHit hit, MetadataPrefix prefix) {
        return store.get(hit.source(), prefix, hit.identifier()).map(StoredRecord::record).map(record -> record.metadata())
                .orElse(null);
    }

    /** Returns a record in the schema of Dublin Core that the Library of Congress keeps for SRU. */
    private static XmlFragment dublinCore(DublinCore dc) {
        ElementWriter xml = new ElementWriter();
        xml.start("srw_dc:dc").attribute("xmlns:srw_dc", DC_SCHEMA).attribute("xmlns:dc", "http://purl.org/dc/elements/1.1/");
        for (DublinCore.Value value : dc.values()) {
            DublinCore.Element element = value.element();
            if (element != null) {
                xml.start("dc:" + element.text());
                if (value.language() != null) {
                    xml.attribute("xml:lang", value.language());
                }
                xml.text(value.text()).end();
            }
        }
        return xml.end().fragment();
    }
}
