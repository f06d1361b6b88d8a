package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

import org.apache.tika.detect.AutoDetectReader;
import org.apache.tika.exception.TikaException;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.XHTMLContentHandler;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** Parser of SGML without its DTD: tags go, with omitted end tags tolerated; the text between them stays. */
final class SgmlParser implements Parser {

    private static final long serialVersionUID = 1;
    private static final int MOST_CHARACTERS = 64 << 20;

    @Override
    public Set<MediaType> getSupportedTypes(ParseContext context) {
        return Set.of(MediaType.text("sgml"), MediaType.application("sgml"));
    }

    @Override
    public void parse(InputStream stream, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        StringBuilder content = new StringBuilder();
        try (AutoDetectReader reader = new AutoDetectReader(TikaInputStream.get(stream), metadata)) {
            char[] buffer = new char[1 << 13];
            for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
                content.append(buffer, 0, count);
                if (content.length() > MOST_CHARACTERS) {
                    throw new TikaException("it has more than " + MOST_CHARACTERS + " characters");
                }
            }
        }
        Document document = Jsoup.parse(content.toString(), "", org.jsoup.parser.Parser.xmlParser());
        // Names of elements are in capitals in many documents.
        document.stream().filter(element -> element.tagName().equalsIgnoreCase("title") && !element.text().isBlank()).findFirst()
                .ifPresent(title -> metadata.set(TikaCoreProperties.TITLE, title.text()));
        XHTMLContentHandler xhtml = new XHTMLContentHandler(handler, metadata);
        xhtml.startDocument();
        // Only the DTD says which elements may stand within a word. Without it, each tag separates words.
        StringBuilder text = new StringBuilder(content.length());
        document.forEachNode(node -> {
            if (node instanceof TextNode words && !words.isBlank()) {
                text.append(words.text().strip()).append(' ');
            }
        });
        xhtml.characters(text.toString());
        xhtml.endDocument();
    }
}
