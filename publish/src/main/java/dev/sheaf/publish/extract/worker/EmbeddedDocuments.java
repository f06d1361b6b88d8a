package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.InputStream;

import org.apache.tika.extractor.ParsingEmbeddedDocumentExtractor;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** Documents within a document, such as the attachments of a PDF: a bounded number, and a bounded depth. Belongs to one document. */
final class EmbeddedDocuments extends ParsingEmbeddedDocumentExtractor {

    private static final int MOST_DEPTH = 4;

    private final int most;
    private int seen;
    private int depth;

    EmbeddedDocuments(ParseContext context, int most) {
        super(context);
        this.most = most;
    }

    @Override
    public boolean shouldParseEmbedded(Metadata metadata) {
        return depth < MOST_DEPTH && seen < most && super.shouldParseEmbedded(metadata);
    }

    @Override
    public void parseEmbedded(InputStream stream, ContentHandler handler, Metadata metadata, boolean outputHtml)
            throws SAXException, IOException {
        seen++;
        depth++;
        try {
            super.parseEmbedded(stream, handler, metadata, outputHtml);
        } finally {
            depth--;
        }
    }
}
