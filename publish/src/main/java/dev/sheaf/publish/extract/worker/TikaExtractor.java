package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.poi.openxml4j.util.ZipSecureFile;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.WriteLimitReachedException;
import org.apache.tika.exception.ZeroByteFileException;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.parser.CompositeParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.html.JSoupParser;
import org.apache.tika.parser.microsoft.OfficeParser;
import org.apache.tika.parser.microsoft.OfficeParserConfig;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.parser.pdf.PDFParser;
import org.apache.tika.parser.pdf.PDFParserConfig;
import org.apache.tika.parser.txt.TXTParser;
import org.apache.tika.parser.xml.DcXMLParser;
import org.apache.tika.parser.xml.FictionBookParser;
import org.apache.tika.sax.BodyContentHandler;
import org.apache.tika.sax.SecureContentHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;
import dev.sheaf.publish.extract.Extractor;
import dev.sheaf.publish.extract.RefusedDocumentException;

/**
 * The standard extractor, on Apache Tika: PDF, HTML, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, FictionBook, XML, SGML and plain text.
 * It reads no pictures (OCR), no macros, and a bounded number of embedded documents. Not thread-safe.
 */
final class TikaExtractor implements Extractor {

    /** Changes whenever the results change: then all documents are extracted again. */
    static final String EDITION = "tika-3.2 sheaf-3";

    /** Bytes of one part of an office document after unpacking. */
    private static final long MOST_PART = 512L << 20;
    private static final int PDF_IN_MEMORY = 64 << 20;

    private final int mostCharacters;
    private final int mostEmbedded;
    private final MediaTypes types = new MediaTypes();
    private final CompositeParser parser;

    TikaExtractor(int mostCharacters, int mostEmbedded) {
        this.mostCharacters = mostCharacters;
        this.mostEmbedded = mostEmbedded;
        ZipSecureFile.setMaxEntrySize(MOST_PART);
        ZipSecureFile.setMaxTextSize(mostCharacters);
        MediaTypeRegistry registry = types.registry();
        this.parser = new CompositeParser(registry, new PDFParser(), new JSoupParser(), new OfficeParser(), new OOXMLParser(),
                new OpenDocumentParser(), new RTFParser(), new EpubParser(), new FictionBookParser(), new DcXMLParser(),
                new SgmlParser(), new TXTParser());
        this.parser.setFallback(new Unreadable());
    }

    /** Reads nothing: it stands for types of which nothing is known. */
    private static final class Unreadable implements Parser {

        private static final long serialVersionUID = 1;

        @Override
        public Set<MediaType> getSupportedTypes(ParseContext context) {
            return Set.of();
        }

        @Override
        public void parse(java.io.InputStream stream, org.xml.sax.ContentHandler handler, Metadata metadata,
                ParseContext context) {
            // Nothing is known of it.
        }
    }

    /** Returns the media type of a document. */
    String type(Document document) throws RefusedDocumentException {
        try (TikaInputStream in = TikaInputStream.get(document.file())) {
            return types.of(in, document.name()).getBaseType().toString();
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    @Override
    public ExtractedText extract(Document document) throws RefusedDocumentException {
        MediaType type;
        try {
            if (Files.size(document.file()) == 0) {
                throw new RefusedDocumentException("it is empty");
            }
            try (TikaInputStream in = TikaInputStream.get(document.file())) {
                type = types.of(in, document.name()).getBaseType();
            }
            WholeFiles.check(document.file(), types.isPdf(type), types.isZip(type));
        } catch (IOException failure) {
            throw unreadable(failure);
        }
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, document.name());
        metadata.set(Metadata.CONTENT_TYPE, type.toString());
        ParseContext context = context();
        if (!reads(type, context)) {
            return new ExtractedText(type.toString(), "", Map.of(), null);
        }
        BodyContentHandler handler = new BodyContentHandler(mostCharacters);
        List<String> remarks = new ArrayList<>();
        String text = parse(document, type, metadata, context, handler, remarks);
        Map<String, List<String>> stated = DocumentMetadata.of(metadata, document.name(), types.isWebPage(type));
        boolean pdf = types.isPdf(type);
        return new ExtractedText(type.toString(), DocumentMetadata.language(metadata),
                pdf ? FrontMatter.of(document.file(), stated, document.name()) : stated,
                pdf ? WordsAcrossLines.join(text) : text, remarks);
    }

    /** Returns the sentence that a text is longer than is read. */
    static String cut(int mostCharacters) {
        return String.format(Locale.ROOT, "only its first %,d characters are indexed (--option text=N)", mostCharacters);
    }

    private boolean reads(MediaType type, ParseContext context) {
        Map<MediaType, Parser> parsers = parser.getParsers(context);
        MediaType one = types.isProgram(type) ? null : type;
        while (one != null) {
            if (parsers.containsKey(one)) {
                return true;
            }
            one = types.registry().getSupertype(one);
        }
        return false;
    }

    /** Returns the text, or as much of it as can be read; what cannot is named among the remarks. */
    private String parse(Document document, MediaType type, Metadata metadata, ParseContext context, BodyContentHandler text,
            List<String> remarks) throws RefusedDocumentException {
        try (TikaInputStream in = TikaInputStream.get(document.file())) {
            SecureContentHandler secure = new SecureContentHandler(text, in);
            try {
                parser.parse(in, secure, metadata, context);
            } catch (SAXException failure) {
                secure.throwIfCauseOf(failure);
                throw failure;
            }
        } catch (EncryptedDocumentException failure) {
            throw new RefusedDocumentException("it is encrypted, and opens only with a password", failure);
        } catch (ZeroByteFileException failure) {
            throw new RefusedDocumentException("it is empty", failure);
        } catch (SAXException | TikaException | IOException | RuntimeException failure) {
            if (!WriteLimitReachedException.isWriteLimitReached(failure)) {
                return readable(document, type, failure, remarks);
            }
            if (types.isZip(type)) {
                // A small archive that unpacks to so much text is more likely a trap than a work.
                throw new RefusedDocumentException("it has more than " + mostCharacters + " characters of text (--option text=N)",
                        failure);
            }
            remarks.add(cut(mostCharacters));
        }
        return text.toString();
    }

    private String readable(Document document, MediaType type, Exception failure, List<String> remarks)
            throws RefusedDocumentException {
        if (types.isPdf(type)) {
            try {
                PdfPages.Partly partly = PdfPages.read(document.file(), mostCharacters, reason(failure));
                remarks.add(partly.remark());
                return partly.text();
            } catch (IOException | RuntimeException _) {
                // Nothing of it can be read: the first failure says why.
            }
        }
        throw unreadable(type, failure);
    }

    private ParseContext context() {
        ParseContext context = new ParseContext();
        PDFParserConfig pdf = new PDFParserConfig();
        pdf.setOcrStrategy(PDFParserConfig.OCR_STRATEGY.NO_OCR);
        pdf.setExtractInlineImages(false);
        pdf.setExtractActions(false);
        // Nothing is made of it, and it takes another look at the whole file.
        pdf.setExtractIncrementalUpdateInfo(false);
        pdf.setMaxMainMemoryBytes(PDF_IN_MEMORY);
        context.set(PDFParserConfig.class, pdf);
        OfficeParserConfig office = new OfficeParserConfig();
        office.setExtractMacros(false);
        office.setUseSAXDocxExtractor(true);
        office.setUseSAXPptxExtractor(true);
        office.setIncludeDeletedContent(false);
        context.set(OfficeParserConfig.class, office);
        context.set(Parser.class, parser);
        context.set(EmbeddedDocumentExtractor.class, new EmbeddedDocuments(context, mostEmbedded));
        return context;
    }

    private static RefusedDocumentException unreadable(IOException failure) {
        return new RefusedDocumentException("it cannot be read: " + reason(failure), failure);
    }

    private static RefusedDocumentException unreadable(MediaType type, Exception failure) {
        return new RefusedDocumentException("it is damaged, or no " + type + ": " + reason(failure), failure);
    }

    /** Returns the innermost message: the ones around it say only that something failed. */
    private static String reason(Throwable failure) {
        return Stream.iterate(failure, (@Nullable Throwable one) -> one != null, Throwable::getCause).limit(10)
                .filter(one -> one.getMessage() != null && !one.getMessage().isBlank())
                .reduce((_, inner) -> inner).map(Throwable::getMessage)
                .map(message -> message.lines().findFirst().orElse("").strip())
                .map(line -> line.length() > 300 ? line.substring(0, 300) + "…" : line)
                .orElseGet(() -> failure.getClass().getSimpleName());
    }
}
