package dev.sheaf.platform.search;

import java.nio.charset.StandardCharsets;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;

/** Combined records as data providers make them: a description with the index of a text. */
public final class FullTextRecords {

    private static final Datestamp SOME_DAY = Datestamp.parse("2020-02-02");

    private FullTextRecords() {}

    /** Returns the combined format of an index format, bound to oai_dc. */
    public static MetadataFormat format(IndexFormat format) {
        return new MetadataFormat(new MetadataPrefix(format.combinedPrefix("oai_dc")), Namespaces.INDEXED_SCHEMA,
                Namespaces.INDEXED);
    }

    /** Returns the record of a text that a data provider indexes by the usual policy. */
    public static OaiRecord record(String identifier, String title, String text, IndexFormat format) {
        return record(identifier, title, text, format, IndexPolicy.DEFAULT);
    }

    /** Returns the record of a text that a data provider indexes by a policy of its own. */
    public static OaiRecord record(String identifier, String title, String text, IndexFormat format, IndexPolicy policy) {
        TermVector vector = policy.index(text, "", "", format == IndexFormat.TF_POSITIONAL);
        return record(identifier, title, TermsXml.write(vector, format), format);
    }

    /** Returns the record of an index in XML. */
    public static OaiRecord record(String identifier, String title, byte[] index, IndexFormat format) {
        byte[] description = SearchHub.dublinCore("<dc:title>" + title + "</dc:title>").toString()
                .getBytes(StandardCharsets.UTF_8);
        return new OaiRecord(new Header(identifier, SOME_DAY, java.util.List.of(), false),
                XmlFragment.of(IndexedXml.join(description, index, format)));
    }
}
