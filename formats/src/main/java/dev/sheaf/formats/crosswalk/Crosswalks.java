package dev.sheaf.formats.crosswalk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;

import net.sf.saxon.lib.ResourceRequest;
import net.sf.saxon.s9api.DocumentBuilder;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.Xslt30Transformer;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.IndexedFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.core.xml.XmlInput;

/**
 * Converter of metadata from one format into another by the stylesheets of {@link Crosswalk}. The processor and the stylesheets are loaded
 * when they are first needed. Thread-safe.
 *
 * <p>The stylesheets belong to this package, but they process untrusted records. Therefore a transformation cannot read anything else: no
 * files, no addresses, no Java classes.
 */
public final class Crosswalks {

    private static final QName IDENTIFIER = new QName("identifier");
    /** Files that stylesheets include. */
    private static final Set<String> SHARED = Set.of("crosswalk:/oai_dc.xsl", "crosswalk:/dublin-core.xsl",
            "crosswalk:/container.xsl",
            "crosswalk:/from-oai_dc.xsl");
    /** Deepest nesting of containers such as METS in DIDL. Deeper nesting is a mistake or an attack. */
    private static final int DEEPEST = 3;

    private final Map<Crosswalk, XsltExecutable> compiled = new EnumMap<>(Crosswalk.class);
    private final Processor processor = HardenedProcessor.create();

    /** Loads the processor. Stylesheets are loaded when they are needed. */
    public Crosswalks() {}

    /**
     * Makes the record of an item in another format.
     *
     * @param to the wanted format
     * @param identifier identifier of the item; it becomes the title if the record has none
     * @param metadata metadata in any format if oai_dc is wanted, else in oai_dc
     * @throws CrosswalkException if the record cannot be made
     */
    public XmlFragment apply(TargetFormat to, String identifier, XmlFragment metadata) throws CrosswalkException {
        XmlFragment made = withoutIndex(metadata);
        if (!made.equals(metadata) && XmlFragments.rootNamespace(made).equals(to.format().namespace())) {
            return made;
        }
        for (int depth = 0; depth < DEEPEST; depth++) {
            XmlFragment from = made;
            Crosswalk crosswalk = Crosswalk.of(from, to).orElseThrow(
                    () -> new CrosswalkException(
                            "no crosswalk makes " + to.prefix().value() + " of <" + XmlFragments.rootName(from)
                                    + "> in the namespace '" + XmlFragments.rootNamespace(from) + "'"));
            made = apply(crosswalk, identifier, from);
            // The stylesheet of a container returns the content, which the crosswalk of its format then converts.
            if (XmlFragments.rootNamespace(made).equals(to.format().namespace())) {
                return made;
            }
        }
        throw new CrosswalkException("the metadata of " + identifier + " is nested in more than " + DEEPEST + " containers");
    }

    /**
     * Returns the metadata of a record that combines them with an index. They are copied as bytes, because the XSLT processor would have to
     * read thousands of terms for nothing.
     */
    private static XmlFragment withoutIndex(XmlFragment metadata) throws CrosswalkException {
        if (!IndexedFragment.isCombined(metadata)) {
            return metadata;
        }
        try {
            return IndexedFragment.split(metadata).metadata();
        } catch (OaiFormatException failure) {
            throw new CrosswalkException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private XmlFragment apply(Crosswalk crosswalk, String identifier, XmlFragment metadata) throws CrosswalkException {
        try {
            DocumentBuilder builder = processor.newDocumentBuilder();
            Xslt30Transformer transformer = executable(crosswalk).load30();
            transformer.setStylesheetParameters(Map.of(IDENTIFIER, new XdmAtomicValue(identifier)));
            transformer.setMessageHandler(message -> {});
            ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 10);
            Serializer serializer = transformer.newSerializer(out);
            transformer.applyTemplates(builder.build(new StAXSource(XmlInput.pull(metadata.utf8()))), serializer);
            return XmlFragments.parse(out.toByteArray());
        } catch (SaxonApiException | OaiFormatException failure) {
            throw new CrosswalkException(
                    crosswalk.stylesheet() + " cannot read the metadata of " + identifier + ": " + failure.getMessage(), failure);
        }
    }

    private XsltExecutable executable(Crosswalk crosswalk) {
        synchronized (compiled) {
            return compiled.computeIfAbsent(crosswalk, this::compile);
        }
    }

    private XsltExecutable compile(Crosswalk crosswalk) {
        XsltCompiler compiler = processor.newXsltCompiler();
        compiler.setResourceResolver(Crosswalks::sharedStylesheet);
        String file = crosswalk.stylesheet();
        try (InputStream in = resource(file)) {
            return compiler.compile(new StreamSource(in, "crosswalk:/" + file));
        } catch (SaxonApiException | IOException failure) {
            throw new IllegalStateException("the stylesheet " + file + " cannot be compiled: " + failure.getMessage(), failure);
        }
    }

    private static StreamSource sharedStylesheet(ResourceRequest request) throws XPathException {
        if (!SHARED.contains(request.uri)) {
            throw new XPathException("a crosswalk may not read " + request.uri);
        }
        return new StreamSource(resource(request.uri.substring("crosswalk:/".length())), request.uri);
    }

    private static InputStream resource(String name) {
        InputStream in = Crosswalks.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("the stylesheet " + name + " is missing from the program");
        }
        return in;
    }
}
